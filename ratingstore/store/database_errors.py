"""What a database says when something is wrong with it, in words that say what to do."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy import Engine

from ratingstore.errors import StoreError, StoreUnreachable
from ratingstore.language import _

_NO_STORE: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_PRIMARY: Final = 0xFF
"""An extended code of SQLite holds the primary one in its lowest byte."""
_NO_RIGHT: Final = "42501"  # PostgreSQL: insufficient_privilege
_DISK_FULL: Final = "53100"
_IO_ERROR: Final = "58030"
_GONE: Final = "no such savepoint"


def as_ours(engine: Engine, error: BaseException | None, lost: bool = False) -> StoreError | None:
    """An error of the driver as ours; None where it is a fault of this program.

    ``lost``: the connection is gone with it.
    """
    error = _first(error)
    text = str(error).strip().partition("\n")[0] or type(error).__name__
    said = _of_sqlite(getattr(error, "sqlite_errorcode", None), text)
    said = said or _of_postgresql(getattr(error, "sqlstate", None), text)
    if said is not None:
        return said
    if lost or isinstance(error, engine.dialect.loaded_dbapi.OperationalError):
        return StoreUnreachable(_("the database does not answer: {text}").format(text=text))
    return StoreError(text) if "append-only" in text else None


def _first(error: BaseException | None) -> BaseException | None:
    """Without room SQLite takes back the transaction by itself; that its savepoint is gone is no news."""
    while error is not None and _GONE in str(error) and error.__context__ is not None:
        error = error.__context__
    return getattr(error, "orig", error)


def _of_sqlite(code: int | None, text: str) -> StoreError | None:
    if code is None:
        return None
    if code in _NO_STORE:
        return StoreError(_("the file is no database that can be used: {text}").format(text=text))
    match code & _PRIMARY:
        case sqlite3.SQLITE_FULL:
            return _no_room(text)
        case sqlite3.SQLITE_IOERR:
            return _no_disk(text)
        case sqlite3.SQLITE_BUSY:
            return StoreUnreachable(
                _("another program is writing to the store and has not finished: {text}").format(text=text),
                _("run the command again when it is done; nothing of it was written"),
            )
    return None


def _of_postgresql(state: str | None, text: str) -> StoreError | None:
    if state == _NO_RIGHT:
        return StoreError(
            _("the database does not allow this: {text}").format(text=text),
            _("ask its owner for the right, or connect as another user"),
        )
    if state == _DISK_FULL:
        return _no_room(text)
    return _no_disk(text) if state == _IO_ERROR else None


def _no_room(text: str) -> StoreError:
    return StoreError(
        _("there is no room for the store to grow: {text}").format(text=text),
        _("make room on its disk and run the command again; what it was writing was taken back"),
    )


def _no_disk(text: str) -> StoreError:
    return StoreError(
        _("the store could not be read from its disk or written to it: {text}").format(text=text),
        _(
            "look for the disk's free room, quota and health, then run the command again; "
            "what it was writing was taken back"
        ),
    )
