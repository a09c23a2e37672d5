"""The state of a list while its log is folded. Only the fold changes it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, ClassVar, Final

import numpy as np

from ratingstore.replay.choice import Adopted
from ratingstore.rules import first_rating
from ratingstore.rules.entries import Flags
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Ints

ENOUGH: Final = 2**40
"""More games than any rule asks for."""


class Status(IntEnum):
    """What a player is on a list."""

    RATED = 1
    PROVISIONAL = 2
    UNRATED = 3

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(slots=True)
class State:
    """Columns by player number: rating (hundredths) as kept and as shown, rated games, last of them.

    ``settled``: he began with a rating that does not say how many games it rests on, which means
    enough for every condition. ``peak`` is the highest rating that a list ever showed; only kept where
    a rule set reads it.
    ``pools`` hold games (``PoolGame``) or tournaments (``Performance``, ``Block``) towards a first rating;
    ``owner`` is the adoption of the last unit.
    """

    COLUMNS: ClassVar = ("rating", "shown", "games", "last_played", "peak", "settled")

    rating: Ints
    shown: Ints
    games: Ints
    last_played: Ints
    peak: Ints
    settled: Flags
    pools: dict[int, list[Any]] = field(default_factory=dict)
    owner: Adopted | None = None

    @classmethod
    def of(cls, players: int) -> State:
        """The state before everything: nobody is rated."""

        def column(value: int) -> Ints:
            return np.full(players, value, dtype=np.int64)

        return cls(
            rating=column(UNRATED),
            shown=column(UNRATED),
            games=column(0),
            last_played=column(0),
            peak=column(UNRATED),
            settled=np.zeros(players, dtype=np.bool_),
        )

    def copied(self) -> State:
        """Another state that says the same, with columns of its own."""
        return replace(self, **{name: getattr(self, name).copy() for name in self.COLUMNS})

    def become(self, other: State) -> None:
        """Say what another state says."""
        for name in (*self.COLUMNS, "pools", "owner"):
            setattr(self, name, getattr(other, name))

    def games_for_k(self, players: Ints | slice) -> Ints:
        """The games that ratings of players rest on, as K asks for them."""
        return np.where(self.settled[players], ENOUGH, self.games[players])

    def migrate(self, owner: Adopted) -> tuple[int, ...]:
        """Hand the state to the rule set of another adoption, just before its first unit.

        Returns the players whose pools end with the old way of computing.
        """
        let_go: tuple[int, ...] = ()
        if self.owner is not None and self.owner != owner:
            before, after = self.owner.rules.first_rating, owner.rules.first_rating
            if not first_rating.keeps_pools(before, after):
                let_go = tuple(sorted(self.pools))
                self.pools.clear()
        self.owner = owner
        return let_go

    def leave(self, players: Ints | int) -> None:
        """Take players off the list: unrated from now on."""
        self.rating[players] = UNRATED
        self.shown[players] = UNRATED
        self.games[players] = 0
        self.settled[players] = False
