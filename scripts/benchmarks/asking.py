"""Rows of the table: questions to a store that is projected, its proof, and its size."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import ratingstore
from ratingstore.office.verify import verify
from ratingstore.store.tables import EVENT_TABLES
from scripts.benchmarks import baselines
from scripts.benchmarks.measure import Promise, Sides
from scripts.benchmarks.setting import Row, Setting, engine_of

_DAY = "2018-01-01"
"""The middle of history."""


def _list(setting: Setting) -> Sides:
    path = setting.one_list

    def product() -> None:
        with ratingstore.open(str(path)) as store:
            store.list("cxc", as_of=_DAY)

    return product, partial(baselines.seek, setting.history)


def _verify(setting: Setting) -> Sides:
    store = engine_of(setting.sqlite)

    def product() -> None:
        assert verify(store, log_only=True).sound

    return product, partial(baselines.fetch, setting.sqlite, [table.name for table in EVENT_TABLES])


def _size(store: Path, setting: Setting) -> Sides:
    return lambda: store.stat().st_size / setting.games, None


ROWS = (
    Row(Promise("list --as-of from the projection", "one seek a player", 2.5, 1.5, at_most=True), _list),
    Row(Promise("verify --log-only", "fetchall of the log", 0.6, 1.0), _verify),
    Row(
        Promise("size of a game, one list", "", 150, 110, at_most=True, unit="bytes"),
        lambda setting: _size(setting.one_list, setting),
    ),
    Row(
        Promise("size of a game, three lists", "", None, None, at_most=True, unit="bytes"),
        lambda setting: _size(setting.three_lists, setting),
    ),
)
