"""Who moves on which lists by something that is written: on published lists, and on today's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from ratingstore.events import days
from ratingstore.formats import Cell, RowSet
from ratingstore.language import _, day, plural
from ratingstore.office import course
from ratingstore.office.course import Course
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS
from ratingstore.store import append, identities, info, publications, times
from ratingstore.store.engine import Connection

COLUMNS: Final = ("list", "date", "published", "player", "name", "before", "after", "difference")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A list of a day: of a publication by its version, or (version 0) today's."""

    list: int
    date: int
    version: int


@dataclass(frozen=True, slots=True)
class Move:
    """A player's shown ratings before and after (hundredths; None: not on the list)."""

    player: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Shift:
    """Those who stand otherwise on one list; never empty."""

    place: Place
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """What something that is written changes: sentences on published lists, rows in ``COLUMNS``."""

    sentences: tuple[str, ...] = ()
    rows: RowSet = field(default_factory=lambda: RowSet(COLUMNS, ()))


def places(connection: Connection, since: int, *, today: bool) -> tuple[Place, ...]:
    """The lists that what was recorded after position ``since`` can change: the newest version of every
    published list, as published by then, and with ``today`` today's lists."""
    touched = publications.touched_since(connection, since)
    every = publications.read(connection, since).every
    newest = {(row.list, row.date): row.version for row in every if row.date >= touched}
    found = [Place(number, date, version) for (number, date), version in newest.items()]
    now = times.today(info.time_zone(connection)).toordinal()
    if today and touched <= now:
        found += [Place(number, now, 0) for number in identities.lists(connection).values()]
    return tuple(sorted(found))


def courses(connection: Connection, asked: Sequence[Place], position: int) -> dict[int, Course]:
    """The courses of the lists of some places, as known at a position."""
    wanted: dict[int, list[int]] = {}
    for place in asked:
        wanted.setdefault(place.list, []).append(place.date)
    return course.courses(connection, wanted, position)


def shifts(
    asked: Sequence[Place], before: Mapping[int, Course], after: Mapping[int, Course]
) -> tuple[Shift, ...]:
    """What differs between two courses of each list, on the days asked for."""
    found = []
    for place in asked:
        then, now = before[place.list].on(place.date), after[place.list].on(place.date)
        moved = [one for one in sorted(then.keys() | now.keys()) if then.get(one) != now.get(one)]
        if moved:
            found.append(Shift(place, tuple(Move(one, then.get(one), now.get(one)) for one in moved)))
    return tuple(found)


def measured(connection: Connection, since: int, *, today: bool = True) -> Impact:
    """What the part of the log after position ``since`` changes, inside the transaction that wrote it."""
    asked = places(connection, since, today=today)
    if not asked:
        return Impact()
    before = courses(connection, asked, since)
    after = courses(connection, asked, append.head(connection).position)
    return told(connection, shifts(asked, before, after))


def told(connection: Connection, found: Sequence[Shift]) -> Impact:
    """The shifts as sentences and rows, with the codes and names of today."""
    lists = {number: code for code, number in identities.lists(connection).items()}
    sentences = tuple(_sentence(shift, lists[shift.place.list]) for shift in found if shift.place.version)
    people = {one.number: one for one in identities.people(connection).values()} if found else {}
    rows: list[tuple[Cell, ...]] = []
    for shift in found:
        place = shift.place
        known = (lists[place.list], days.iso(place.date), f"v{place.version}" if place.version else None)
        for move in sorted(shift.moves, key=lambda one: people[one.player].code):
            who = people[move.player]
            rows.append((*known, who.code, who.name, *_numbers(move)))
    return Impact(sentences=sentences, rows=RowSet(COLUMNS, tuple(rows)))


def _numbers(move: Move) -> tuple[Decimal | None, Decimal | None, Decimal | None]:
    before, after = (None if one is None else points(one, HUNDREDTHS) for one in (move.before, move.after))
    return before, after, None if before is None or after is None else after - before


def _sentence(shift: Shift, list_code: str) -> str:
    count = len(shift.moves)
    return _("changes the list {list} of {day} as published (v{version}): {players}").format(
        list=list_code,
        day=day(days.iso(shift.place.date)),
        version=shift.place.version,
        players=plural("{count} player", "{count} players", count).format(count=count),
    )
