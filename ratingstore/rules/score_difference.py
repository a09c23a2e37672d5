"""dp: how far a score lies above or below the mean of the opponents, by a printed table."""

from __future__ import annotations

from fractions import Fraction

from ratingstore.rules.rounding import half_up
from ratingstore.rules.ruleset import HUNDREDTHS, FirstRating

_EVEN = 50
_FULL = 100


def difference(rule: FirstRating, half: int, games: int) -> int | None:
    """dp of a score in whole points: p to two decimals, halves up.

    None for 0 and 100 %, unless the table has a number there.
    """
    p = half_up(_FULL * half, 2 * games)
    at = abs(p - _EVEN)
    if at >= len(rule.differences):
        return None
    return rule.differences[at] if p >= _EVEN else -rule.differences[at]


def above_mean(rule: FirstRating, half: int, games: int, share: Fraction) -> Fraction | None:
    """What a score adds to the mean of the opponents, in hundredths; None where the table has no number.

    Above one half so much for every half point, where the rule set has that; ``share`` of dp below.
    """
    straight = rule.per_half_point or rule.method == "performances/1"
    if half >= games and straight:
        return Fraction((half - games) * rule.per_half_point)
    dp = difference(rule, half, games)
    if dp is None:
        return None
    return dp * HUNDREDTHS * (share if half < games else Fraction(1))
