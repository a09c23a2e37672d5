"""From files to lists through the command line alone, on each database."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Finished, Run

GAMES = """\
tournament,date,round,white,black,result
open,2012-01-14,1,ana,zé,1-0
open,2012-01-15,2,zé,ana,1/2-1/2
open,2012-01-16,3,ana,,1-0
"""
RATINGS = "player,list,date,rating\nana,elo,2012-01-01,1500\nzé,elo,2012-01-01,1700\n"


@pytest.fixture
def season(tmp_path: Path) -> tuple[Path, Path]:
    games, ratings = tmp_path / "games.csv", tmp_path / "ratings.csv"
    games.write_text(GAMES, encoding="utf-8")
    ratings.write_text(RATINGS, encoding="utf-8")
    return games, ratings


@pytest.fixture
def filled(run: Run, store_url: str, season: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Finished:
    """A store with the season in it; the answer of the ingest."""
    monkeypatch.setenv("RATINGSTORE_DB", store_url)
    return run("ingest", *season, "--list", "elo")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_ingest_creates_the_store_and_tells_every_file_and_problem(
    filled: Finished, season: tuple[Path, Path]
) -> None:
    games, ratings = season
    assert filled.code == 3
    lines = filled.out.splitlines()
    assert lines[0].startswith(f"{games}: 2 new")
    assert lines[0].endswith("0 conflicting, 1 in quarantine")
    assert any(line.startswith(f"{ratings}: 2 new") for line in lines)
    assert filled.err.startswith("games.csv:4: RS001 ")
    assert "\n    open,2012-01-16,3,ana,,1-0\n  hint: " in filled.err
    assert "1 problem in 1 file; " in filled.err


@pytest.mark.usefixtures("filled")
def test_the_list_is_the_same_read_and_replayed(run: Run) -> None:
    read = run("list", "--as-of", "2012-01-14", "--format", "csv")
    assert [(row["rank"], row["player"], row["rating"]) for row in rows(read.out)] == [
        ("1", "zé", "1685"),
        ("2", "ana", "1515"),
    ]
    replayed = run("replay", "--as-of", "2012-01-14", "--format", "csv")
    assert (replayed.out, replayed.code) == (read.out, 0)
    assert "digest: " in replayed.err


@pytest.mark.usefixtures("filled")
def test_the_lines_of_an_explanation_add_up_to_the_change(run: Run) -> None:
    done = run("explain", "ana", "--on", "2012-01-14", "--format", "json")
    (change,) = json.loads(done.out)
    assert change["change"] == 15.19
    assert round(sum(line["value"] for line in change["lines"]), 2) == 15.19
    table = rows(run("explain", "ana", "--on", "2012-01-14", "--format", "csv").out)
    assert {(row["player"], row["change"]) for row in table} == {("ana", "15.19")}
    assert len(table) == len(change["lines"])


@pytest.mark.usefixtures("filled")
def test_an_explanation_of_an_unknown_tournament_is_2_with_those_that_are_alike(run: Run) -> None:
    for kind in ("table", "json"):
        done = run("explain", "ana", "--tournament", "opn", "--format", kind)
        assert (done.code, done.out) == (2, "")
        assert done.err == "error: there is no tournament opn\nhint: did you mean open?\n"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--tournament", "other"], "by tournament other"),
        (["--on", "1990-01-31"], "on {1990-01-31}, nor in a unit around it"),
        (["--as-of", "1990-01-31"], "up to {1990-01-31}"),
    ],
)
@pytest.mark.usefixtures("filled")
def test_an_explanation_without_a_change_says_so(
    run: Run, tmp_path: Path, options: list[str], why: str
) -> None:
    other = tmp_path / "other.csv"
    other.write_text("tournament,date,round,white,black,result\nother,2012-02-01,1,bia,caio,1-0\n")
    assert run("ingest", other, "--list", "elo").code == 0
    done = run("explain", "ana", *options)
    assert done.code == 0
    assert done.out.startswith("list: elo\n")
    told = why.replace("{", "").replace("}", "")
    assert done.err == f"note: player ana has no change in list elo {told}\n"
    assert run("explain", "ana", *options, "--format", "json").out == "[]\n"
    portuguese = run("explain", "ana", *options, "--lang", "pt-BR").err
    assert portuguese.startswith("nota: o jogador ana não tem ")
    assert ("31/01/1990" in portuguese) is ("{" in why)


@pytest.mark.usefixtures("filled")
def test_an_explanation_on_a_screen_is_a_block_a_change(run: Run) -> None:
    blocks = run("explain", "ana").out.split("\n\n")
    assert blocks[0] == "list: elo  rule_set: elo-1  player: ana"
    assert [block.split("  ")[0] for block in blocks[1:6:2]] == [
        "unit: opening", "unit: open/1/ana-zé", "unit: open/2/zé-ana"
    ]  # fmt: skip
    csv_rows = run("explain", "ana", "--format", "csv").out.splitlines()
    assert csv_rows[0].startswith("list,unit,effective_on,rule_set,player,before,after,games,total_score,")
    assert len(csv_rows) == 1 + 3


@pytest.mark.usefixtures("filled")
def test_notes_have_the_dates_of_the_language(run: Run) -> None:
    words = ("list", "--as-of", "2012-01-20")
    assert run(*words).err == "note: the list shown is that of 2012-01-15\n"
    assert "15/01/2012" in run(*words, "--lang", "pt-BR").err


def test_what_an_ingest_derived_has_the_dates_of_the_language(
    run: Run, season: tuple[Path, Path], tmp_path: Path
) -> None:
    words = ("ingest", season[0], "--list", "elo", "--dry-run", "--db", tmp_path / "none.db")
    assert "tournament open: dates 2012-01-14 to 2012-01-15, from its games" in run(*words).out
    told = run(*words, "--lang", "pt-BR").out
    assert "14/01/2012" in told
    assert re.findall(r"\d{4}-\d\d-\d\d", told) == []


@pytest.mark.usefixtures("filled")
def test_a_history_a_query_and_the_quarantine_are_rows(run: Run) -> None:
    history = rows(run("history", "ana", "--format", "csv").out)
    assert [row["effective_on"] for row in history] == ["2012-01-01", "2012-01-14", "2012-01-15"]
    assert json.loads(
        run("query", "--sql", "select count(*) as n from game_now", "--format", "json").out
    ) == [{"n": 2}]
    (waiting,) = json.loads(run("quarantine", "--format", "json").out)
    assert (waiting["file"], waiting["line"], waiting["code"]) == ("games.csv", 4, "RS001")


@pytest.mark.usefixtures("filled")
def test_a_query_that_writes_is_refused(run: Run) -> None:
    done = run("query", "--sql", "delete from game_event")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: a query only reads: ")


@pytest.mark.usefixtures("filled")
def test_strict_refuses_a_whole_file_and_a_dry_run_changes_nothing(
    run: Run, season: tuple[Path, Path]
) -> None:
    games, _ratings = season
    head = run("list", "--format", "json").out
    games.write_text(GAMES + "open,2012-01-17,4,zé,ana,0-1\n", encoding="utf-8")
    strict = run("ingest", games, "--strict")
    assert (strict.code, strict.err.splitlines()[-1]) == (1, "1 problem in 1 file; nothing was written")
    assert strict.out == f"{games}: 1 row is refused, nothing was written\n"
    dry = run("ingest", games, "--dry-run")
    assert dry.code == 3
    assert dry.err.splitlines()[-1] == "1 problem in 1 file; dry run: nothing was written"
    assert run("list", "--format", "json").out == head


@pytest.mark.usefixtures("filled")
def test_a_file_that_cannot_be_read_is_2_and_the_others_go_on(run: Run, tmp_path: Path) -> None:
    photo, more = tmp_path / "photo.jpg", tmp_path / "more.csv"
    photo.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00")
    more.write_text(GAMES.splitlines()[0] + "\nopen,2012-01-18,5,ana,zé,1-0\n", encoding="utf-8")
    done = run("ingest", photo, more, tmp_path / "missing.csv")
    assert done.code == 2
    assert f"{more}: 1 new" in done.out
    assert done.out.count("cannot be read") == 2
    assert done.err.count("error: ") == 2


@pytest.mark.usefixtures("filled")
def test_rules_can_be_adopted_and_are_listed_with_the_store(run: Run) -> None:
    done = run("rules", "adopt", "elo-1", "--list", "blitz", "--from", "2012-01-01", "--set", "k=32")
    assert done.code == 0
    assert "blitz" in done.out
    listed = json.loads(run("rules", "list", "--format", "json").out)
    assert ("elo-1", "blitz") in {(row["rule_set"], row["list"]) for row in listed}


@pytest.mark.usefixtures("filled")
def test_a_table_in_portuguese_is_for_people_and_csv_is_not(run: Run) -> None:
    table = run("history", "ana", "--lang", "pt-BR").out
    assert "14/01/2012" in table
    assert "1515,19" in table
    data = run("history", "ana", "--lang", "pt-BR", "--format", "csv").out
    assert "2012-01-14" in data
    assert "1515.19" in data


def test_without_a_store_reading_is_2_and_makes_none(run: Run, tmp_path: Path) -> None:
    for words in (["list"], ["project"], ["upgrade"], ["quarantine"], ["query", "--sql", "select 1"]):
        done = run(*words, "--db", tmp_path / "none.db")
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("error: there is no rating store ")
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_makes_no_store(run: Run, season: tuple[Path, Path], tmp_path: Path) -> None:
    done = run("ingest", *season, "--list", "elo", "--dry-run", "--db", tmp_path / "none.db")
    assert done.code == 3
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.csv", "ratings.csv"]


@pytest.mark.parametrize("zone", ["Mars/Phobos", "America", "../zone"])
def test_an_init_that_fails_leaves_no_file(run: Run, tmp_path: Path, zone: str) -> None:
    done = run("init", "--db", tmp_path / "club.db", "--time-zone", zone)
    assert done.code == 2
    assert done.err.startswith(f"error: {zone} is no time zone this machine knows\nhint: ")
    assert list(tmp_path.iterdir()) == []


def test_a_machine_without_a_known_time_zone_gets_no_empty_store(
    run: Run, tmp_path: Path, season: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Mars/Phobos")
    assert run("ingest", *season, "--list", "elo", "--db", tmp_path / "club.db").code == 2
    assert not (tmp_path / "club.db").exists()


def test_a_missing_folder_is_named_and_nothing_is_made(
    run: Run, tmp_path: Path, season: tuple[Path, Path]
) -> None:
    folder = tmp_path / "nowhere"
    ingest = ["ingest", str(season[0]), "--list", "elo"]
    for words in (["init"], ["list"], ["upgrade"], ingest, [*ingest, "--dry-run"]):
        done = run(*words, "--db", folder / "club.db")
        assert (done.code, done.out) == (2, "")
        assert done.err.splitlines() == [
            f"error: there is no folder {folder} for the store club.db",
            "hint: look for a slip in the path, or make the folder first",
        ]
    assert not folder.exists()
    assert run("rules", "list", "--db", folder / "club.db").code == 0


def test_init_makes_a_store_once(run: Run, store_url: str) -> None:
    made = run("init", "--db", store_url, "--time-zone", "America/Sao_Paulo")
    assert made.code == 0
    assert made.out.endswith(": created\n")
    again = run("init", "--db", store_url)
    assert again.code == 2
    assert "already" in again.err
    assert run("upgrade", "--db", store_url).code == 0
