"""The doctor names everything that is not in order, with what to do, and writes nothing."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from ratingstore import api
from ratingstore.api import checkup
from ratingstore.rulebook import catalogue
from ratingstore.store import diagnosis, engine, schema, times
from tests import postgres
from tests.cli.conftest import Run
from tests.evidence import ROOT, missing

DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
PROGRAMS = ["ratingstore", "python", "sqlalchemy", "alembic", "click", "numpy", "psycopg"]
SETTINGS = {
    "sqlite": [
        "journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "trusted_schema",
        "secure_delete", "writable", "disk",
    ],
    "postgresql": ["fsync", "synchronous_commit", "server_encoding", "writable"],
}  # fmt: skip
INSIDE = ["schema", "guards", "time_zone", "clock", "quarantine", "projection", "rules"]
RATINGS = "player,list,date,rating\nana,elo,2012-01-01,1500\nbia,elo,2012-01-01,1700\n"
GAMES = "tournament,date,round,white,black,result\nopen,2012-01-14,1,ana,bia,1-0\n"


class Told(NamedTuple):
    """The exit code and the rows, by check."""

    code: int
    rows: dict[str, dict[str, str]]

    def troubled(self) -> dict[str, str]:
        return {check: row["state"] for check, row in self.rows.items() if row["state"] != "ok"}


@dataclass(frozen=True)
class Place:
    """A store on one of the engines, with a hand that reaches past the program."""

    url: str
    run: Run

    @property
    def engine(self) -> str:
        return "postgresql" if self.url.startswith("postgresql") else "sqlite"

    @property
    def file(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///"))

    def doctor(self) -> Told:
        done = self.run("doctor", "--db", self.url, "--format", "json")
        rows = json.loads(done.out)
        assert all(list(row) == ["check", "state", "found", "hint"] for row in rows)
        assert all(bool(row["hint"]) == (row["state"] != "ok") for row in rows), rows
        by_check = {row["check"]: row for row in rows}
        assert len(by_check) == len(rows)
        return Told(done.code, by_check)

    def outside(self, statement: str) -> None:
        if self.engine == "postgresql":
            with psycopg.connect(self.url, autocommit=True) as connection:
                connection.execute(statement)
            return
        with closing(sqlite3.connect(self.file, isolation_level=None)) as connection:
            connection.execute(statement)

    def ingest(self, folder: Path, content: str, code: int = 0) -> None:
        path = folder / "given.csv"
        path.write_text(content, encoding="utf-8")
        assert self.run("ingest", "--db", self.url, "--list", "elo", path).code == code


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Cluster]:
    """A PostgreSQL that keeps what it was told, unlike the one of the other tests."""
    if postgres.binaries() is None:
        missing("PostgreSQL is not installed: the doctor is not tested on it")
    running = postgres.start([one for one in postgres.SETTINGS if not one.startswith(DURABLE)])
    yield running
    running.stop()


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound store with a game in it, to be copied."""
    folder = tmp_path_factory.mktemp("template")
    fill(str(folder / "store.db"), folder)
    return folder / "store.db"


@pytest.fixture(scope="module")
def template_database(server: postgres.Cluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same on the server: the name of its database."""
    database = server.create()
    fill(server.url(database), tmp_path_factory.mktemp("template"))
    return database


@pytest.fixture
def on_file(template: Path, tmp_path: Path, run: Run) -> Place:
    shutil.copy(template, tmp_path / "store.db")
    return Place(f"sqlite:///{tmp_path / 'store.db'}", run)


@pytest.fixture
def on_server(server: postgres.Cluster, template_database: str, run: Run) -> Iterator[Place]:
    database = server.create(template_database)
    yield Place(server.url(database), run)
    server.drop(database)


@pytest.fixture(params=["on_file", "on_server"])
def place(request: pytest.FixtureRequest) -> Place:
    """A sound store with a game in it, on each engine."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Place)
    return found


def fill(url: str, folder: Path) -> None:
    (folder / "ratings.csv").write_text(RATINGS, encoding="utf-8")
    (folder / "games.csv").write_text(GAMES, encoding="utf-8")
    with api.init(url, "America/Sao_Paulo") as store:
        reports = store.ingest(
            [folder / "ratings.csv", folder / "games.csv"], api.IngestOptions(list_code="elo")
        )
    assert all(report.written for report in reports)


def test_a_sound_store_is_0_and_every_check_is_named(place: Place) -> None:
    told = place.doctor()
    assert (told.code, told.troubled()) == (0, {})
    assert list(told.rows) == [*PROGRAMS, "store", "database", *SETTINGS[place.engine], *INSIDE]
    assert told.rows["schema"]["found"] == schema.newest()
    assert told.rows["time_zone"]["found"] == "America/Sao_Paulo"
    assert told.rows["projection"]["found"].startswith("elo: position ")


def test_rows_come_in_every_format_and_the_sum_beside_them(on_file: Place, tmp_path: Path) -> None:
    done = on_file.run("doctor", "--db", on_file.url)
    assert done.out.splitlines()[0].split() == ["check", "state", "found", "hint"]
    assert done.err == "0 problems, 0 warnings\n"
    done = on_file.run("doctor", "--db", on_file.url, "-q", "-o", tmp_path / "told.csv")
    assert (done.code, done.out, done.err) == (0, "", "")
    lines = (tmp_path / "told.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "check,state,found,hint"
    assert lines[1].startswith("ratingstore,ok,")


def test_the_doctor_changes_no_byte_of_the_file(on_file: Place) -> None:
    on_file.outside("PRAGMA wal_checkpoint(TRUNCATE)")
    before = on_file.file.read_bytes()
    on_file.doctor()
    assert on_file.file.read_bytes() == before


# --- the store ----------------------------------------------------------------------------------


BREAK_GUARDS = {
    "sqlite": "DROP TRIGGER game_event_no_update",
    "postgresql": "ALTER TABLE game_event DISABLE TRIGGER game_event_append_only",
}


def test_broken_guards_are_named_and_everything_else_is_still_looked_at(place: Place) -> None:
    place.outside(BREAK_GUARDS[place.engine])
    told = place.doctor()
    assert (told.code, told.troubled()) == (1, {"guards": "problem"})
    assert told.rows["guards"]["found"] == "missing or changed: game_event"
    assert "restore" in told.rows["guards"]["hint"]
    assert list(told.rows)[-len(INSIDE) :] == INSIDE


def test_a_newer_schema_is_1_and_what_it_may_have_changed_is_left_alone(place: Place) -> None:
    place.outside("UPDATE alembic_version SET version_num = '9999'")
    place.outside("DROP VIEW quarantine")
    place.outside("DROP TABLE quarantine_row")
    place.outside(BREAK_GUARDS[place.engine])
    told = place.doctor()
    assert told.code == 1
    assert told.troubled() == {"schema": "problem", "guards": "warning", "contents": "warning"}
    assert "9999 is newer" in told.rows["schema"]["found"]
    assert "update the program" in told.rows["schema"]["hint"]
    assert "quarantine" in told.rows["contents"]["found"]


def test_an_older_schema_is_1_with_how_to_upgrade(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    older = schema.newest()
    monkeypatch.setattr(schema, "newest", lambda: "0998")
    told = place.doctor()
    assert (told.code, told.rows["schema"]["state"]) == (1, "problem")
    assert told.rows["schema"]["found"] == f"the store's schema is {older}, this program needs 0998"
    assert told.rows["schema"]["hint"].endswith("ratingstore upgrade")


def test_a_table_that_is_gone_is_a_problem_of_its_check_alone(place: Place) -> None:
    place.outside("DROP VIEW quarantine")
    place.outside("DROP TABLE quarantine_row")
    done = place.run("doctor", "--db", place.url, "--format", "json")
    rows = {row["check"]: row for row in json.loads(done.out)}
    assert done.code == 1
    assert [check for check, row in rows.items() if row["state"] != "ok"] == ["quarantine"]
    assert rows["quarantine"]["state"] == "problem"
    assert "quarantine_row" in rows["quarantine"]["found"]


def test_a_forged_adoption_is_a_problem_and_no_bug(place: Place) -> None:
    place.outside(BREAK_GUARDS[place.engine].replace("game_event", "admin_event"))
    place.outside("UPDATE admin_event SET payload = 'nothing'")
    done = place.run("doctor", "--db", place.url, "--format", "json")
    assert done.code == 1
    assert {row["check"] for row in json.loads(done.out) if row["state"] != "ok"} == {"guards", "rules"}


def test_a_time_zone_that_the_machine_does_not_know_is_a_problem(place: Place) -> None:
    place.outside("UPDATE store_info SET time_zone = 'Mars/Olympus'")
    told = place.doctor()
    assert (told.code, told.troubled()) == (1, {"time_zone": "problem"})
    assert told.rows["time_zone"]["found"] == "Mars/Olympus"


def test_a_clock_behind_the_log_is_a_problem(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "now", lambda: datetime(2012, 1, 1, tzinfo=UTC))
    told = place.doctor()
    assert (told.code, told.troubled()) == (1, {"clock": "problem"})
    assert told.rows["clock"]["found"].startswith("2012-01-01T00:00:00.000000Z, and the log's last")


def test_a_list_whose_projection_lags_is_a_warning_until_it_is_projected(place: Place) -> None:
    place.outside("DELETE FROM projected_list")
    told = place.doctor()
    assert (told.code, told.troubled()) == (0, {"projection": "warning"})
    assert told.rows["projection"]["found"].startswith("elo: position 0 of ")
    assert told.rows["projection"]["hint"].endswith("ratingstore project")
    place.run("project", "--db", place.url)
    assert place.doctor().troubled() == {}


def test_rows_in_quarantine_are_counted(place: Place, tmp_path: Path) -> None:
    place.ingest(tmp_path, GAMES + "open,2012-01-15,2,ana,,1-0\nopen,2012-01-15,2,bia,,1-0\n", code=3)
    told = place.doctor()
    assert (told.code, told.troubled()) == (0, {"quarantine": "warning"})
    assert told.rows["quarantine"]["found"] == "2 rows wait for an answer"
    assert "ratingstore quarantine" in told.rows["quarantine"]["hint"]


def test_a_rule_text_newer_than_the_adopted_one_is_named_and_its_hint_mends_it(
    place: Place, tmp_path: Path
) -> None:
    older = tmp_path / "older.toml"
    shipped = catalogue.find("elo-1").text
    older.write_text(shipped.replace("title =", "# of last year\ntitle =", 1), encoding="utf-8")
    adopted = place.run(
        "rules", "adopt", "--db", place.url, older, "--list", "blitz", "--from", "2012-01-01", "--set", "k=10"
    )
    assert adopted.code == 0
    told = json.loads(place.run("doctor", "--db", place.url, "--format", "json").out)
    (row,) = [row for row in told if row["state"] != "ok"]
    assert (row["check"], row["state"]) == ("rules", "warning")
    assert row["found"] == "blitz: the package has a newer text of elo-1, adopted from 2012-01-01"
    command = "ratingstore rules adopt elo-1 --list blitz --from 2012-01-01 --set k=10"
    assert row["hint"].endswith(command)
    assert place.run(*command.split()[1:], "--db", place.url).code == 0
    told = json.loads(place.run("doctor", "--db", place.url, "--format", "json").out)
    assert [row for row in told if row["state"] != "ok"] == []


# --- the database -------------------------------------------------------------------------------


def test_another_journal_mode_is_a_problem_and_its_hint_mends_it(on_file: Place) -> None:
    on_file.outside("PRAGMA journal_mode=DELETE")
    told = on_file.doctor()
    assert (told.code, told.troubled()) == (1, {"journal_mode": "problem"})
    assert told.rows["journal_mode"]["found"] == "delete"
    assert told.rows["journal_mode"]["hint"].endswith(f'sqlite3 {on_file.file} "PRAGMA journal_mode=WAL"')
    on_file.outside("PRAGMA journal_mode=WAL")
    assert on_file.doctor().troubled() == {}


@pytest.mark.parametrize(
    ("setting", "found"),
    [
        ("synchronous=NORMAL", "normal"),
        ("synchronous=OFF", "off"),
        ("foreign_keys=OFF", "off"),
        ("recursive_triggers=OFF", "off"),
        ("trusted_schema=ON", "on"),
        ("secure_delete=OFF", "off"),
    ],
)
def test_a_setting_that_is_not_in_force_is_a_problem(
    on_file: Place, monkeypatch: pytest.MonkeyPatch, setting: str, found: str
) -> None:
    monkeypatch.setattr(engine, "_PRAGMAS", (*engine._PRAGMAS, setting))
    told = on_file.doctor()
    name = setting.partition("=")[0]
    assert (told.code, told.troubled()) == (1, {name: "problem"})
    assert told.rows[name]["found"] == found


def test_a_server_that_can_lose_what_it_acknowledged_is_a_problem(
    postgres_url: str, tmp_path: Path, run: Run
) -> None:
    fill(postgres_url, tmp_path)
    told = Place(postgres_url, run).doctor()
    assert told.code == 1
    assert told.troubled() == {"fsync": "problem", "synchronous_commit": "problem"}
    assert "fsync = on" in told.rows["fsync"]["hint"]


def test_asynchronous_commit_is_a_problem_and_its_hint_mends_it(on_server: Place) -> None:
    database = on_server.url.partition("@/")[2].partition("?")[0]
    on_server.outside(f"ALTER DATABASE {database} SET synchronous_commit = off")
    told = on_server.doctor()
    assert (told.code, told.troubled()) == (1, {"synchronous_commit": "problem"})
    on_server.outside(told.rows["synchronous_commit"]["hint"].rpartition(": ")[2])
    assert on_server.doctor().troubled() == {}


def test_a_database_that_is_not_utf8_is_a_problem(server: postgres.Cluster, tmp_path: Path, run: Run) -> None:
    database = server.create(options="ENCODING 'LATIN1' LOCALE 'C'")
    try:
        fill(server.url(database), tmp_path)
        told = Place(server.url(database), run).doctor()
    finally:
        server.drop(database)
    assert (told.code, told.troubled()) == (1, {"server_encoding": "problem"})
    assert told.rows["server_encoding"]["found"] == "LATIN1"


def test_a_user_of_the_server_who_may_only_read_is_a_problem(
    on_server: Place, server: postgres.Cluster
) -> None:
    server.run("DROP ROLE IF EXISTS auditor")
    server.run("CREATE ROLE auditor LOGIN")
    on_server.outside("GRANT SELECT ON ALL TABLES IN SCHEMA public TO auditor")
    auditor = Place(on_server.url.replace(f"{postgres.OWNER}@", "auditor@"), on_server.run)
    told = auditor.doctor()
    on_server.outside("DROP OWNED BY auditor")
    assert (told.code, told.troubled()) == (1, {"writable": "problem"})
    assert told.rows["writable"]["found"] == "auditor may only read"


def test_a_file_or_folder_that_cannot_be_written_is_a_problem(
    on_file: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    for refused in (on_file.file, on_file.file.parent):
        monkeypatch.setattr(os, "access", lambda path, mode, refused=refused: Path(path) != refused)
        told = on_file.doctor()
        assert (told.code, told.troubled()) == (1, {"writable": "problem"})
        assert told.rows["writable"]["found"] == f"{refused} cannot be written"


@pytest.mark.parametrize(
    ("megabytes", "size", "state", "code"),
    [(15, 0, "problem", 1), (17, 2, "warning", 0), (17, 0, "ok", 0), (1000, 985, "warning", 0)],
)
def test_a_disk_that_is_nearly_full_is_a_problem_and_one_without_room_for_a_copy_a_warning(
    on_file: Place, monkeypatch: pytest.MonkeyPatch, megabytes: int, size: int, state: str, code: int
) -> None:
    usage = shutil.disk_usage(on_file.file)._replace(free=megabytes * 2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    with on_file.file.open("r+b") as file:
        file.truncate(max(size * 2**20, on_file.file.stat().st_size))  # a hole: takes no room
    told = on_file.doctor()
    assert (told.code, told.rows["disk"]["state"]) == (code, state)
    assert f"{megabytes} MB free" in told.rows["disk"]["found"]


def test_a_database_older_than_needed_is_a_problem(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "SQLITE_LEAST", (99, 0))
    monkeypatch.setattr(diagnosis, "POSTGRESQL_LEAST", 99)
    told = place.doctor()
    assert (told.code, told.troubled()) == (1, {"database": "problem"})
    assert " 99" in told.rows["database"]["hint"]


# --- programs -----------------------------------------------------------------------------------


def test_the_versions_asked_for_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [one for one in project["dependencies"] if ";" not in one]
    assert sorted(asked) == sorted(name + wanted for name, wanted in checkup.PACKAGES.items())
    assert project["requires-python"] == checkup.PYTHON
    assert project["optional-dependencies"]["pg"] == [f"psycopg[binary]{checkup.PSYCOPG}"]


@pytest.mark.parametrize(
    ("version", "wanted", "good"),
    [
        ("2.1.0", ">=2.1,<3", True),
        ("2.1", ">=2.1,<3", True),
        ("2.0.99", ">=2.1,<3", False),
        ("3.0.0", ">=2.1,<3", False),
        ("2.10.1rc1", ">=2.1,<3", True),
        ("1.20.1", ">=1.20,<2", True),
        ("1.3", ">=1.20,<2", False),
    ],
)
def test_versions_are_compared_as_numbers(version: str, wanted: str, good: bool) -> None:
    assert checkup.fits(version, wanted) is good


@pytest.mark.parametrize("name", [*checkup.PACKAGES, "psycopg"])
def test_a_package_that_is_too_old_is_a_problem_with_how_to_install_it(
    on_file: Place, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    installed(monkeypatch, {name: "0.1"})
    told = on_file.doctor()
    assert (told.code, told.troubled()) == (1, {name: "problem"})
    assert told.rows[name]["found"] == "0.1"
    assert 'pip install "' in told.rows[name]["hint"]


def test_psycopg_is_needed_for_postgresql_only(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, {"psycopg": None})
    told = place.doctor()
    if place.engine == "sqlite":
        assert (told.code, told.troubled()) == (0, {})
        assert told.rows["psycopg"]["found"] == "not installed; only PostgreSQL needs it"
    else:
        assert (told.code, told.troubled()) == (1, {"psycopg": "problem"})
        assert told.rows["psycopg"]["hint"].endswith('pip install "ratingstore[pg]"')


def installed(monkeypatch: pytest.MonkeyPatch, versions: dict[str, str | None]) -> None:
    real = metadata.version

    def version(name: str) -> str:
        found = versions.get(name, "") if name in versions else real(name)
        if found is None:
            raise metadata.PackageNotFoundError(name)
        return found

    monkeypatch.setattr(metadata, "version", version)


# --- no store -----------------------------------------------------------------------------------


def without_a_store(run: Run, url: str | Path) -> dict[str, Any]:
    """The row of the store; the exit code is 2 and the environment is told all the same."""
    done = run("doctor", "--db", url, "--format", "json")
    rows = json.loads(done.out)
    assert done.code == 2
    assert [row["check"] for row in rows][: len(PROGRAMS)] == PROGRAMS
    row: dict[str, Any] = rows[len(PROGRAMS)]
    assert (row["check"], row["state"]) == ("store", "problem")
    return row


def test_no_file_is_2_and_none_is_made(run: Run, tmp_path: Path) -> None:
    row = without_a_store(run, tmp_path / "none.db")
    assert row["found"].startswith("there is no rating store ")
    assert row["hint"] == "make one: ratingstore init"
    assert list(tmp_path.iterdir()) == []


def test_a_database_without_a_store_is_2(run: Run, store_url: str) -> None:
    if store_url.startswith("sqlite"):
        with closing(sqlite3.connect(store_url.removeprefix("sqlite:///"))) as connection:
            connection.execute("CREATE TABLE recipes (name TEXT)")
    row = without_a_store(run, store_url)
    assert row["found"].startswith("there is no rating store")
    assert row["hint"] == "make one: ratingstore init"


def test_a_file_that_is_no_database_is_2_and_its_place_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear officer,\n" * 200, encoding="utf-8")
    row = without_a_store(run, tmp_path / "letter.db")
    assert "no database" in row["found"]
    rows = json.loads(run("doctor", "--db", tmp_path / "letter.db", "--format", "json").out)
    assert [row["check"] for row in rows][-2:] == ["writable", "disk"]


@pytest.mark.parametrize(
    "url", ["postgresql://nobody:secret@localhost:1/ratings", "mysql://club/ratings", "sqlite://"]
)
def test_an_address_where_nothing_answers_or_can_lie_is_2(run: Run, url: str) -> None:
    done = run("doctor", "--db", url)
    assert done.code == 2
    assert "secret" not in done.out + done.err
    without_a_store(run, url)
