"""Columns of the log in blocks, so that a fold reads a million games at once.

A block holds the whole numbers of consecutive events of one table, each column in the smallest
type that its values fit. Blocks are derived: what an append-only log has once said, no block has to
say anew, and ``verify`` makes them again from the rows. The last block of a table grows until it is full.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, func, insert, select

from ratingstore.events import canonical
from ratingstore.store.columns import PURPOSES
from ratingstore.store.tables import game_event, rating_event, segment

Ints = NDArray[np.int64]
Block = Mapping[str, Ints]
Cells = Sequence[Any] | Ints

PLAYED: Final = 1
"""Stands for a game that was played like any other."""
VOID: Final = 2
"""Stands for a game that a correction has made void."""
FULL: Final = 65_536
"""A block with so many rows is left as it is."""
_MARK: Final = b"\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """How a table's columns are kept: what stands for "no value", and numbers that stand for words."""

    numbers: Mapping[str, int]
    words: Mapping[str, Mapping[str, int]]

    @property
    def names(self) -> tuple[str, ...]:
        return *self.numbers, *self.words


KEPT: Final = {
    game_event.name: Kept(
        numbers={
            "root": 0, "tournament": 0, "slot": 0, "round": 0, "board": 0, "game_no": 0, "valid_on": 0,
            "white": 0, "black": 0, "white_half": -1, "black_half": -1, "implied_list": 0,
            "standings_white": -1, "standings_black": -1,
        },
        words={"played": {"yes": PLAYED, "void": VOID}},
    ),
    rating_event.name: Kept(
        numbers={"root": 0, "player": 0, "list": 0, "rated_on": 0, "rating": 0, "relative": 0, "games": -1},
        words={"purpose": PURPOSES},
    ),
}  # fmt: skip


def packed(block: Block) -> bytes:
    """A block as bytes: a line of JSON that says how each column is kept, then the columns."""
    heads, bodies = {}, []
    for name, column in block.items():
        low, high = int(column.min()), int(column.max())
        kind = np.min_scalar_type(high - low)
        heads[name] = [len(column), low, "" if low == high else kind.str]
        if low != high:
            bodies.append((column - low).astype(kind).tobytes())
    return json.dumps(heads).encode() + _MARK + b"".join(bodies)


def unpacked(content: bytes) -> dict[str, Ints]:
    """The block that ``packed`` gave as bytes."""
    head, _mark, body = content.partition(_MARK)
    block, at = {}, 0
    for name, (size, low, kind) in json.loads(head).items():
        if not kind:
            block[name] = np.full(size, low, dtype=np.int64)
            continue
        column = np.frombuffer(body, dtype=kind, count=size, offset=at)
        block[name] = column.astype(np.int64) + low
        at += column.nbytes
    return block


def extend(connection: Connection, table: str, columns: Mapping[str, Cells]) -> None:
    """Keep events that were just appended; ``columns`` hold their cells by the names of the table."""
    kept = KEPT.get(table)
    if kept is None:
        return
    block = dict(_whole(kept, columns))
    last = _growing(connection, table)
    if last is not None:
        if not last.keys() >= block.keys():  # made by an older program
            _renew(connection, table)
            return
        block = {name: np.concatenate([last[name], block[name]]) for name in block}
        first = int(last["position"][0])
        connection.execute(delete(segment).where(segment.c.table_name == table, segment.c.first == first))
    _keep(connection, table, block)


def _keep(connection: Connection, table: str, block: Block) -> None:
    position = block["position"]
    values = {"first": int(position[0]), "last": int(position[-1]), "rows": len(position)}
    connection.execute(insert(segment).values(table_name=table, columns=packed(block), **values))


def _whole(kept: Kept, columns: Mapping[str, Cells]) -> Iterator[tuple[str, Ints]]:
    yield "position", canonical.wholes(columns["position"])
    for name, nothing in kept.numbers.items():
        column = canonical.wholes(columns[name])
        yield name, np.where(column == canonical.NONE, nothing, column)
    for name, words in kept.words.items():
        cells = columns[name]
        numbers = {cell: words.get(str(cell), 0) for cell in set(cells)}
        yield name, np.fromiter(map(numbers.__getitem__, cells), dtype=np.int64, count=len(cells))


def _growing(connection: Connection, table: str) -> dict[str, Ints] | None:
    """The last block of a table, if it is not yet full."""
    c = segment.c
    newest = select(func.max(c.first)).where(c.table_name == table).scalar_subquery()
    query = select(c.columns).where(c.table_name == table, c.first == newest, c.rows < FULL)
    found = connection.execute(query).scalar()
    return None if found is None else unpacked(found)


def read(connection: Connection, table: str, known_at: int) -> dict[str, Ints]:
    """All versions of a table's events up to a position, in the order of recording."""
    c = segment.c
    query = select(c.columns).where(c.table_name == table, c.first <= known_at).order_by(c.first)
    blocks = [unpacked(content) for content in connection.execute(query).scalars()]
    names = ("position", *KEPT[table].names)
    if not blocks:
        return {name: np.zeros(0, dtype=np.int64) for name in names}
    if all(block.keys() >= set(names) for block in blocks):
        whole = {name: _joined([block[name] for block in blocks]) for name in names}
    else:  # made by an older program
        whole = rebuilt(connection, table)
    if whole["position"][-1] > known_at:
        size = int(np.searchsorted(whole["position"], known_at, side="right"))
        whole = {name: column[:size] for name, column in whole.items()}
    return whole


def _joined(parts: list[Ints]) -> Ints:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def standing(versions: Block) -> dict[str, Ints]:
    """The newest version of each root, in the order of the roots."""
    position, root = versions["position"], versions["root"]
    original = root == position
    if original.all():
        return dict(versions)
    # Later versions overwrite earlier ones at the place of their root.
    rows = np.flatnonzero(original)
    later = np.flatnonzero(~original)
    rows[np.searchsorted(position[rows], root[later])] = later
    return {name: column[rows] for name, column in versions.items()}


def rebuild(connection: Connection) -> None:
    """Make all blocks anew from the rows."""
    for table in KEPT:
        _renew(connection, table)


def _renew(connection: Connection, table: str) -> None:
    connection.execute(delete(segment).where(segment.c.table_name == table))
    block = rebuilt(connection, table)
    if len(block["position"]):
        _keep(connection, table, block)


def rebuilt(connection: Connection, table: str) -> dict[str, Ints]:
    """What the blocks of a table should say, from its rows."""
    columns = segment.metadata.tables[table].c
    names = ("position", *KEPT[table].names)
    query = select(*(columns[name] for name in names)).order_by(columns.position)
    rows = connection.execute(query).cursor.fetchall()
    cells = dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(names, ())
    return dict(_whole(KEPT[table], cells))
