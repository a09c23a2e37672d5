"""The workload of the evidence folder as the product's files and rows, and the baselines' database."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EVIDENCE = ROOT.parent / "shared" / "bench"
FIRST_YEAR = 2013
OPENED = date(2012, 12, 1)
RULE_SETS = {"cxc": "cxc-2012", "cbx": "cbx-1", "elo": "elo-1"}
"""List and rule set of each way of rating: by the month, the tournament, the game."""
RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}


def evidence(name: str) -> ModuleType:
    """A module of the evidence folder, used from there."""
    if not EVIDENCE.is_dir():
        raise SystemExit(f"the workload and the baselines are not here: {EVIDENCE}")
    sys.dont_write_bytecode = True
    if str(EVIDENCE) not in sys.path:
        sys.path.insert(0, str(EVIDENCE))
    return __import__(name)


class Workload:
    """Games of ``games`` made-up games over 120 months, always the same."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.arrays: dict[str, Any] = evidence("gen_workload").generate(
            games=games, tournaments=max(8, games // 125)
        )

    @cached_property
    def columns(self) -> dict[str, list[int]]:
        """Tournament, round, white, black (from 1), half points of White, day of play, game number."""
        arrays = self.arrays
        found = {name: (arrays[key] + 1).tolist() for name, key in _NUMBERS.items()}
        found["half"] = arrays["half"].tolist()
        months, rounds = arrays["month"].tolist(), arrays["rnd"].tolist()
        days = {(m, r): _day(m, r) for m in set(months) for r in set(rounds)}
        found["day"] = [days[pair] for pair in zip(months, rounds, strict=True)]
        found["number"] = list(self._numbers(found))
        return found

    def _numbers(self, found: dict[str, list[int]]) -> Iterator[int]:
        """The number of a game among those of one pair in one round."""
        seen: dict[tuple[int, int, int, int], int] = {}
        names = ("tournament", "round", "white", "black")
        for tournament, rnd, white, black in zip(*(found[name] for name in names), strict=True):
            key = (tournament, rnd, min(white, black), max(white, black))
            seen[key] = seen.get(key, 0) + 1
            yield seen[key]

    @cached_property
    def players(self) -> int:
        return max(max(self.columns["white"]), max(self.columns["black"]))

    @cached_property
    def tournaments(self) -> dict[int, tuple[int, int]]:
        """First and last day by number."""
        found: dict[int, tuple[int, int]] = {}
        for number, day in zip(self.columns["tournament"], self.columns["day"], strict=True):
            first, last = found.get(number, (day, day))
            found[number] = min(first, day), max(last, day)
        return found

    def events(self) -> list[tuple[object, ...]]:
        """Rows of game events as the store takes them."""
        c = self.columns
        names = ("tournament", "round", "white", "black", "half", "day", "number")
        rows: list[tuple[object, ...]] = []
        for line, cells in enumerate(zip(*(c[name] for name in names), strict=True), 2):
            tournament, rnd, white, black, half, day, number = cells
            low, high = (white, black) if white < black else (black, white)
            rows.append((
                0, 1, line, tournament, rnd, low, high, number, day, rnd, line % 60 + 1, white, black,
                half, 2 - half, "yes", None, None, None, day,
            ))  # fmt: skip
        return rows

    def csv(self, path: Path) -> Path:
        """The games as a neutral file."""
        c = self.columns
        names = ("tournament", "day", "round", "number", "white", "black", "half")
        iso = {day: date.fromordinal(day).isoformat() for day in set(c["day"])}
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write("tournament,date,round,game_no,white,black,result\n")
            for t, day, rnd, number, white, black, half in zip(*(c[name] for name in names), strict=True):
                pair = f"P{white:06d},P{black:06d}"
                file.write(f"{code(t)},{iso[day]},{rnd},{number},{pair},{RESULTS[half]}\n")
        return path


_NUMBERS = {"tournament": "tour", "round": "rnd", "white": "white", "black": "black"}


def code(tournament: int) -> str:
    """How a tournament is called."""
    return f"T{tournament:06d}"


def _day(month: int, rnd: int) -> int:
    return date(FIRST_YEAR + month // 12, month % 12 + 1, 1 + rnd % 28).toordinal()
