from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from ratingstore.store.rows import AdoptionRow
from tests.replay.fide import monthly
from tests.replay.made_log import Game, adoption, course, exemption, explained, folded, log, rated

OPEN = dict.fromkeys(("ana", "bia", "caio"), ("2000-01-01", 2000.0))
EACH = (monthly("2000-01-01"),)
MEAN = (adoption("cbx-1", "1900-01-01"),)
RUNNING = (adoption("elo-1", "1900-01-01"),)
GAMES: list[Game] = [
    ("t", "2012-01-10", "ana", "bia", "1-0"),
    ("t", "2012-01-11", "caio", "ana", "0-1"),
    ("t", "2012-01-12", "bia", "caio", "1/2"),
]
END = "2012-12-31"


@pytest.mark.parametrize("rows", [EACH, MEAN, RUNNING], ids=["each", "mean", "running"])
@pytest.mark.parametrize("side", ["white", "black", "both"])
def test_an_exempt_side_has_no_change_and_no_count_and_the_other_what_it_always_has(
    rows: tuple[AdoptionRow, ...], side: Literal["white", "black", "both"]
) -> None:
    plain = log(GAMES[:1], OPEN, rows)
    made = replace(plain, exemptions=(exemption(1, side),))
    assert rated(made, "ana", END) == (rated(plain, "ana", END) if side == "black" else 2000)
    assert rated(made, "bia", END) == (rated(plain, "bia", END) if side == "white" else 2000)
    games = dict.fromkeys(("ana", "bia"), 0)
    newest = folded(made).steps.last_of_each_player()
    for number, count in zip(newest.player.tolist(), newest.games_total.tolist(), strict=True):
        games[made.player_codes[number]] = count
    assert (games["ana"], games["bia"]) == (int(side == "black"), int(side == "white"))


def test_his_other_games_of_a_tournament_are_rated_on_the_mean_without_it() -> None:
    openings = OPEN | {"bia": ("2000-01-01", 1600.0)}
    made = replace(log(GAMES, openings, MEAN), exemptions=(exemption(1, "white"),))
    alone = log(GAMES[1:], openings, MEAN)
    assert (
        rated(made, "ana", END) == rated(alone, "ana", END) != rated(log(GAMES, openings, MEAN), "ana", END)
    )
    assert rated(made, "bia", END) == rated(log(GAMES, openings, MEAN), "bia", END)


def test_an_unrated_opponent_stands_in_with_all_of_his_games() -> None:
    # The mean of Ana's opponents takes Novo with his performance, in which the exempt game still counts.
    games: list[Game] = [
        *GAMES[:1],
        ("t", "2012-01-13", "ana", "novo", "1-0"),
        ("t", "2012-01-14", "bia", "novo", "0-1"),
    ]
    made = replace(log(games, OPEN, MEAN), exemptions=(exemption(2, "black"),))
    assert rated(made, "ana", END) == rated(log(games, OPEN, MEAN), "ana", END)


def test_an_exempt_game_of_a_newcomer_is_no_pool_game() -> None:
    games: list[Game] = [(f"t{at}", "2012-01-10", "novo", "ana", "1-0") for at in range(5)]
    assert rated(log(games, OPEN, EACH), "novo", END) == 2200
    made = replace(log(games, OPEN, EACH), exemptions=(exemption(5, "white"),))
    assert rated(made, "novo", END) is None


def test_an_exemption_of_another_list_is_none() -> None:
    plain = log(GAMES, OPEN, EACH)
    assert course(replace(plain, exemptions=(exemption(1, "both", 2),)), "ana") == course(plain, "ana")
    mine = replace(plain, exemptions=(exemption(1, "both", 1),))
    assert course(mine, "ana") != course(plain, "ana")


def test_two_exemptions_of_the_two_sides_are_one_of_both() -> None:
    plain = log(GAMES, OPEN, EACH)
    two = replace(plain, exemptions=(exemption(1, "white"), exemption(1, "black")))
    both = replace(plain, exemptions=(exemption(1, "both"),))
    assert [course(two, code) for code in OPEN] == [course(both, code) for code in OPEN]


def test_the_explanation_has_a_line_for_the_game_with_a_value_of_zero() -> None:
    made = replace(log(GAMES, OPEN, EACH), exemptions=(exemption(1, "white"),))
    lines = explained(made, "ana")["2012-01"]
    assert [(line.kind, line.opponent, int(line.value)) for line in lines] == [
        ("game", "bia", 0),
        ("game", "caio", 10),
    ]
    assert any("exempt" in str(reason) for reason in lines[0].reasons)
