"""The append-only guards: what they should be, and whether they are there.

Both engines refuse UPDATE and DELETE on the log for everybody, PostgreSQL also TRUNCATE, for
superusers and replication roles too (``ENABLE ALWAYS``). The migrations make them; every open
compares them with what stands here, because a dropped trigger says nothing by itself.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from ratingstore.errors import GuardsBroken
from ratingstore.language import _
from ratingstore.store.projected_tables import metadata
from ratingstore.store.tables import GUARDED

_SQLITE = (
    "CREATE TRIGGER {table}_no_{verb} BEFORE {VERB} ON {table} "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only: {table}'); END"
)
_POSTGRESQL = (
    "CREATE TRIGGER {table}_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON {schema}.{table} "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
)
_BODY = "BEGIN RAISE EXCEPTION 'the log is append-only: %', TG_TABLE_NAME; END"

_TRIGGERS_POSTGRESQL = text(
    "SELECT t.tgname, pg_get_triggerdef(t.oid), t.tgenabled = 'A', btrim(p.prosrc), current_schema()"
    " FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
    " WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"
)

_FOREIGN_POSTGRESQL = (
    "SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
    " WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"
    " UNION ALL SELECT r.rulename, c.relname FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class"
    " WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1"
)


def check(connection: Connection) -> None:
    """Raise GuardsBroken, naming every table whose guards are not as they should be."""
    broken = missing(connection)
    if broken:
        raise GuardsBroken(
            _("the log is not protected: the append-only guards of {tables} are missing or changed").format(
                tables=", ".join(broken)
            ),
            _("somebody changed the database itself; restore it from a copy; nothing was read or written"),
        )


def missing(connection: Connection) -> tuple[str, ...]:
    """Names of guarded tables without their expected guards."""
    found = _sqlite(connection) if connection.dialect.name == "sqlite" else _postgresql(connection)
    return tuple(table.name for table in GUARDED if table.name not in found)


def foreign(connection: Connection) -> list[tuple[str, str]]:
    """Triggers and rules on tables of the store that this program did not make: (name, table)."""
    if connection.dialect.name == "sqlite":
        query = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        ours = {f"{table.name}_no_{verb}" for table in GUARDED for verb in ("update", "delete")}
    else:
        query = _FOREIGN_POSTGRESQL
        ours = {f"{table.name}_append_only" for table in GUARDED}
    found = [(str(name), str(table)) for name, table in connection.exec_driver_sql(query)]
    return [(name, table) for name, table in found if name not in ours and table in metadata.tables]


def _sqlite(connection: Connection) -> set[str]:
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
    there = {row.name: row.sql for row in rows}

    def guarded(table: str) -> bool:
        return all(
            there.get(f"{table}_no_{verb}") == _SQLITE.format(table=table, verb=verb, VERB=verb.upper())
            for verb in ("update", "delete")
        )

    return {table.name for table in GUARDED if guarded(table.name)}


def _postgresql(connection: Connection) -> set[str]:
    found = set()
    for name, definition, always, body, schema in connection.execute(_TRIGGERS_POSTGRESQL):
        table = name.removesuffix("_append_only")
        wanted = _POSTGRESQL.format(table=table, schema=schema)
        if always and body == _BODY and definition == wanted:
            found.add(table)
    return found
