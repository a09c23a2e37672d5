"""What goes into and comes out of the rules: columns over one unit.

Players, tournaments and games are dense numbers of the fold; -1 stands for none. Ratings and
differences are hundredths (``UNRATED`` for none), scores twice the points (so that half points are
whole), expected scores and values millionths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratingstore.rules.rounding import Ints

Flags = NDArray[np.bool_]
NONE = -1


class Reason(IntEnum):
    """Why an entry is what it is; the words are the explanation's."""

    PLAIN = 0
    CAPPED = 1
    OPPONENT_UNRATED = 2
    STAND_IN = 3
    IN_MEAN = 4
    UNRATED = 5


def joined_columns(parts: Sequence[object], names: tuple[str, ...]) -> dict[str, Any]:
    """The columns of several records of one kind, one after the other."""
    return {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """One entry a player and game of a unit: all of White, then all of Black.

    ``half`` is 2, 1 or 0 for win, draw, loss; ``points`` the points at stake in the game.
    ``own`` and ``opponent_rating`` are the references that the rule set names.
    """

    game: Ints
    tournament: Ints
    player: Ints
    opponent: Ints
    half: Ints
    points: Ints
    own: Ints
    opponent_rating: Ints

    def where(self, flags: Flags) -> Sides:
        """The sides that are flagged."""
        return Sides(**{name: getattr(self, name)[flags] for name in self.__dataclass_fields__})

    @classmethod
    def joined(cls, parts: list[Sides]) -> Sides:
        """All sides of several parts of one unit."""
        return cls(**joined_columns(parts, tuple(cls.__dataclass_fields__)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """Lines of changes in columns: a game of a player, or his tournament where that is rated at once.

    ``counted``: a game that the rating rests on. ``sums``: its score, expected score and value
    add up to the change (a game that only enters a mean has its line, but does not sum).
    """

    player: Ints
    tournament: Ints
    game: Ints
    opponent: Ints
    opponent_rating: Ints
    difference: Ints
    used: Ints
    score2: Ints
    expected: Ints
    k: Ints
    value: Ints
    counted: Flags
    sums: Flags
    reason: Ints

    @classmethod
    def joined(cls, parts: list[Entries]) -> Entries:
        """All entries of several parts of one unit."""
        return cls(**joined_columns(parts, tuple(cls.__dataclass_fields__)))


class PoolGame(NamedTuple):
    """A game towards a first rating, against the rating that the opponent had then."""

    game: int
    tournament: int
    opponent: int
    opponent_rating: int
    half: int
    played_on: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Steps of rated players in one unit, a row a player. ``rounding`` and ``bound`` in millionths."""

    player: Ints
    before: Ints
    after: Ints
    games: Ints
    score2: Ints
    expected: Ints
    k: Ints
    rounding: Ints
    bound: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class First:
    """A first rating and what it is made of. ``mean``, ``bonus``, ``rounding``, ``bound``: millionths."""

    player: int
    after: int
    pool: tuple[PoolGame, ...]
    mean: int
    bonus: int
    rounding: int
    bound: int
