"""Canonical bytes of events, defined once a form: a new column never changes an old hash. Pure.

A batch states its form. A table's bytes are its name, its number of rows, then column by column:
whole numbers as big-endian 64 bits (no value: the smallest), texts as their lengths in bytes
(no value: all ones) followed by the UTF-8 bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

FORM: Final = 1
"""The form that new batches use."""

_NONE: Final = -(2**63)

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
    digest = hashlib.sha256(f"{form}:{table}:{len(rows)}".encode())
    if rows:
        for name, cells in zip(columns(table, form), zip(*rows, strict=True), strict=True):
            digest.update(name.encode())
            digest.update(_texts(cells) if name in TEXTS else _wholes(cells))
    return digest.hexdigest()


def _wholes(cells: Iterable[object]) -> bytes:
    return np.array([_NONE if cell is None else cell for cell in cells], dtype=">i8").tobytes()


def _texts(cells: Iterable[object]) -> bytes:
    encoded = [None if cell is None else str(cell).encode() for cell in cells]
    lengths = np.array([2**32 - 1 if cell is None else len(cell) for cell in encoded], dtype=">u4")
    return lengths.tobytes() + b"".join(cell for cell in encoded if cell)
