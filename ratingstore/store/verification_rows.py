"""What must hold between rows whatever was sealed, and blocks, changes and lists as they are stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
from sqlalchemy import Connection, select

from ratingstore.language import _, plural
from ratingstore.store import segments as blocks
from ratingstore.store.projected_tables import checkpoint, projected_change, projected_list, projected_unit
from ratingstore.store.tables import (
    admin_event,
    person,
    published_row,
    rating_list,
    segment,
    tournament,
)
from ratingstore.store.verification import NONE, Check, Columns, Fault, Ints, LogColumns, first_of

PLAYED = frozenset({"yes", "forfeit", "unrated", "bye", "void"})
NEVER_REACHED: Final = 2**62
"""Above every position."""
_HALVES = (NONE, 0, 1, 2)


def rows(connection: Connection, log: LogColumns) -> Check:
    """Whether the rows of the event tables fit each other, and name what is there."""
    there = {
        table.name: np.array(list(connection.execute(select(table.c.number)).scalars()), dtype=np.int64)
        for table in (person, tournament, rating_list)
    }
    faults: list[Fault] = []
    for columns in log.tables.values():
        faults += _versions(columns, log)
        faults += _named(columns, there, log)
    faults += _games(log.tables["game_event"], log)
    faults += _published(connection)
    count = sum(len(columns) for columns in log.tables.values())
    read = plural("{count} row", "{count} rows", count).format(count=count)
    return Check(name="rows", read=read, faults=tuple(faults))


def _versions(columns: Columns, log: LogColumns) -> Iterator[Fault]:
    """Every root is the first version of itself, in the same table, and claims its key."""
    positions, roots, claims = (columns.ints(name) for name in ("position", "root", "claims"))
    original = roots == positions
    table = columns.table.name
    later = positions[~original]
    astray = ~np.isin(roots[~original], positions[original]) | (roots[~original] > later)
    yield from first_of(later[astray], _("{table}: the row is a version of none").format(table=table), log)
    odd = positions[~np.isin(claims, (0, 1)) | (original & (claims != 1))]
    yield from first_of(odd, _("{table}: the row does not claim its key rightly").format(table=table), log)


_PLAYERS = ("white", "black", "player_low", "player_high", "player")
_NAMES = {**dict.fromkeys(_PLAYERS, "person"), "tournament": "tournament", "list": "rating_list",
          "implied_list": "rating_list"}  # fmt: skip


def _named(columns: Columns, there: Mapping[str, Ints], log: LogColumns) -> Iterator[Fault]:
    """Players, tournaments and lists that rows name are there."""
    for name, table in _NAMES.items():
        if name not in columns.cells:
            continue
        own = columns.ints(name)
        lost = columns.ints("position")[~np.isin(own, there[table]) & (own != NONE)]
        sentence = _("{column} of {table} is a number that nobody has").format(
            column=name, table=columns.table.name
        )
        yield from first_of(lost, sentence, log)


def _games(games: Columns, log: LogColumns) -> Iterator[Fault]:
    positions, white, black = (games.ints(name) for name in ("position", "white", "black"))
    unordered = (games.ints("player_low") != np.minimum(white, black)) | (
        games.ints("player_high") != np.maximum(white, black)
    )
    yield from first_of(positions[unordered | (white == black)], _("the two players do not fit the key"), log)
    own, other = games.ints("white_half"), games.ints("black_half")
    odd = ~np.isin(own, _HALVES) | ~np.isin(other, _HALVES) | ((own == NONE) != (other == NONE))
    yield from first_of(positions[odd], _("the result is none that a game can have"), log)
    words = games.texts("played")
    strange = set(words) - PLAYED
    unknown = [at for at, word in enumerate(words) if word in strange] if strange else []
    yield from first_of(positions[unknown], _("played is none of the words that it can be"), log)


def segments(connection: Connection, log: LogColumns) -> Check:
    """Whether the blocks that a fold reads say what the rows say."""
    faults = list(_kept_wrongly(connection))
    count = 0
    for table, kept in blocks.KEPT.items():
        columns = log.tables[table]
        own = blocks.read(connection, table, NEVER_REACHED)
        count += len(own["position"])
        faults += _blocks(table, kept, own, columns, log)
    read = plural("{count} row in blocks", "{count} rows in blocks", count).format(count=count)
    return Check(name="segments", read=read, faults=tuple(faults))


def _kept_wrongly(connection: Connection) -> Iterator[Fault]:
    """Blocks that are not as they are written: of no table, with other bytes, or filed elsewhere."""
    for row in connection.execute(select(segment).order_by(segment.c.first)).mappings():
        block = blocks.unpacked(row["columns"])
        position = block["position"]
        inside = [int(position[0]), int(position[-1]), len(position)]
        known = row["table_name"] in blocks.KEPT and blocks.packed(block) == row["columns"]
        if not known or inside != [row["first"], row["last"], row["rows"]]:
            yield Fault(found=_("a block is not as it was written"), position=row["first"])


def _blocks(
    table: str, kept: blocks.Kept, own: blocks.Block, columns: Columns, log: LogColumns
) -> tuple[Fault, ...]:
    positions = columns.ints("position")
    if not np.array_equal(own["position"], positions):
        odd = np.setxor1d(own["position"], positions)
        sentence = _("the blocks of {table} do not hold the rows of the table").format(table=table)
        return first_of(odd if len(odd) else positions[:1], sentence, log)
    wrong = np.zeros(len(positions), dtype=np.bool_)
    for name, nothing in kept.numbers.items():
        column = columns.ints(name)
        wrong |= own[name] != np.where(column == NONE, nothing, column)
    for name, words in kept.words.items():
        numbers = [words.get(word, 0) for word in columns.texts(name)]
        wrong |= own[name] != np.array(numbers, dtype=np.int64)
    sentence = _("the blocks of {table} say something else than the rows").format(table=table)
    return first_of(positions[wrong], sentence, log)


def _published(connection: Connection) -> Iterator[Fault]:
    """Rows of published lists lead to a publication."""
    known = select(admin_event.c.position).where(admin_event.c.kind == "publication")
    query = select(published_row.c.position).where(published_row.c.position.not_in(known)).distinct()
    for position in sorted(connection.execute(query).scalars()):
        yield Fault(found=_("rows of a list that was never published"), position=position)


def published(connection: Connection, position: int) -> list[tuple[Any, ...]]:
    """The rows of a publication by place, without its position."""
    columns = [column for column in published_row.columns if column.name != "position"]
    query = select(*columns).where(published_row.c.position == position).order_by(published_row.c.place)
    return [tuple(row) for row in connection.execute(query)]


def stored_changes(
    connection: Connection, list_number: int
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The stored units and steps of a list, without its number."""
    found = []
    for table in (projected_unit, projected_change):
        columns = [column for column in table.columns if column.name != "list"]
        rows = connection.execute(select(*columns).where(table.c.list == list_number))
        found.append([tuple(row) for row in rows])
    return found[0], found[1]


def lists_with_changes(connection: Connection) -> set[int]:
    """Numbers of the lists of which anything is stored, checkpoints among it."""
    tables = (projected_list, projected_unit, projected_change, checkpoint)
    return {
        int(one) for table in tables for one in connection.execute(select(table.c.list).distinct()).scalars()
    }
