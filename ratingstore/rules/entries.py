"""What goes into and comes out of the rules: columns over one unit.

Players, tournaments and games are dense numbers of the fold; -1 stands for none. Ratings and
differences are hundredths (``UNRATED`` for none), scores twice the points (so that half points are
whole), expected scores and values millionths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratingstore.rules.rounding import Ints
from ratingstore.rules.ruleset import UNRATED

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
    POOL_GAME = 6
    MEAN = 7
    SCORE = 8
    PERFORMANCE = 9
    LEFT_OUT = 10
    GRANTED = 11
    NOT_RATED = 12
    CAPPED_IN_MEAN = 13
    HYPOTHETICAL = 14
    EXEMPT = 15


def joined_columns(parts: Sequence[object], names: tuple[str, ...]) -> dict[str, Any]:
    """The columns of several records of one kind, one after the other."""
    return {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """One entry a player and game of a unit: all of White, then all of Black.

    ``half`` is 2, 1 or 0 for win, draw, loss; ``points`` the points at stake in the game.
    ``own`` and ``opponent_rating`` are the references that the rule set names; ``k`` is the player's
    and ``why_k`` the condition that gave it (``k_factor.BY_RATING``: none). ``round_robin``: the game's
    tournament is one.
    """

    game: Ints
    tournament: Ints
    player: Ints
    opponent: Ints
    half: Ints
    points: Ints
    own: Ints
    k: Ints
    why_k: Ints
    opponent_rating: Ints
    round_robin: Flags

    def where(self, flags: Flags) -> Sides:
        """The sides that are flagged."""
        return Sides(**{name: getattr(self, name)[flags] for name in self.__dataclass_fields__})

    def at(self, rows: Ints) -> Sides:
        """The sides in these rows, in their order."""
        return Sides(**{name: getattr(self, name)[rows] for name in self.__dataclass_fields__})

    @classmethod
    def joined(cls, parts: list[Sides]) -> Sides:
        """All sides of several parts of one unit."""
        return parts[0] if len(parts) == 1 else cls(**joined_columns(parts, tuple(cls.__dataclass_fields__)))


def rows_by_tournament(sides: Sides, flags: Flags | None = None) -> dict[int, Ints]:
    """The rows of the sides of each tournament, ascending; only of flagged ones where flags are given."""
    rows = np.arange(len(sides.game)) if flags is None else np.flatnonzero(flags)
    if not len(rows):
        return {}
    tournaments = sides.tournament[rows]
    order = np.argsort(tournaments, kind="stable")
    found, starts = np.unique(tournaments[order], return_index=True)
    return dict(zip(found.tolist(), np.split(rows[order], starts[1:]), strict=True))


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
    why_k: Ints
    value: Ints
    counted: Flags
    sums: Flags
    reason: Ints

    def where(self, flags: Flags) -> Entries:
        """The entries that are flagged."""
        return Entries(**{name: getattr(self, name)[flags] for name in self.__dataclass_fields__})

    @classmethod
    def joined(cls, parts: list[Entries]) -> Entries:
        """All entries of several parts of one unit."""
        return parts[0] if len(parts) == 1 else cls(**joined_columns(parts, tuple(cls.__dataclass_fields__)))


class PoolGame(NamedTuple):
    """A game towards a first rating, against the rating that the opponent had then."""

    game: int
    tournament: int
    opponent: int
    opponent_rating: int
    half: int
    played_on: int

    @property
    def games(self) -> int:
        """One."""
        return 1


class Performance(NamedTuple):
    """A newcomer's tournament: Ru over ``games`` against a mean of Rc (hundredths, exact).

    ``place`` orders tournaments by (end date, code); ``granted`` is the rating that it gives by
    itself, ``UNRATED`` for none; ``ru`` is None where the result gives no performance.
    """

    tournament: int
    place: tuple[int, int]
    games: int
    half: int
    rc: Fraction
    ru: Fraction | None
    granted: int
    played_on: int


class Block(NamedTuple):
    """A newcomer's tournament in a pool that is computed as if it were one event.

    ``played``: the games that count, in a round robin those against unrated opponents too; ``rc`` the
    mean of their opponents (hundredths, exact); ``share`` of dp that counts below one half. ``place``
    orders tournaments by (end date, code); ``landed_on`` is the date of the list that rated it.
    """

    tournament: int
    place: tuple[int, int]
    played: tuple[PoolGame, ...]
    rc: Fraction
    share: Fraction
    landed_on: int

    @property
    def games(self) -> int:
        """How many games it brings."""
        return len(self.played)

    @property
    def half(self) -> int:
        """Half points scored in them."""
        return sum(game.half for game in self.played)

    @property
    def played_on(self) -> int:
        """Day of the last of them."""
        return max(game.played_on for game in self.played)


Pool = Sequence[PoolGame] | Sequence[Performance] | Sequence[Block]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Steps of rated players in one unit, a row a player. ``rounding`` and ``bound`` in millionths.

    ``after`` is ``UNRATED`` where the rating left the list; ``computed`` is what it would be.
    ``apart``: the change (millionths) if each tournament were rounded by itself, where the rules round
    the change of the unit and that would make a difference; else ``UNRATED``.
    """

    player: Ints
    before: Ints
    after: Ints
    computed: Ints
    games: Ints
    score2: Ints
    expected: Ints
    k: Ints
    rounding: Ints
    bound: Ints
    apart: Ints


class FirstLine(NamedTuple):
    """A line of a first rating; ``value`` in millionths, ``opponent_rating`` in hundredths."""

    reason: Reason
    value: int
    tournament: int = NONE
    game: int = NONE
    opponent: int = NONE
    opponent_rating: int = UNRATED
    score2: int = NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class First:
    """A first rating and the lines that, with ``rounding`` and ``bound`` (millionths), add up to it."""

    player: int
    after: int
    games: int
    score2: int
    last_played: int
    lines: tuple[FirstLine, ...]
    rounding: int
    bound: int
