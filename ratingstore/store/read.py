"""Reading the log in columns, as it was known at a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, Table, and_, func, select

from ratingstore.store import administration, segments
from ratingstore.store.administration import Administration
from ratingstore.store.columns import ADJUSTMENT, OPENING, Ratings, TournamentClaims
from ratingstore.store.rows import (
    AdjustmentRow,
    AdoptionRow,
    ExemptionRow,
    FactRow,
    PublicationRow,
    RatingRow,
    TournamentRow,
    WithheldRow,
)
from ratingstore.store.tables import (
    game_event,
    person,
    player_event,
    rating_event,
    rating_list,
    remark,
    tournament,
    tournament_event,
)

Ints = NDArray[np.int64]
UNDATED = 0
"""Stands for "no day" in columns of days."""
PENDING = -1
"""Stands for "no result" in columns of half points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameColumns:
    """The games as they stand, a row a game, each the newest version of its root.

    ``standings_white`` and ``standings_black``: half points in the standings, where the log has them.
    """

    root: Ints
    tournament: Ints
    slot: Ints
    round: Ints
    board: Ints
    game_no: Ints
    valid_on: Ints
    white: Ints
    black: Ints
    white_half: Ints
    black_half: Ints
    played: Ints
    implied_list: Ints
    standings_white: Ints
    standings_black: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """Everything the fold reads, as known at ``known_at``. Codes and names are by number; 0 unused.

    ``ended`` holds the first day on which a list is no more; ``closed`` the closed books, by day.
    """

    known_at: int
    games: GameColumns
    tournaments: Mapping[int, TournamentRow]
    ratings: Sequence[RatingRow]
    adoptions: tuple[AdoptionRow, ...]
    player_codes: tuple[str, ...]
    player_names: tuple[str, ...]
    tournament_codes: tuple[str, ...]
    lists: Mapping[str, int]
    facts: tuple[FactRow, ...] = ()
    adjustments: tuple[AdjustmentRow, ...] = ()
    publications: tuple[PublicationRow, ...] = ()
    exemptions: tuple[ExemptionRow, ...] = ()
    withheld: tuple[WithheldRow, ...] = ()
    ended: Mapping[int, int] = field(default_factory=dict)
    closed: tuple[Closed, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """Books of a list: units up to the end of day ``through`` fold as known in ``log``."""

    list: int
    through: int
    log: Log


def log(connection: Connection, known_at: int) -> Log:
    """The log as known at a position."""
    return _with_books(connection, known_at, {})


def _with_books(connection: Connection, known_at: int, made: dict[int, Log]) -> Log:
    """A log with its closed books, each as known just before it was closed; ``made`` by position."""
    if known_at not in made:
        admin = administration.read(connection, known_at)
        closings = sorted((row for row in admin.closings if row.kind == "through"), key=lambda row: row.day)
        closed = tuple(
            Closed(list=row.list, through=row.day, log=_with_books(connection, row.position - 1, made))
            for row in closings
        )
        made[known_at] = replace(_log(connection, known_at, admin), closed=closed)
    return made[known_at]


def _log(connection: Connection, known_at: int, admin: Administration) -> Log:
    codes, names = _people(connection)
    return Log(
        known_at=known_at,
        games=_games(connection, known_at),
        tournaments=_tournaments(connection, known_at),
        ratings=_ratings(connection, known_at),
        adoptions=admin.adoptions,
        player_codes=codes,
        player_names=names,
        tournament_codes=_codes(connection),
        lists={row.code: row.number for row in connection.execute(select(rating_list))},
        facts=_facts(connection, known_at),
        adjustments=admin.adjustments,
        publications=admin.publications,
        exemptions=admin.exemptions,
        withheld=admin.withheld,
        ended={row.list: row.day for row in admin.closings if row.kind == "from"},
    )


def cells(connection: Connection, query: Select[Any]) -> list[tuple[Any, ...]]:
    """The rows of a query as the driver gives them: many rows are read in a fraction of the time."""
    return list(connection.execute(query).cursor.fetchall())


def _people(connection: Connection) -> tuple[tuple[str, ...], tuple[str, ...]]:
    rows = cells(connection, select(person.c.number, person.c.code, person.c.name))
    numbers, codes, names = zip(*rows, strict=True) if rows else ((), (), ())
    return _by_number(numbers, codes), _by_number(numbers, names)


def _codes(connection: Connection) -> tuple[str, ...]:
    rows = cells(connection, select(tournament.c.number, tournament.c.code))
    return _by_number([row[0] for row in rows], [row[1] for row in rows])


def _facts(connection: Connection, known_at: int) -> tuple[FactRow, ...]:
    rows = connection.execute(latest(player_event, known_at)).mappings()
    names = ("player", "fact", "value", "valid_from")
    # A fact that a correction has withdrawn has no value.
    return tuple(FactRow(**{name: row[name] for name in names}) for row in rows if row["value"])


def _by_number(numbers: Sequence[int], texts: Sequence[str]) -> tuple[str, ...]:
    found = [""] * (1 + max(numbers, default=0))
    for number, text in zip(numbers, texts, strict=True):
        found[number] = text
    return tuple(found)


def _games(connection: Connection, known_at: int) -> GameColumns:
    columns = segments.standing(segments.read(connection, game_event.name, known_at))
    void = columns["played"] == segments.VOID
    # A void game counts for nothing, not even for the dates of its tournament; its list stays implied.
    if void.any():
        columns |= {name: np.where(void, 0, columns[name]) for name in ("played", "valid_on")}
    return GameColumns(**{name: columns[name] for name in GameColumns.__dataclass_fields__})


def latest(table: Table, known_at: int) -> Select[tuple[object, ...]]:
    """The rows of an event table that stand at ``known_at``: the newest version of each root."""
    newest = (
        select(table.c.root, func.max(table.c.position).label("position"))
        .where(table.c.position <= known_at)
        .group_by(table.c.root)
        .subquery()
    )
    joined = and_(newest.c.root == table.c.root, newest.c.position == table.c.position)
    return select(table).join(newest, joined).order_by(table.c.position)


def _tournaments(connection: Connection, known_at: int) -> TournamentClaims:
    c = tournament_event.c
    numbers = (c.tournament, c.start_on, c.end_on, c.points, c.rounds, c.implied_list)
    query = select(c.root, *numbers, c.lists, c.type, c.status).where(c.position <= known_at)
    newest: dict[int, tuple[Any, ...]] = {}
    for root, *row in cells(connection, query.order_by(c.position)):
        newest.pop(root, None)  # what is corrected last counts last
        newest[root] = tuple(row)
    return TournamentClaims.of_cells(list(newest.values()))


def _ratings(connection: Connection, known_at: int) -> Ratings:
    columns = segments.standing(segments.read(connection, rating_event.name, known_at))
    why = select(remark.c.position, remark.c.text).where(remark.c.kind == "reason", remark.c.position > 0)
    reasons = {position: text or "" for position, text in cells(connection, why)}
    del columns["root"]
    moving = np.isin(columns["purpose"], (OPENING, ADJUSTMENT))
    return Ratings(**columns, reasons=reasons).at(moving)
