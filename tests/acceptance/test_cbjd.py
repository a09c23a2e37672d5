"""CBJD: a tournament on the mean of the opponents, two points a game, the change halved."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.acceptance.club import DRAW, LOSS, WIN, Club, names, tournament_of

ELEVEN_OF_14 = [WIN] * 4 + [DRAW] * 3
FOUR_OF_14 = [DRAW] * 4 + [LOSS] * 3


@pytest.mark.parametrize(
    ("own", "mean", "results", "after", "score", "expected", "k"),
    [
        (2450, 2200, ELEVEN_OF_14, 2448, "11", "11.34", 10),
        (2100, 2400, FOUR_OF_14, 2129, "4", "2.1", 30),
    ],
)
def test_the_two_printed_tournaments_come_out_from_a_games_file_without_points(
    club: Club, own: int, mean: int, results: list[str], after: int, score: str, expected: str, k: int
) -> None:
    club.openings({"ana": own, **dict.fromkeys(names(7), mean)}, to="cbjd")
    club.games(*tournament_of("ana", results, names(7), "2012-05-05"), to="cbjd")
    change = club.change("ana", "cbjd", "t")
    assert club.ratings("cbjd", "2012-05-05")["ana"] == after
    assert club.ratings("cbjd", "2012-05-04")["ana"] == own
    assert change["score"] == Decimal(score)
    assert change["expected"] == Decimal(expected)
    assert change["k"] == k
    assert change["change"] == after - own


def test_the_tournament_may_state_its_two_points_and_spell_them_out(club: Club) -> None:
    club.openings({"ana": 2100, **dict.fromkeys(names(7), 2400)}, to="cbjd")
    club.ingest("tournament,lists,start_date,end_date,points\nt,cbjd,2012-05-05,2012-05-06,2\n")
    results = ["1-1"] * 4 + ["0-2"] * 3
    club.games(*tournament_of("ana", results, names(7), "2012-05-05"), to="cbjd")
    assert club.ratings("cbjd", "2012-05-05")["ana"] == 2100
    assert club.ratings("cbjd", "2012-05-06")["ana"] == 2129


def test_a_tournament_of_one_point_a_game_moves_half_as_much(club: Club) -> None:
    club.openings({"ana": 2100, "bia": 2100}, to="cbjd")
    club.ingest("tournament,lists,start_date,end_date,points\nt,cbjd,2012-05-05,2012-05-05,1\n")
    club.games("t,2012-05-05,1,ana,bia,1-0", to="cbjd")
    assert club.ratings("cbjd", "2012-05-05") == {"ana": 2108, "bia": 2093}


def test_k_changes_exactly_where_the_bands_do(club: Club) -> None:
    bands = {1999: 40, 2000: 30, 2199: 30, 2200: 20, 2399: 20, 2400: 10}
    players = {f"p-{rating}": rating for rating in bands}
    club.openings({**players, **{f"r-{rating}": rating for rating in bands}}, to="cbjd")
    club.games(*[f"t{r},2012-05-05,1,p-{r},r-{r},1-0" for r in bands], to="cbjd")
    found = {rating: club.change(player, "cbjd", f"t{rating}") for player, rating in players.items()}
    assert {rating: change["k"] for rating, change in found.items()} == bands
    assert {rating: change["change"] for rating, change in found.items()} == {
        rating: k // 2 for rating, k in bands.items()
    }


def test_a_player_without_an_opening_stays_unrated_and_moves_nobody(club: Club) -> None:
    club.openings({"ana": 2100, "bia": 2000}, to="cbjd")
    club.games("t,2012-05-05,1,ana,new,0-1", "t,2012-05-05,2,bia,new,0-1", to="cbjd")
    assert club.ratings("cbjd", "2012-05-05") == {"ana": 2100, "bia": 2000}
    assert club.row("new", "cbjd", "2012-05-05")["status"] == "unrated"
