"""The numbers every way of computing needs: the expected-score table, means and roundings."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

HALF = Fraction(1, 2)

# The largest difference that still stands in the row of .50, .51, ... .99; above the last one: 1.00.
LAST_DIFFERENCE_OF_ROW = (
    [3, 10, 17, 25, 32, 39, 46, 53, 61, 68]
    + [76, 83, 91, 98, 106, 113, 121, 129, 137, 145]
    + [153, 162, 170, 179, 188, 197, 206, 215, 225, 235]
    + [245, 256, 267, 278, 290, 302, 315, 328, 344, 357]
    + [374, 391, 411, 432, 456, 484, 517, 559, 619, 735]
)


def expected_by_table(difference: int) -> Fraction:
    """Expected score of a player who stands ``difference`` points above (below: negative) the other."""
    row = sum(1 for last in LAST_DIFFERENCE_OF_ROW if abs(difference) > last)
    of_the_higher = Fraction(50 + row, 100)
    return of_the_higher if difference >= 0 else 1 - of_the_higher


def mean(values: Iterable[Fraction | int]) -> Fraction:
    """The exact mean."""
    numbers = [Fraction(value) for value in values]
    return sum(numbers, Fraction(0)) / len(numbers)


def nearest(value: Fraction) -> Fraction:
    """Nearest integer, halves up: 2128.5 gives 2129, -28.5 gives -28."""
    return Fraction(floor(value + HALF))


def away_from_zero(value: Fraction, step: Fraction) -> Fraction:
    """Nearest multiple of ``step``, halves away from zero: 2.25 gives 2.3 and -2.25 gives -2.3."""
    size = floor(abs(value) / step + HALF) * step
    return size if value >= 0 else -size


def whole_difference(own: Fraction, opponents: Fraction) -> int:
    """``own - opponents`` as the table wants it: an integer, halves up in absolute value."""
    return int(away_from_zero(own - opponents, Fraction(1)))


def performance(opponents: list[Fraction], points: Fraction) -> Fraction:
    """The rating that ``points`` out of the games against ``opponents`` stand for (CXC 2011)."""
    return nearest(mean(opponents) + 400 * (points / len(opponents) - HALF))
