"""What can be wrong with a store and the database below it, looked at without writing or raising.

Every check reads in a transaction of its own: what one of them stumbles over hides nothing from
the next, on a damaged store too.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import URL, Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from ratingstore.errors import GuardsBroken, RatingStoreError, SchemaMismatch, StoreError, StoreMissing
from ratingstore.language import _, plural
from ratingstore.store import address, append, guards, info, quarantine, schema, times
from ratingstore.store import engine as engines
from ratingstore.store.tables import quarantine_row

State = Literal["ok", "warning", "problem"]

SQLITE_LEAST: Final = (3, 37)  # STRICT tables
POSTGRESQL_LEAST: Final = 15
_MEGABYTE: Final = 2**20
_ROOM_LEAST: Final = 16 * _MEGABYTE

# What ``engine`` asks for on every connection; journal_mode was set when the file was made and stays in it.
_PRAGMAS: Final = {
    "journal_mode": ("wal",),
    "synchronous": ("2", "3"),
    "foreign_keys": ("1",),
    "recursive_triggers": ("1",),
    "trusted_schema": ("0",),
    "secure_delete": ("1",),
}
_LEVELS: Final = ("off", "normal", "full", "extra")
_WORDS: Final = {"0": "off", "1": "on"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check found. ``hint`` says what to do; "" where there is nothing to do."""

    check: str
    state: State
    found: str
    hint: str = ""


def reach(url: URL) -> Engine:
    """The engine of a store that is there. UsageError, StoreError; what lies in the store is not judged."""
    file = address.file_of(url)
    if file is not None and not file.exists():
        raise _no_store(_("there is no rating store {file}").format(file=file))
    engine = engines.make(url)
    with _looking(engine) as connection:
        if not schema.revision(connection):
            raise _no_store(_("there is no rating store at this address"))
    return engine


def _no_store(message: str) -> StoreMissing:
    return StoreMissing(message, _("make one: ratingstore init"))


def place(url: URL) -> list[Finding]:
    """Whether the file of a store can be written, and what room it has; nothing of what is no file."""
    file = address.file_of(url)
    return [_access(file), _room(file)] if file is not None and file.exists() else []


def database(engine: Engine) -> list[Finding]:
    """The database and its settings."""
    if engine.dialect.name == "sqlite":
        return [*told(engine, "database", _version), *told(engine, "settings", _pragmas)]
    checks = {"database": _version, "settings": _server_settings, "writable": _writable}
    return [one for name, look in checks.items() for one in told(engine, name, look)]


def store(engine: Engine) -> list[Finding]:
    """Schema and guards; where the schema is this program's, time zone, clock and quarantine too."""
    found = told(engine, "schema", _schema)
    if all(one.state == "ok" for one in found):
        checks = {"guards": _guards, "time_zone": _zone, "clock": _clock, "quarantine": _waiting}
    else:
        checks = {"guards": _other_guards}
    return found + [one for name, look in checks.items() for one in told(engine, name, look)]


def told(engine: Engine, check: str, look: Callable[[Connection], Iterable[Finding]]) -> list[Finding]:
    """What a check finds; a problem of this name where it cannot even look."""
    try:
        with _looking(engine) as connection:
            return list(look(connection))
    except RatingStoreError as error:
        return [unusable(check, error)]


@contextmanager
def _looking(engine: Engine) -> Iterator[Connection]:
    """A reading connection; whatever cannot be read is a StoreError, in a damaged store too."""
    try:
        with engines.reading(engine) as connection:
            yield connection
    except (SQLAlchemyError, engine.dialect.loaded_dbapi.Error, LookupError, ValueError) as error:
        text = str(getattr(error, "orig", error)).strip().partition("\n")[0]
        raise StoreError(_("cannot be read: {text}").format(text=text)) from error


def unusable(check: str, error: RatingStoreError) -> Finding:
    """An error of ours as a finding."""
    return Finding(check=check, state="problem", found=error.message, hint=error.hint)


def _version(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name == "sqlite":
        text = str(connection.exec_driver_sql("SELECT sqlite_version()").scalar())
        good = tuple(int(part) for part in text.split(".")[:2]) >= SQLITE_LEAST
        least = "SQLite {}.{}".format(*SQLITE_LEAST)
        hint = _("this program needs {least}: use a newer Python").format(least=least)
        found = f"SQLite {text}"
    else:
        number = int(str(connection.exec_driver_sql("SHOW server_version_num").scalar()))
        good = number // 10000 >= POSTGRESQL_LEAST
        hint = _("this program needs {least}: upgrade the server").format(
            least=f"PostgreSQL {POSTGRESQL_LEAST}"
        )
        found = f"PostgreSQL {connection.exec_driver_sql('SHOW server_version').scalar()}"
    yield _judged("database", good, found, hint)


def _judged(check: str, good: bool, found: str, hint: str, otherwise: State = "problem") -> Finding:
    return Finding(check=check, state="ok" if good else otherwise, found=found, hint="" if good else hint)


def _pragmas(connection: Connection) -> Iterator[Finding]:
    for name, wanted in _PRAGMAS.items():
        value = str(connection.exec_driver_sql(f"PRAGMA {name}").scalar())
        hint = _("this SQLite does not keep the setting; use another Python or SQLite")
        if name == "journal_mode":
            hint = _("set it while nobody uses the file: {command}").format(
                command=f'sqlite3 {connection.engine.url.database} "PRAGMA journal_mode=WAL"'
            )
        shown = _LEVELS[int(value)] if name == "synchronous" else _WORDS.get(value, value)
        yield _judged(name, value in wanted, shown, hint)


def _server_settings(connection: Connection) -> Iterator[Finding]:
    def value(name: str) -> str:
        return str(connection.exec_driver_sql(f"SHOW {name}").scalar())

    fsync, commit, encoding = value("fsync"), value("synchronous_commit"), value("server_encoding")
    yield _judged(
        "fsync", fsync == "on", fsync, _("set fsync = on in postgresql.conf: a power cut can break the log")
    )
    yield _judged(
        "synchronous_commit",
        commit != "off",
        commit,
        _("a power cut can lose what ingest said was done: {command}").format(
            command=f"ALTER DATABASE {connection.engine.url.database} SET synchronous_commit = on"
        ),
    )
    yield _judged(
        "server_encoding", encoding == "UTF8", encoding, _("a store needs a database with ENCODING 'UTF8'")
    )


def _writable(connection: Connection) -> Iterator[Finding]:
    """PostgreSQL: whether this user could append."""
    query = (
        "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'"
        " OR NOT has_table_privilege('game_event', 'INSERT')"
    )
    refused = bool(connection.exec_driver_sql(query).scalar())
    user = connection.exec_driver_sql("SELECT current_user").scalar()
    found = _("{user} may only read") if refused else _("{user} may write")
    hint = _("connect to the main server as a user who may insert")
    yield _judged("writable", not refused, found.format(user=user), hint)


def _access(file: Path) -> Finding:
    """SQLite writes the file and, beside it, its journal."""
    refused = next((one for one in (file, file.absolute().parent) if not os.access(one, os.W_OK)), None)
    if refused is None:
        return Finding(check="writable", state="ok", found=str(file))
    return Finding(
        check="writable",
        state="problem",
        found=_("{file} cannot be written").format(file=refused),
        hint=_("nothing can be recorded: ask for the right to write the file and its folder"),
    )


def _room(file: Path) -> Finding:
    free, size = shutil.disk_usage(file.absolute().parent).free, file.stat().st_size
    found = _("{free} MB free, the store has {size} MB").format(
        free=free // _MEGABYTE, size=-(-size // _MEGABYTE)
    )
    if free < _ROOM_LEAST:
        return _judged("disk", False, found, _("make room: nothing more can be recorded soon"))
    # An upgrade, an export or a copy for safety takes as much again.
    return _judged(
        "disk", free > size + _ROOM_LEAST, found, _("make room for a copy of the store"), "warning"
    )


def _schema(connection: Connection) -> Iterator[Finding]:
    try:
        schema.check(connection)
    except SchemaMismatch as error:
        yield unusable("schema", error)
        return
    except GuardsBroken:
        pass  # a finding of its own
    yield Finding(check="schema", state="ok", found=schema.revision(connection))


def _guards(connection: Connection) -> Iterator[Finding]:
    yield _guarded(connection, _("somebody changed the database itself; restore it from a copy"), "problem")


def _other_guards(connection: Connection) -> Iterator[Finding]:
    """Another schema may guard other tables, or in another way."""
    yield _guarded(
        connection, _("these are the guards of another schema: see to the schema first"), "warning"
    )
    yield Finding(
        check="contents",
        state="warning",
        found=_("time zone, clock, quarantine, projections and rules were not looked at"),
        hint=_("see to the schema first"),
    )


def _guarded(connection: Connection, hint: str, otherwise: State) -> Finding:
    broken = guards.missing(connection)
    missing = _("missing or changed: {tables}").format(tables=", ".join(broken))
    return _judged("guards", not broken, missing if broken else _("in place"), hint, otherwise)


def _zone(connection: Connection) -> Iterator[Finding]:
    zone = info.time_zone(connection)
    try:
        ZoneInfo(zone)
    except (LookupError, OSError, ValueError):
        hint = _("this machine does not know it: pip install tzdata")
        yield Finding(check="time_zone", state="problem", found=zone, hint=hint)
        return
    yield Finding(check="time_zone", state="ok", found=zone)


def _clock(connection: Connection) -> Iterator[Finding]:
    now, last = times.text_of(times.now()), append.head(connection).recorded_at
    found = now if now >= last else _("{now}, and the log's last recorded time is {last}")
    hint = _("set the clock: recorded time never runs backwards, and nothing can be recorded before then")
    yield _judged("clock", now >= last, found.format(now=now, last=last), hint)


def _waiting(connection: Connection) -> Iterator[Finding]:
    query = select(func.count()).where(quarantine_row.c.state == quarantine.OPEN)
    count = int(connection.execute(query).scalar_one())
    found = plural("{count} row waits for an answer", "{count} rows wait for an answer", count)
    hint = _("ratingstore quarantine lists what waits")
    yield _judged("quarantine", not count, found.format(count=count), hint, "warning")
