"""What rules read of players besides their games: columns by player number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from ratingstore.rules.k_factor import BORN_UNKNOWN
from ratingstore.store.read import Ints, Log
from ratingstore.store.rows import FactRow


@dataclass(frozen=True, slots=True)
class People:
    """Facts about ``size - 1`` players; ``born`` is the day of birth (``BORN_UNKNOWN``: not known)."""

    size: int
    born: Ints
    facts: tuple[FactRow, ...]

    @classmethod
    def of(cls, log: Log) -> People:
        """The players of a log."""
        size = len(log.player_codes)
        return cls(size, _born(log.facts, size), log.facts)

    def known(self, fact: str, day: int) -> list[str]:
        """The value of a fact that holds on a day, by player; "" where none is known."""
        values = [""] * self.size
        # In an order that does not depend on recording: of two from one day, the later in the alphabet.
        his = sorted((row.valid_from, row.value, row.player) for row in self.facts if row.fact == fact)
        for valid_from, value, player in his:
            if valid_from <= day:
                values[player] = value
        return values


def _born(facts: Sequence[FactRow], size: int) -> Ints:
    born = np.full(size, BORN_UNKNOWN, dtype=np.int64)
    # A whole date says more than a year alone and stands after it.
    for _, value, player in sorted(
        (len(row.value), row.value, row.player) for row in facts if row.fact == "born"
    ):
        born[player] = _day_of_birth(value)
    return born


def _day_of_birth(value: str) -> int:
    """A year alone counts as its last day."""
    return date.fromisoformat(value if "-" in value else f"{value}-12-31").toordinal()
