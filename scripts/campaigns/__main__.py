"""``scripts/campaign NAME -n N``: run a campaign and print its lines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from scripts.campaigns import full_disk, fuzz, kill, powercut, stateful, tamper, writers
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import ENGINES, Place

Run = Callable[[int, int, list[str]], Iterator[Outcome]]
"""A campaign takes its count, its seed and the engines that are asked for."""
_SHOWN = 20


def on_each(campaign: Callable[[Place, int, int], Outcome]) -> Run:
    """A campaign that goes over one database as it goes over the other."""

    def run(count: int, seed: int, engines: list[str]) -> Iterator[Outcome]:
        for name in engines:
            with ENGINES[name]() as place:
                yield campaign(place, count, seed)

    return run


def alone(campaign: Callable[[int, int], Outcome]) -> Run:
    """A campaign that chooses its databases by itself."""

    def run(count: int, seed: int, _engines: list[str]) -> Iterator[Outcome]:
        yield campaign(count, seed)

    return run


def one_each(**campaigns: Callable[[int, int], Outcome]) -> Run:
    """A campaign that goes its own way on each database."""

    def run(count: int, seed: int, engines: list[str]) -> Iterator[Outcome]:
        for name in engines:
            yield campaigns[name](count, seed)

    return run


CAMPAIGNS: dict[str, tuple[Run, int]] = {
    "powercut": (alone(powercut.campaign), 400),
    "kill": (on_each(kill.campaign), 200),
    "full-disk": (one_each(sqlite=full_disk.on_sqlite, postgresql=full_disk.on_postgresql), 60),
    "writers": (on_each(writers.campaign), 20),
    "fuzz": (on_each(fuzz.campaign), 1000),
    "tamper": (on_each(tamper.campaign), 10),
    "stateful": (alone(stateful.campaign), 200),
}
"""By name; with the count that it has by itself."""


def main() -> int:
    """Run what is asked for; the exit code is 1 where a fault was found."""
    asked = _arguments()
    names = list(CAMPAIGNS) if asked.name == "all" else [asked.name]
    sound = True
    for name in names:
        run, usual = CAMPAIGNS[name]
        for outcome in run(asked.n or usual, asked.seed, asked.engine or list(ENGINES)):
            print(outcome.line(), flush=True)
            for fault in outcome.faults[:_SHOWN]:
                print(f"  {fault}", file=sys.stderr, flush=True)
            sound = sound and not outcome.faults
    return 0 if sound else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/campaign", description=__doc__)
    parser.add_argument("name", choices=[*CAMPAIGNS, "all"])
    parser.add_argument("-n", type=int, default=0, help="how many runs (on each database)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another course of chance")
    parser.add_argument("--engine", action="append", choices=list(ENGINES), help="only this database")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
