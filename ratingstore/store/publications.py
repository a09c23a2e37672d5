"""Publications as events with the rows that went out, which stand beside the log."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, func, select

from ratingstore.events.days import NEVER
from ratingstore.store import administration
from ratingstore.store.append import Cells
from ratingstore.store.bulk import bulk
from ratingstore.store.rows import PublicationRow
from ratingstore.store.tables import EVENT_TABLES, person, published_row


@dataclass(frozen=True, slots=True)
class Publications:
    """The publications of the log, in the order of recording."""

    every: tuple[PublicationRow, ...]

    def of(self, list_number: int, date: int) -> tuple[PublicationRow, ...]:
        """The versions of a list of a date, oldest first."""
        return tuple(row for row in self.every if (row.list, row.date) == (list_number, date))

    def by(self, list_number: int, day: int) -> tuple[PublicationRow, ...]:
        """The versions of the last list of a date not after a day, oldest first."""
        dates = [row.date for row in self.every if row.list == list_number and row.date <= day]
        return self.of(list_number, max(dates)) if dates else ()


def read(connection: Connection, known_at: int) -> Publications:
    """The publications recorded up to a position."""
    return Publications(administration.publications(connection, known_at))


def event(row: PublicationRow) -> Cells:
    """The cells of a publication as a new row of ``admin_event``; its position is not yet given."""
    payload = {
        "head": row.head,
        "known_at": row.known_at,
        "numbers_digest": row.numbers_digest,
        "rows": row.rows,
        "rule_sets": list(row.rules),
        "shown_on": row.shown_on,
    }
    text = json.dumps(payload, sort_keys=True, ensure_ascii=False)
    # No rating depends on what went out before it was recorded: a publication touches no day.
    return (0, 1, 1, "publication", row.list, row.date, str(row.version), row.digest, "{}", text, NEVER)


def keep(connection: Connection, position: int, rows: Iterable[Cells]) -> None:
    """Keep the rows of a publication: (place, player, code, shown, games, status, last_played, rule_set)."""
    bulk(connection, published_row, ((position, *row) for row in rows))


def rows(connection: Connection, position: int) -> list[RowMapping]:
    """The rows of a publication in their order, each with the player's name of today."""
    c = published_row.c
    query = select(published_row, func.coalesce(person.c.name, "").label("name"))
    query = query.outerjoin(person, person.c.number == c.player).where(c.position == position)
    return list(connection.execute(query.order_by(c.place)).mappings())


def touched_since(connection: Connection, position: int) -> int:
    """The earliest day that anything recorded after a position can change; ``NEVER``: none."""
    found = (
        connection.execute(select(func.min(table.c.touches)).where(table.c.position > position)).scalar()
        for table in EVENT_TABLES
    )
    return min((int(day) for day in found if day is not None), default=NEVER)
