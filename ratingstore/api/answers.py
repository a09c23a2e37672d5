"""Answers: rows, and what must be said beside them."""

from __future__ import annotations

from dataclasses import dataclass

from ratingstore.formats import Meta, RowSet


@dataclass(frozen=True, slots=True)
class RatingList:
    """A list of a day: columns ``rank,player,name,rating,games,status,last_played,rule_set``."""

    rows: RowSet
    meta: Meta


@dataclass(frozen=True, slots=True)
class History:
    """A player's changes: columns ``effective_on,unit,rule_set,before,after,change,games``."""

    rows: RowSet
    meta: Meta


@dataclass(frozen=True, slots=True)
class Explanation:
    """A player's changes with their lines: as records, and as a row a line."""

    changes: list[dict[str, object]]
    rows: RowSet
    meta: Meta


@dataclass(frozen=True, slots=True)
class AdoptReport:
    """What an adoption did, in sentences."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """The rows of an audit query, and sentences on what must be known of them."""

    rows: RowSet
    notes: tuple[str, ...]
