"""What the fold writes down: units and the steps of players in them, in columns."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ratingstore.replay.units import UnitsNoted
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Ints

COLUMNS = (
    "player", "unit", "effective_on", "before", "after", "shown",
    "games", "games_total", "score2", "expected", "k", "last_played", "status",
)  # fmt: skip


_NONE = np.zeros(0, dtype=np.int64)
_EMPTY = {"before": UNRATED, "after": UNRATED, "shown": UNRATED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Steps in the order of the fold. Ratings hundredths (``UNRATED``: none), ``status`` of ``Status``.

    ``games`` are those of the step, ``games_total`` those the rating, or the pool, rests on then.
    """

    player: Ints
    unit: Ints
    effective_on: Ints
    before: Ints
    after: Ints
    shown: Ints
    games: Ints
    games_total: Ints
    score2: Ints
    expected: Ints
    k: Ints
    last_played: Ints
    status: Ints

    def __len__(self) -> int:
        return len(self.player)

    def at(self, rows: Ints) -> Steps:
        """Some of the steps."""
        return Steps(**{name: getattr(self, name)[rows] for name in COLUMNS})

    def by(self, unit: Ints) -> Steps:
        """The same steps, of other units."""
        return Steps(**{**{name: getattr(self, name) for name in COLUMNS}, "unit": unit})

    def last_of_each_player(self) -> Steps:
        """The last step of every player, by player number."""
        newest = np.full(int(self.player.max(initial=-1)) + 1, -1, dtype=np.int64)
        newest[self.player] = np.arange(len(self.player))  # of several the last stays
        return self.at(newest[newest >= 0])


@dataclass(slots=True)
class Ledger:
    """Collects units and steps while the fold runs."""

    units: UnitsNoted = field(default_factory=UnitsNoted)
    _sizes: list[int] = field(default_factory=list)
    _columns: dict[str, list[Ints | int]] = field(default_factory=lambda: {name: [] for name in COLUMNS})

    def steps(self, size: int, **columns: Ints | int) -> None:
        """Note ``size`` steps; a column is an array or one value for all, missing ones are empty."""
        if size:
            self._sizes.append(size)
            for name, column in self._columns.items():
                column.append(columns.get(name, _EMPTY.get(name, 0)))

    def marked(self) -> int:
        """A mark of what is noted so far, for ``players_since``."""
        return len(self._sizes)

    def players_since(self, mark: int) -> Ints:
        """The players of the steps noted since a mark."""
        parts = self._columns["player"][mark:]
        return np.concatenate([np.atleast_1d(np.asarray(part, dtype=np.int64)) for part in parts] or [_NONE])

    def closed(self) -> Steps:
        """All steps noted so far."""
        sizes = np.array(self._sizes, dtype=np.int64)
        ends = np.cumsum(sizes)
        whole = {}
        for name, parts in self._columns.items():
            # Values for all rows of a part first, all at once; a run of single games has many parts.
            values = [0 if isinstance(part, np.ndarray) else int(part) for part in parts]
            column = np.repeat(np.array(values, dtype=np.int64), sizes)
            for part, end in zip(parts, ends.tolist(), strict=True):
                if isinstance(part, np.ndarray):
                    column[end - len(part) : end] = part
            whole[name] = column
        return Steps(**whole)
