"""What an auditor asks by SQL, on both databases alike."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest

from tests.acceptance.club import NOT_USABLE, WIN, Club, names, tournament_of
from tests.evidence import ROOT

EMPTY = (
    "alias",
    "closing",
    "correction",
    "exemption",
    "late_game",
    "player_fact",
    "publication",
    "published_list",
    "quarantine",
    "tournament_now",
    "withheld",
)
"""Views of what this season has nothing of."""
VIEWS = [
    "game_now",
    "game_as_recorded",
    "rating_list_now",
    "rating_change",
    "rating_pool",
    "rated_unit",
    "adoption",
    "event",
    "batch",
    "ingest",
    "tournament_list",
    "rating_as_recorded",
    *EMPTY,
]


@pytest.fixture
def audited(club: Club) -> Club:
    """A season over the change of rules, with a newcomer on his way to a first rating in March."""
    club.openings({"ana": 2000, **dict.fromkeys(names(9), 1400)}, to="cxc")
    club.games(
        *tournament_of("ana", [WIN] * 5, names(5), "2011-12-10", "old"),
        *tournament_of("ana", [WIN] * 5, names(5), "2012-01-10", "new"),
        *tournament_of("new", [WIN] * 9, names(9), "2012-03-10", "more"),
        *tournament_of("two", [WIN] * 2, names(2), "2012-03-11", "again"),
        to="cxc",
    )
    return club


def test_every_documented_view_answers(audited: Club) -> None:
    documented = re.findall(r"^## (\w+)$", (ROOT / "docs" / "views.md").read_text("utf-8"), re.M)
    assert set(documented) <= set(VIEWS)
    for view in VIEWS:
        rows = audited.query(f"select * from {view}")
        assert len(rows) == audited.count(view), view
        assert rows or view in EMPTY, view


LIST_OF_A_DATE = """
    select player, rating, games_total from rating_change c
    where list = 'cxc' and effective_on <= '{day}'
      and step = (select max(step) from rating_change
                  where list = c.list and player = c.player and effective_on <= '{day}')
"""


def test_rating_change_up_to_a_date_is_the_list_of_that_date(audited: Club) -> None:
    for day in ("2011-12-31", "2012-01-01", "2012-01-31", "2012-02-01", "2012-04-01"):
        rows = audited.query(LIST_OF_A_DATE.format(day=day))
        found = {row["player"]: (row["rating"], row["games_total"]) for row in rows}
        replayed = audited.replay("cxc", day)["rows"]
        assert found == {row["player"]: (row["rating"], row["games"]) for row in replayed}, day


def test_rating_list_now_is_the_list_of_today(audited: Club) -> None:
    found = {row["player"]: row["rating"] for row in audited.query("select * from rating_list_now")}
    assert found == audited.ratings("cxc", "2026-01-01")


def test_one_players_changes_are_those_of_history(audited: Club) -> None:
    found = audited.query(
        "select effective_on, unit, rule_set, before, after, change, games from rating_change "
        "where list = 'cxc' and player = 'ana' order by step"
    )
    history = audited.run("history", "ana", "--as-of", "2012-06-01", "--format", "json").json
    assert [plain(row) for row in found] == [plain(row) for row in history["rows"]]
    assert [row["rule_set"] for row in found[1:]] == ["cxc-2011", "cxc-2012"]


def test_games_are_counted_by_rule_set(audited: Club) -> None:
    found = audited.query(
        "select rule_set, sum(games) as games from rated_unit "
        "where list = 'cxc' and games > 0 group by rule_set order by rule_set"
    )
    assert [(row["rule_set"], int(row["games"])) for row in found] == [("cxc-2011", 5), ("cxc-2012", 16)]
    found = audited.query(
        "select rule_set, sum(games) as games from rating_change "
        "where player = 'ana' and games > 0 group by rule_set order by rule_set"
    )
    assert [(row["rule_set"], int(row["games"])) for row in found] == [("cxc-2011", 5), ("cxc-2012", 5)]


def test_the_batch_a_game_came_from_is_found(audited: Club) -> None:
    audited.games("late,2012-03-20,1,ana,rival-01,0-1", to="cxc")
    (row,) = audited.query(
        "select b.batch, b.recorded_at, b.first_position, g.position from game_now g "
        "join batch b on b.batch = g.batch where g.tournament = 'late'"
    )
    (last,) = audited.query("select max(batch) as batch from batch")
    assert row["batch"] == last["batch"]
    assert row["first_position"] <= row["position"]


def test_adoptions_say_which_rule_set_holds_from_when(audited: Club) -> None:
    found = audited.query(
        "select list, rule_set, effective_from from adoption "
        "where effective_from >= '2011-01-01' order by effective_from"
    )
    assert [(row["list"], row["rule_set"], row["effective_from"]) for row in found] == [
        ("cxc", "cxc-2011", "2011-01-01"),
        ("cxc", "cxc-2012", "2012-01-01"),
        ("cxc", "cxc-2012-04", "2012-04-01"),
    ]


def test_positions_are_dense_over_the_whole_log(audited: Club) -> None:
    (row,) = audited.query("select count(*) as n, min(position) as low, max(position) as high from event")
    assert (row["low"], row["high"]) == (1, row["n"])


WRITING = [
    "delete from game_event",
    "update batch set batch = batch",
    "insert into person select * from person",
    "drop view game_now",
    "create table mine (n integer)",
    "with gone as (select 1) delete from quarantine_row",
    "select 1; delete from person",
]


def test_a_query_that_writes_is_refused(audited: Club) -> None:
    tables = ("game_event", "batch", "person", "game_now")
    before = [audited.count(table) for table in tables]
    for sql in WRITING:
        audited.run("query", "--sql", sql, code=NOT_USABLE)
    assert [audited.count(table) for table in tables] == before


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its numbers as numbers, however the database types them."""
    return {name: value if isinstance(value, str) else number(value) for name, value in row.items()}


def number(value: Any) -> Decimal | None:
    return None if value is None else Decimal(str(value))
