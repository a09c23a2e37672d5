"""Rows of columns that are alike, told by one number a row.

Rows that are equal have equal numbers. Others may have too, hardly ever: who asks for equal rows looks
at them again, and who asks for rows that differ loses nothing but time.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Marks = NDArray[np.uint64]

_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
_SHIFT: Final = np.uint64(29)


def marks(*columns: Ints | Marks) -> Marks:
    """The number of each row."""
    found = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        found = (found + column.astype(np.uint64)) * _ODD
        found ^= found >> _SHIFT
    return found


def stand_in(wanted: Marks, among: Marks) -> Flags:
    """Whether each mark stands among others, of which there may be many more."""
    if not len(wanted):
        return np.zeros(0, dtype=np.bool_)
    ordered = np.sort(wanted)
    at = np.minimum(np.searchsorted(ordered, among), len(ordered) - 1)
    return np.isin(wanted, among[ordered[at] == among])


def places(wanted: Marks, among: Marks) -> Ints:
    """Where each mark stands among others, one of them each; -1 where it does not."""
    if not len(among):
        return np.full(len(wanted), -1)
    order, turn = np.argsort(among), np.argsort(wanted)
    ordered = among[order]
    at = np.empty(len(wanted), dtype=np.int64)
    at[turn] = np.searchsorted(ordered, wanted[turn])  # in turn: neighbours are near in memory
    at = np.minimum(at, len(ordered) - 1)
    return np.where(ordered[at] == wanted, order[at], -1)


def repeated(own: Marks) -> Flags:
    """Whether another row has the same mark."""
    order = np.argsort(own)
    same = own[order[1:]] == own[order[:-1]]
    found = np.zeros(len(own), dtype=np.bool_)
    found[order[1:][same]] = found[order[:-1][same]] = True
    return found


def at_odds(own: Marks, values: Ints) -> Flags:
    """Rows that show that a mark has several values: of each such mark two at least."""
    order = np.lexsort((values, own))
    same = own[order[1:]] == own[order[:-1]]
    other = same & (values[order[1:]] != values[order[:-1]])
    found = np.zeros(len(own), dtype=np.bool_)
    found[order[1:][other]] = found[order[:-1][other]] = True
    return found
