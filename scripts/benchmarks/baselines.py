"""What the product is measured beside: bare drivers, on tables of the game table's columns."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import psycopg

from scripts.benchmarks.measure import timed
from scripts.benchmarks.workload import RESULTS

_COLUMNS, _PLAYED = 22, 17
_NAMES = [f"c{at} {'text' if at == _PLAYED else '{whole}'}" for at in range(1, _COLUMNS)]
_TABLE = f"CREATE TABLE raw_game (position {{whole}} PRIMARY KEY, {', '.join(_NAMES)})"
_INSERT = f"INSERT INTO raw_game VALUES ({','.join('?' * _COLUMNS)})"
_MIDDLE = 59
"""The last month of the first half of history."""

Rows = Sequence[tuple[object, ...]]


def sqlite(path: Path, rows: Rows) -> float:
    """Seconds of executemany and commit of rows in a new file."""
    connection = _new(path)
    connection.execute("BEGIN IMMEDIATE")
    seconds = timed(lambda: connection.executemany(_INSERT, rows))
    seconds += timed(lambda: connection.execute("COMMIT"))
    connection.close()
    return seconds


def postgresql(url: str, rows: Rows) -> float:
    """Seconds of a binary COPY, row by row, and commit into an empty table."""
    kinds = ["int8"] * _COLUMNS
    kinds[_PLAYED] = "text"
    with psycopg.connect(url) as connection:
        connection.execute("DROP TABLE IF EXISTS raw_game")
        connection.execute(_TABLE.format(whole="bigint"))
        connection.commit()

        def copied() -> None:
            with connection.cursor().copy("COPY raw_game FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(kinds)
                for row in rows:
                    copy.write_row(row)
            connection.commit()

        return timed(copied)


def of_file(path: Path, games: Path) -> float:
    """Seconds of a bare reader of the games' file and executemany, to the commit, in a new file."""
    connection = _new(path)
    points = {text: half for half, text in RESULTS.items()}
    rest = (None,) * (_COLUMNS - 8)

    def read() -> None:
        connection.execute("BEGIN IMMEDIATE")
        with games.open(encoding="utf-8", newline="") as file:
            lines = csv.reader(file)
            next(lines)
            rows = ((at, *line[:6], points[line[6]], *rest) for at, line in enumerate(lines, 1))
            connection.executemany(_INSERT, rows)
        connection.execute("COMMIT")

    seconds = timed(read)
    connection.close()
    return seconds


def _new(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(_TABLE.format(whole="INTEGER"))
    return connection


def index(history: sqlite3.Connection) -> None:
    """Make the baseline's history ready for questions."""
    history.executescript(
        "CREATE INDEX hp ON hist(player, game); CREATE TABLE player AS SELECT DISTINCT player FROM hist;"
    )


def seek(history: sqlite3.Connection) -> None:
    """The list of a past day: one index seek a player."""
    (last,) = history.execute("SELECT max(id) FROM game WHERE month <= ?", (_MIDDLE,)).fetchone()
    history.execute(
        "SELECT p.player, (SELECT before + delta FROM hist x WHERE x.player = p.player AND x.game <= ?"
        " ORDER BY game DESC LIMIT 1) FROM player p",
        (last,),
    ).fetchall()


def fetch(path: Path, tables: Sequence[str]) -> None:
    """Every value of some tables of a store."""
    connection = sqlite3.connect(path)
    for table in tables:
        connection.execute(f"SELECT * FROM {table}").fetchall()
    connection.close()
