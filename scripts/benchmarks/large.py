"""Rows of the table: ten times the games in ten times the time, and the memory that they need."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

from scripts.benchmarks.measure import Promise, Side, Sides
from scripts.benchmarks.projecting import project
from scripts.benchmarks.replaying import replay
from scripts.benchmarks.setting import Row, Setting
from scripts.benchmarks.writing import append_postgresql, append_sqlite


def _row(name: str, side: Callable[[Setting], Side]) -> Row:
    promise = Promise(f"{name}, ten times the games", "the games once", 12, 10, at_most=True)
    return Row(promise, lambda setting: (side(setting.ten), side(setting)))


ROWS = (
    _row("ingest of parsed events, SQLite", append_sqlite),
    _row("ingest of parsed events, PostgreSQL", append_postgresql),
    _row("replay cxc, SQLite", lambda setting: replay(setting.sqlite, "cxc")),
    _row("replay cxc, PostgreSQL", lambda setting: replay(setting.postgresql, "cxc")),
    _row("project --full cxc, SQLite", lambda setting: project(setting.sqlite, "cxc")),
    _row("project --full cxc, PostgreSQL", lambda setting: project(setting.postgresql, "cxc")),
)


def _memory(setting: Setting) -> Sides:
    """GiB at the peak of a full replay in a process of its own."""

    def product() -> float:
        command = [sys.executable, "-m", "scripts.benchmarks.peak", str(setting.sqlite), "cxc"]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) / 2**30

    return product, None


_PEAK = Promise("peak memory of a full replay", "", 2, 1, at_most=True, unit="GiB")
MEMORY = Row(_PEAK, _memory)
MEMORY_OF_TEN = Row(
    replace(_PEAK, name=f"{_PEAK.name}, ten times the games"), lambda setting: _memory(setting.ten)
)
