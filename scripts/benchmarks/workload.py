"""The workload of the evidence folder, as columns of events and as files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ratingstore.store.copying import Columns
from ratingstore.store.read import Ints

ROOT = Path(__file__).resolve().parents[2]
EVIDENCE = ROOT.parent / "shared" / "bench"
FIRST_YEAR, MONTHS = 2013, 120
OPENED = date(2012, 12, 1)
NEXT_YEAR = date(FIRST_YEAR + MONTHS // 12, 1, 1)
RULE_SETS = {"cxc": "cxc-2012", "cbx": "cbx-1", "elo": "elo-1"}
"""List and rule set of each way of rating: by the month, the tournament, the game."""
RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}
HEADER = "tournament,date,round,game_no,white,black,result\n"
_PLAYERS = 20_000
_AT_ONCE = 1_000_000


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
            games=games, players=min(_PLAYERS, games), tournaments=max(8, games // 125), months=MONTHS
        )

    @cached_property
    def columns(self) -> dict[str, Ints]:
        """Tournament, round, white, black (from 1), half points of White, day of play, game number."""
        arrays = self.arrays
        found = {name: arrays[key].astype(np.int64) + 1 for name, key in _NUMBERS.items()}
        found["half"] = arrays["half"].astype(np.int64)
        firsts = [date(FIRST_YEAR + at // 12, at % 12 + 1, 1).toordinal() for at in range(MONTHS)]
        found["day"] = np.array(firsts)[arrays["month"]] + arrays["rnd"].astype(np.int64) % 28
        low, high = np.minimum(found["white"], found["black"]), np.maximum(found["white"], found["black"])
        found["number"] = _numbered(found["tournament"], found["round"], low, high)
        return found

    @cached_property
    def players(self) -> int:
        """Players are numbered from 1 to this."""
        return int(max(self.columns["white"].max(), self.columns["black"].max()))

    @cached_property
    def tournaments(self) -> tuple[Ints, Ints, Ints]:
        """Number, first and last day of each tournament."""
        tournament, day = self.columns["tournament"], self.columns["day"]
        starts = np.flatnonzero(np.diff(tournament, prepend=0))
        return tournament[starts], np.minimum.reduceat(day, starts), np.maximum.reduceat(day, starts)

    def events(self) -> Iterator[Columns]:
        """Game events as the readers hand them to the store, in columns, at most a million at once."""
        for start in range(0, self.games, _AT_ONCE):
            yield self._events(slice(start, start + _AT_ONCE))

    def _events(self, some: slice) -> Columns:
        c = {name: column[some] for name, column in self.columns.items()}
        size = len(c["day"])
        line = np.arange(some.start + 2, some.start + 2 + size)
        low, high = np.minimum(c["white"], c["black"]), np.maximum(c["white"], c["black"])
        ones, none = np.ones(size, dtype=np.int64), [None] * size
        return (
            np.zeros(size, dtype=np.int64), ones, line, c["tournament"], c["round"], low, high, c["number"],
            c["day"], c["round"], line % 60 + 1, c["white"], c["black"], c["half"], 2 - c["half"],
            ["yes"] * size, none, none, none, c["day"],
        )  # fmt: skip

    def rows(self) -> list[tuple[object, ...]]:
        """All game events with every column of their table, as a bare driver takes them."""
        parts = (
            [cells.tolist() if isinstance(cells, np.ndarray) else cells for cells in part]
            for part in self.events()
        )
        content = (row for part in parts for row in zip(*part, strict=True))
        return [(at, 1, at, *row[1:]) for at, row in enumerate(content, 1)]

    def csv(self, path: Path, end: str = "\n", more: Sequence[str] = ()) -> Path:
        """The games as a neutral file, with ``more`` lines behind them."""
        names = ("tournament", "day", "round", "number", "white", "black", "half")
        cells = (self.columns[name].tolist() for name in names)
        iso = {day: date.fromordinal(day).isoformat() for day in set(self.columns["day"].tolist())}
        with path.open("w", encoding="utf-8", newline=end) as file:
            file.write(HEADER)
            for t, day, *rest in zip(*cells, strict=True):
                file.write(line(t, iso[day], *rest))
            file.writelines(more)
        return path


_NUMBERS = {"tournament": "tour", "round": "rnd", "white": "white", "black": "black"}


def code(tournament: int) -> str:
    """How a tournament is called."""
    return f"T{tournament:06d}"


def player(number: int) -> str:
    """How a player is called."""
    return f"P{number:06d}"


def line(tournament: int, day: str, rnd: int, game_no: int, white: int, black: int, half: int) -> str:
    """A line of a neutral file, below its ``HEADER``."""
    return f"{code(tournament)},{day},{rnd},{game_no},{player(white)},{player(black)},{RESULTS[half]}\n"


def _numbered(*key: Ints) -> Ints:
    """The number of each row among those of the same key, from 1 in their order."""
    order = np.lexsort(key[::-1])
    new = np.zeros(len(order), dtype=np.bool_)
    new[:1] = True
    for column in key:
        new[1:] |= np.diff(column[order]) != 0
    at = np.arange(len(order))
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = at - np.maximum.accumulate(np.where(new, at, 0)) + 1
    return numbers
