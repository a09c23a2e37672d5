"""What stands behind a difference: which version of a row was known when, and the reason of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, RowMapping, func, select

from ratingstore.store.tables import batch, game_event, player_event, remark, tournament_event

_MANY = 500


def game_versions(connection: Connection, roots: Collection[int], known_at: int) -> dict[int, RowMapping]:
    """The version of each game (by root) as known at a position: ``position``, ``root``, ``played``."""
    c = game_event.c
    query = select(c.root, c.position, c.played).where(c.position <= known_at).order_by(c.position)
    # Engines limit the length of a list of values; past that all rows are the simpler question.
    if len(roots) <= _MANY:
        query = query.where(c.root.in_(roots))
    return {row["root"]: row for row in connection.execute(query).mappings()}


def tournament_versions(connection: Connection, known_at: int) -> dict[int, RowMapping]:
    """The claim of each tournament (by number) as known at a position, with its position."""
    c = tournament_event.c
    query = select(tournament_event).where(c.position <= known_at).order_by(c.position)
    return {row["tournament"]: row for row in connection.execute(query).mappings()}


def fact_versions(
    connection: Connection, players: Collection[int], known_at: int
) -> dict[tuple[int, str, int], RowMapping]:
    """Each fact by (player, fact, day) as known at a position, of some players."""
    c = player_event.c
    query = select(player_event).where(c.position <= known_at).order_by(c.position)
    if len(players) <= _MANY:
        query = query.where(c.player.in_(players))
    newest = {row["root"]: row for row in connection.execute(query).mappings()}
    return {(row["player"], row["fact"], row["valid_from"]): row for row in newest.values()}


def reasons(connection: Connection, positions: Iterable[int]) -> dict[int, str]:
    """Why the event at each position was recorded: its own reason, else that of its batch; "" if none."""
    wanted = sorted(set(positions))
    if not wanted:
        return {}
    own = _own_reasons(connection, wanted)
    b = batch.c
    bounds = connection.execute(
        select(b.batch, b.first_position, b.last_position)
        .where(b.last_position >= wanted[0], b.first_position <= wanted[-1])
        .order_by(b.batch)
    ).all()
    words = select(remark.c.batch, func.min(remark.c.text)).where(remark.c.position == 0)
    words = words.where(remark.c.kind == "reason").group_by(remark.c.batch)
    whole = {row[0]: row[1] or "" for row in connection.execute(words)}
    found = {}
    for position in wanted:
        of = next((row.batch for row in bounds if row.first_position <= position <= row.last_position), 0)
        found[position] = own.get(position) or whole.get(of, "")
    return found


def _own_reasons(connection: Connection, wanted: list[int]) -> dict[int, str]:
    c = remark.c
    query = select(c.position, c.text).where(c.kind == "reason", c.position.between(wanted[0], wanted[-1]))
    return {row.position: row.text or "" for row in connection.execute(query) if row.position}
