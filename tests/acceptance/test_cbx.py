"""CBX: a provisional rating from the tournament of the 16th game on, then a tournament at a time."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.acceptance.club import DRAW, LOSS, WIN, Club, names, tournament_of

EIGHTEEN = [
    *[(1900, WIN), (1500, WIN), (2200, DRAW), (2200, LOSS), (2100, WIN)],
    *[(1200, WIN), (2150, LOSS), (2050, WIN), (2000, DRAW)],
    *[(2100, DRAW), (1700, WIN), (2300, LOSS), (2020, WIN), (1400, WIN)],
    *[(1840, WIN), (1900, DRAW), (2100, WIN), (2050, WIN)],
]
TOURNAMENTS = [("t1", 5), ("t2", 4), ("t3", 5), ("t4", 4)]


@pytest.fixture
def newcomer(club: Club) -> Club:
    """A club whose newcomer has played 18 games in four tournaments, one a month."""
    rivals = names(18)
    club.openings({r: rating for r, (rating, _) in zip(rivals, EIGHTEEN, strict=True)}, to="cbx")
    results, rows = [result for _, result in EIGHTEEN], []
    for month, (code, games) in enumerate(TOURNAMENTS, start=1):
        rows += tournament_of("new", results[:games], rivals[:games], f"2012-0{month}-05", code)
        results, rivals = results[games:], rivals[games:]
    club.ingest("tournament,lists,start_date,end_date\nt4,cbx,2012-04-01,2012-04-15\n")
    club.games(*rows, to="cbx")
    return club


def test_eighteen_games_give_2106_only_when_the_fourth_tournament_has_ended(newcomer: Club) -> None:
    before = newcomer.row("new", "cbx", "2012-04-14")
    assert (before["rating"], before["status"], before["games"]) == (None, "provisional", 14)
    assert "new" not in newcomer.ratings("cbx", "2012-04-14")
    after = newcomer.row("new", "cbx", "2012-04-15")
    assert (after["rating"], after["status"], after["games"]) == (2106, "rated", 18)


def test_the_first_rating_is_explained_and_nowhere_2128(newcomer: Club) -> None:
    (first,) = newcomer.explain("new", "cbx", "--as-of", "2012-04-15")
    assert first["after"] == 2106
    assert first["before"] is None
    assert first["change"] is None
    assert first["games"] == 18
    assert "first" in {line["kind"] for line in first["lines"]}
    assert "2128" not in newcomer.run("explain", "new", "--as-of", "2012-04-15", "--format", "csv").out


def test_the_opponents_of_a_newcomer_do_not_move(newcomer: Club) -> None:
    ratings = newcomer.ratings("cbx", "2012-04-15")
    assert [ratings[rival] for rival in names(18)] == [rating for rating, _ in EIGHTEEN]


def test_the_printed_tournament_gives_1943(club: Club) -> None:
    rivals = {"b": 2000, "c": 2050, "d": 2100, "e": 2200}
    club.openings({"ana": 1900, **rivals}, to="cbx")
    club.games(*tournament_of("ana", [WIN, DRAW, DRAW, LOSS], rivals, "2012-05-05"), to="cbx")
    change = club.change("ana", "cbx", "t")
    assert club.ratings("cbx", "2012-05-05")["ana"] == 1943
    assert (change["score"], change["expected"], change["k"]) == (2, Decimal("1.04"), 45)


def test_k_changes_exactly_where_the_bands_do(club: Club) -> None:
    bands = {1900: 45, 1901: 30, 2200: 30, 2201: 15, 2350: 15, 2351: 10}
    players = {f"p-{rating}": rating for rating in bands}
    club.openings({**players, **{f"r-{rating}": rating for rating in bands}}, to="cbx")
    club.games(*[f"t{r},2012-05-05,1,p-{r},r-{r},1-0" for r in bands], to="cbx")
    found = {rating: club.change(player, "cbx", f"t{rating}") for player, rating in players.items()}
    assert {rating: change["k"] for rating, change in found.items()} == bands
    # half a point more than expected: K / 2, halves up
    assert {rating: change["change"] for rating, change in found.items()} == {
        rating: (k + 1) // 2 for rating, k in bands.items()
    }


@pytest.mark.parametrize(("rival", "result", "bound"), [(300, LOSS, 0), (2700, WIN, 3000)])
def test_a_first_rating_stops_at_the_bounds(club: Club, rival: int, result: str, bound: int) -> None:
    club.openings(dict.fromkeys(names(16), rival), to="cbx")
    club.games(*tournament_of("new", [result] * 16, names(16), "2012-05-05"), to="cbx")
    assert club.ratings("cbx", "2012-05-05")["new"] == bound
    assert "floor" in kinds(club.change("new", "cbx", "t"))


def test_a_rated_player_stops_at_the_bounds_too(club: Club) -> None:
    club.openings({"low": 1, **dict.fromkeys(names(16, "low"), 1), "top": 2999, "r": 2999}, to="cbx")
    rows = tournament_of("low", [LOSS] * 16, names(16, "low"), "2012-05-05")
    club.games(*rows, "u,2012-05-05,1,top,r,1-0", to="cbx")
    ratings = club.ratings("cbx", "2012-05-05")
    assert (ratings["low"], ratings["top"]) == (0, 3000)
    assert "floor" in kinds(club.change("low", "cbx", "t"))
    assert "floor" in kinds(club.change("top", "cbx", "u"))


def test_an_opening_outside_the_bounds_is_a_problem(club: Club) -> None:
    answer = club.openings({"ana": 3001, "bia": 3000}, to="cbx", code=3)
    assert ":2:" in answer.err
    assert club.ratings("cbx", "2012-05-05") == {"bia": 3000}


def kinds(change: dict[str, Any]) -> set[str]:
    return {line["kind"] for line in change["lines"]}
