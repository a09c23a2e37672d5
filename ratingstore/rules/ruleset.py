"""A rule set: numbers of one version of one body's rules, and the names of the functions that use them.

Every section carries its ``source`` (key of a document in ``sources`` and the item in it) and may
carry a ``note`` and ``inferred`` (True: not stated by the source, read into it). The rulebook
builds these records from files; the fold only reads them. Units: ratings, steps and caps in
hundredths of a point (``HUNDREDTHS``); amounts a game or point likewise; scores in half points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

HUNDREDTHS: Final = 100
"""A rating of 1 point."""
MILLIONTHS: Final = 1_000_000
"""An expected score of 1, and the unit of the values of lines."""
UNRATED: Final = -(2**62)
"""Stands for "no rating" in columns of ratings."""

RoundingMode = Literal["half up", "half away from zero"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What every part of a rule set carries."""

    source: str
    note: str = ""
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document: ``key`` is how sections name it."""

    key: str
    title: str
    published_on: str = ""
    checked_on: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A deviation from a source's letter, or what was read into it. ``path`` names a key."""

    path: str
    text: str
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding(Section):
    """Round to a multiple of ``step`` (hundredths)."""

    step: int
    mode: RoundingMode


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(Section):
    """What is rated at once, and the day by which the rule set is chosen.

    ``selected_by``: ``tournament start``, ``period start`` or ``game date``. A period is a calendar
    month or half year; its list is dated the first day after it. ``lands_by`` puts a game into a
    period: by its own date, or whole tournaments by their end.
    """

    kind: Literal["game", "tournament", "period"]
    selected_by: Literal["tournament start", "period start", "game date"]
    period: Literal["", "month", "half year"] = ""
    lands_by: Literal["game date", "tournament end"] = "game date"


@dataclass(frozen=True, slots=True, kw_only=True)
class References(Section):
    """Which rating stands for a player in the computation.

    ``running``: the state before the game. ``unit start``: the state when the unit is folded.
    ``list in force``: the list of the period's first day, as shown. ``list at tournament start``:
    the last list dated on or before the tournament's first day, as shown; a player rated since
    then has his current rating on his own side and is unrated to his opponents.
    """

    own: Literal["running", "unit start", "list in force", "list at tournament start"]
    opponent: Literal["running", "unit start", "list in force", "list at tournament start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Section):
    """``points``: at stake a game where the tournament says nothing; ``multiplier`` in millionths."""

    points: int
    multiplier: int = MILLIONTHS


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected(Section):
    """``method``: ``table/1`` or ``logistic/1``. ``against``: each opponent, or their mean.

    ``upper`` are the table's upper edges of the difference in whole points, ``high`` the expected
    score of the higher side in millionths, one more than edges (the last is open-ended).
    """

    method: Literal["table/1", "logistic/1"]
    against: Literal["each opponent", "mean of opponents"]
    table: str = ""
    upper: tuple[int, ...] = ()
    high: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cap(Section):
    """Largest difference used (hundredths); ``side``: the higher-rated side only, or both."""

    points: int
    side: Literal["higher", "both"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """From ``low`` to ``high`` (hundredths, both included) K is ``k`` (whole points a game)."""

    low: int
    high: int
    k: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KFactor(Section):
    """K by the player's own rating: bands without gap or overlap, ascending.

    While his rating rests on fewer than ``new_games`` rated games, K is ``new_k``.
    """

    bands: tuple[Band, ...]
    new_games: int = 0
    new_k: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UnratedOpponent(Section):
    """``no effect/1``: the game moves nobody. ``performance/1``: he stands in with his performance,
    ``Rm + per_share (P/N - 1/2)``, unrated opponents counted as ``unrated_as``, rounded."""

    method: Literal["no effect/1", "performance/1"]
    per_share: int = 0
    unrated_as: int = UNRATED
    rounding: Rounding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstRating(Section):
    """How a player without a rating gets one.

    ``none/1``: only by an opening rating. ``mean and score/1``:
    ``Rm + per_share (P/N - 1/2) + per_point (P - N/2)`` over the pool, once it holds
    ``minimum_games`` and ``minimum_tournaments`` tournaments that have ended, each with at least
    ``minimum_games_a_tournament`` of his games, and ``minimum_score`` half points.
    ``opponents``: games against rated opponents only, or all, unrated ones as ``unrated_as``.
    The pool is kept when a rule set with the same method follows, else it starts anew.

    ``performances/1``: each tournament gives Ru: the mean Rc of the opponents plus ``per_half_point``
    for every half point over one half, or plus dp below it (``differences``, whole points for a score
    of 50 %, 51 %, ... 99 %, from the table ``table``); in a round robin Rc is the mean of the
    tournament, corrected by what its rated players scored. The rating is the mean of the Ru by their
    games; leading ones below ``least`` are left out, and so is a result below it. ``olympiad`` and
    ``olympiad_women``: the rating for half of the rounds and half of the points there.
    """

    method: Literal["none/1", "mean and score/1", "performances/1"]
    per_share: int = 0
    per_point: int = 0
    minimum_games: int = 0
    minimum_tournaments: int = 0
    minimum_games_a_tournament: int = 0
    minimum_score: int = 0
    opponents: Literal["rated", "all"] = "rated"
    unrated_as: int = UNRATED
    per_half_point: int = 0
    table: str = ""
    differences: tuple[int, ...] = ()
    least: int = 0
    olympiad: int = UNRATED
    olympiad_women: int = UNRATED
    rounding: Rounding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor(Section):
    """A rating below ``low`` (hundredths) leaves the list: the player is unrated from then on."""

    low: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds(Section):
    """A computed rating outside is set to the bound; an opening outside is a problem."""

    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Late(Section):
    """What a late report does: ``restate`` what followed, or count in the ``next list``."""

    policy: Literal["restate", "next list"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One version of one body's rules. Dates are ISO texts; "" where not known.

    ``source`` is where the dates and the status come from, as in a section.
    """

    id: str
    body: str
    title: str
    valid_from: str
    status: Literal["firm", "trial", "inferred"]
    sources: tuple[Source, ...]
    unit: Unit
    references: References
    score: Score
    expected: Expected
    k: KFactor
    unrated_opponent: UnratedOpponent
    first_rating: FirstRating
    shown: Rounding
    late: Late
    game_rounding: Rounding | None = None
    unit_rounding: Rounding | None = None
    cap: Cap | None = None
    bounds: Bounds | None = None
    floor: Floor | None = None
    source: str = ""
    decided_on: str = ""
    published_on: str = ""
    trial_until: str = ""
    frozen_until: str = ""
    settable: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
