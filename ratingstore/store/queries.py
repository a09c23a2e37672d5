"""Read-only SQL for auditors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Engine, String, bindparam
from sqlalchemy import text as clause

from ratingstore.errors import ReadOnlyRefused
from ratingstore.language import _
from ratingstore.store import engine as engines

_WORD: Final = re.compile(r"(?:\s|\(|--[^\n]*\n|/\*.*?\*/)*([a-z]+)", re.IGNORECASE | re.DOTALL)
_READING: Final = {
    "sqlite": frozenset({"explain", "pragma", "select", "values", "with"}),
    "postgresql": frozenset({"explain", "select", "show", "table", "values", "with"}),
}
"""What a reading statement begins with. The read-only transaction alone stops neither COMMIT nor
SQLite's ATTACH, which makes a file, nor PostgreSQL's COPY, which can write one."""


def run(engine: Engine, sql: str) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Column names and rows of one statement that only reads.

    Raises ReadOnlyRefused for a statement that writes or that the database does not understand.
    """
    word = _WORD.match(sql)
    if word is None or word[1].lower() not in _READING[engine.dialect.name]:
        raise _refused_to_write(word[1] if word else f"“{sql.strip()}”")
    with engines.reading(engine) as connection:
        cursor: Any = connection.connection.cursor()
        try:
            # PostgreSQL takes several statements in one text unless the statement is prepared; the
            # second could end the read-only transaction.
            prepared: dict[str, Any] = {} if connection.dialect.name == "sqlite" else {"prepare": True}
            cursor.execute(sql, **prepared)
            columns = tuple(column[0] for column in cursor.description or ())
            return columns, [tuple(row) for row in cursor.fetchall()] if columns else []
        except (connection.dialect.loaded_dbapi.Error, connection.dialect.loaded_dbapi.Warning) as error:
            raise _refused(error) from error
        finally:
            cursor.close()


def named(
    connection: Connection, sql: str, values: Mapping[str, str]
) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Column names and rows of a shipped statement; values go to its ``:name`` places, as texts."""
    # Typed, so that PostgreSQL need not guess what a value that is compared with nothing but text is.
    statement = clause(sql).bindparams(*(bindparam(name, type_=String()) for name in values))
    result = connection.execute(statement, values)
    return tuple(result.keys()), [tuple(row) for row in result]


def _refused(error: Exception) -> ReadOnlyRefused:
    text = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    words = ("readonly", "read-only", "query_only", "append-only")
    if any(word in text for word in words):
        return _refused_to_write(text)
    return ReadOnlyRefused(
        _("the database refuses the query: {text}").format(text=text),
        _("tables and views: select name from sqlite_master, or \\dv in psql; docs/views.md"),
    )


def _refused_to_write(text: str) -> ReadOnlyRefused:
    return ReadOnlyRefused(
        _("a query only reads: {text}").format(text=text),
        _("facts enter by ingest and are mended by corrections"),
    )
