"""Stores as earlier versions of the product left them."""

from __future__ import annotations

from collections.abc import Iterable
from multiprocessing.connection import Connection as Channel
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, delete, insert, select

from ratingstore.store import address, engine, schema, tables

FIRST = "0001"
_DERIVED = ("checkpoint", "projected_change", "projected_list", "projected_unit")


def without_projections(channel: Channel, url: str) -> None:
    """A child's work: empty the stored changes; the next projection makes them anew."""
    with engine.writing(engine.make(address.parse(url))) as connection:
        for name in _DERIVED:
            connection.execute(delete(tables.metadata.tables[name]))
    channel.send("done")


def aged(channel: Channel, url: str, target: str) -> None:
    """A child's work: make at ``target`` a store of the first schema that holds what the other holds.

    The first schema knew no publications: there can be none in the log.
    """
    from alembic import command

    place = address.parse(target)
    new = engine.make(place)
    if file := address.file_of(place):
        _wal(file)
    with engine.reading(engine.make(address.parse(url))) as source, engine.writing(new) as connection:
        command.upgrade(schema._config(connection), FIRST)
        reflected = MetaData()
        reflected.reflect(connection)
        for table in reflected.sorted_tables:
            if table.name in tables.metadata.tables and table.name not in _DERIVED:
                _fill(connection, table, _rows(source, table))
    channel.send("done")


def _wal(file: Path) -> None:
    import sqlite3

    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


def _rows(source: Connection, table: Table) -> Iterable[dict[str, Any]]:
    now = tables.metadata.tables[table.name]
    names = [column.name for column in table.columns if column.name in now.columns]
    return [dict(row) for row in source.execute(select(*(now.c[name] for name in names))).mappings()]


def _fill(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    if found := list(rows):
        connection.execute(insert(table), found)
