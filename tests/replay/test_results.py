"""The board's result is rated, unless the rule set says that what the standings count is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ratingstore.store.read import Log
from tests.replay.made_log import adoption, edited, explained, log, rated

BOARD = adoption("elo-1", "2000-01-01")
COUNTED = ("[score]\n", '[score]\nresult = "standings"\n')
STANDINGS = edited(adoption("elo-1", "2012-01-11", position=2), COUNTED)
OPEN = dict.fromkeys(("ana", "bia", "caio"), ("2000-01-01", 2000.0))
DRAWN = [("t", "2012-01-10", "ana", "bia", "1/2"), ("t", "2012-01-11", "ana", "bia", "1/2")]
END = "2012-12-31"


def counted(made: Log, *standings: tuple[int, int]) -> Log:
    """The log with these half points of White and Black in the standings, a pair a game."""
    white, black = np.array(standings, dtype=np.int64).T
    return replace(made, games=replace(made.games, standings_white=white, standings_black=black))


def test_the_standings_move_nobody_by_rules_of_the_board() -> None:
    plain = log(DRAWN, OPEN, [BOARD])
    assert rated(counted(plain, (2, 0), (2, 0)), "ana", END) == rated(plain, "ana", END) == 2000


def test_what_the_standings_count_is_rated_from_the_day_of_such_rules_on() -> None:
    made = counted(log(DRAWN, OPEN, [BOARD, STANDINGS]), (2, 0), (2, 0))
    assert rated(made, "ana", "2012-01-10") == 2000
    won = log([DRAWN[0], (*DRAWN[1][:4], "1-0")], OPEN, [BOARD])
    assert rated(made, "ana", END) == rated(won, "ana", END) != 2000
    assert explained(made, "ana").keys() == explained(won, "ana").keys()
    assert [line.score for line in list(explained(made, "ana").values())[-1]] == [1]


def test_a_game_that_counts_alike_in_both_is_rated_by_its_board() -> None:
    won = log([(*DRAWN[1][:4], "1-0")], OPEN, [BOARD, STANDINGS])
    assert rated(counted(won, (-1, -1)), "ana", END) == rated(won, "ana", END) != 2000


def test_points_that_only_the_standings_give_to_both_are_rated_as_they_stand() -> None:
    made = counted(log(DRAWN[1:], OPEN, [STANDINGS]), (0, 0))
    for player in ("ana", "bia"):
        found = rated(made, player, END)
        assert found is not None
        assert found < 2000
