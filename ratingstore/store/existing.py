"""What the log already says, read for the matching of new rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Select, Table, func, select, union_all

from ratingstore.store.read import latest
from ratingstore.store.tables import batch, game_event, player_event, rating_event, tournament_event

Record = Mapping[str, Any]
"""A row by the names of its columns."""
HEAD = 2**62
"""Above every position: what stands now."""
_MANY = 500


def tournament_claims(connection: Connection) -> dict[int, Record]:
    """The newest claim of each tournament that has one, by number."""
    rows = connection.execute(latest(tournament_event, HEAD)).mappings()
    return {row["tournament"]: dict(row) for row in rows}


def games(connection: Connection, tournaments: Collection[int]) -> list[Record]:
    """All versions of the games of some tournaments, in the order of recording."""
    query = _some(select(game_event), game_event, tournaments)
    return [dict(row) for row in connection.execute(query.order_by(game_event.c.position)).mappings()]


def game_days(connection: Connection, tournaments: Collection[int]) -> dict[int, tuple[int, int]]:
    """First and last day of the dated games of some tournaments."""
    c = game_event.c
    query = select(c.tournament, func.min(c.valid_on), func.max(c.valid_on)).where(c.valid_on.is_not(None))
    rows = connection.execute(_some(query, game_event, tournaments).group_by(c.tournament))
    return {number: (first, last) for number, first, last in rows}


def implied_lists(connection: Connection, tournaments: Collection[int]) -> dict[int, int]:
    """The list that earlier files implied, of those of some tournaments that have one."""
    c = game_event.c
    query = select(c.tournament, func.min(c.implied_list)).where(c.implied_list.is_not(None))
    rows = connection.execute(_some(query, game_event, tournaments).group_by(c.tournament))
    return {row.tournament: row[1] for row in rows}


def _some(query: Select[Any], table: Table, tournaments: Collection[int]) -> Select[Any]:
    # Engines limit the length of a list of values; past that all rows are the simpler question.
    return query if len(tournaments) > _MANY else query.where(table.c.tournament.in_(tournaments))


def games_between(connection: Connection, first: int, last: int) -> list[Record]:
    """Tournament, day, pair and result of the games played from ``first`` to ``last``."""
    c = game_event.c
    query = select(c.tournament, c.valid_on, c.white, c.black, c.white_half, c.black_half)
    return [dict(row) for row in connection.execute(query.where(c.valid_on.between(first, last))).mappings()]


def player_facts(connection: Connection) -> dict[tuple[int, str], dict[int, str]]:
    """Values by day of each fact (``born``, ``sex``, ...) of each player; day 0: always."""
    found: dict[tuple[int, str], dict[int, str]] = defaultdict(dict)
    for row in connection.execute(select(player_event).order_by(player_event.c.position)).mappings():
        found[row["player"], row["fact"]][row["valid_from"]] = row["value"]
    return found


def first_games(connection: Connection, players: Iterable[int]) -> dict[int, int]:
    """The day of each player's first dated game."""
    wanted = set(players)
    if not wanted:
        return {}
    c = game_event.c
    sides = union_all(
        select(c.white.label("player"), c.valid_on), select(c.black.label("player"), c.valid_on)
    ).subquery()
    query = select(sides.c.player, func.min(sides.c.valid_on)).where(sides.c.valid_on.is_not(None))
    rows = connection.execute(query.group_by(sides.c.player))
    return {player: day for player, day in rows if player in wanted}


def ratings(connection: Connection) -> list[Record]:
    """All stated ratings as they stand."""
    return [dict(row) for row in connection.execute(latest(rating_event, HEAD)).mappings()]


def ingests_of_document(connection: Connection, document_hash: str) -> list[tuple[int, str]]:
    """(batch, options) of every ingest of a document."""
    query = select(batch.c.batch, batch.c.options).where(batch.c.document_hash == document_hash)
    return [(row.batch, row.options) for row in connection.execute(query.order_by(batch.c.batch))]


def batch_of_document(connection: Connection, document: Mapping[str, str]) -> int | None:
    """The batch that ingested this very document with these options; None if none did."""
    query = select(func.min(batch.c.batch)).where(
        batch.c.document_hash == document["document_hash"], batch.c.options == document["options"]
    )
    found = connection.execute(query).scalar()
    return None if found is None else int(found)
