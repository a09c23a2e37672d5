"""Creating and upgrading a store's schema, and refusing one that is not this program's."""

from __future__ import annotations

import uuid
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, func, insert, inspect, select

import ratingstore
from ratingstore.errors import SchemaMismatch, StoreError, StoreMissing
from ratingstore.language import _
from ratingstore.store import engine as engines
from ratingstore.store import guards, segments, times
from ratingstore.store.chain import GENESIS
from ratingstore.store.projected_tables import metadata
from ratingstore.store.tables import log_head, store_info

_REVISIONS = "alembic_version"
_CREATING = 0x7261_7469
"""The number of the lock that PostgreSQL gives to one creator at a time."""


def _config(connection: Connection | None = None) -> Config:
    package = Path(ratingstore.__file__).parent
    # An installed package carries the migrations inside; a checkout has them beside the package.
    inside = package / "_migrations"
    config = Config()
    config.set_main_option(
        "script_location", str(inside if inside.is_dir() else package.parent / "migrations")
    )
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """The schema revision of this program."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def revision(connection: Connection) -> str:
    """The schema revision of the store; "" where there is no store."""
    # Other programs too keep their revisions in a table of this name.
    if not inspect(connection).has_table(store_info.name):
        return ""
    return MigrationContext.configure(connection).get_current_revision() or ""


def create(engine: Engine, time_zone: str | None) -> None:
    """Make the tables, guards and views, and the first rows, in one transaction.

    A store that somebody else has just made is left as it is. StoreError where the database holds
    tables of another program.
    """
    zone = times.zone_name(time_zone)
    with engines.reading(engine) as connection:
        _refuse_foreign(connection)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine)
    with engines.writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_CREATING)))
        if not revision(connection):
            _create(connection, zone)


def _create(connection: Connection, zone: str) -> None:
    command.upgrade(_config(connection), "head")
    now = times.text_of(times.now())
    connection.execute(
        insert(store_info).values(one=1, store_id=str(uuid.uuid4()), time_zone=zone, created_at=now)
    )
    connection.execute(insert(log_head).values(one=1, position=0, batch=0, hash=GENESIS, recorded_at=""))


def _refuse_foreign(connection: Connection) -> None:
    """Refuse a file of another program; a PostgreSQL schema may be shared, but not our names."""
    found = set(inspect(connection).get_table_names())
    if store_info.name in found:
        return
    if connection.dialect.name == "postgresql":
        found &= {*metadata.tables, _REVISIONS}
    if found:
        raise StoreError(
            _("the database belongs to another program: it has the tables {tables}").format(
                tables=", ".join(sorted(found))
            ),
            _("name a new file or an empty database; this one is left as it is"),
        )


def _prepare_sqlite(engine: Engine) -> None:
    # The journal mode stays with the file and cannot change inside a transaction.
    with engines.errors(engine):
        raw = engine.raw_connection()
        try:
            raw.driver_connection.execute("PRAGMA journal_mode=WAL")  # type: ignore[union-attr]
        finally:
            raw.close()


@cache
def made() -> dict[str, str]:
    """What the migrations make in a SQLite file, by name: the SQL of tables, indexes and views."""
    empty = engines.make(URL.create("sqlite"))
    with engines.writing(empty) as connection:
        command.upgrade(_config(connection), "head")
        return objects(connection)


def objects(connection: Connection) -> dict[str, str]:
    """SQL of the tables, indexes and views of a SQLite file, by name."""
    query = "SELECT name, sql FROM sqlite_master WHERE type <> 'trigger' AND sql IS NOT NULL"
    rows = connection.exec_driver_sql(query)
    return {str(name): str(sql) for name, sql in rows if name != _REVISIONS}


def upgrade(engine: Engine) -> tuple[str, str]:
    """Bring the schema to this program's; return the revisions before and after.

    Raises StoreMissing where there is no store, SchemaMismatch where it is newer than the program.
    """
    with engines.writing(engine) as connection:
        before = revision(connection)
        if not before:
            raise _no_store()
        _refuse_newer(before)
        command.upgrade(_config(connection), "head")
        guards.check(connection)
        segments.rebuild(connection)
        return before, newest()


def check(connection: Connection) -> None:
    """Raise unless the store is there, of this program's schema, and guarded."""
    found = revision(connection)
    if not found:
        raise _no_store()
    if found != newest():
        _refuse_newer(found)
        raise SchemaMismatch(
            _("the store's schema is {found}, this program needs {wanted}").format(
                found=found, wanted=newest()
            ),
            _("make a copy of the store, then run: ratingstore upgrade"),
        )
    guards.check(connection)


def _no_store() -> StoreMissing:
    return StoreMissing(_("there is no rating store at this address"), _("make one: ratingstore init"))


def _refuse_newer(found: str) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found not in known:
        raise SchemaMismatch(
            _("the store's schema {found} is newer than this program knows (its newest is {newest})").format(
                found=found, newest=newest()
            ),
            _("update the program: pip install --upgrade ratingstore; the store is left as it is"),
        )
