"""Rows that agree in a column of whole numbers, found without sorting where the numbers lie close."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ratingstore.rules.rounding import Ints

_NEAR: Final = 2**20
"""So many numbers are looked through in no time."""
_FEW: Final = 1000


def values(keys: Ints) -> Ints:
    """The different keys, ascending."""
    low, span = _span(keys)
    return np.unique(keys) if span > _NEAR else np.flatnonzero(_there(keys - low, span)) + low


def distinct(keys: Ints) -> tuple[Ints, Ints]:
    """The different keys, ascending, and for each row the place of its key among them."""
    low, span = _span(keys)
    if span > 16 * len(keys) + _FEW:
        found, places = np.unique(keys, return_inverse=True)
        return found, places
    there = _there(keys - low, span)
    return np.flatnonzero(there) + low, (np.cumsum(there) - 1)[keys - low]


def _there(keys: Ints, span: int) -> NDArray[np.bool_]:
    there = np.zeros(span, dtype=np.bool_)
    there[keys] = True
    return there


def groups(keys: Ints) -> Iterator[tuple[int, Ints]]:
    """Each different key, ascending, with the rows that have it, in their order."""
    found, places = distinct(keys)
    order = np.argsort(narrow(places), kind="stable")
    ends = np.cumsum(np.bincount(places, minlength=len(found))).tolist()
    for key, first, past in zip(found.tolist(), [0, *ends], ends, strict=False):
        yield key, order[first:past]


def run_starts(ordered: Ints) -> Ints:
    """The first row of each run of equal numbers."""
    return np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)])


def ordinals(ordered: Ints) -> Ints:
    """The number of each row in its run of equal numbers, from 1."""
    starts = run_starts(ordered)
    runs = np.diff(np.append(starts, len(ordered)))
    return np.arange(1, len(ordered) + 1) - np.repeat(starts, runs)


def narrow(column: Ints) -> np.ndarray[tuple[int], np.dtype[np.unsignedinteger]]:
    """A column of numbers from 0 in the smallest type that holds it: short numbers sort in linear time."""
    return column.astype(np.min_scalar_type(int(column.max(initial=0))))


def _span(keys: Ints) -> tuple[int, int]:
    low = int(keys.min()) if len(keys) else 0
    return low, int(np.ptp(keys)) + 1 if len(keys) else 0
