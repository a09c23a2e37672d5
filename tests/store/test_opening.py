"""Opening what is a store, and saying clearly what is none."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection

import ratingstore
from ratingstore import api
from ratingstore.errors import StoreError, StoreMissing, StoreUnreachable, UsageError
from ratingstore.store import address, append, bulk, engine, tables
from tests.postgres import Cluster
from tests.store.chained import expect_the_chain_to_hold
from tests.store.desk import Desk

VERBS: dict[str, Callable[[str], Any]] = {
    "open": ratingstore.open,
    "create": lambda url: ratingstore.open(url, create=True),
    "init": api.init,
    "upgrade": api.upgrade,
}
REMARK: tuple[object, ...] = (1, 1, 0, "note", "", "", "")
every_verb = pytest.mark.parametrize("verb", VERBS)


def test_a_store_is_made_once(store_url: str) -> None:
    with pytest.raises(StoreMissing) as missing:
        ratingstore.open(store_url)
    assert "ratingstore init" in missing.value.hint
    with pytest.raises(StoreMissing):
        api.upgrade(store_url)
    api.init(store_url, "America/Sao_Paulo").close()
    ratingstore.open(store_url).close()
    with pytest.raises(UsageError, match="already"):
        api.init(store_url)


def test_opening_with_create_makes_what_is_missing_and_keeps_what_is_there(store_url: str) -> None:
    identity = "select store_id from store_info"
    with ratingstore.open(store_url, create=True) as store:
        made = store.query(identity)
    with ratingstore.open(store_url, create=True) as store:
        assert store.query(identity) == made


def test_stores_made_apart_are_told_apart(tmp_path: Path) -> None:
    identity = "select store_id from store_info"
    made = [api.init(str(tmp_path / name)).query(identity).rows for name in ("a.db", "b.db")]
    assert made[0] != made[1]


def test_a_wrong_time_zone_makes_no_store(store_url: str) -> None:
    with pytest.raises(UsageError, match="Curitiba"):
        api.init(store_url, "America/Curitiba")
    with pytest.raises(StoreMissing):
        ratingstore.open(store_url)


def test_a_missing_file_is_not_made_by_looking_for_it(tmp_path: Path) -> None:
    for verb in ("open", "upgrade"):
        with pytest.raises(StoreMissing, match=r"club\.db"):
            VERBS[verb](str(tmp_path / "club.db"))
    assert list(tmp_path.iterdir()) == []


@every_verb
def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path, verb: str) -> None:
    path = tmp_path / "games.csv"
    content = b"tournament,date,round,white,black,result\n" * 100
    path.write_bytes(content)
    with pytest.raises(StoreError, match="not a database"):
        VERBS[verb](str(path))
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["games.csv"]


@pytest.mark.parametrize("damage", ["cut short", "overwritten"])
def test_a_damaged_file_is_refused_in_words(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "club.db"
    api.init(str(path)).close()
    content = path.read_bytes()
    half = len(content) // 2
    path.write_bytes(
        content[:half] if damage == "cut short" else content[:4096] + b"\x55" * (len(content) - 4096)
    )
    with pytest.raises(StoreError, match="no database that can be used"):
        ratingstore.open(str(path)).query("select * from game_event")


@every_verb
def test_a_directory_is_no_store(tmp_path: Path, verb: str) -> None:
    with pytest.raises(StoreError, match="unable to open"):
        VERBS[verb](str(tmp_path))


@pytest.mark.parametrize("verb", ["create", "init"])
def test_a_store_in_a_missing_folder_is_refused(tmp_path: Path, verb: str) -> None:
    with pytest.raises(StoreError, match=r"no folder .*nowhere"):
        VERBS[verb](str(tmp_path / "nowhere" / "club.db"))


@every_verb
def test_a_file_of_another_program_is_left_as_it_is(tmp_path: Path, verb: str) -> None:
    path = tmp_path / "members.db"
    connection = sqlite3.connect(path)
    connection.execute("create table member (name text)")
    connection.commit()
    connection.close()
    content = path.read_bytes()
    with pytest.raises(StoreError) as refusal:
        VERBS[verb](str(path))
    if verb in ("create", "init"):
        assert "member" in refusal.value.message
    assert path.read_bytes() == content


def test_an_empty_file_becomes_a_store_only_where_one_is_to_be_made(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.touch()
    with pytest.raises(StoreMissing):
        ratingstore.open(str(path))
    assert path.read_bytes() == b""
    api.init(str(path)).close()
    ratingstore.open(str(path)).close()


@pytest.mark.parametrize("table", ["batch", "alembic_version"])
def test_a_database_where_another_program_uses_our_names_is_left_as_it_is(
    postgres_url: str, table: str
) -> None:
    run(postgres_url, f"create table {table} (version_num varchar(32))")
    run(postgres_url, f"insert into {table} values ('4f9a')")
    for verb in ("create", "init"):
        with pytest.raises(StoreError, match=f"tables {table}$"):
            VERBS[verb](postgres_url)
    with pytest.raises(StoreMissing):
        ratingstore.open(postgres_url)
    assert run(postgres_url, "select tablename from pg_tables where schemaname = 'public'") == [(table,)]


def test_a_database_may_be_shared_with_tables_of_other_names(postgres_url: str) -> None:
    run(postgres_url, "create table member (name text)")
    api.init(postgres_url).close()
    with ratingstore.open(postgres_url) as store:
        assert store.query("select count(*) from game_now").rows == ((0,),)
    assert run(postgres_url, "select count(*) from member") == [(0,)]


def test_a_schema_named_in_the_address_holds_the_store(postgres_url: str) -> None:
    run(postgres_url, "create schema club")
    url = f"{postgres_url}&options=-csearch_path%3Dclub"
    with api.init(url) as store:
        assert store.query("select current_setting('timezone')").rows == (("UTC",),)
    ratingstore.open(url).close()
    schemas = run(postgres_url, "select distinct schemaname from pg_tables where tablename = 'game_event'")
    assert schemas == [("club",)]
    with pytest.raises(StoreMissing):
        ratingstore.open(postgres_url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql:///club?host=/nowhere/at/all",
        "postgresql://ratingstore:secret@127.0.0.1:1/club",
    ],
)
@every_verb
def test_a_database_that_does_not_answer_is_said_so_without_the_password(url: str, verb: str) -> None:
    with pytest.raises(StoreUnreachable) as refusal:
        VERBS[verb](url)
    assert "does not answer" in refusal.value.message
    assert "secret" not in refusal.value.message


def test_a_database_that_is_not_there_is_said_so(postgres_url: str) -> None:
    with pytest.raises(StoreUnreachable, match="does not exist"):
        ratingstore.open(postgres_url.replace("/test_", "/none_"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("mysql://localhost/club", "mysql"),
        ("postgresql+asyncpg://localhost/club", "asyncpg"),
        ("https://example.org/club.db", "https"),
        ("://", "cannot be read"),
        ("postgresql://me:secret@localhost:port/club", "cannot be read"),
        ("sqlite://", "memory"),
        ("sqlite:///:memory:", "memory"),
        (":memory:", "memory"),
        ("", "memory"),
    ],
)
@every_verb
def test_an_address_that_cannot_be_used_is_refused_with_what_can(wrong: str, words: str, verb: str) -> None:
    with pytest.raises(UsageError) as refusal:
        VERBS[verb](wrong)
    assert words in refusal.value.message
    assert "secret" not in refusal.value.message
    assert "postgresql://HOST/DATABASE" in refusal.value.hint


@pytest.mark.parametrize(
    ("given", "driver", "database"),
    [
        ("club.db", "sqlite", "club.db"),
        ("/srv/club of 1912/ção.db", "sqlite", "/srv/club of 1912/ção.db"),
        ("C:\\clube\\club.db", "sqlite", "C:\\clube\\club.db"),
        ("sqlite:///club.db", "sqlite", "club.db"),
        ("sqlite:////srv/club.db", "sqlite", "/srv/club.db"),
        ("postgresql://host/club", "postgresql+psycopg", "club"),
        ("postgres://host/club", "postgresql+psycopg", "club"),
        ("postgresql+psycopg://host/club", "postgresql+psycopg", "club"),
    ],
)
def test_an_address_is_a_path_or_a_url(given: str, driver: str, database: str) -> None:
    url = address.parse(given)
    assert (url.drivername, url.database) == (driver, database)


def test_an_address_is_shown_without_its_password() -> None:
    assert address.shown(address.parse("postgres://me:secret@host/club")) == "postgresql://me:***@host/club"
    assert address.shown(address.parse("sqlite:///club.db")) == "club.db"
    assert address.file_of(address.parse("postgresql://host/club")) is None
    assert address.file_of(address.parse("club.db")) == Path("club.db")


CREATE = "import sys, ratingstore; ratingstore.open(sys.argv[1], create=True).close()"


def test_several_programs_that_make_one_store_at_once_all_open_it(store_url: str) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", CREATE, store_url], stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    errors = [one.communicate()[1] for one in running]
    assert [one.returncode for one in running] == [0, 0, 0, 0], errors
    with ratingstore.open(store_url) as store:
        assert len(store.query("select * from store_info").rows) == 1


@pytest.fixture
def owned(postgres_url: str, cluster: Cluster) -> str:
    """A database of an ordinary user, who is no superuser."""
    database = postgres_url.partition("@/")[2].partition("?")[0]
    cluster.run("do $$ begin create role club login; exception when duplicate_object then null; end $$")
    cluster.run(f"alter database {database} owner to club")
    return postgres_url.replace("ratingstore@", "club@")


def test_an_ordinary_user_owns_a_store_and_works_with_it(owned: str, tmp_path: Path) -> None:
    desk = Desk(owned, tmp_path)
    desk.games("t,2012-01-10,1,ana,bia,*", to="elo")
    desk.games("t,2012-01-10,1,ana,bia,1-0")
    desk.games("t,2012-01-10,2,,bia,1-0")
    with engine.reading(desk.store.engine) as connection:
        expect_the_chain_to_hold(connection)
    with (
        pytest.raises(StoreError, match="permission denied"),
        engine.writing(desk.store.engine) as connection,
    ):
        connection.exec_driver_sql("delete from game_event")


def test_an_auditor_who_may_only_read_reads_and_is_told_that_he_cannot_write(
    postgres_url: str, cluster: Cluster, tmp_path: Path
) -> None:
    desk = Desk(postgres_url, tmp_path)
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    cluster.run("do $$ begin create role auditor login; exception when duplicate_object then null; end $$")
    run(postgres_url, "grant select on all tables in schema public to auditor")
    with ratingstore.open(postgres_url.replace("ratingstore@", "auditor@")) as store:
        assert store.query("select count(*) from game_now").rows == ((1,),)
        assert store.replay("elo").rows.rows == desk.store.replay("elo").rows.rows
        with pytest.raises(StoreError, match="does not allow") as refusal:
            store.ingest([desk.file("tournament,date,white,black,result\nt,2012-01-11,ana,bia,1-0\n")])
        assert refusal.value.hint


@pytest.mark.parametrize(
    "write", [append.head, lambda connection: bulk.bulk(connection, tables.remark, [REMARK])]
)
def test_a_database_that_goes_away_in_the_middle_is_said_so(
    postgres_url: str, write: Callable[[Connection], object]
) -> None:
    store = api.init(postgres_url)

    def interrupted() -> None:
        with engine.writing(store.engine) as connection:
            driver: Any = connection.connection.driver_connection
            run(postgres_url, f"select pg_terminate_backend({driver.info.backend_pid}, 5000)")
            write(connection)

    with pytest.raises(StoreUnreachable):
        interrupted()
    assert store.query("select count(*) from remark").rows == ((0,),)


def run(url: str, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []
