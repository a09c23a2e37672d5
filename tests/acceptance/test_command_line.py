"""Columns, formats, exit codes and refusals that others build on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.acceptance.club import NOT_USABLE, WIN, Club, names, process, tournament_of

LIST_COLUMNS = ["rank", "player", "name", "rating", "games", "status", "last_played", "rule_set"]
ANSWER_FIELDS = ["list", "as_of", "known_at", "head", "rule_sets", "digest", "rows"]
HISTORY_COLUMNS = ["effective_on", "unit", "rule_set", "before", "after", "change", "games"]
CHANGE_FIELDS = [
    "list", "unit", "effective_on", "rule_set", "player", "before", "after",
    "games", "score", "expected", "k", "change", "lines",
]  # fmt: skip
LINE_FIELDS = [
    "kind", "tournament", "round", "opponent", "opponent_rating", "difference",
    "difference_used", "score", "expected", "k", "value", "reason", "source",
]  # fmt: skip


@pytest.fixture
def season(club: Club) -> Club:
    """Five wins in January, and a tie of ratings on the list."""
    club.openings({"ana": 2000, **dict.fromkeys(names(5), 1400)}, to="cxc")
    club.games(*tournament_of("ana", [WIN] * 5, names(5), "2012-01-10"), to="cxc")
    return club


def test_lists_have_their_columns_and_order_in_csv_and_json(season: Club) -> None:
    for command in ("replay", "list"):
        options = ("--list", "cxc", "--as-of", "2012-02-01", "--format")
        answer = season.run(command, *options, "csv")
        assert list(answer.rows[0]) == LIST_COLUMNS
        assert [row["rank"] for row in answer.rows] == ["1", "2", "2", "2", "2", "2"]
        assert [row["player"] for row in answer.rows] == ["ana", *names(5)]
        assert "digest" in answer.err
        found = season.run(command, *options, "json").json
        assert list(found) == ANSWER_FIELDS
        assert list(found["rows"][0]) == LIST_COLUMNS
        assert (found["list"], found["as_of"]) == ("cxc", "2012-02-01")
        assert found["rows"][0]["last_played"] == "2012-01-10"
        assert found["rows"][0]["rule_set"] == "cxc-2012"


def test_history_has_its_columns(season: Club) -> None:
    answer = season.run("history", "ana", "--as-of", "2012-02-01", "--format", "csv")
    assert list(answer.rows[0]) == HISTORY_COLUMNS
    last = answer.rows[-1]
    assert (last["effective_on"], last["unit"], last["rule_set"]) == ("2012-02-01", "2012-01", "cxc-2012")
    assert (float(last["before"]), float(last["after"]), float(last["change"])) == (2000, 2006, 6)


def test_explain_has_its_fields_and_says_why(season: Club) -> None:
    (change,) = season.explain("ana", "cxc", "--as-of", "2012-02-01", "--on", "2012-01-15")
    assert list(change) == CHANGE_FIELDS
    assert [list(line) for line in change["lines"]] == [LINE_FIELDS] * len(change["lines"])
    assert (change["games"], change["score"], change["k"]) == (5, 5, 15)
    line = change["lines"][0]
    assert (line["tournament"], line["round"], line["opponent"]) == ("t", 1, "rival-01")
    assert (line["opponent_rating"], line["score"]) == (1400, 1)
    assert line["source"]


def test_explain_finds_changes_by_effective_date_by_a_day_inside_and_by_tournament(season: Club) -> None:
    options = ("--as-of", "2012-03-01")
    everything = season.explain("ana", "cxc", *options)
    assert [change["effective_on"] for change in everything] == ["2010-12-01", "2012-02-01"]
    for choice in (("--on", "2012-02-01"), ("--on", "2012-01-20"), ("--tournament", "t")):
        assert season.explain("ana", "cxc", *options, *choice) == everything[1:]


def test_an_opening_is_explained_as_one(season: Club) -> None:
    opening = season.explain("ana", "cxc", "--as-of", "2012-01-01")[0]
    assert (opening["before"], opening["change"], opening["after"]) == (None, None, 2000)
    assert [line["kind"] for line in opening["lines"]] == ["opening"]


def test_rules_are_listed_and_shown(season: Club) -> None:
    ids = {row["rule_set"] for row in season.run("rules", "list", "--format", "json").json}
    assert {"cbjd-1", "cbx-1", "elo-1", "cxc-2011", "cxc-2012", "cxc-2012-04"} <= ids
    assert "inferred" in season.run("rules", "show", "cxc-2011").out
    assert "400" in season.run("rules", "show", "cxc-2012").out


def test_a_list_lies_in_a_file_whose_ending_names_the_format(season: Club) -> None:
    path = season.folder / "list.json"
    season.run("replay", "--as-of", "2012-02-01", "-o", str(path))
    assert json.loads(path.read_text(encoding="utf-8"))["rows"][0]["player"] == "ana"


def test_what_is_not_there_is_a_question_of_usage(season: Club) -> None:
    for arguments in (
        ["replay", "--list", "nowhere"],
        ["replay", "--as-of", "31/03/2012"],
        ["history", "nobody"],
        ["explain", "nobody"],
        ["rules", "show", "nothing"],
        ["rules", "adopt", "nothing", "--list", "cxc"],
        ["replay", "--no-such-option"],
        ["no-such-command"],
    ):
        answer = season.run(*arguments, code=NOT_USABLE)
        assert answer.err, arguments
        assert answer.out == "", arguments


def test_a_date_in_the_order_of_brazil_gets_the_iso_date_as_a_hint(season: Club) -> None:
    assert "2012-03-31" in season.run("replay", "--as-of", "31/03/2012", code=NOT_USABLE).err


def test_a_store_that_is_not_there_is_not_usable(tmp_path: Path) -> None:
    answer = process("--db", str(tmp_path / "none.db"), "replay")
    assert answer.code == NOT_USABLE
    assert not (tmp_path / "none.db").exists()


def test_ingest_creates_a_missing_file_and_a_shell_can_do_everything(tmp_path: Path) -> None:
    store, games = tmp_path / "new.db", tmp_path / "games.csv"
    games.write_text("tournament,date,round,white,black,result\nt,2012-01-10,1,ana,bia,1-0\n")
    assert process("--db", str(store), "ingest", str(games), "--list", "cxc").code == 0
    answer = process("replay", "--db", str(store), "--as-of", "2012-02-01", "--all", "--format", "csv")
    assert {row["player"]: row["status"] for row in answer.rows} == {"ana": "unrated", "bia": "unrated"}


def test_a_store_of_a_newer_schema_is_refused_with_what_to_do(season: Club) -> None:
    newer = "update alembic_version set version_num = 'from-the-future'"
    if season.url.startswith("sqlite"):
        child = f"import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute({newer!r}); c.commit()"
        path = season.url.removeprefix("sqlite:///")
        subprocess.run([sys.executable, "-c", child, path], check=True)
    else:
        with psycopg.connect(season.url, autocommit=True) as connection:
            connection.execute(newer.encode())
    for command in (["replay", "--as-of", "2012-02-01"], ["upgrade"], ["query", "--sql", "select 1"]):
        answer = season.run(*command, code=NOT_USABLE)
        assert "newer" in answer.err
        assert "ratingstore" in answer.err


def test_a_second_init_is_refused(season: Club) -> None:
    season.run("init", code=NOT_USABLE)
    assert season.ratings("cxc", "2012-02-01")["ana"] == 2006


def test_upgrade_of_a_store_of_today_changes_nothing(season: Club) -> None:
    before = season.count("event")
    season.run("upgrade")
    assert season.count("event") == before


def test_help_and_version_need_no_store(tmp_path: Path) -> None:
    for arguments in (["--help"], ["ingest", "--help"], ["--version"]):
        assert process("--db", str(tmp_path / "none.db"), *arguments).code == 0
