"""Bringing the stored changes of a list up to the head of the log, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ratingstore.projections import stored
from ratingstore.replay import choice
from ratingstore.replay.fold import fold
from ratingstore.store import append, changes, engine, existing, identities, replacing
from ratingstore.store import read as log
from ratingstore.store.changes import Projected
from ratingstore.store.engine import Connection, Engine

PROGRAM: Final = "fold/2"
"""Names the fold; a fold that gives other numbers gets another name, and everything is projected anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectReport:
    """What became of one list's projection. ``before_rules``: games that no rule set rates."""

    list_code: str
    known_at: int
    units: int
    changes: int
    written: int
    before_rules: int


def project(
    store: Engine, list_code: str | None = None, *, full: bool = False, dry_run: bool = False
) -> tuple[ProjectReport, ...]:
    """Project all lists, or one, up to the head; ``full`` also those that reach it already."""
    with engine.writing(store, dry_run=dry_run) as connection:
        head = append.head(connection, lock=True)
        lists = identities.lists(connection)
        wanted = {code: number for code, number in lists.items() if list_code in (None, code)}
        stale = {
            code: number
            for code, number in wanted.items()
            if full or not is_current(connection, number, head)
        }
        if not stale:
            return ()
        known = log.log(connection, existing.HEAD)
        made = Projected(head.position, head.hash, PROGRAM)
        return tuple(_list(connection, known, code, number, made) for code, number in stale.items())


def is_current(connection: Connection, list_number: int, head: append.Head) -> bool:
    """Whether a list's projection reaches the head and was made by this fold."""
    state = changes.state(connection, list_number)
    return state == Projected(head.position, head.hash, PROGRAM)


def _list(connection: Connection, known: log.Log, code: str, number: int, made: Projected) -> ProjectReport:
    folded = fold(known, number, choice.adopted(known.adoptions, number))
    made = replace(made, before_rules=folded.before_rules, without_effect=len(folded.without_effect))
    written = replacing.units(connection, number, 0, stored.units(folded))
    written += replacing.steps(connection, number, 0, stored.steps(folded.steps), stored.WORDS)
    changes.note(connection, number, made)
    return ProjectReport(
        list_code=code,
        known_at=made.known_at,
        units=len(folded.units),
        changes=len(folded.steps),
        written=written,
        before_rules=folded.before_rules,
    )
