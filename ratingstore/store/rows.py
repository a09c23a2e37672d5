"""What the log says, row by row, as the fold reads it: claims, facts and decisions, after corrections.

Days are ordinals, ratings hundredths; players, tournaments and lists are numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ratingstore.rules.adjustment import Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow:
    """What is claimed of a tournament. ``lists``: codes; None: nothing claimed."""

    lists: tuple[str, ...]
    start_on: int | None
    end_on: int | None
    points: int | None
    rounds: int | None
    type: str
    status: str
    implied_list: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRow:
    """An opening or an adjustment. ``rating`` in hundredths."""

    position: int
    player: int
    list: int
    purpose: str
    rated_on: int
    rating: int
    relative: bool
    games: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptionRow:
    """A rule set put in force: its text, the tables it names, the parameters set."""

    position: int
    list: int
    effective_on: int
    rule_set: str
    digest: str
    text: str
    tables: Mapping[str, str]
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRow:
    """A fact about a player: ``born`` (``YYYY`` or an ISO date), ``sex``, ``federation``, ``title``,
    ``club``, ``joined_on``; it holds from a day (0: from the beginning)."""

    player: int
    fact: str
    value: str
    valid_from: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentRow:
    """An adjustment of many ratings of a list at once."""

    position: int
    list: int
    on: int
    adjustment: Adjustment
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicationRow:
    """A list that went out: its date, version (from 1), digests, and the position it was made at.

    ``rules`` are the ids of the rule sets; ``numbers_digest`` is over player numbers, so that erasure
    cannot change it. ``shown_on`` is the effective date of the list shown.
    """

    position: int
    list: int
    date: int
    version: int
    digest: str
    numbers_digest: str
    known_at: int
    head: str
    rules: tuple[str, ...]
    rows: int
    shown_on: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingRow:
    """Books of a list closed ``through`` a day, or a list ended ``from`` a day."""

    position: int
    list: int
    kind: Literal["through", "from"]
    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExemptionRow:
    """A game (by its root) that a list, or every list (0), does not rate for one side or both."""

    position: int
    root: int
    list: int
    side: Literal["white", "black", "both"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithheldRow:
    """A player who is kept off a public list, or off every list (0), from a day until before another."""

    position: int
    player: int
    list: int
    from_on: int
    until: int
