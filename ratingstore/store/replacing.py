"""Making the stored changes of a list what they should be: only rows that differ are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, Table, select

from ratingstore.events.canonical import NONE, wholes
from ratingstore.store.bulk import bulk_columns
from ratingstore.store.projected_tables import projected_change, projected_unit
from ratingstore.store.read import Ints, cells

_KEY_BITS = 32


def units(connection: Connection, list_number: int, first: int, wanted: Sequence[Sequence[Any]]) -> int:
    """Make the units from number ``first`` on those wanted: columns of the table without the list.

    Returns how many rows were written or deleted.
    """
    c = projected_unit.c
    of_list = (c.list == list_number, c.number >= first)
    there = set(cells(connection, select(projected_unit).where(*of_list)))
    columns = [[list_number] * len(wanted[0]), *wanted]
    if not there:
        bulk_columns(connection, projected_unit, columns)
        return len(wanted[0])
    rows = set(zip(*columns, strict=True))
    gone, new = there - rows, sorted(rows - there)
    _delete(connection, projected_unit, list_number, {"number": np.array([row[1] for row in gone])})
    bulk_columns(connection, projected_unit, list(zip(*new, strict=True)))
    return len(gone) + len(new)


def steps(
    connection: Connection, list_number: int, since: int, wanted: Mapping[str, Ints], words: Mapping[int, str]
) -> int:
    """Make the steps that take effect from day ``since`` on those wanted.

    ``wanted``: columns of the table without the list, in the order of its key, ``NONE`` for no value, the
    status in numbers, for which ``words`` stand in the table. Returns how many rows were written or deleted.
    """
    there = _stored(connection, list_number, since, words)
    old, new = _differing(there, wanted) if len(there["player"]) else (_none(), slice(None))
    keys = {name: there[name][old] for name in ("player", "step")}
    _delete(connection, projected_change, list_number, keys)
    columns = {name: column[new] for name, column in wanted.items()}
    size = len(columns["player"])
    of_words = [words[number] for number in columns.pop("status").tolist()]
    numbers = [_nullable(column) for column in columns.values()]
    bulk_columns(connection, projected_change, [np.full(size, list_number), *numbers, of_words])
    return len(keys["player"]) + size


def _none() -> Ints:
    return np.zeros(0, dtype=np.int64)


def _nullable(column: Ints) -> Ints | list[int | None]:
    if not (column == NONE).any():
        return column
    return [None if value == NONE else value for value in column.tolist()]


def _stored(
    connection: Connection, list_number: int, since: int, words: Mapping[int, str]
) -> dict[str, Ints]:
    """The stored steps in columns, in the order of their key."""
    c = projected_change.c
    names = [column.name for column in projected_change.columns if column.name != "list"]
    query = select(*(c[name] for name in names)).where(c.list == list_number, c.effective_on >= since)
    rows = cells(connection, query.order_by(c.player, c.step))
    whole = dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(names, ())
    numbers = {word: number for number, word in words.items()}
    status = [numbers.get(word, 0) for word in whole.pop("status")]
    return {name: wholes(column) for name, column in [*whole.items(), ("status", status)]}


def _differing(there: Mapping[str, Ints], wanted: Mapping[str, Ints]) -> tuple[Ints, Ints]:
    """Rows that are stored and should not be, and rows that should be stored and are not."""
    old, new = (one["player"] << _KEY_BITS | one["step"] for one in (there, wanted))
    _, at_old, at_new = np.intersect1d(old, new, assume_unique=True, return_indices=True)
    same = np.ones(len(at_old), dtype=np.bool_)
    for name, column in wanted.items():
        same &= there[name][at_old] == column[at_new]
    gone, missing = np.ones(len(old), dtype=np.bool_), np.ones(len(new), dtype=np.bool_)
    gone[at_old[same]] = missing[at_new[same]] = False
    return np.flatnonzero(gone), np.flatnonzero(missing)


def _delete(connection: Connection, table: Table, list_number: int, keys: Mapping[str, Ints]) -> None:
    rows = list(zip(*(column.tolist() for column in keys.values()), strict=True))
    if not rows:
        return
    cursor: Any = connection.connection.cursor()
    if connection.dialect.name == "sqlite":
        where = " AND ".join(f"{name} = ?" for name in keys)
        cursor.executemany(f"DELETE FROM {table.name} WHERE list = {list_number} AND {where}", rows)
    else:
        arrays = ",".join("%s::bigint[]" for _ in keys)
        where = " AND ".join(f"t.{name} = k.{name}" for name in keys)
        cursor.execute(
            f"DELETE FROM {table.name} t USING unnest({arrays}) AS k({','.join(keys)})"
            f" WHERE t.list = {list_number} AND {where}",
            [column.tolist() for column in keys.values()],
        )
    cursor.close()
