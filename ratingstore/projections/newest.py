"""The last step of each player, as far as a list shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratingstore.replay.ledger import Steps
from ratingstore.store.read import Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Newest:
    """A row a player, by his number. Ratings hundredths; ``unit``: the place of its rule set among others."""

    player: Ints
    effective_on: Ints
    shown: Ints
    games_total: Ints
    last_played: Ints
    status: Ints
    unit: Ints

    @classmethod
    def of(cls, steps: Steps, rows: Ints | None = None, of_unit: Ints | None = None) -> Newest:
        """Of all steps, or some rows of them; ``of_unit`` is what stands for each unit."""
        at = np.arange(len(steps)) if rows is None else rows
        last = np.full(int(steps.player.max(initial=-1)) + 1, -1, dtype=np.int64)
        last[steps.player[at]] = at  # of several the last stays
        at = last[last >= 0]
        columns = {name: getattr(steps, name)[at] for name in ("player", *COLUMNS)}
        if of_unit is not None:
            columns["unit"] = of_unit[columns["unit"]]
        return cls(**columns)

    def over(self, older: Newest | None) -> Newest:
        """With the older ones of players who have none here."""
        if older is None:
            return self
        rest = ~np.isin(older.player, self.player)
        order = np.argsort(np.append(older.player[rest], self.player), kind="stable")
        return Newest(**{
            name: np.append(getattr(older, name)[rest], getattr(self, name))[order]
            for name in ("player", *COLUMNS)
        })  # fmt: skip


COLUMNS: Final = ("effective_on", "shown", "games_total", "last_played", "status", "unit")
