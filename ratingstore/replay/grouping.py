"""Rows that agree in a column of whole numbers, found without sorting where the numbers lie close."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ratingstore.store.read import Ints


def distinct(keys: Ints) -> tuple[Ints, Ints]:
    """The different keys, ascending, and for each row the place of its key among them."""
    low, span = _span(keys)
    if span > 2 * len(keys) + 2**20:
        found, places = np.unique(keys, return_inverse=True)
        return found, places
    there = np.zeros(span, dtype=np.bool_)
    there[keys - low] = True
    return np.flatnonzero(there) + low, (np.cumsum(there) - 1)[keys - low]


def groups(keys: Ints) -> Iterator[tuple[int, Ints]]:
    """Each different key, ascending, with the rows that have it, in their order."""
    found, places = distinct(keys)
    order = np.argsort(narrow(places), kind="stable")
    ends = np.cumsum(np.bincount(places, minlength=len(found))).tolist()
    for key, first, past in zip(found.tolist(), [0, *ends], ends, strict=False):
        yield key, order[first:past]


def narrow(column: Ints) -> np.ndarray[tuple[int], np.dtype[np.unsignedinteger]]:
    """A column of numbers from 0 in the smallest type that holds it: short numbers sort in linear time."""
    return column.astype(np.min_scalar_type(int(column.max(initial=0))))


def _span(keys: Ints) -> tuple[int, int]:
    low = int(keys.min()) if len(keys) else 0
    return low, int(np.ptp(keys)) + 1 if len(keys) else 0
