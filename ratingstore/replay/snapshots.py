"""What the lists of past days showed, as long as a later unit looks at them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from ratingstore.replay.agenda import Item
from ratingstore.replay.choice import Adopted
from ratingstore.replay.ledger import Ledger
from ratingstore.replay.state import State
from ratingstore.rules.grouping import values
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Ints


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The list of a day, in columns by player: ratings as shown, games they rest on, highest so far."""

    shown: Ints
    games: Ints
    peak: Ints

    def widened(self, players: int) -> Snapshot:
        """The same with more players, who are not on it."""

        def wide(column: Ints, nothing: int) -> Ints:
            return np.append(column, np.full(players - len(column), nothing, dtype=np.int64))

        return Snapshot(wide(self.shown, UNRATED), wide(self.games, 0), wide(self.peak, UNRATED))


@dataclass(slots=True)
class Snapshots:
    """Takes the lists that are looked at when their day is over, and keeps ``State.peak``."""

    wanted: tuple[int, ...]
    _last_use: dict[int, int]
    _peaks: bool
    taken: dict[int, Snapshot] = field(default_factory=dict)
    _day: int = 0
    _next: int = 0
    _mark: int = 0

    @classmethod
    def of(cls, items: Iterable[Item], adopted: Iterable[Adopted]) -> Snapshots:
        """For the items of a fold in their order, under these adoptions."""
        last_use: dict[int, int] = {}
        for item in items:
            if len(item.reference_on):
                last_use |= dict.fromkeys(values(item.reference_on).tolist(), item.day)
        return cls(tuple(sorted(last_use)), last_use, any(_reads_peak(one) for one in adopted))

    def resume(self, lists: Mapping[int, Snapshot]) -> None:
        """Begin with lists that were taken before."""
        self.taken = {day: one for day, one in lists.items() if day in self._last_use}

    def segment(self, day: int) -> int:
        """Equal for days between which nothing is looked at: their items may be folded in one go."""
        return day if self._peaks else bisect_left(self.wanted, day)

    def begin(self, day: int, state: State, ledger: Ledger) -> None:
        """Before an item of a day: the days before it are over, and leave their lists behind."""
        if day == self._day:
            return
        self._day = day
        if self._peaks:
            # Only what a day leaves behind was ever on a list, not what stood in between.
            players = np.unique(ledger.players_since(self._mark))
            state.peak[players] = np.maximum(state.peak[players], state.shown[players])
            self._mark = ledger.marked()
        while self._next < len(self.wanted) and self.wanted[self._next] < day:
            if self.wanted[self._next] not in self.taken:
                now = Snapshot(state.shown.copy(), state.games_for_k(slice(None)), state.peak.copy())
                self.taken[self.wanted[self._next]] = now
            self._next += 1
        for past in [past for past in self.taken if self._last_use[past] < day]:
            del self.taken[past]


def _reads_peak(adopted: Adopted) -> bool:
    conditions = adopted.rules.k.conditions
    return any(one.peak_from is not None or one.peak_below is not None for one in conditions)
