"""Units that took effect, in columns; a million single games are units too, and named when somebody asks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from typing import overload

import numpy as np

from ratingstore.store.read import Ints

Names = Callable[[int, int], Sequence[str]]
"""Gives the names of neighbouring units: from one place in their group until before another."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit that took effect: its name, day, rule set id ("" before the first) and rated games."""

    name: str
    effective_on: int
    rule_set: str
    games: int


@dataclass(frozen=True, kw_only=True)
class Units(Sequence[Unit]):
    """``rule_set``: the place of each unit's among ``rule_sets``, which stand in the order of their first
    unit. ``starts`` are the first units of the groups that ``named`` names."""

    effective_on: Ints
    games: Ints
    rule_set: Ints
    rule_sets: tuple[str, ...]
    starts: Sequence[int]
    named: Sequence[Names]

    def __len__(self) -> int:
        return len(self.games)

    @overload
    def __getitem__(self, at: int) -> Unit: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Unit]: ...
    def __getitem__(self, at: int | slice) -> Unit | Sequence[Unit]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        if not 0 <= at < len(self):
            raise IndexError(at)
        group = bisect_right(self.starts, at) - 1
        place = at - self.starts[group]
        (name,) = self.named[group](place, place + 1)
        rule_set = self.rule_sets[int(self.rule_set[at])]
        return Unit(name, int(self.effective_on[at]), rule_set, int(self.games[at]))

    @cached_property
    def names(self) -> list[str]:
        """The names of all units."""
        groups = zip(self.named, pairwise([*self.starts, len(self)]), strict=True)
        return list(chain.from_iterable(names(0, past - first) for names, (first, past) in groups))


@dataclass(slots=True)
class UnitsNoted:
    """Collects units while a fold runs."""

    _rule_sets: dict[str, int] = field(default_factory=dict)
    _columns: Ints = field(default_factory=lambda: np.zeros((3, 64), dtype=np.int64))
    _size: int = 0
    _starts: list[int] = field(default_factory=list)
    _named: list[Names] = field(default_factory=list)

    def unit(self, name: str, effective_on: int, rule_set: str, games: int) -> int:
        """Note a unit; return its number."""
        return self.group(lambda _first, _past: [name], np.array([effective_on]), rule_set, np.array([games]))

    def group(self, names: Names, effective_on: Ints, rule_set: str, games: Ints) -> int:
        """Note neighbouring units of one rule set; return the number of the first."""
        first, past = self._size, self._size + len(games)
        if past > self._columns.shape[1]:
            wider = np.zeros((3, 2 * past), dtype=np.int64)
            wider[:, :first] = self._columns[:, :first]
            self._columns = wider
        which = self._rule_sets.setdefault(rule_set, len(self._rule_sets))
        self._columns[:, first:past] = effective_on, np.broadcast_to(which, past - first), games
        self._size = past
        self._starts.append(first)
        self._named.append(names)
        return first

    def day(self, number: int) -> int:
        """The day on which a unit takes effect."""
        return int(self._columns[0, number])

    def days(self, numbers: Ints) -> Ints:
        """The days on which units take effect."""
        days: Ints = self._columns[0, numbers]
        return days

    def closed(self) -> Units:
        """All units noted so far."""
        effective_on, rule_set, games = self._columns[:, : self._size]
        return Units(
            effective_on=effective_on,
            games=games,
            rule_set=rule_set,
            rule_sets=tuple(self._rule_sets),
            starts=tuple(self._starts),
            named=tuple(self._named),
        )
