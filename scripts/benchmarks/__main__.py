"""Print the table of results: each row product, baseline and ratio of the same run, medians in turns."""

from __future__ import annotations

import argparse

from scripts.benchmarks import asking, large, projecting, replaying, writing
from scripts.benchmarks.machine import heading
from scripts.benchmarks.measure import HEAD, in_turns
from scripts.benchmarks.setting import setting

ROWS = (*writing.ROWS, *replaying.ROWS, *projecting.ROWS, *asking.ROWS, large.MEMORY)
"""In the order of the table."""


def main(arguments: list[str] | None = None) -> None:
    """Measure the rows that are asked for."""
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    parser.add_argument("--large", action="store_true", help="also ten times the games, and their memory")
    asked = parser.parse_args(arguments)
    rows = (*ROWS, *large.ROWS, large.MEMORY_OF_TEN) if asked.large else ROWS
    print(heading(asked.games, asked.runs))
    print(HEAD, flush=True)
    with setting(asked.games) as made:
        for row in rows:
            if asked.only in row.promise.name:
                print(row.promise.line(*in_turns(*row.sides(made), asked.runs)), flush=True)


if __name__ == "__main__":
    main()
