"""The work sheet of a fold: the state, the ledger, and who is told, shared by all that writes on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ratingstore.replay.derive import RatedGames
from ratingstore.replay.ledger import Ledger
from ratingstore.replay.names import Naming
from ratingstore.replay.state import State
from ratingstore.rules.entries import Changes, Entries, First
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.read import Ints
from ratingstore.store.rows import AdjustmentRow, RatingRow


class Tracer(Protocol):
    """Is told every change while it is computed, with what it was computed from."""

    def begins(self, naming: Naming, games: RatedGames) -> None:
        """A fold; rows of games that it speaks of are those of ``games``."""

    def played(self, unit_of: Ints, rules: RuleSet, entries: Entries, changes: Changes) -> None:
        """Changes of rated players; ``unit_of`` gives the unit by player."""

    def first(self, number: int, rules: RuleSet, made: First) -> None:
        """A first rating."""

    def stated(self, number: int, rules: RuleSet | None, row: RatingRow, before: int, after: int) -> None:
        """An opening or an adjustment of one player; ``after``: before the floor of the list."""

    def adjusted(self, number: int, rules: RuleSet | None, row: AdjustmentRow, moved: Moved) -> None:
        """An adjustment of many."""

    def entered(self, number: int, rules: RuleSet, moved: Moved) -> None:
        """Players who enter the list with their rating in the list that the references fall back on."""

    def left(self, number: int, rules: RuleSet, players: Ints) -> None:
        """Players who leave the list because its floor has risen."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Ratings of players before and after, in hundredths, before the floor of the list."""

    player: Ints
    before: Ints
    after: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """``exempt``: two rows of flags over the games, White's and Black's side is not rated."""

    state: State
    ledger: Ledger
    games: RatedGames
    exempt: NDArray[np.bool_]
    naming: Naming
    tracer: Tracer | None

    def step(
        self, unit: Ints | int, on: Ints | int, player: Ints, before: Ints, columns: Mapping[str, Ints | int]
    ) -> None:
        """Note a step of each player, of a day; what he has after it is what the state says."""
        state = self.state
        told: dict[str, Ints | int] = {
            "player": player,
            "unit": unit,
            "effective_on": on,
            "before": before,
            "after": state.rating[player],
            "shown": state.shown[player],
            "games_total": state.games[player],
            "last_played": state.last_played[player],
        }
        self.ledger.steps(len(player), **{**told, **columns})
