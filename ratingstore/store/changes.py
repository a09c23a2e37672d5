"""The tables of the projections: units and steps of each list, derived from the log."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sqlalchemy import Connection, RowMapping, Select, delete, func, insert, select, text

from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.projected_tables import projected_change, projected_list, projected_unit
from ratingstore.store.tables import person


@dataclass(frozen=True, slots=True)
class Projected:
    """How far a list's projection reaches: position, chain head, and the program that made it.

    ``before_rules``: games that lie before the list's first rule set; ``without_effect``: games that
    closed books leave as they were. Neither is part of the comparison.
    """

    known_at: int
    head: str
    program: str
    before_rules: int = field(default=0, compare=False)
    without_effect: int = field(default=0, compare=False)


def state(connection: Connection, list_number: int) -> Projected | None:
    """What is projected of a list; None where nothing is."""
    c = projected_list.c
    row = connection.execute(
        select(c.known_at, c.head, c.program, c.before_rules, c.without_effect).where(c.list == list_number)
    ).one_or_none()
    return None if row is None else Projected(*row)


def note(connection: Connection, list_number: int, made: Projected) -> None:
    """Say how far a list's projection reaches."""
    connection.execute(delete(projected_list).where(projected_list.c.list == list_number))
    connection.execute(
        insert(projected_list).values(
            list=list_number,
            known_at=made.known_at,
            head=made.head,
            program=made.program,
            before_rules=made.before_rules,
            without_effect=made.without_effect,
        )
    )


class Last(NamedTuple):
    """A player's last step up to a day: hundredths, days and games as the table has them."""

    player: int
    code: str
    name: str
    effective_on: int
    shown: int | None
    games_total: int
    status: str
    last_played: int | None
    rule_set: str


def last_steps(connection: Connection, list_number: int, as_of: int) -> list[Last]:
    """Each player's last step up to a day, by player number."""
    query = _LAST_ON_SQLITE if connection.dialect.name == "sqlite" else _LAST_ON_POSTGRESQL
    rows = connection.execute(query, {"list": list_number, "day": as_of}).cursor.fetchall()
    return [Last(*row) for row in rows]


# One seek a player: his steps lie together, in their order. SQLite takes tables in the order of CROSS JOIN;
# left to itself it looks at every step.
_LAST: Final = """
    SELECT p.number, p.code, p.name, c.effective_on, c.shown, c.games_total, c.status, c.last_played,
        u.rule_set
    FROM person p CROSS JOIN {change} c CROSS JOIN projected_unit u
    WHERE {is_last} AND u.list = :list AND u.number = c.unit
    ORDER BY p.number"""
_STEP: Final = """(
    SELECT {column} FROM projected_change n
    WHERE n.list = :list AND n.player = p.number AND n.effective_on <= :day
    ORDER BY n.step DESC LIMIT 1)"""
_LAST_ON_SQLITE: Final = text(
    _LAST.format(
        change="projected_change",
        is_last=f"c.list = :list AND c.player = p.number AND c.step = {_STEP.format(column='n.step')}",
    )
)
_LAST_ON_POSTGRESQL: Final = text(
    _LAST.format(change=f"LATERAL {_STEP.format(column='n.*')}", is_last="true")
)


def course(connection: Connection, list_number: int, first: int, last: int) -> list[tuple[int, int, int]]:
    """(player, day, shown) of each player's last step up to a day, then of all steps up to another.

    A player's are in their order; ``UNRATED`` stands for no rating.
    """
    c = projected_change.c
    newest = (
        select(c.player, func.max(c.step).label("step"))
        .where(c.list == list_number, c.effective_on <= first)
        .group_by(c.player)
        .subquery()
    )
    query = (
        select(c.player, c.effective_on, func.coalesce(c.shown, UNRATED))
        .outerjoin(newest, newest.c.player == c.player)
        .where(c.list == list_number, c.effective_on <= last, c.step >= func.coalesce(newest.c.step, 1))
        .order_by(c.player, c.step)
    )
    return [(row[0], row[1], row[2]) for row in connection.execute(query)]


def steps_of(connection: Connection, list_number: int, player: int, as_of: int) -> list[RowMapping]:
    """One player's steps up to a day, in their order."""
    c = projected_change.c
    query = _steps(list_number).where(c.player == player, c.effective_on <= as_of).order_by(c.step)
    return list(connection.execute(query).mappings())


def _steps(list_number: int) -> Select[tuple[object, ...]]:
    c, u = projected_change.c, projected_unit.c
    return (
        select(projected_change, u.name.label("unit_name"), u.rule_set, person.c.code, person.c.name)
        .join(projected_unit, (u.list == c.list) & (u.number == c.unit))
        .join(person, person.c.number == c.player)
        .where(c.list == list_number)
    )


def rated_since(connection: Connection) -> dict[tuple[int, int], int]:
    """The day of each player's first rating, by (player, list)."""
    c = projected_change.c
    query = select(c.player, c.list, func.min(c.effective_on)).where(c.after.is_not(None))
    return {
        (player, number): day for player, number, day in connection.execute(query.group_by(c.player, c.list))
    }


def shown(connection: Connection) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """By (player, list) the shown ratings (hundredths) with the day of each, in their order."""
    c = projected_change.c
    query = select(c.player, c.list, c.effective_on, c.shown).where(c.shown.is_not(None))
    found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for player, number, day, rating in connection.execute(query.order_by(c.player, c.list, c.step)):
        found[player, number].append((day, rating))
    return found


def rule_sets(connection: Connection, list_number: int, as_of: int) -> tuple[str, ...]:
    """Ids of the rule sets of the units up to a day, in the order of their first unit."""
    u = projected_unit.c
    query = select(u.rule_set).where(u.list == list_number, u.effective_on <= as_of, u.rule_set != "")
    return tuple(connection.execute(query.group_by(u.rule_set).order_by(func.min(u.number))).scalars())
