"""Print the table of results: each row product, baseline and ratio of the same run, medians in turns."""

from __future__ import annotations

import argparse
import csv
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import ratingstore
from ratingstore.ingest import several
from ratingstore.ingest.report import IngestOptions, Writing
from ratingstore.office import publish
from ratingstore.projections import project
from ratingstore.store import engine
from ratingstore.store.engine import Engine
from scripts.benchmarks import stores
from scripts.benchmarks.measure import HEAD, Promise, in_turns, timed
from scripts.benchmarks.workload import RESULTS, RULE_SETS, Workload, evidence

Row = tuple[Promise, Callable[[], float | None], Callable[[], float | None]]
REPLAY: dict[str, tuple[float, float]] = {"cxc": (2, 8), "cbx": (2, 4), "elo": (0.8, 2)}
PROJECT: dict[str, tuple[float, float]] = {"cxc": (3, 8), "cbx": (3, 5), "elo": (1.0, 1.3)}
"""Must and aim of each list, whose rule set rates by the month, the tournament, the game."""


def main() -> None:
    """Measure the rows that are asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(HEAD, flush=True)
        for promise, product, baseline in _rows(Workload(asked.games), Path(folder)):
            if asked.only in promise.name:
                print(promise.line(*in_turns(product, baseline, asked.runs)), flush=True)


def _rows(workload: Workload, folder: Path) -> Iterator[Row]:
    yield _append(workload, folder)
    yield _ingest(workload, folder)
    path = folder / "filled.db"
    store = stores.filled(str(path), workload)
    pipeline = evidence("pipeline")
    _file, raw = pipeline.fresh(workload.arrays)
    for name, (must, aim) in REPLAY.items():
        promise = Promise(f"replay {name}, nothing stored", "read_only", must, aim)
        yield promise, _replay(path, name), lambda: _nothing(pipeline.read_only(raw))
    for name, (must, aim) in PROJECT.items():
        promise = Promise(f"project --full {name}", "plain", must, aim)
        yield promise, _project(store, name), lambda: _nothing(pipeline.plain(raw))
    yield _list(path, raw)


def _nothing(_answer: object) -> None:
    """The baselines answer with what they computed; here only their time counts."""


def _ingest(workload: Workload, folder: Path) -> Row:
    """The games as a file, to a committed log, beside a bare reader and the bare driver."""
    path, numbers = workload.csv(folder / "games.csv"), iter(range(10**6))
    named = {column: name for name, column in enumerate(sorted(RESULTS.values()))}

    def product() -> float:
        store = stores.empty(str(folder / f"file-{next(numbers)}.db"))
        options, how = IngestOptions(list_code="cxc"), Writing()
        return timed(
            lambda: several.ingest(store, [path], options, how, publish.requested, lambda _connection: None)
        )

    def baseline() -> None:
        connection = stores.raw_sqlite(folder / f"raw-file-{next(numbers)}.db")
        connection.execute("BEGIN IMMEDIATE")
        with path.open(encoding="utf-8", newline="") as file:
            lines = csv.reader(file)
            next(lines)
            rest = (None,) * (stores.GAME_COLUMNS - 8)
            rows = ((at, *line[:6], named[line[6]], *rest) for at, line in enumerate(lines, 1))
            connection.executemany(stores.RAW_INSERT, rows)
        connection.execute("COMMIT")
        connection.close()

    return Promise("ingest of the file, SQLite", "csv.reader, executemany", 0.35, 0.6), product, baseline


def _append(workload: Workload, folder: Path) -> Row:
    """Parsed events to a committed log, beside the bare driver."""
    events, rows = workload.events(), stores.raw_rows(workload)
    numbers = iter(range(10**6))

    def product() -> float:
        store = stores.empty(str(folder / f"append-{next(numbers)}.db"))
        with engine.writing(store) as connection:
            return timed(lambda: stores.append_rows(connection, {"game_event": events}))

    def baseline() -> float:
        connection = stores.raw_sqlite(folder / f"raw-{next(numbers)}.db")
        connection.execute("BEGIN IMMEDIATE")
        seconds = timed(lambda: connection.executemany(stores.RAW_INSERT, rows))
        seconds += timed(lambda: connection.execute("COMMIT"))
        connection.close()
        return seconds

    return Promise("ingest of parsed events, SQLite", "executemany", 0.75, 1.0), product, baseline


def _replay(path: Path, name: str) -> Callable[[], None]:
    def run() -> None:
        with ratingstore.open(str(path)) as store:
            store.replay(name)

    return run


def _project(store: Engine, name: str) -> Callable[[], None]:
    def run() -> None:
        with engine.writing(store) as connection:
            for table in ("projected_change", "projected_unit", "projected_list"):
                connection.exec_driver_sql(f"DELETE FROM {table}")
        project.project(store, name, full=True)

    return run


def _list(path: Path, raw: sqlite3.Connection) -> Row:
    """A past list from the projection, beside one index seek a player over the baseline's history."""
    day, middle = "2018-01-01", 59
    raw.executescript(
        "CREATE INDEX IF NOT EXISTS hp ON hist(player, game);"
        "CREATE TABLE IF NOT EXISTS player AS SELECT DISTINCT player FROM hist;"
    )
    (last,) = raw.execute("SELECT max(id) FROM game WHERE month <= ?", (middle,)).fetchone()
    seek = (
        "SELECT p.player, (SELECT before + delta FROM hist x WHERE x.player = p.player AND x.game <= ?"
        " ORDER BY game DESC LIMIT 1) FROM player p"
    )
    name = next(iter(RULE_SETS))

    def product() -> None:
        with ratingstore.open(str(path)) as store:
            store.list(name, as_of=day)

    def baseline() -> None:
        raw.execute(seek, (last,)).fetchall()

    promise = Promise("list --as-of from the projection", "one seek a player", 2.5, 1.5, at_most=True)
    return promise, product, baseline


if __name__ == "__main__":
    main()
