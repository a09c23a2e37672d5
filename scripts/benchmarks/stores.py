"""Stores and baseline databases that hold the workload."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from ratingstore.ingest import adopt
from ratingstore.ingest.report import Writing
from ratingstore.store import address, append, engine, identities, schema
from ratingstore.store.append import Cells, NewBatch
from ratingstore.store.engine import Connection, Engine
from ratingstore.store.identities import Person
from scripts.benchmarks.workload import OPENED, RULE_SETS, Workload, code

START = 150_000
"""Everybody begins with 1500 points, resting on 30 games."""


def empty(url: str) -> Engine:
    """A new store."""
    store = engine.make(address.parse(url))
    schema.create(store, "UTC")
    return store


def filled(url: str, workload: Workload) -> Engine:
    """A store with the workload's games, its players opened in each list, and their rule sets."""
    store = empty(url)
    with engine.writing(store) as connection:
        sealed = _identities(connection, workload)
        rows = {
            "game_event": workload.events(),
            "tournament_event": _tournaments(workload),
            "rating_event": _openings(workload),
        }
        append_rows(connection, rows, sealed)
    for code_, rule_set in RULE_SETS.items():
        adopt.adopt(store, rule_set, code_, None, {}, Writing())
    return store


def append_rows(
    connection: Connection, rows: dict[str, list[tuple[object, ...]]], sealed: Sequence[str] = ()
) -> None:
    """Append rows as one batch, with every guarantee."""
    head = append.head(connection, lock=True)
    new = NewBatch(
        recorded_at=head.recorded_at or "2026-01-01T00:00:00Z",
        format="games",
        document_hash="",
        options="{}",
        rows=rows,
        identities=sealed,
    )
    append.append(connection, head, new)


def _identities(connection: Connection, workload: Workload) -> list[str]:
    lists = {name: number for number, name in enumerate(RULE_SETS, 1)}
    people = [Person(n, f"P{n:06d}", f"Player {n}") for n in range(1, workload.players + 1)]
    return [
        *identities.add_lists(connection, lists, 1),
        *identities.add_tournaments(connection, {code(one): one for one in workload.tournaments}, 1),
        *identities.add_people(connection, people, 1),
    ]


def _tournaments(workload: Workload) -> list[Cells]:
    lists = " ".join(RULE_SETS)
    return [
        (0, 1, 1, number, "", lists, first, last, "swiss", None, 1, "", "", "", None, "rated", None, first)
        for number, (first, last) in workload.tournaments.items()
    ]


def _openings(workload: Workload) -> list[Cells]:
    day = OPENED.toordinal()
    return [
        (0, 1, 1, player, number, "opening", day, START, 0, 30, None, "", day)
        for player in range(1, workload.players + 1)
        for number in range(1, len(RULE_SETS) + 1)
    ]


def raw_rows(workload: Workload) -> list[Cells]:
    """The rows of the game table with every column, as the bare driver inserts them."""
    return [(at, 1, at, *row[1:]) for at, row in enumerate(workload.events(), 1)]


GAME_COLUMNS = 22
RAW_TABLE = (
    "CREATE TABLE raw_game (position INTEGER PRIMARY KEY, "
    + ", ".join(f"c{n} {'TEXT' if n == 16 else 'INTEGER'}" for n in range(1, GAME_COLUMNS))
    + ")"
)
RAW_INSERT = f"INSERT INTO raw_game VALUES ({','.join('?' * GAME_COLUMNS)})"


def raw_sqlite(path: Path) -> sqlite3.Connection:
    """An empty table of the game table's columns, as a bare driver would be used."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(RAW_TABLE)
    return connection
