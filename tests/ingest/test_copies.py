"""Tournaments that stand already under another code: asked about whole, or a warning."""

from __future__ import annotations

import pytest

from tests.store.desk import Desk, codes, the

PAIRS = [(one, other) for one in "abcdefgh" for other in "abcdefgh" if one < other]
ROWS = [f"2012-01-{at:02},{at},{white},{black},1-0" for at, (white, black) in enumerate(PAIRS, start=1)]


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    """``t`` is in the log with 28 games."""
    desk_on_a_file.store.rules_adopt("elo", "elo")
    desk_on_a_file.games(*under("t", ROWS))
    return desk_on_a_file


def under(code: str, rows: list[str]) -> list[str]:
    return [f"{code},{row}" for row in rows]


def other(rows: list[str]) -> list[str]:
    """The same games with other results."""
    return [f"{row[:-3]}0-1" for row in rows]


@pytest.mark.parametrize(
    ("alike", "different", "asked"),
    [
        (1, 0, True),
        (1, 1, True),
        (1, 2, False),
        (3, 3, True),
        (3, 4, False),
        (9, 10, False),
        (9, 19, False),
        (10, 11, True),
        (10, 18, True),
        (28, 0, True),
    ],
)
def test_half_of_the_games_or_ten_are_asked_about_and_fewer_are_a_warning(
    desk: Desk, alike: int, different: int, asked: bool
) -> None:
    rows = ROWS[:alike] + other(ROWS[alike : alike + different])
    report = desk.games(*under("u", rows))
    problem = the(report, "RS065" if asked else "RS066")
    assert problem.values == {"tournament": "u", "other": "t", "count": alike, "games": len(rows)}
    assert len(report.problems) == (len(rows) if asked else 1)
    assert report.counts == ({} if asked else {"games": (len(rows), 0)})
    assert desk.number("select count(*) from tournament") == (1 if asked else 2)


def test_every_row_of_a_tournament_that_is_asked_about_waits(desk: Desk) -> None:
    report = desk.games(*under("u", ROWS[:3] + other(ROWS[3:5])))
    assert [(one.line, one.code) for one in report.problems] == [
        (2, "RS065"),
        (3, "RS078"),
        (4, "RS078"),
        (5, "RS078"),
        (6, "RS078"),
    ]
    assert report.quarantined == 5
    assert report.conflicts == 0


def test_a_tournament_beside_the_copy_is_taken(desk: Desk) -> None:
    report = desk.games(*under("u", ROWS[:2]), *under("v", other(ROWS[:2])))
    assert report.counts == {"games": (2, 0)}
    assert sorted({str(one.values["tournament"]) for one in report.problems}) == ["u"]


@pytest.mark.parametrize(
    "row",
    [
        "u,2012-01-01,1,a,b,0-1",
        "u,2012-01-01,1,b,a,1-0",
        "u,2012-01-02,1,a,b,1-0",
        "u,2012-01-01,1,a,c,1-0",
        "u,2012-01-01,1,a,new,1-0",
        "u,2012-01-01,1,a,b,*",
    ],
)
def test_another_result_colour_day_or_player_is_another_game(desk: Desk, row: str) -> None:
    assert codes(desk.games(row)) == []


@pytest.mark.parametrize("row", ["u,2012-01-01,,a,b,1-0", "u,2012-01-01,7,a,b,1:0", "u,2012-01-01,1,a,b,W"])
def test_another_round_or_spelling_is_the_same_game(desk: Desk, row: str) -> None:
    assert codes(desk.games(row)) == ["RS065"]


def test_games_that_stand_under_their_own_code_are_no_copy(desk: Desk) -> None:
    desk.games(*under("u", other(ROWS[:6])))
    report = desk.games(*under("u", other(ROWS[:8])))
    assert (codes(report), report.counts) == ([], {"games": (2, 6)})


def test_a_copy_under_ids_of_owners_is_found(desk: Desk) -> None:
    desk.hand_in(["player,fide_id", "a,11", "b,12"])
    assert codes(desk.games("u,2012-01-01,1,fide:11,fide:0012,1-0")) == ["RS065"]


def test_of_several_tournaments_the_likest_is_named(desk: Desk) -> None:
    desk.games(*under("u", other(ROWS[:8])))
    report = desk.games(*under("v", ROWS[8:11] + other(ROWS[:2])))
    assert the(report, "RS065").values["other"] == "t"
    assert the(report, "RS065").values["count"] == 3


def test_a_copy_sent_again_is_asked_about_again_and_waits_once(desk: Desk) -> None:
    content = under("u", ROWS[:2])
    desk.games(*content)
    report = desk.games(*content)
    assert codes(report) == ["RS065", "RS078"]
    assert desk.number("select count(*) from quarantine") == 2
