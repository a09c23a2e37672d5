"""Rows of the table: storing every change, all of them or those that something new asks for."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count, cycle
from pathlib import Path

import ratingstore
from ratingstore.ingest.report import IngestOptions
from ratingstore.projections import project as projecting
from scripts.benchmarks import stores
from scripts.benchmarks.measure import Promise, Side, Sides, timed
from scripts.benchmarks.setting import Row, Setting, engine_of
from scripts.benchmarks.workload import HEADER, NEXT_YEAR, RESULTS, code, line, player

_PROMISED: dict[str, tuple[float, float]] = {"cxc": (3, 8), "cbx": (3, 5), "elo": (1.0, 1.3)}
_ROUNDS, _PAIRS = 6, 10


def project(place: Path | str, name: str) -> Side:
    """Every change of a list stored; emptying the projections before is not timed."""
    store = engine_of(place)

    def run() -> float:
        stores.emptied(store)
        return timed(lambda: projecting.project(store, name, full=True))

    return run


def _project(name: str, setting: Setting) -> Sides:
    return project(setting.sqlite, name), setting.pipeline_of("plain")


def _engines(name: str, setting: Setting) -> Sides:
    return project(setting.postgresql, name), project(setting.sqlite, name)


def _full(path: Path) -> Callable[[], None]:
    def run() -> None:
        with ratingstore.open(str(path)) as store:
            store.project(full=True)

    return run


def _copied(setting: Setting) -> Path:
    """A projected store of one list that may be written to."""
    return Path(shutil.copy(setting.one_list, setting.path()))


def _news(setting: Setting) -> Sides:
    """A new tournament of 60 games between known players, ingested and projected."""
    path, numbers = _copied(setting), count(int(setting.workload.tournaments[0][-1]) + 1)

    def product() -> float:
        file = _tournament(setting.path("news.csv"), next(numbers))
        with ratingstore.open(str(path)) as store:
            return timed(lambda: store.ingest([file], IngestOptions(list_code="cxc")))

    return product, _full(path)


def _tournament(path: Path, number: int) -> Path:
    # Each of another day, or it would be asked about as a copy of the one before.
    day = (NEXT_YEAR + timedelta(days=number % 28)).isoformat()
    games = (
        line(number, day, rnd, 1, pair + 1, pair + rnd + _PAIRS, pair % 3)
        for rnd in range(1, _ROUNDS + 1)
        for pair in range(_PAIRS)
    )
    path.write_text(HEADER + "".join(games), encoding="utf-8")
    return path


def _corrected(setting: Setting) -> Sides:
    """Another result of the game at half of history, appended and projected."""
    path, columns = _copied(setting), setting.workload.columns
    at = setting.games // 2
    tournament, rnd, number, white, black, half = (
        int(columns[name][at]) for name in ("tournament", "round", "number", "white", "black", "half")
    )
    results = cycle([*(text for points, text in RESULTS.items() if points != half), RESULTS[half]])
    words = {
        "action": "game", "tournament": code(tournament), "round": rnd, "game_no": number,
        "white": player(white), "black": player(black), "reason": "measured",
    }  # fmt: skip

    def product() -> float:
        with ratingstore.open(str(path)) as store:
            return timed(lambda: store.correct({"type": "correction", **words, "to": next(results)}))

    return product, _full(path)


ROWS = (
    *(
        Row(Promise(f"project --full {name}", "plain", *promised), partial(_project, name))
        for name, promised in _PROMISED.items()
    ),
    *(
        Row(
            Promise(f"project --full {name}, PostgreSQL", "the same on SQLite", 0.7, 1),
            partial(_engines, name),
        )
        for name in _PROMISED
    ),
    Row(Promise("a new tournament, projected", "project --full", 0.1, 0.05, at_most=True), _news),
    Row(
        Promise("a result corrected at half of history", "project --full", 0.6, 0.35, at_most=True),
        _corrected,
    ),
)
