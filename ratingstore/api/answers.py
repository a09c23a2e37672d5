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
    """What an adoption did, in sentences; ``published``: the published lists that it changes.

    ``impact``: in a dry run, who moves on which lists, columns as ``office.impact.COLUMNS``.
    """

    lines: tuple[str, ...]
    published: tuple[str, ...] = ()
    impact: RowSet | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A list that went out, or would: its rows and what must be said.

    ``said``: a sentence on what was done; ``warnings``: what the officer should look at.
    """

    list: RatingList
    said: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lists: who stands otherwise, a row a cause, columns as ``office.compare.COLUMNS``.

    ``differing`` counts the players.
    """

    rows: RowSet
    meta: Meta
    differing: int


@dataclass(frozen=True, slots=True)
class Audit:
    """The rows of an audit query, and sentences on what must be known of them."""

    rows: RowSet
    notes: tuple[str, ...]
