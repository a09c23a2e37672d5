"""Canonical bytes of events, defined once a form: a new column never changes an old hash. Pure.

A batch states its form; in form 2 it seals where each remark stands as well. A table's bytes are its
name, its number of rows, then column by column: whole numbers as big-endian 64 bits (no value: the
smallest), texts as their lengths in bytes (no value: all ones) followed by the UTF-8 bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

FORM: Final = 2
"""The form that new batches use."""

NONE: Final = -(2**63)
"""Stands for "no value" in columns of whole numbers."""

COLUMNS: Final[dict[int, dict[str, str]]] = {
    1: {
        "admin_event": "position root claims line kind list valid_on subject digest parameters payload"
        " touches",
        "tournament_event": "position root claims line tournament name lists start_on end_on type rounds"
        " points federation place time_control reported_on status implied_list touches",
        "player_event": "position root claims line player fact value valid_from touches",
        "rating_event": "position root claims line player list purpose rated_on rating relative games k"
        " status touches",
        "game_event": "position root claims line tournament slot player_low player_high game_no valid_on"
        " round board white black white_half black_half played standings_white standings_black"
        " implied_list touches",
    }
}
COLUMNS[2] = COLUMNS[1]
_TEXTS: Final = """
    kind subject digest parameters payload name lists type federation place time_control status
    fact value purpose played
"""
TEXTS: Final = frozenset(_TEXTS.split())


def columns(table: str, form: int = FORM) -> tuple[str, ...]:
    """Names of the columns of ``table`` that form ``form`` covers, in order."""
    return tuple(COLUMNS[form][table].split())


def table_hash(table: str, rows: Sequence[Sequence[object]], form: int = FORM) -> str:
    """sha256 over the canonical bytes of ``rows``, whose cells are those of ``columns``."""
    return columns_hash(table, len(rows), list(zip(*rows, strict=True)), form)


def columns_hash(table: str, size: int, cells: Sequence[Sequence[object] | Ints], form: int = FORM) -> str:
    """The same over columns of ``size`` cells each, in the order of ``columns``; none for no rows."""
    digest = hashlib.sha256(f"{form}:{table}:{size}".encode())
    if size:
        for name, column in zip(columns(table, form), cells, strict=True):
            digest.update(name.encode())
            digest.update(_texts(column) if name in TEXTS else wholes(column).astype(">i8").tobytes())
    return digest.hexdigest()


def sealed(table: str, cells: Sequence[Sequence[object] | Ints]) -> dict[str, Sequence[object] | Ints]:
    """Columns of ``table`` by their names, the whole numbers as arrays."""
    named = zip(columns(table), cells, strict=True)
    return {name: column if name in TEXTS else wholes(column) for name, column in named}


def wholes(cells: Sequence[Any] | Ints) -> Ints:
    """Whole numbers as an array, ``NONE`` for no value; an array stays as it is."""
    if isinstance(cells, np.ndarray):
        return cells
    size = len(cells)
    if size and cells[0] is None and cells.count(None) == size:
        return np.full(size, NONE, dtype=np.int64)
    try:
        return np.fromiter(cells, dtype=np.int64, count=size)
    except TypeError:  # a cell without a value
        return np.fromiter([NONE if cell is None else cell for cell in cells], dtype=np.int64, count=size)


def _texts(cells: Sequence[object] | Ints) -> bytes:
    # Most columns of texts hold a few words many times over.
    encoded = {cell: b"" if cell is None else str(cell).encode() for cell in set(cells)}
    sizes = {cell: 2**32 - 1 if cell is None else len(text) for cell, text in encoded.items()}
    lengths = np.fromiter(map(sizes.__getitem__, cells), dtype=">u4", count=len(cells))
    return lengths.tobytes() + b"".join(map(encoded.__getitem__, cells))
