"""PostgreSQL's binary COPY: numpy makes the bytes of many rows at once, where a driver makes each cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Table, Text

Column = Any
"""Cells of a column: whole numbers in an array of int64, or any cells in a sequence (no value: None)."""
Columns = Sequence[Column]
"""All of one length."""

_BEGIN: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END: Final = b"\xff\xff"
_ROOM: Final = 2**20
"""About so many bytes are made at once."""


@dataclass(frozen=True, slots=True)
class _Field:
    """A column as COPY has it, one cell if all are the same: bytes, and how many count (-1: no value)."""

    lengths: NDArray[np.int32]
    cells: NDArray[Any]

    @property
    def ragged(self) -> bool:
        """Whether some cells are shorter than the others."""
        return bool((np.maximum(self.lengths, 0) != self.cells.itemsize).any())


def write(connection: Connection, table: Table, columns: Columns) -> None:
    """Insert rows that are given in columns: those of the table, in its order."""
    names = ",".join(f'"{column.name}"' for column in table.columns)
    texts = [isinstance(column.type, Text) for column in table.columns]
    longest = sum(_longest(column) for column, text in zip(columns, texts, strict=True) if text)
    step = max(1, _ROOM // (12 * len(columns) + longest))
    cursor: Any = connection.connection.cursor()
    with cursor.copy(f"COPY {table.name} ({names}) FROM STDIN (FORMAT BINARY)") as copy:
        copy.write(_BEGIN)
        for start in range(0, len(columns[0]), step):
            some = [column[start : start + step] for column in columns]
            copy.write(_rows([_field(*one) for one in zip(some, texts, strict=True)], len(some[0])))
        copy.write(_END)


def _longest(texts: Sequence[str | None]) -> int:
    return max(len(text or "") for text in set(texts))


def of_one_value(column: Column) -> bool:
    """Whether all cells of a column are the same; it has at least one."""
    if isinstance(column, np.ndarray):
        return bool((column == column[0]).all())
    return bool(column[-1] == column[0] and column.count(column[0]) == len(column))


def _field(column: Column, text: bool) -> _Field:
    if of_one_value(column):
        column = column[:1]
    field = _texts(column) if text else _wholes(column)
    return field if field.lengths.max() >= 0 else _Field(field.lengths, np.zeros(1, dtype="V0"))


def _wholes(column: Column) -> _Field:
    lengths = np.full(1, 8, dtype=np.int32)
    if isinstance(column, np.ndarray):
        return _Field(lengths, column)
    try:
        return _Field(lengths, np.fromiter(column, dtype=np.int64, count=len(column)))
    except TypeError:  # a cell without a value
        lengths = np.array([-1 if cell is None else 8 for cell in column], dtype=np.int32)
        return _Field(lengths, np.array([cell or 0 for cell in column], dtype=np.int64))


def _texts(column: Sequence[str | None]) -> _Field:
    cells = [b"" if cell is None else cell.encode() for cell in column]
    lengths = [-1 if cell is None else len(text) for cell, text in zip(column, cells, strict=True)]
    widest = max(lengths)
    return _Field(np.array(lengths, dtype=np.int32), np.array(cells, dtype=f"S{max(widest, 1)}"))


def _rows(fields: Sequence[_Field], size: int) -> bytes:
    kinds: list[tuple[str, Any]] = [("count", ">i2")]
    for at, field in enumerate(fields):
        kinds += [(f"length {at}", ">i4"), (f"cell {at}", field.cells.dtype.newbyteorder(">"))]
    rows = np.empty(size, dtype=kinds)
    rows["count"] = len(fields)
    for at, field in enumerate(fields):
        rows[f"length {at}"] = field.lengths
        rows[f"cell {at}"] = field.cells
    if any(field.ragged for field in fields):
        return _shortened(rows, fields)
    return rows.tobytes()


def _shortened(rows: NDArray[Any], fields: Sequence[_Field]) -> bytes:
    """The bytes of rows without those that do not count."""
    kept = np.ones((len(rows), rows.itemsize), dtype=np.bool_)
    starts: Mapping[str, Any] = rows.dtype.fields or {}
    for at, field in enumerate(fields):
        if field.ragged:
            width, start = field.cells.itemsize, starts[f"cell {at}"][1]
            kept[:, start : start + width] = np.arange(width) < field.lengths[:, None]
    return rows.view(np.uint8).reshape(len(rows), rows.itemsize)[kept].tobytes()
