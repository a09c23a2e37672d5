"""Connections: settings of each engine, one snapshot for readers, one lock for writers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from ratingstore.errors import UsageError
from ratingstore.language import _
from ratingstore.store import address, database_errors

__all__ = ["Connection", "Engine", "errors", "make", "reading", "writing"]

# Measured in design: NORMAL lost acknowledged batches in most simulated power cuts, FULL none.
# recursive_triggers lets the guards see INSERT OR REPLACE; secure_delete keeps no erased name.
_PRAGMAS = (
    "foreign_keys=ON",
    "recursive_triggers=ON",
    "trusted_schema=OFF",
    "secure_delete=ON",
    "busy_timeout=10000",
    "synchronous=FULL",
    "cache_size=-65536",
)


def make(url: URL) -> Engine:
    """An engine for the store at ``url``, with this program's settings on every connection."""
    try:
        if address.is_sqlite(url):
            return _sqlite(url)
        return _postgresql(url)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise UsageError(
            _("PostgreSQL needs the psycopg package"), _('install it: pip install "ratingstore[pg]"')
        ) from error


def _postgresql(url: URL) -> Engine:
    # An address may have options of its own: a schema, for instance.
    asked = url.query.get("options", ())
    # Compiling a statement takes seconds, and on tables never analysed its guessed cost asks for that.
    ours = "-c timezone=UTC -c jit=off"
    options = " ".join([*([asked] if isinstance(asked, str) else asked), ours])
    return create_engine(url, poolclass=NullPool, connect_args={"options": options})


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def settings(connection: Any, _record: object) -> None:
        # We begin transactions ourselves: the driver's own way begins them too late for snapshots.
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A read-only transaction that sees one state of the store throughout."""
    with errors(engine), engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA query_only=ON")
            connection.rollback()
        else:
            connection = connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine, *, dry_run: bool = False) -> Iterator[Connection]:
    """A transaction that holds the log's one write lock; rolled back at the end of a dry run."""
    with errors(engine), engine.connect() as connection:
        connection = connection.execution_options(writes=True)
        with connection.begin() as transaction:
            yield connection
            if dry_run and transaction.is_active:
                transaction.rollback()


@contextmanager
def errors(engine: Engine) -> Iterator[None]:
    """The database's errors as ours; what is a fault of this program stays as it is."""
    try:
        yield
    except DBAPIError as error:
        ours = database_errors.as_ours(engine, error.orig, lost=error.connection_invalidated)
        if ours is None:
            raise
        raise ours from error
    except engine.dialect.loaded_dbapi.Error as error:
        # Bulk rows go through the driver itself.
        ours = database_errors.as_ours(engine, error)
        if ours is None:
            raise
        raise ours from error
