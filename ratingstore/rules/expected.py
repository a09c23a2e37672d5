"""Expected scores in millionths of a game, by table or by formula."""

from __future__ import annotations

import numpy as np

from ratingstore.rules.rounding import Ints, half_away, half_up
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, Expected


def score(difference: Ints, expected: Expected) -> Ints:
    """Expected score of the side that is ``difference`` hundredths ahead (negative: behind)."""
    if expected.method == "table/1":
        return table(half_away(difference, HUNDREDTHS), expected)
    distinct, where = np.unique(difference, return_inverse=True)
    return np.array([logistic(int(d)) for d in distinct], dtype=np.int64)[where]


def table(difference: Ints, expected: Expected) -> Ints:
    """``table/1``: the printed table, by a difference in whole points. Both sides add up to 1."""
    rows = np.searchsorted(np.array(expected.upper), np.abs(difference))
    high = np.array(expected.high, dtype=np.int64)[rows]
    return np.where(difference >= 0, high, MILLIONTHS - high)


def logistic(difference: int) -> int:
    """``logistic/1``: 1/(1 + 10^(-d/400)), rounded to six decimals so that machines agree."""
    ahead = half_up(int(2 * MILLIONTHS / (1.0 + 10.0 ** (-abs(difference) / (400.0 * HUNDREDTHS)))), 2)
    return ahead if difference >= 0 else MILLIONTHS - ahead
