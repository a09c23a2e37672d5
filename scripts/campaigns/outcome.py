"""What a campaign found, in one line."""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path


@dataclass
class Outcome:
    """What was tried and how often, what else was counted, and the faults, each in words."""

    what: str
    runs: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, faults: Iterable[str], where: str) -> None:
        """A run is over; ``where`` says how to have its faults again."""
        self.runs += 1
        self.faults += [f"{where}: {fault}" for fault in faults]

    @contextmanager
    def timed(self) -> Iterator[Outcome]:
        """Count the seconds of what is done inside."""
        began = time.monotonic()
        try:
            yield self
        finally:
            self.seconds += time.monotonic() - began

    def line(self) -> str:
        """What, how many, faults, seconds, when, machine."""
        counted = "".join(f", {count} {name}" for name, count in sorted(self.counts.items()))
        return (
            f"{self.what}: {self.runs} runs{counted}, {len(self.faults)} faults, {self.seconds:.0f} s"
            f" | {date.today().isoformat()}, {machine()}"
        )


def machine() -> str:
    """The machine and what of it matters here."""
    return (
        f"{os.cpu_count()} x {_processor()}, {platform.system()} {platform.release().partition('-')[0]},"
        f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


def _processor() -> str:
    described = Path("/proc/cpuinfo")
    if described.exists():
        for line in described.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
