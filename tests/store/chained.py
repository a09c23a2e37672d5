"""The hash chain, computed once more from what the tables hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, Table, select

from ratingstore.events import canonical
from ratingstore.store.chain import GENESIS, batch_hash, joined_hash, salted_hash, sealed_remark
from ratingstore.store.tables import (
    EVENT_TABLES,
    batch,
    log_head,
    person,
    person_id,
    rating_list,
    remark,
    tournament,
)

Row = Mapping[str, Any]


def expect_the_chain_to_hold(connection: Connection) -> None:
    """Every batch is what its hash says, linked to the one before it, up to the head."""
    previous, position = GENESIS, 0
    stored = [dict(row) for row in connection.execute(select(batch).order_by(batch.c.batch)).mappings()]
    for number, row in enumerate(stored, 1):
        sealed = {**row, **of_tables(connection, number, row["canonical"]), "previous_hash": previous}
        assert row["batch"] == number
        assert row["first_position"] == position + 1
        assert row["last_position"] == position + events_of(connection, number)
        assert row == {**sealed, "hash": batch_hash(sealed)}
        previous, position = row["hash"], row["last_position"]
    (head,) = connection.execute(select(log_head)).mappings()
    assert (head["batch"], head["position"], head["hash"]) == (len(stored), position, previous)
    assert head["recorded_at"] == (stored[-1]["recorded_at"] if stored else "")


def of_tables(connection: Connection, number: int, form: int) -> dict[str, str]:
    """The columns of a batch that cover rows of other tables, computed from those rows."""
    found = {
        "identities_hash": joined_hash(identities(connection, number)),
        "remarks_hash": joined_hash(remark_hashes(connection, number, form)),
    }
    for table in EVENT_TABLES:
        columns = [table.c[name] for name in canonical.columns(table.name, form)]
        rows = connection.execute(select(*columns).where(table.c.batch == number).order_by(table.c.position))
        cells = [tuple(row) for row in rows]
        found[table.name.removesuffix("_event") + "_hash"] = canonical.table_hash(table.name, cells, form)
    return found


def identities(connection: Connection, number: int) -> Iterator[str]:
    for table in (rating_list, tournament):
        for row in of_batch(connection, table, number):
            yield f"{table.name} {row['number']} {row['code']}"
    for row in of_batch(connection, person, number):
        if row["code"]:
            sealed = [salted_hash(row["salt"], code) for code in codes_of(connection, row)]
            assert row["identity_hash"] in sealed
        yield f"player {row['number']} {row['identity_hash']}"


def codes_of(connection: Connection, row: Row) -> list[str]:
    """The codes that a player may have had on his first day: his own, or an owner's id."""
    ids = connection.execute(select(person_id).where(person_id.c.player == row["number"])).mappings()
    return [row["code"], *(f"{one['scheme']}:{one['value']}" for one in ids)]


def remark_hashes(connection: Connection, number: int, form: int) -> Iterator[str]:
    for row in of_batch(connection, remark, number):
        if row["text"] is not None:
            assert row["hash"] == salted_hash(row["salt"], row["kind"], row["text"])
        yield sealed_remark(row, form)


def of_batch(connection: Connection, table: Table, number: int) -> list[Row]:
    query = select(table).where(table.c.batch == number).order_by(table.c.number)
    return [dict(row) for row in connection.execute(query).mappings()]


def events_of(connection: Connection, number: int) -> int:
    return sum(
        len(connection.execute(select(table.c.position).where(table.c.batch == number)).all())
        for table in EVENT_TABLES
    )
