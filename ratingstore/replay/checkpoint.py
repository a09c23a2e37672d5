"""Where a fold may begin instead of at the beginning: the state just before everything of a day."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from ratingstore.replay.agenda import Item
from ratingstore.replay.derive import Tournaments
from ratingstore.replay.sheet import Sheet
from ratingstore.replay.snapshots import Snapshot, Snapshots
from ratingstore.replay.state import State
from ratingstore.rules.entries import NONE, Block, Performance, PoolGame

_EVEN: Final = 8
"""Into so many parts of about as many games a history is cut."""


Marking = Callable[[Sequence[Item]], Sequence[int]]
"""Says before which days, ascending, a fold of these items takes checkpoints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The state before day ``day``, after all that took effect up to day ``last``, with the past lists that
    later units look at. Pools name no rows of games, for those have other places in another log."""

    day: int
    last: int
    state: State
    lists: Mapping[int, Snapshot]

    @classmethod
    def taken(cls, day: int, last: int, state: State, snapshots: Snapshots) -> Checkpoint:
        """A copy of a fold's state."""
        pools = {player: [_nameless(one) for one in pool] for player, pool in state.pools.items()}
        return cls(
            day=day, last=last, state=replace(state.copied(), pools=pools), lists=dict(snapshots.taken)
        )

    def serves(self, wanted: Sequence[int]) -> bool:
        """Whether the lists of these days can be had: kept, or as the state still is."""
        return all(day in self.lists or day >= self.last for day in wanted if day < self.day)

    def begun(self, of: Tournaments, players: int) -> State:
        """The state to begin with: of all players and tournaments that are known now."""
        state = State.of(players)
        for name in state.COLUMNS:
            column = getattr(self.state, name)
            getattr(state, name)[: len(column)] = column
        state.pools = {
            player: [_placed(one, of) for one in pool] for player, pool in self.state.pools.items()
        }
        state.owner = self.state.owner
        return state

    def lists_begun(self, players: int) -> dict[int, Snapshot]:
        """The past lists, of all players who are known now."""
        return {day: one.widened(players) for day, one in self.lists.items()}


def _placed(one: Any, of: Tournaments) -> Any:
    """Tournaments stand in the order of their codes, and there may be more of them now."""
    return (
        one
        if isinstance(one, PoolGame)
        else one._replace(place=(one.place[0], int(of.place[one.tournament])))
    )


def _nameless(one: PoolGame | Performance | Block) -> PoolGame | Performance | Block:
    if isinstance(one, Block):
        return one._replace(played=tuple(game._replace(game=NONE) for game in one.played))
    return one._replace(game=NONE) if isinstance(one, PoolGame) else one


def days_to_mark(items: Sequence[Item]) -> tuple[int, ...]:
    """Days of checkpoints: evenly over the games, and ever closer to the end, where most is reported."""
    days = sorted({item.day for item in items})
    if not days:
        return ()
    recent = [days[-1] + 1, *(days[-(2**back)] for back in range(len(days).bit_length()))]
    games = np.cumsum([len(item.games) for item in items])
    even = np.searchsorted(games, np.arange(1, _EVEN) * int(games[-1]) // _EVEN)
    return tuple(sorted({*recent, *(items[at].day for at in even.tolist())} - {days[0]}))


class Marker:
    """Takes checkpoints on given days while a fold runs; ``last`` is the day of its newest item."""

    def __init__(self, days: Sequence[int]) -> None:
        self.days = days
        self.taken: list[Checkpoint] = []
        self.last = 0

    def segment(self, day: int) -> int:
        """Equal for days between which no checkpoint is taken."""
        return bisect_right(self.days, day)

    def reach(self, day: int, sheet: Sheet, snapshots: Snapshots) -> None:
        """Before anything of a day: take the checkpoints up to it."""
        for mark in self.days[len(self.taken) : self.segment(day)]:
            snapshots.begin(mark, sheet.state, sheet.ledger)
            self.taken.append(Checkpoint.taken(mark, self.last, sheet.state, snapshots))
