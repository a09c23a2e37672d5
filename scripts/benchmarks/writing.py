"""Rows of the table: getting games into the log."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from ratingstore.ingest import several
from ratingstore.ingest.report import IngestOptions, Writing
from ratingstore.office import publish
from scripts.benchmarks import baselines, stores
from scripts.benchmarks.measure import Promise, Side, Sides, timed
from scripts.benchmarks.setting import Row, Setting, engine_of
from scripts.benchmarks.workload import NEXT_YEAR, Workload, line


def append_sqlite(setting: Setting) -> Side:
    """Parsed events, in columns as the readers hand them over, to a committed log in a new file."""
    return lambda: _append(str(setting.anew("append.db")), setting.workload)


def append_postgresql(setting: Setting) -> Side:
    """The same in a database that goes at once."""

    def run() -> float:
        url = setting.databases.create()
        seconds = _append(url, setting.workload)
        setting.databases.drop(url)
        return seconds

    return run


def _append(url: str, workload: Workload) -> float:
    store, events = stores.empty(url), list(workload.events())
    return timed(lambda: stores.append_games(store, events))


def _sqlite(setting: Setting) -> Sides:
    rows = setting.rows
    return append_sqlite(setting), lambda: baselines.sqlite(setting.anew("raw.db"), rows)


def _postgresql(setting: Setting) -> Sides:
    rows, url = setting.rows, setting.databases.create()
    return append_postgresql(setting), lambda: baselines.postgresql(url, rows)


def _ingest(store: Path, games: Path) -> float:
    """Seconds of a file to a committed log, nothing projected."""
    engine, options, how = engine_of(store), IngestOptions(list_code="cxc"), Writing()
    return timed(lambda: several.ingest(engine, [games], options, how, publish.requested, lambda _made: None))


def _first(setting: Setting) -> float:
    store = setting.anew("file.db")
    stores.empty(str(store)).dispose()
    return _ingest(store, setting.csv)


def _file(setting: Setting) -> Sides:
    games = setting.csv
    return partial(_first, setting), lambda: baselines.of_file(setting.anew("raw-file.db"), games)


def _again(setting: Setting) -> Sides:
    """The file once more, with other ends of lines and a new game, beside its first ingest."""
    full = setting.path()
    stores.empty(str(full)).dispose()
    _ingest(full, setting.csv)
    more = line(1, NEXT_YEAR.isoformat(), 99, 1, 1, 2, 2)
    other = setting.workload.csv(setting.path("again.csv"), "\r\n", [more])

    def product() -> float:
        return _ingest(Path(shutil.copy(full, setting.anew("again.db"))), other)

    return product, partial(_first, setting)


ROWS = (
    Row(Promise("ingest of parsed events, SQLite", "executemany", 0.75, 1.0), _sqlite),
    Row(Promise("ingest of parsed events, PostgreSQL", "COPY, write_row", 0.45, 0.55), _postgresql),
    Row(Promise("ingest of the file, SQLite", "csv.reader, executemany", 0.35, 0.6), _file),
    Row(Promise("ingest of the file again, CRLF and a new row", "the first ingest", 1.0, 3), _again),
)
