"""From files to lists through the command line alone, on each database."""

from __future__ import annotations

import csv
import io
import json
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


def test_init_makes_a_store_once(run: Run, store_url: str) -> None:
    made = run("init", "--db", store_url, "--time-zone", "America/Sao_Paulo")
    assert made.code == 0
    assert made.out.endswith(": created\n")
    again = run("init", "--db", store_url)
    assert again.code == 2
    assert "already" in again.err
    assert run("upgrade", "--db", store_url).code == 0
