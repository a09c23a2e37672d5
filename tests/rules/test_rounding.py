from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rules.rounding import half_away, half_up, quotient, to_step
from ratingstore.rules.ruleset import Rounding


@pytest.mark.parametrize(
    ("half_points", "up", "away"),
    [(4257, 2129, 2129), (-5, -2, -3), (5, 3, 3), (-4, -2, -2), (1, 1, 1), (-1, 0, -1)],
)
def test_halves_go_up_or_away_from_zero_as_named(half_points: int, up: int, away: int) -> None:
    assert half_up(half_points, 2) == up
    assert half_away(half_points, 2) == away


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6))
def test_half_away_is_what_decimal_calls_half_up(n: int, d: int) -> None:
    wanted = int((Decimal(n) / Decimal(d)).to_integral_value(ROUND_HALF_UP))
    # Decimal division rounds too: compare only where it is exact or far from a half.
    if (2 * n) % d == 0 or abs((2 * n) % (2 * d) - d) > 1:
        assert half_away(n, d) == wanted


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**6))
def test_opposite_numbers_round_to_opposite_numbers_away_from_zero(n: int, d: int) -> None:
    assert half_away(-n, d) == -half_away(n, d)


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1), st.integers(1, 10**6))
def test_an_array_rounds_as_its_numbers_do(numbers: list[int], d: int) -> None:
    column = np.array(numbers, dtype=np.int64)
    assert half_up(column, d).tolist() == [half_up(n, d) for n in numbers]
    assert half_away(column, d).tolist() == [half_away(n, d) for n in numbers]


def test_a_game_of_the_curitiba_club_rounds_to_tenths() -> None:
    tenths = Rounding(step=10, mode="half away from zero", source="s")
    assert to_step(2_250_000, tenths, 10_000) == 2_300_000
    assert to_step(-2_250_000, tenths, 10_000) == -2_300_000


def test_a_quotient_is_rounded_once_from_the_exact_fraction() -> None:
    nearest = Rounding(step=100, mode="half up", source="s")
    assert quotient(34_710_00 * 2 + 8 * 800_00, 2 * 18, nearest) == 2106_00
