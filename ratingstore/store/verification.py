"""What a verification reads and finds: checks, faults, and the log in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Table, select
from sqlalchemy.exc import SQLAlchemyError

from ratingstore.events import canonical
from ratingstore.language import _, plural
from ratingstore.store.tables import EVENT_TABLES, batch

Ints = NDArray[np.int64]
NONE: Final = canonical.NONE
"""Stands for "no value" in columns of whole numbers."""
_CHUNK: Final = 5_000
"""Rows that are read at once: so few that they stay in the processor's cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something that is not as it was written: where it is first seen, and what is wrong there.

    ``position`` and ``batch`` are None where the fault lies in no event, or in no batch.
    """

    found: str
    position: int | None = None
    batch: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check: what it read, in words, and its faults."""

    name: str
    read: str
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """An event table in columns, by position. ``forged``: cells that pose as "no value"."""

    table: Table
    cells: Mapping[str, Any]
    forged: tuple[tuple[str, int], ...] = ()

    def __len__(self) -> int:
        return len(self.cells["position"])

    def ints(self, name: str) -> Ints:
        """A column of whole numbers, ``NONE`` where a row has none."""
        column = self.cells[name]
        return column if isinstance(column, np.ndarray) else np.zeros(0, dtype=np.int64)

    def texts(self, name: str) -> Sequence[str]:
        """A column of texts."""
        texts: Sequence[str] = self.cells[name]
        return texts

    def part(self, first: int, last: int) -> tuple[int, int]:
        """The rows whose positions lie from ``first`` to ``last``: start and end."""
        positions = self.ints("position")
        start, end = np.searchsorted(positions, [first, last + 1])
        return int(start), int(max(end, start))

    def hash_of(self, start: int, end: int, form: int) -> str:
        """The canonical hash of some rows, as a batch states it."""
        names = canonical.columns(self.table.name, form)
        cells = [self.cells[name][start:end] for name in names]
        return canonical.columns_hash(self.table.name, end - start, cells, form)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogColumns:
    """The whole log: batches as rows in their order, each event table in columns."""

    batches: Sequence[dict[str, Any]]
    tables: dict[str, Columns] = field(default_factory=dict)

    def starts(self) -> Ints:
        """The first position of every batch."""
        return np.array([row["first_position"] for row in self.batches], dtype=np.int64)

    def batch_at(self, position: int) -> int | None:
        """The batch whose positions hold this one; None where none does."""
        for row in self.batches:
            if row["first_position"] <= position <= row["last_position"]:
                return int(row["batch"])
        return None


def read(connection: Connection) -> LogColumns:
    """Every value of every batch and event, once."""
    return LogColumns(
        batches=rows_of(connection, batch, "batch"),
        tables={table.name: _columns(connection, table) for table in EVENT_TABLES},
    )


def rows_of(connection: Connection, table: Table, *order: str) -> list[dict[str, Any]]:
    """The rows of a table in the order of some columns."""
    names = [column.name for column in table.columns]
    # The driver's own tuples, as with the events.
    cursor = connection.execute(select(table).order_by(*(table.c[name] for name in order))).cursor
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _columns(connection: Connection, table: Table) -> Columns:
    # The driver's own tuples: a row object a row would cost more than everything else here.
    cursor = connection.execute(select(table).order_by(table.c.position)).cursor
    names = [column.name for column in table.columns]
    parts: dict[str, list[Any]] = {name: [] for name in names}
    forged: list[tuple[str, int]] = []
    while rows := cursor.fetchmany(_CHUNK):
        columns = dict(zip(names, zip(*rows, strict=True), strict=True))
        for name, cells in columns.items():
            if name in canonical.TEXTS:
                parts[name].extend(cells)
            else:
                made = canonical.wholes(cells)
                parts[name].append(made)
                forged += [(name, int(columns["position"][at])) for at in _posing(cells, made)]
    cursor.close()
    empty = np.zeros(0, dtype=np.int64)
    joined = {
        name: found if name in canonical.TEXTS else np.concatenate([empty, *found])
        for name, found in parts.items()
    }
    return Columns(table=table, cells=joined, forged=tuple(forged))


def _posing(cells: Sequence[Any], made: Ints) -> list[int]:
    """The rows of a column whose value is the number that stands for none."""
    none = made == NONE
    if np.count_nonzero(none) == cells.count(None):
        return []
    return [at for at in np.flatnonzero(none).tolist() if cells[at] is not None]


def first_of(
    positions: Iterable[int] | Ints, sentence: str, log: LogColumns | None = None
) -> tuple[Fault, ...]:
    """One fault for all rows that share it, at the first of them; none for no rows."""
    found = sorted(int(one) for one in positions)
    if not found:
        return ()
    others = len(found) - 1
    if others:
        more = plural("and {count} more row", "and {count} more rows", others).format(count=others)
        sentence = f"{sentence} ({more})"
    return (Fault(found=sentence, position=found[0], batch=log.batch_at(found[0]) if log else None),)


def looked(connection: Connection, name: str, look: Callable[[Connection], Iterator[Check]]) -> list[Check]:
    """The checks of a part; a fault of this name where it cannot be read at all."""
    try:
        with connection.begin_nested():
            return list(look(connection))
    except (*UNREADABLE, connection.dialect.loaded_dbapi.Error) as error:
        return [unreadable(name, error)]


UNREADABLE: Final = (SQLAlchemyError, LookupError, ValueError, TypeError, OverflowError, StopIteration)
"""What reading a damaged store can raise, the errors of the driver aside."""


def unreadable(name: str, error: BaseException) -> Check:
    """A part that cannot be read, as a check with its fault."""
    text = str(getattr(error, "orig", None) or error).strip().partition("\n")[0] or type(error).__name__
    return Check(name=name, read="", faults=(Fault(found=_("cannot be read: {text}").format(text=text)),))
