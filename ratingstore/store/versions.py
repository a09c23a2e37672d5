"""Versions of events: what stood before, what stands, and what one line of one batch wrote."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Table, func, or_, select

from ratingstore.store.existing import Record
from ratingstore.store.tables import (
    EVENT_TABLES,
    admin_event,
    game_event,
    player_event,
    rating_event,
    remark,
    tournament_event,
)

TABLES = {table.name: table for table in EVENT_TABLES}
_AT_ONCE = 500


def of_tournament(connection: Connection, number: int) -> list[Record]:
    """All versions of a tournament's claim, in the order of recording."""
    return _rows(connection, tournament_event, tournament_event.c.tournament == number)


def of_games(connection: Connection, players: Collection[int]) -> list[Record]:
    """All versions of the games that any of these players ever stood in."""
    c = game_event.c
    mine = select(c.root).where(or_(c.white.in_(players), c.black.in_(players)))
    return _rows(connection, game_event, c.root.in_(mine))


def of_player(connection: Connection, table: str, players: Collection[int]) -> list[Record]:
    """All versions of the facts or ratings that any of these players ever had."""
    found = {"player_event": player_event, "rating_event": rating_event}[table]
    mine = select(found.c.root).where(found.c.player.in_(players))
    return _rows(connection, found, found.c.root.in_(mine))


def of_roots(connection: Connection, table: str, roots: Collection[int]) -> list[Record]:
    """All versions of some events."""
    found, wanted = TABLES[table], sorted(roots)
    # Engines limit the length of a list of values.
    parts = (wanted[at : at + _AT_ONCE] for at in range(0, len(wanted), _AT_ONCE))
    return [row for part in parts for row in _rows(connection, found, found.c.root.in_(part))]


def _rows(connection: Connection, table: Table, where: Any) -> list[Record]:
    query = select(table).where(where).order_by(table.c.position)
    return [dict(row) for row in connection.execute(query).mappings()]


def together_with(connection: Connection, position: int) -> dict[str, list[Record]]:
    """What the batch of an event wrote for the same line of its source, by table; {}: no such event."""
    place = _place(connection, position)
    if place is None:
        return {}
    batch, line = place
    found = {
        name: _rows(connection, table, (table.c.batch == batch) & (table.c.line == line))
        for name, table in TABLES.items()
    }
    return {name: rows for name, rows in found.items() if rows}


def _place(connection: Connection, position: int) -> tuple[int, int] | None:
    for table in EVENT_TABLES:
        query = select(table.c.batch, table.c.line).where(table.c.position == position)
        row = connection.execute(query).first()
        if row is not None:
            return row.batch, row.line
    return None


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back and still is: position of what was undone -> position of the undoing."""

    rows: dict[int, int] = field(default_factory=dict)
    admin: dict[int, int] = field(default_factory=dict)


def undone(connection: Connection) -> Undone:
    """Versions and rare events that an undoing which stands has taken back."""
    c = admin_event.c
    query = select(c.position, c.payload).where(c.kind == "undo").order_by(c.position.desc())
    found = Undone()
    for position, payload in connection.execute(query):
        if position not in found.admin:
            said = json.loads(payload)
            found.admin.update(dict.fromkeys(said["admin"], position))
            found.rows.update(dict.fromkeys(said["rows"], position))
    return found


def first_touched_since(connection: Connection, position: int) -> int | None:
    """The earliest day that an event after ``position`` touches."""
    days = (
        connection.execute(select(func.min(table.c.touches)).where(table.c.position > position)).scalar()
        for table in EVENT_TABLES
    )
    return min((int(day) for day in days if day is not None), default=None)


def remarks(connection: Connection, kind: str, positions: Collection[int]) -> Iterator[str | None]:
    """The words of a kind beside some events; None where they were erased."""
    query = select(remark.c.text).where(remark.c.kind == kind, remark.c.position.in_(positions))
    yield from connection.execute(query).scalars()


def requests(connection: Connection) -> set[str]:
    """The corrections that were carried out, as they were asked for."""
    query = select(remark.c.text).where(remark.c.kind == "request", remark.c.text.is_not(None))
    return {str(text) for text in connection.execute(query).scalars()}
