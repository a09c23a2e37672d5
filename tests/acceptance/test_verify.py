"""``verify`` on the command line: what it reads, what it says, and how it ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.acceptance.club import DONE, NOT_USABLE, PROBLEMS, WIN, Club, names, tournament_of

CHECKS = [
    "engine", "guards", "schema", "positions", "admin_event", "tournament_event", "player_event",
    "rating_event", "game_event", "chain", "head", "identities", "remarks", "rows", "segments",
    "projection cxc", "projections", "publications", "publication cxc@2012-02-01v1",
]  # fmt: skip


@pytest.fixture
def season(club: Club) -> Club:
    """A list that went out, and what came after it."""
    club.openings({"ana": 2000, **dict.fromkeys(names(5), 1400)}, to="cxc")
    club.games(*tournament_of("ana", [WIN] * 5, names(5), "2012-01-10"), to="cxc")
    club.run("publish", "--list", "cxc", "--date", "2012-02-01")
    club.games(*tournament_of("ana", [WIN] * 5, names(5), "2012-02-10", "u"), to="cxc")
    return club


def outside(club: Club, *statements: str) -> None:
    """What no command does."""
    if club.url.startswith("postgresql"):
        with psycopg.connect(club.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())
        return
    with closing(sqlite3.connect(club.url.removeprefix("sqlite:///"), isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_sound_store_has_a_row_a_check(season: Club) -> None:
    answer = season.run("verify", "--format", "json", code=DONE)
    assert [row["check"] for row in answer.json["rows"]] == CHECKS
    assert {row["state"] for row in answer.json["rows"]} == {"ok"}
    assert all(row["read"] for row in answer.json["rows"])
    assert (answer.json["sound"], answer.json["faults"]) == (True, 0)
    (head,) = season.query("select position, hash from log_head")
    assert answer.json["head"] == f"{head['position']}:{head['hash']}"


def test_an_empty_store_is_sound(club: Club) -> None:
    answer = club.run("verify", "--format", "json", code=DONE)
    assert answer.json["head"] == "0:" + "0" * 64


def test_the_log_alone_can_be_looked_at(season: Club) -> None:
    answer = season.run("verify", "--log-only", "--format", "csv")
    assert [row["check"] for row in answer.rows] == CHECKS[: CHECKS.index("segments")]


def test_a_fault_is_a_row_with_its_place_and_the_answer_is_no(season: Club) -> None:
    outside(season, "update projected_change set shown = shown + 100 where player = 1")
    answer = season.run("verify", "--format", "csv", code=PROBLEMS)
    (row,) = [row for row in answer.rows if row["state"] == "broken"]
    assert row["check"] == "projection cxc"
    assert "first that of player 1, step 1" in row["found"]
    assert "1 fault" in answer.err
    season.run("project", "--full")
    season.run("verify", code=DONE)


def test_rows_of_a_published_list_are_made_again(season: Club) -> None:
    outside(season, "update published_row set games = games + 1 where place = 2")
    answer = season.run("verify", "--format", "csv", code=PROBLEMS)
    (row,) = [row for row in answer.rows if row["state"] == "broken"]
    assert row["check"] == "publication cxc@2012-02-01v1"
    assert "first that of place 2" in row["found"]


def test_a_store_whose_guards_are_gone_is_looked_at_all_the_same(season: Club) -> None:
    on = " on batch" if season.url.startswith("postgresql") else ""
    name = "batch_append_only" if on else "batch_no_update"
    outside(season, f"drop trigger {name}{on}")
    answer = season.run("verify", "--format", "csv", code=PROBLEMS)
    assert [row["check"] for row in answer.rows if row["state"] == "broken"] == ["guards"]
    assert len(answer.rows) == len(CHECKS)


def test_the_head_under_a_published_list_is_expected_to_be_there(season: Club) -> None:
    shown = season.run("list", "--list", "cxc", "--as-of", "2012-02-01", "--format", "json").json
    for head in (shown["head"], f"{shown['known_at']}:{shown['head']}"):
        assert season.run("verify", "--expect-head", head, "--format", "csv").rows[10]["check"] == "expected"
    (first,) = season.query("select last_position, hash from batch where batch = 1")
    season.run("verify", "--expect-head", f"{first['last_position']}:{first['hash']}")
    answer = season.run("verify", "--expect-head", "ab" * 32, "--format", "csv", code=PROBLEMS)
    assert "cut off" in answer.out


@pytest.mark.parametrize("head", ["abc", "12:", "x" * 64, "A" * 64])
def test_what_is_no_head_is_refused_with_how_it_is_written(season: Club, head: str) -> None:
    assert "POSITION:HASH" in season.run("verify", "--expect-head", head, code=NOT_USABLE).err


def test_help_says_that_a_log_that_was_cut_off_looks_whole(club: Club) -> None:
    assert "cut off" in " ".join(club.run("verify", "--help").out.split())


def test_where_there_is_no_store_nothing_can_be_verified(tmp_path: Path) -> None:
    nowhere = Club(str(tmp_path / "none.db"), tmp_path)
    nowhere.run("verify", code=NOT_USABLE)
    (tmp_path / "none.db").write_bytes(b"no database, but long enough to be looked at as one" * 40)
    nowhere.run("verify", code=NOT_USABLE)
