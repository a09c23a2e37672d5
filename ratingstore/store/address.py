"""Where a store lies: a path or a database URL."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from ratingstore.errors import UsageError
from ratingstore.language import _

_DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}
_KNOWN = ("sqlite", "postgresql+psycopg")


def parse(address: str) -> URL:
    """The URL of a store given as a path (``club.db``) or a URL (``postgresql://...``).

    Raises UsageError for an address of another kind of database, and for a database in memory.
    """
    url = _url(address) if "://" in address else URL.create("sqlite", database=address)
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    if url.drivername not in _KNOWN:
        raise UsageError(_("{kind} is no database this program knows").format(kind=url.drivername), _hint())
    if is_sqlite(url) and url.database in (None, "", ":memory:"):
        raise UsageError(_("a store cannot lie in memory: it would be gone with the program"), _hint())
    return url


def _url(address: str) -> URL:
    try:
        return make_url(address)
    except (ArgumentError, ValueError) as error:
        # Not as it stands: a password may be in it.
        shown = re.sub(r"(://[^/@]*):[^@]*@", r"\1:***@", address)
        raise UsageError(
            _("the database address {address} cannot be read").format(address=shown), _hint()
        ) from error


def _hint() -> str:
    return _("use a file name, sqlite:///FILE or postgresql://HOST/DATABASE")


def shown(url: URL) -> str:
    """The address as it may be printed: a path for SQLite, else the URL without its password."""
    if is_sqlite(url):
        return url.database or ":memory:"
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def is_sqlite(url: URL) -> bool:
    """Whether the store is a SQLite file."""
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path | None:
    """The file of a SQLite store; None for the others."""
    return Path(url.database) if is_sqlite(url) and url.database else None
