from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rules import running


def levels(white: list[int], black: list[int], order: list[int] | None = None) -> list[int]:
    place = np.array(order if order is not None else range(len(white)), dtype=np.int64)
    found: list[int] = running.levels(np.array(white), np.array(black), [place]).tolist()
    return found


def test_games_of_different_players_share_a_level() -> None:
    assert levels([1, 3, 1, 5], [2, 4, 3, 6]) == [0, 0, 1, 0]


def test_games_that_tie_are_one_level_though_a_player_has_two_of_them() -> None:
    assert levels([1, 1, 1], [2, 3, 4], [0, 0, 1]) == [0, 0, 1]


def test_no_games_have_no_levels() -> None:
    assert levels([], []) == []


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(9, 17)), max_size=60))
def test_a_players_games_stand_in_rising_levels_in_their_order(games: list[tuple[int, int]]) -> None:
    found = levels([white for white, _ in games], [black for _, black in games])
    for player in range(18):
        own = [level for level, game in zip(found, games, strict=True) if player in game]
        assert own == sorted(set(own))
