"""Roundings that rule sets name, in whole numbers: n/d to the nearest whole.

They take one number or an array of them; d is positive.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ratingstore.rules.ruleset import Rounding

Ints = NDArray[np.int64]
Number = TypeVar("Number", int, NDArray[np.int64])


def half_up(n: Number, d: Any) -> Number:
    """The nearest whole to n/d; halves go up: 2128.5 to 2129, -2.5 to -2."""
    nearest: Number = (2 * n + d) // (2 * d)
    return nearest


def half_away(n: Number, d: Any) -> Number:
    """The nearest whole to n/d; halves go away from zero: 2.25 to 2.3 in tenths, -2.5 to -3."""
    away: Number = half_up(abs(n), d) * ((n > 0) * 1 - (n < 0) * 1)
    return away


_MODES = {"half up": half_up, "half away from zero": half_away}


def to_step(value: Number, rounding: Rounding, unit: int) -> Number:
    """``value`` rounded to a multiple of the rounding's step, in the same unit.

    ``unit`` is how many of the value's units make one hundredth of a point (1 for hundredths).
    """
    step = rounding.step * unit
    return _MODES[rounding.mode](value, step) * step


def quotient(n: int, d: int, rounding: Rounding) -> int:
    """n/d hundredths, rounded to a multiple of the rounding's step, in hundredths."""
    return _MODES[rounding.mode](n, d * rounding.step) * rounding.step
