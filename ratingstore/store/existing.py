"""What the log already says, read for the matching of new rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Select, exists, func, select, union_all

from ratingstore.store.read import latest
from ratingstore.store.tables import batch, game_event, player_event, rating_event, tournament_event

Record = Mapping[str, Any]
"""A row by the names of its columns."""
HEAD = 2**62
"""Above every position: what stands now."""
VOID = "void"
"""How a game was played, what a rating is for, and the status of a tournament, that do not count."""
_MANY = 500


def tournament_claims(connection: Connection) -> dict[int, Record]:
    """The newest claim of each tournament that has one, by number."""
    rows = connection.execute(latest(tournament_event, HEAD)).mappings()
    return {row["tournament"]: dict(row) for row in rows}


def games(connection: Connection, tournaments: Collection[int]) -> list[Record]:
    """All versions of the games of some tournaments, in the order of recording."""
    query = _some(select(game_event), tournaments)
    return [dict(row) for row in connection.execute(query.order_by(game_event.c.position)).mappings()]


def game_days(connection: Connection, tournaments: Collection[int]) -> dict[int, tuple[int, int]]:
    """First and last day of the dated games of some tournaments, as they stand; void games have none."""
    c = game_event.c
    query = _some(_standing(select(c.tournament, func.min(c.valid_on), func.max(c.valid_on))), tournaments)
    rows = connection.execute(query.where(c.valid_on.is_not(None)).group_by(c.tournament))
    return {number: (first, last) for number, first, last in rows}


def _standing(query: Select[Any]) -> Select[Any]:
    """Of the games only the newest version of each, without those that are void."""
    newer = game_event.alias()
    mended = exists().where(newer.c.root == game_event.c.root, newer.c.position > game_event.c.position)
    # The index of versions holds corrections only: on a log without any this costs a look, no search.
    versions = newer.c.root != newer.c.position
    return query.where(~mended.where(versions), game_event.c.played != VOID)


def implied_lists(connection: Connection, tournaments: Collection[int]) -> dict[int, int]:
    """The list that earlier files implied, of those of some tournaments that have one."""
    c = game_event.c
    query = select(c.tournament, func.min(c.implied_list)).where(c.implied_list.is_not(None))
    rows = connection.execute(_some(query, tournaments).group_by(c.tournament))
    return {row.tournament: row[1] for row in rows}


def _some(query: Select[Any], tournaments: Collection[int]) -> Select[Any]:
    # Engines limit the length of a list of values; past that all rows are the simpler question.
    return query if len(tournaments) > _MANY else query.where(game_event.c.tournament.in_(tournaments))


def player_facts(connection: Connection) -> list[Record]:
    """All versions of all facts of players, in the order of recording; a withdrawn one has no value."""
    query = select(player_event).order_by(player_event.c.position)
    return [dict(row) for row in connection.execute(query).mappings()]


def first_games(connection: Connection, players: Iterable[int]) -> dict[int, int]:
    """The day of each player's first dated game, or of the first rating that is stated of him."""
    wanted = set(players)
    if not wanted:
        return {}
    c = game_event.c
    stated = select(rating_event.c.player, rating_event.c.rated_on)
    sides = union_all(
        select(c.white.label("player"), c.valid_on),
        select(c.black.label("player"), c.valid_on),
        stated.where(rating_event.c.purpose != "published"),
    ).subquery()
    query = select(sides.c.player, func.min(sides.c.valid_on)).where(sides.c.valid_on.is_not(None))
    rows = connection.execute(query.group_by(sides.c.player))
    return {player: day for player, day in rows if player in wanted}


def ratings(connection: Connection) -> list[Record]:
    """All versions of all stated ratings, in the order of recording; a withdrawn one has the purpose void."""
    query = select(rating_event).order_by(rating_event.c.position)
    return [dict(row) for row in connection.execute(query).mappings()]


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
