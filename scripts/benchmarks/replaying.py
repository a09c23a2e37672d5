"""Rows of the table: folding the log, nothing stored."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import ratingstore
from ratingstore.projections import beginning
from ratingstore.replay import choice
from ratingstore.replay.fold import fold
from ratingstore.store import append, engine
from ratingstore.store import read as log
from scripts.benchmarks.measure import Promise, Sides
from scripts.benchmarks.setting import Row, Setting, engine_of
from scripts.benchmarks.workload import evidence

_PROMISED: dict[str, tuple[float, float]] = {"cxc": (2, 8), "cbx": (2, 4), "elo": (0.8, 2)}
_ALONE: dict[str, tuple[float, float]] = {"cxc": (10, 20), "cbx": (2.5, 8), "elo": (1, 3)}
_PERIOD = 31


def replay(place: Path | str, name: str) -> Callable[[], None]:
    """A full replay of a list, from the store to its rows."""

    def run() -> None:
        with ratingstore.open(str(place)) as store:
            store.replay(name, full=True)

    return run


def _replay(name: str, setting: Setting) -> Sides:
    return replay(setting.sqlite, name), setting.pipeline_of("read_only")


def _engines(name: str, setting: Setting) -> Sides:
    return replay(setting.postgresql, name), replay(setting.sqlite, name)


def _fold(name: str, setting: Setting) -> Sides:
    """The fold with its changes, the log read before, beside the loop over prepared rows."""
    with engine.reading(engine_of(setting.sqlite)) as connection:
        known = log.log(connection, append.head(connection).position)
    adopted = choice.adopted(known.adoptions, known.lists[name])
    core = evidence("core")
    ready = core.prep(setting.workload.arrays)

    def product() -> None:
        fold(known, known.lists[name], adopted)

    def baseline() -> None:
        core.naive_hist(ready)

    return product, baseline


def _past(setting: Setting) -> Sides:
    """The state of a day, one period past the checkpoint in the middle."""
    path = setting.one_list
    with ratingstore.open(str(path)) as store:
        days = [row[0] for row in store.query("SELECT day FROM checkpoint ORDER BY day").rows]
    day = int(str(days[len(days) // 2])) + _PERIOD
    store_there = engine_of(path)

    def product() -> None:
        with engine.reading(store_there) as connection:
            known = log.log(connection, append.head(connection).position)
            number = known.lists["cxc"]
            at = beginning.before(connection, known, number, day + 1)
        beginning.folded(known, number, choice.adopted(known.adoptions, number), at, day).newest()

    return product, setting.pipeline_of("read_only")


ROWS = (
    *(
        Row(Promise(f"replay {name}, nothing stored", "read_only", *promised), partial(_replay, name))
        for name, promised in _PROMISED.items()
    ),
    *(
        Row(Promise(f"replay {name}, PostgreSQL", "the same on SQLite", 0.7, 1), partial(_engines, name))
        for name in _PROMISED
    ),
    *(
        Row(Promise(f"fold {name} alone", "naive-dict+history", *promised), partial(_fold, name))
        for name, promised in _ALONE.items()
    ),
    Row(Promise("replay cxc --as-of, a period past a checkpoint", "read_only", 10, 30), _past),
)
