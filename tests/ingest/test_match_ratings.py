"""Rows of ratings against the log: one opening a player and list, claims, adjustments."""

from __future__ import annotations

import pytest

from ratingstore.api import IngestReport
from tests.store.desk import Desk, codes, the

HEADER = "player,list,date,rating,games,k,status,purpose,reason"
STANDS = "ana,elo,2011-12-01,1500.5,12,24,provisional,,"


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    desk_on_a_file.store.rules_adopt("elo", "elo")
    return desk_on_a_file


def ratings(desk: Desk, *rows: str, to: str | None = None) -> IngestReport:
    return desk.hand_in([HEADER, *rows], to)


@pytest.mark.parametrize(
    "again",
    [
        "ana,elo,2011-12-01,1500.50,12,24,provisional,opening,",
        '"ana",elo,2011-12-01,"1500,5",,,,,sent again',
        "ana,elo,2011-12-01,1500.5,12,,,,",
        "ana,,2011-12-01,1500.5,,24.00,provisional,,",
    ],
)
def test_an_opening_is_new_once(desk: Desk, again: str) -> None:
    assert ratings(desk, STANDS).counts == {"ratings": (1, 0)}
    before = desk.dump()
    report = ratings(desk, again)
    assert (report.counts, report.batch, codes(report)) == ({"ratings": (0, 1)}, None, [])
    assert desk.dump() == before


@pytest.mark.parametrize(
    ("row", "here"),
    [
        ("ana,elo,2011-12-01,1501,,,,,", "1501 (2011-12-01, games 12, status provisional, k 24)"),
        ("ana,elo,2011-12-02,1500.5,,,,,", "1500.5 (2011-12-02, games 12, status provisional, k 24)"),
        ("ana,elo,2011-12-01,1500.5,13,,,,", "1500.5 (2011-12-01, games 13, status provisional, k 24)"),
        ("ana,elo,2011-12-01,1500.5,,25,,,", "1500.5 (2011-12-01, games 12, status provisional, k 25)"),
        ("ana,elo,2011-12-01,1500.5,,,full,,", "1500.5 (2011-12-01, games 12, status full, k 24)"),
    ],
)
def test_a_second_opening_is_a_conflict_that_shows_what_differs(desk: Desk, row: str, here: str) -> None:
    ratings(desk, STANDS)
    before = desk.dump("quarantine_row")
    report = ratings(desk, row)
    problem = the(report, "RS063")
    assert problem.values == {
        "player": "ana",
        "list": "elo",
        "there": "1500.5 (2011-12-01, games 12, status provisional, k 24)",
        "here": here,
    }
    assert (report.conflicts, report.quarantined) == (1, 0)
    assert desk.dump("quarantine_row") == before


def test_an_opening_that_says_more_fills_the_one_that_stands(desk: Desk) -> None:
    ratings(desk, "ana,elo,2011-12-01,1500.5,,,,,")
    report = ratings(desk, STANDS)
    assert (report.counts, codes(report)) == ({"ratings": (1, 0)}, [])
    first, version = desk.query("select position, root, claims, games from rating_event order by position")
    assert (version["root"], version["claims"], version["games"]) == (first["position"], 0, 12)
    assert desk.store.list("elo", as_of="2012-01-01").rows.rows[0][4] == 12
    assert ratings(desk, "ana,elo,2011-12-01,1500.5,,,,,x").counts == {"ratings": (0, 1)}


def test_rows_that_complete_each_other_in_one_file_are_versions_of_one_opening(desk: Desk) -> None:
    report = ratings(
        desk,
        "ana,elo,2011-12-01,1500,,,,,",
        "ana,elo,2011-12-01,1500,12,,,,",
        "ana,elo,2011-12-01,1500,12,24,,,",
    )
    assert (report.counts, codes(report)) == ({"ratings": (3, 0)}, [])
    assert desk.number("select count(distinct root) from rating_event") == 1
    assert desk.number("select sum(claims) from rating_event") == 1


def test_every_list_has_an_opening_of_its_own(desk: Desk) -> None:
    report = ratings(desk, STANDS, "ana,cbx,2011-12-01,1900,,,,,", "bia,elo,2011-12-01,1600,,,,,")
    assert (report.counts, codes(report)) == ({"ratings": (3, 0)}, [])


def test_published_ratings_are_claims_and_all_kept(desk: Desk) -> None:
    report = ratings(
        desk,
        "ana,elo,2012-01-01,1510,,,,published,",
        "ana,elo,2012-01-01,1520,,,,published,",
        "ana,elo,2012-01-01,1510,,,,published,",
    )
    assert (report.counts, codes(report)) == ({"ratings": (2, 1)}, [])
    assert desk.store.list("elo", as_of="2012-02-01").rows.rows == ()


def test_adjustments_are_kept_one_by_one_and_known_when_they_come_again(desk: Desk) -> None:
    rows = [
        "ana,elo,2012-01-01,+50,,,,adjustment,girls' cup",
        "ana,elo,2012-02-01,+50,,,,adjustment,girls' cup",
    ]
    ratings(desk, STANDS)
    assert ratings(desk, *rows).counts == {"ratings": (2, 0)}
    assert ratings(desk, *reversed(rows)).counts == {"ratings": (0, 2)}
    assert [row[3] for row in desk.store.list("elo", as_of="2012-03-01").rows.rows] == [1601]
    assert desk.column("select text from remark where kind = 'reason'") == ["girls' cup"] * 2


def test_a_rating_takes_the_list_of_the_option_or_the_only_one(desk: Desk) -> None:
    assert ratings(desk, "ana,,2011-12-01,1500,,,,,").counts == {"ratings": (1, 0)}
    assert ratings(desk, "ana,,2011-12-01,1900,,,,,", to="cbx").counts == {"ratings": (1, 0)}
    report = ratings(desk, "bia,,2011-12-01,1500,,,,,")
    problem = the(report, "RS001")
    assert (problem.field, problem.line) == ("list", 2)
    assert desk.query("select player, list, rating from rating_as_recorded order by list") == [
        {"player": "ana", "list": "cbx", "rating": 1900},
        {"player": "ana", "list": "elo", "rating": 1500},
    ]


@pytest.mark.parametrize(
    ("rating", "accepted"), [("-1", False), ("0", True), ("3000", True), ("3000.01", False)]
)
def test_an_opening_lies_within_the_bounds_of_its_list(desk: Desk, rating: str, accepted: bool) -> None:
    report = ratings(desk, f"ana,cbx,2011-12-01,{rating},,,,,")
    assert (report.counts == {"ratings": (1, 0)}) == accepted
    if not accepted and not rating.startswith("-"):
        problem = the(report, "RS073")
        assert problem.values == {"list": "cbx", "rating": "3000.01", "low": "0", "high": "3000"}


def test_bounds_are_those_of_openings_only(desk: Desk) -> None:
    report = ratings(desk, "ana,cbx,2011-12-01,3000,,,,,", "ana,cbx,2012-01-01,3100,,,,published,")
    assert codes(report) == []


def test_a_list_without_bounds_takes_any_opening(desk: Desk) -> None:
    assert codes(ratings(desk, "ana,elo,2011-12-01,3500,,,,,")) == []
