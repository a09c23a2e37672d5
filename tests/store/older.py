"""A store as the first revision made and filled it: without the later tables, sealed in form 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alembic import command
from sqlalchemy import Connection, Engine, Table, select

from ratingstore.events import canonical
from ratingstore.store import address, engine, schema
from ratingstore.store.chain import GENESIS, batch_hash, joined_hash
from ratingstore.store.tables import EVENT_TABLES, batch, log_head, metadata, remark
from tests.store.desk import Desk

LATER = {"person_alias", "published_row", "segment", "projected_list", "projected_unit", "projected_change",
         "checkpoint"}  # fmt: skip
"""Tables that later revisions made, or make anew."""


def at_revision(url: str, revision: str) -> Engine:
    """An empty database of an older revision."""
    made = engine.make(address.parse(url))
    with engine.writing(made) as connection:
        command.upgrade(schema._config(connection), revision)
    return made


def fill_as_first_revision(desk: Desk, older: Engine) -> None:
    """Put what a desk's store holds into one of the first revision, as its program would have sealed it."""
    with engine.reading(desk.store.engine) as source, engine.writing(older) as target:
        for table in metadata.sorted_tables:
            if table.name not in LATER | {"batch", "log_head"}:
                _copy(source, target, table)
        previous: Mapping[str, Any] = {"hash": GENESIS}
        for row in source.execute(select(batch).order_by(batch.c.batch)).mappings():
            sealed = {
                **row,
                **_hashes(source, row["batch"]),
                "canonical": 1,
                "previous_hash": previous["hash"],
            }
            previous = {**sealed, "hash": batch_hash(sealed)}
            target.execute(batch.insert().values(**previous))
        head = source.execute(select(log_head)).mappings().one()
        target.execute(log_head.insert().values(**{**head, "hash": previous["hash"]}))


def _copy(source: Connection, target: Connection, table: Table) -> None:
    rows = [dict(row) for row in source.execute(select(table)).mappings()]
    if rows:
        target.execute(table.insert(), rows)


def _hashes(source: Connection, number: int) -> dict[str, str]:
    words = select(remark.c.hash).where(remark.c.batch == number).order_by(remark.c.number)
    found = {"remarks_hash": joined_hash(source.execute(words).scalars())}
    for table in EVENT_TABLES:
        cells = [table.c[name] for name in canonical.columns(table.name, 1)]
        rows = source.execute(select(*cells).where(table.c.batch == number).order_by(table.c.position))
        hashed = canonical.table_hash(table.name, [tuple(row) for row in rows], 1)
        found[table.name.removesuffix("_event") + "_hash"] = hashed
    return found
