"""The state of a list while its log is folded. Only the fold changes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np

from ratingstore.replay.choice import Adopted
from ratingstore.rules import first_rating
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Ints


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

    ``pools`` hold games (``PoolGame``) or tournaments (``Performance``) towards a first rating;
    ``owner`` is the adoption of the last unit.
    """

    rating: Ints
    shown: Ints
    games: Ints
    last_played: Ints
    pools: dict[int, list[Any]] = field(default_factory=dict)
    owner: int | None = None

    @classmethod
    def of(cls, players: int) -> State:
        """The state before everything: nobody is rated."""

        def column(value: int) -> Ints:
            return np.full(players, value, dtype=np.int64)

        return cls(rating=column(UNRATED), shown=column(UNRATED), games=column(0), last_played=column(0))

    def migrate(self, owner: int, adopted: Sequence[Adopted]) -> tuple[int, ...]:
        """Hand the state to the rule set of another adoption, just before its first unit.

        Returns the players whose pools end with the old way of computing.
        """
        let_go: tuple[int, ...] = ()
        if self.owner is not None and self.owner != owner:
            before, after = adopted[self.owner].rules, adopted[owner].rules
            if not first_rating.keeps_pools(before.first_rating, after.first_rating):
                let_go = tuple(sorted(self.pools))
                self.pools.clear()
        self.owner = owner
        return let_go
