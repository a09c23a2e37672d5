"""Stores that hold the workload."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ratingstore.ingest import adopt
from ratingstore.ingest.report import Writing
from ratingstore.store import address, append, engine, identities, schema
from ratingstore.store.append import NewBatch
from ratingstore.store.copying import Columns
from ratingstore.store.engine import Connection, Engine
from ratingstore.store.identities import Person
from scripts.benchmarks.workload import OPENED, RULE_SETS, Workload, code, player

START = 150_000
"""Everybody begins with 1500 points, resting on 30 games."""
_DERIVED = ("projected_change", "projected_unit", "projected_list", "checkpoint")


def empty(url: str) -> Engine:
    """A new store."""
    store = engine.make(address.parse(url))
    schema.create(store, "UTC")
    return store


def filled(url: str, workload: Workload, lists: Sequence[str] = tuple(RULE_SETS)) -> Engine:
    """A store with the workload's games, its players opened in each list, and their rule sets."""
    store = empty(url)
    with engine.writing(store) as connection:
        sealed = _identities(connection, workload, lists)
        facts = {
            "tournament_event": _tournaments(workload, " ".join(lists)),
            "rating_event": _openings(workload, len(lists)),
        }
        _append(connection, facts, sealed)
    append_games(store, workload.events())
    for name in lists:
        adopt.adopt(store, RULE_SETS[name], name, None, {}, Writing())
    return store


def append_games(store: Engine, events: Iterable[Columns]) -> None:
    """Append game events to the log with every guarantee, in one transaction."""
    with engine.writing(store) as connection:
        for columns in events:
            _append(connection, {"game_event": columns})


def emptied(store: Engine) -> None:
    """Take the projections out of a store, and the checkpoints with them."""
    with engine.writing(store) as connection:
        # PostgreSQL would leave the deleted rows for the next run to wade through.
        words = "DELETE FROM" if connection.dialect.name == "sqlite" else "TRUNCATE"
        for table in _DERIVED:
            connection.exec_driver_sql(f"{words} {table}")


def _append(connection: Connection, columns: Mapping[str, Columns], sealed: Sequence[str] = ()) -> None:
    head = append.head(connection, lock=True)
    new = NewBatch(
        recorded_at=head.recorded_at or "2026-01-01T00:00:00Z",
        format="games",
        document_hash="",
        options="{}",
        columns=columns,
        identities=sealed,
    )
    append.append(connection, head, new)


def _identities(connection: Connection, workload: Workload, lists: Sequence[str]) -> list[str]:
    people = [Person(n, player(n), f"Player {n}") for n in range(1, workload.players + 1)]
    numbers = workload.tournaments[0].tolist()
    return [
        *identities.add_lists(connection, {name: at for at, name in enumerate(lists, 1)}, 1),
        *identities.add_tournaments(connection, {code(one): one for one in numbers}, 1),
        *identities.add_people(connection, people, 1),
    ]


def _tournaments(workload: Workload, lists: str) -> Columns:
    rows = [
        (0, 1, 1, number, "", lists, first, last, "swiss", None, 1, "", "", "", None, "rated", None, first)
        for number, first, last in zip(*(column.tolist() for column in workload.tournaments), strict=True)
    ]
    return tuple(zip(*rows, strict=True))


def _openings(workload: Workload, lists: int) -> Columns:
    players = np.repeat(np.arange(1, workload.players + 1), lists)
    size, day = len(players), OPENED.toordinal()
    of = np.tile(np.arange(1, lists + 1), workload.players)
    root, one, at, start, games = (np.full(size, number) for number in (0, 1, day, START, 30))
    return (
        root, one, one, players, of, ["opening"] * size, at, start, root, games,
        [None] * size, [""] * size, at,
    )  # fmt: skip
