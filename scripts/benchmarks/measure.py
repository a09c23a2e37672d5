"""Timing two things in turns, and what a row of the table of results says."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Side = Callable[[], float | None]
"""One run. What measures itself gives its number; else the seconds that it takes count."""
Sides = tuple[Side, Side | None]
"""Product and baseline of a row."""
HEAD = "| what | product | baseline | ratio | promised | |\n| --- | --- | --- | --- | --- | --- |"


@dataclass(frozen=True)
class Promise:
    """A row of the table: the ratio of baseline to product that must be reached, and the aim.

    ``at_most``: the ratio is product to baseline, and must not be more. Without a baseline the
    product's number itself, in ``unit``, must not be more; ``must`` None promises nothing.
    """

    name: str
    baseline: str
    must: float | None
    aim: float | None
    at_most: bool = False
    unit: str = "s"

    def line(self, product: float, baseline: float | None) -> str:
        """The row as printed: numbers, ratio, and whether the promise holds."""
        beside = "" if baseline is None else f"{self.baseline} {baseline:.3f} {self.unit}"
        ratio = product if baseline is None else product / baseline if self.at_most else baseline / product
        return (
            f"| {self.name} | {product:.3f} {self.unit} | {beside} |"
            f" {'' if baseline is None else f'{ratio:.2f}'} | {self._promised(ratio)} |"
        )

    def _promised(self, ratio: float) -> str:
        if self.must is None:
            return "|"
        held = ratio <= self.must if self.at_most else ratio >= self.must
        sign = "<=" if self.at_most else ">="
        return f"{sign} {self.must} (aim {self.aim}) | {'ok' if held else 'MISSED'}"


def timed(function: Callable[[], Any]) -> float:
    """Seconds of one run, the collector of garbage off; a server's seconds count too."""
    gc.collect()
    gc.disable()
    try:
        began = time.perf_counter()
        function()
        return time.perf_counter() - began
    finally:
        gc.enable()


def in_turns(product: Side, baseline: Side | None, runs: int) -> tuple[float, float | None]:
    """Medians of both, run in turns."""
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(_number(product))
        if baseline is not None:
            theirs.append(_number(baseline))
    return statistics.median(ours), statistics.median(theirs) if theirs else None


def _number(side: Side) -> float:
    told: list[float | None] = []
    seconds = timed(lambda: told.append(side()))
    return seconds if told[0] is None else told[0]
