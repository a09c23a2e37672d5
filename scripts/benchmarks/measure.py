"""Timing two things in turns, and what a row of the table of results says."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Promise:
    """A row of the table: the ratio of baseline to product that must be reached, and the aim.

    ``at_most``: the ratio is product to baseline, and must not be more.
    """

    name: str
    baseline: str
    must: float
    aim: float
    at_most: bool = False

    def line(self, product: float, baseline: float) -> str:
        """The row as printed: seconds, ratio, and whether the promise holds."""
        ratio = product / baseline if self.at_most else baseline / product
        held = ratio <= self.must if self.at_most else ratio >= self.must
        sign = "<=" if self.at_most else ">="
        verdict = "ok" if held else "MISSED"
        return (
            f"| {self.name} | {product:.3f} s | {self.baseline} {baseline:.3f} s | {ratio:.2f} |"
            f" {sign} {self.must} (aim {self.aim}) | {verdict} |"
        )


HEAD = "| what | product | baseline | ratio | promised | |\n| --- | --- | --- | --- | --- | --- |"


def timed(function: Callable[[], Any]) -> float:
    """Seconds of one run, the collector of garbage off."""
    gc.collect()
    gc.disable()
    try:
        began = time.perf_counter()
        function()
        return time.perf_counter() - began
    finally:
        gc.enable()


def in_turns(
    product: Callable[[], float | None], baseline: Callable[[], float | None], runs: int
) -> tuple[float, float]:
    """Medians of both, run in turns; a function that times itself gives its seconds."""
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(_seconds(product))
        theirs.append(_seconds(baseline))
    return statistics.median(ours), statistics.median(theirs)


def _seconds(function: Callable[[], float | None]) -> float:
    told: list[float | None] = []
    whole = timed(lambda: told.append(function()))
    return whole if told[0] is None else told[0]
