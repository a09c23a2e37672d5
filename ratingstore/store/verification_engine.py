"""What the database itself can say: whether its pages are whole, its guards, indexes and views in place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection

from ratingstore.language import _, plural
from ratingstore.store import guards, schema
from ratingstore.store.tables import GUARDED
from ratingstore.store.verification import Check, Fault

_MOST: Final = 100
"""So many faults the engine names at most."""
_INDEXES: Final = (
    "SELECT c.oid, c.relname, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
    " JOIN pg_class t ON t.oid = i.indrelid JOIN pg_am a ON a.oid = c.relam"
    " WHERE t.relnamespace = current_schema()::regnamespace AND a.amname = 'btree' ORDER BY c.relname"
)


def engine(connection: Connection) -> Iterator[Check]:
    """The engine's own check of its pages and indexes."""
    yield _sqlite(connection) if connection.dialect.name == "sqlite" else _postgresql(connection)


def _sqlite(connection: Connection) -> Check:
    said = connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST})").scalars().all()
    faults = [Fault(found=str(one)) for one in said if one != "ok"]
    lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    faults += [Fault(found=_("{table}: a row leads nowhere").format(table=row[0])) for row in lost]
    pages = int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())
    read = plural("{count} page", "{count} pages", pages).format(count=pages)
    return Check(name="engine", read=read, faults=tuple(faults))


def _postgresql(connection: Connection) -> Check:
    indexes = connection.exec_driver_sql(_INDEXES).all()
    names = {row.relname for row in indexes}
    faults = [
        Fault(found=_("the index {name} is not valid").format(name=row.relname))
        for row in indexes
        if not row.indisvalid
    ]
    amcheck = connection.exec_driver_sql("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")
    count = plural("{count} index", "{count} indexes", len(names)).format(count=len(names))
    if not amcheck.scalar():
        read = _("{indexes}, by name only: the extension amcheck is not there").format(indexes=count)
        return Check(name="engine", read=read, faults=tuple(faults))
    for row in indexes:
        faults += _index(connection, row)
    return Check(name="engine", read=count, faults=tuple(faults))


def _index(connection: Connection, row: Any) -> Iterator[Fault]:
    """What amcheck says of an index against its table."""
    error: Any = connection.dialect.loaded_dbapi.Error
    cursor = connection.connection.cursor()
    try:
        cursor.execute("SAVEPOINT look")
        cursor.execute("SELECT bt_index_check(%s::regclass, true)", (row.oid,))
        cursor.execute("RELEASE SAVEPOINT look")
    except error as found:
        cursor.execute("ROLLBACK TO SAVEPOINT look")
        yield Fault(found=f"{row.relname}: {str(found).partition(chr(10))[0]}")
    finally:
        cursor.close()


def guarded(connection: Connection) -> Iterator[Check]:
    """The append-only guards, and triggers that are none of ours."""
    faults = [
        Fault(found=_("{table}: the guards are missing or changed").format(table=table))
        for table in guards.missing(connection)
    ]
    faults += [
        Fault(found=_("{table}: {name} is no guard of this program").format(table=table, name=name))
        for name, table in guards.foreign(connection)
    ]
    count = len(GUARDED)
    read = plural("{count} table", "{count} tables", count).format(count=count)
    yield Check(name="guards", read=read, faults=tuple(faults))


def shape(connection: Connection) -> Iterator[Check]:
    """Tables, indexes and views against those that the migrations make."""
    if connection.dialect.name == "sqlite":
        wanted, found = schema.made(), schema.objects(connection)
        faults = [
            Fault(found=_("{name} is missing").format(name=name))
            if name not in found
            else Fault(found=_("{name} is not as this program made it").format(name=name))
            for name in wanted
            if found.get(name) != wanted[name]
        ]
        count = len(wanted)
    else:
        faults, count = _shape_postgresql(connection)
    read = plural("{count} table, index or view", "{count} tables, indexes and views", count)
    yield Check(name="schema", read=read.format(count=count), faults=tuple(faults))


def _shape_postgresql(connection: Connection) -> tuple[list[Fault], int]:
    """Names only: each database keeps the words of a definition in a way of its own."""
    query = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    found = set(connection.exec_driver_sql(query).scalars())
    wanted = schema.made()
    faults = [Fault(found=_("{name} is missing").format(name=name)) for name in wanted if name not in found]
    return faults, len(wanted)
