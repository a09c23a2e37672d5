"""Appending one batch: positions from the one head row, rows in bulk, one link of the chain."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from sqlalchemy import Connection, Table, insert, select, update

from ratingstore.events import canonical
from ratingstore.events.canonical import Ints
from ratingstore.store import segments
from ratingstore.store.bulk import bulk, bulk_columns
from ratingstore.store.chain import GENESIS, batch_hash, joined_hash, salted_hash, sealed_remark
from ratingstore.store.copying import Column, Columns
from ratingstore.store.tables import EVENT_TABLES, batch, log_head, remark

Cells = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """Where the log stands: last position and batch, chain hash, last recorded time ("" if none)."""

    position: int
    batch: int
    hash: str
    recorded_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Words that may be erased later. ``table`` and ``row`` name the event they go with; "" the batch."""

    kind: str
    text: str
    table: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBatch:
    """What one ingest adds: of a table ``rows`` of (root, claims, line, *content), or ``columns`` of them.

    Root 0: the row itself; -n: the n-th row of the same table in this batch.

    ``identities`` are the texts that the chain seals for each identity the batch creates: codes of
    tournaments and lists, salted hashes of players.
    """

    recorded_at: str
    format: str
    document_hash: str
    options: str
    rows: Mapping[str, Sequence[Cells]] = field(default_factory=dict)
    columns: Mapping[str, Columns] = field(default_factory=dict)
    identities: Sequence[str] = ()
    remarks: Sequence[Remark] = ()


def head(connection: Connection, *, lock: bool = False) -> Head:
    """The log's head; with ``lock``, other writers wait until this transaction ends."""
    columns = (log_head.c.position, log_head.c.batch, log_head.c.hash, log_head.c.recorded_at)
    query = select(*columns)
    return Head(*connection.execute(query.with_for_update() if lock else query).one())


def append(connection: Connection, before: Head, new: NewBatch) -> Head:
    """Append the batch after ``before`` (the locked head) and return the new head."""
    number = before.batch + 1
    first = before.position + 1
    placed = dict(_placed(new, first))
    last = before.position + sum(len(columns[0]) for columns in placed.values())
    remarks = _remarks(new, number, {name: int(columns[0][0]) for name, columns in placed.items()})
    link: dict[str, object] = {
        "batch": number,
        "recorded_at": new.recorded_at,
        "format": new.format,
        "document_hash": new.document_hash,
        "options": new.options,
        "first_position": first,
        "last_position": last,
        "canonical": canonical.FORM,
        "previous_hash": before.hash,
        "identities_hash": joined_hash(new.identities),
        "remarks_hash": joined_hash(sealed_remark(row, canonical.FORM) for row in remarks),
    }
    sealed = {name: canonical.sealed(name, columns) for name, columns in placed.items()}
    for table in EVENT_TABLES:
        columns = tuple(sealed.get(table.name, {}).values())
        size = len(columns[0]) if columns else 0
        name = table.name.removesuffix("_event") + "_hash"
        link[name] = canonical.columns_hash(table.name, size, columns)
    link["hash"] = batch_hash(link)
    connection.execute(insert(batch).values(**link))
    for table in EVENT_TABLES:
        if table.name in placed:
            _insert(connection, table, number, placed[table.name], sealed[table.name])
    bulk(connection, remark, (tuple(row.values()) for row in remarks))
    after = Head(last, number, str(link["hash"]), new.recorded_at)
    connection.execute(
        update(log_head).values(
            position=after.position, batch=after.batch, hash=after.hash, recorded_at=after.recorded_at
        )
    )
    return after


def _placed(new: NewBatch, first: int) -> Iterator[tuple[str, Columns]]:
    """The columns of each table that gets rows, as the canonical form has them: positions first."""
    for table in EVENT_TABLES:
        columns = new.columns.get(table.name) or tuple(zip(*new.rows.get(table.name, ()), strict=True))
        if columns and len(columns[0]):
            roots, *others = columns
            positions = np.arange(first, first + len(roots), dtype=np.int64)
            yield table.name, [positions, _roots(canonical.wholes(roots), positions), *others]
            first += len(roots)


def _roots(stated: Ints, positions: Ints) -> Ints:
    if not stated.any():  # as most batches have it: every row is the first version of itself
        return positions
    return np.where(stated > 0, stated, np.where(stated < 0, positions[0] - 1 - stated, positions))


def _remarks(new: NewBatch, number: int, starts: Mapping[str, int]) -> list[dict[str, object]]:
    made: list[dict[str, object]] = []
    for at, words in enumerate(new.remarks, 1):
        salt = secrets.token_hex(8)
        start = starts.get(words.table, 0)
        made.append(
            {
                "batch": number,
                "number": at,
                "position": start + words.row if words.table else 0,
                "kind": words.kind,
                "text": words.text,
                "salt": salt,
                "hash": salted_hash(salt, words.kind, words.text),
            }
        )
    return made


def _insert(
    connection: Connection, table: Table, number: int, columns: Columns, sealed: Mapping[str, Column]
) -> None:
    # The table has the batch in second place, which the canonical form leaves to the chain.
    positions, *others = columns
    bulk_columns(connection, table, [positions, np.full(len(positions), number), *others])
    segments.extend(connection, table.name, sealed)


def hash_at(connection: Connection, position: int) -> str:
    """The chain hash of the last whole batch not above ``position``."""
    found = connection.execute(
        select(batch.c.hash).where(batch.c.last_position <= position).order_by(batch.c.batch.desc()).limit(1)
    ).scalar()
    return str(found or GENESIS)


def position_at(connection: Connection, moment: str) -> int:
    """The last position recorded at or before ``moment`` (a recorded time); 0 before the first."""
    found = connection.execute(
        select(batch.c.last_position)
        .where(batch.c.recorded_at <= moment)
        .order_by(batch.c.batch.desc())
        .limit(1)
    ).scalar()
    return int(found or 0)
