"""Checkpoints as they are stored: bytes with their hash. Whatever does not fit is as if it were not there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, union_all

from ratingstore.events.days import NEVER
from ratingstore.store.projected_tables import checkpoint
from ratingstore.store.tables import EVENT_TABLES

_MANY: Final = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A checkpoint of a list: the state before day ``day`` as the log was known at ``known_at``."""

    day: int
    known_at: int
    content: bytes


def keep(connection: Connection, list_number: int, program: str, made: Sequence[Stored]) -> None:
    """Store checkpoints."""
    rows = [
        {
            "list": list_number,
            "day": one.day,
            "known_at": one.known_at,
            "program": program,
            "content": one.content,
            "hash": _hash(list_number, program, one),
        }
        for one in made
    ]
    if rows:
        connection.execute(insert(checkpoint), rows)


def _hash(list_number: int, program: str, one: Stored) -> str:
    head = f"{list_number}:{one.day}:{one.known_at}:{program}:".encode()
    return hashlib.sha256(head + one.content).hexdigest()


def serving(
    connection: Connection, list_number: int, program: str, day: int, known_at: int
) -> Iterator[Stored]:
    """Checkpoints of a program not after a day that serve the log as known at a position, the last first.

    Nothing recorded between the two positions may touch a day that a checkpoint has gone through.
    """
    c = checkpoint.c
    query = select(c.day, c.known_at).where(c.list == list_number, c.program == program, c.day <= day)
    untouched: dict[int, int] = {}
    for at, position in connection.execute(query.order_by(c.day.desc())).all():
        if position not in untouched:
            between = sorted((position, known_at))
            untouched[position] = touched(connection, *between)
        if at <= untouched[position] and (one := _read(connection, list_number, program, at)):
            yield one


def _read(connection: Connection, list_number: int, program: str, day: int) -> Stored | None:
    c = checkpoint.c
    query = select(c.known_at, c.content, c.hash).where(c.list == list_number, c.day == day)
    row = connection.execute(query).one()
    one = Stored(day=day, known_at=row.known_at, content=row.content)
    return one if _hash(list_number, program, one) == row.hash else None


def every(connection: Connection, list_number: int) -> Iterator[tuple[int, Stored | None]]:
    """All checkpoints of a list with their days; None for one that is not as it was written."""
    c = checkpoint.c
    query = select(c.day, c.program).where(c.list == list_number).order_by(c.day)
    for day, program in connection.execute(query).all():
        yield day, _read(connection, list_number, program, day)


def touched(connection: Connection, after: int, until: int) -> int:
    """The first day that anything recorded after one position, up to another, touches."""
    if after >= until:
        return NEVER + 1
    first = [
        select(func.min(table.c.touches).label("day")).where(
            table.c.position > after, table.c.position <= until
        )
        for table in EVENT_TABLES
    ]
    whole = union_all(*first).subquery()
    found = connection.execute(select(func.min(whole.c.day))).scalar()
    return NEVER + 1 if found is None else int(found)


def drop(connection: Connection, list_number: int, after: int = 0) -> None:
    """Forget a list's checkpoints after a day."""
    connection.execute(delete(checkpoint).where(checkpoint.c.list == list_number, checkpoint.c.day > after))


def thin(connection: Connection, list_number: int) -> None:
    """Where a list has many checkpoints, forget every second of the older half."""
    c = checkpoint.c
    days = connection.execute(select(c.day).where(c.list == list_number).order_by(c.day)).scalars().all()
    if len(days) > _MANY:
        gone = days[: len(days) // 2 : 2]
        connection.execute(delete(checkpoint).where(c.list == list_number, c.day.in_(gone)))
