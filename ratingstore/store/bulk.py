"""Many rows into a table at once, by each driver's fastest plain way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
from sqlalchemy import Connection, Table

from ratingstore.store import copying
from ratingstore.store.copying import Column, Columns, of_one_value

_ROWS_A_STATEMENT: Final = 100


def bulk(connection: Connection, table: Table, rows: Iterable[Sequence[object]]) -> None:
    """Insert rows whose cells are those of the table's columns."""
    bulk_columns(connection, table, tuple(zip(*rows, strict=True)))


def bulk_columns(connection: Connection, table: Table, columns: Columns) -> None:
    """Insert rows that are given in columns: those of the table, in its order."""
    if not (columns and len(columns[0])):
        return
    if connection.dialect.name == "sqlite":
        _insert(connection, table, columns)
    else:
        copying.write(connection, table, columns)


def _insert(connection: Connection, table: Table, columns: Columns) -> None:
    """SQLite: the driver spends its time on statements and cells; a statement here takes many rows,
    and a cell that all rows share only once."""
    # The first column makes the rows, whatever its cells.
    shared = [at for at, column in enumerate(columns) if at and of_one_value(column)]
    varying = [column for at, column in enumerate(columns) if at not in shared]
    common = [cell for at in shared for cell in _listed(columns[at][:1])]
    numbers = iter(range(1, len(varying) + 1))
    outer = ",".join("?" if at in shared else f"column{next(numbers)}" for at in range(len(columns)))
    row = f"({','.join('?' * len(varying))})"
    cursor: Any = connection.connection.cursor()
    for size, cells in _flattened(varying):
        rows = ",".join([row] * size)
        cursor.execute(f"INSERT INTO {table.name} SELECT {outer} FROM (VALUES {rows})", common + cells)
    cursor.close()


def _flattened(columns: Columns) -> Iterator[tuple[int, list[object]]]:
    """The cells of a statement's rows, one row after the other, with the number of rows."""
    width, end = len(columns), len(columns[0])
    for start in range(0, end, _ROWS_A_STATEMENT):
        size = min(_ROWS_A_STATEMENT, end - start)
        cells: list[object] = [None] * (size * width)
        for at, column in enumerate(columns):
            cells[at::width] = _listed(column[start : start + size])
        yield size, cells


def _listed(cells: Column) -> Sequence[object]:
    listed: Sequence[object] = cells.tolist() if isinstance(cells, np.ndarray) else cells
    return listed
