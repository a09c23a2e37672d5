"""Expected scores in millionths of a game, by table or by formula."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ratingstore.rules.grouping import distinct
from ratingstore.rules.rounding import Ints, half_away, half_up
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, Expected


def score(difference: Ints, expected: Expected) -> Ints:
    """Expected score of the side that is ``difference`` hundredths ahead (negative: behind)."""
    if expected.method == "table/1":
        return table(half_away(difference, HUNDREDTHS), expected)
    found, where = distinct(np.abs(difference))
    ahead = np.array([logistic(d) for d in found.tolist()], dtype=np.int64)[where]
    return np.where(difference >= 0, ahead, MILLIONTHS - ahead)


def table(difference: Ints, expected: Expected) -> Ints:
    """``table/1``: the printed table, by a difference in whole points. Both sides add up to 1."""
    printed = _by_point(expected.upper, expected.high)
    high = printed[np.minimum(np.abs(difference), len(printed) - 1)]
    return np.where(difference >= 0, high, MILLIONTHS - high)


@lru_cache(maxsize=64)
def _by_point(upper: tuple[int, ...], high: tuple[int, ...]) -> Ints:
    """The table's values by the points of the difference, up to the last row, which is open-ended."""
    points = np.arange((upper[-1] if upper else 0) + 2)
    return np.array(high, dtype=np.int64)[np.searchsorted(np.array(upper), points)]


@lru_cache(maxsize=2**18)
def logistic(difference: int) -> int:
    """``logistic/1``: 1/(1 + 10^(-d/400)), rounded to six decimals so that machines agree."""
    ahead = half_up(int(2 * MILLIONTHS / (1.0 + 10.0 ** (-abs(difference) / (400.0 * HUNDREDTHS)))), 2)
    return ahead if difference >= 0 else MILLIONTHS - ahead
