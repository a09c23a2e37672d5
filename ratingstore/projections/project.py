"""Bringing the stored changes of a list up to the head of the log, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ratingstore.projections import beginning, stored
from ratingstore.projections import checkpoints as packing
from ratingstore.projections.beginning import PROGRAM, Begun
from ratingstore.projections.checkpoints import Beginning
from ratingstore.replay import choice
from ratingstore.replay.checkpoint import days_to_mark
from ratingstore.store import append, changes, checkpoints, engine, identities, replacing
from ratingstore.store import read as log
from ratingstore.store.changes import Projected
from ratingstore.store.checkpoints import Stored
from ratingstore.store.engine import Connection, Engine


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
        known = log.log(connection, head.position)
        made = Projected(head.position, head.hash, PROGRAM)
        return tuple(_list(connection, known, code, number, made, full) for code, number in stale.items())


def is_current(connection: Connection, list_number: int, head: append.Head) -> bool:
    """Whether a list's projection reaches the head and was made by this fold."""
    state = changes.state(connection, list_number)
    return state == Projected(head.position, head.hash, PROGRAM)


def _list(
    connection: Connection, known: log.Log, code: str, number: int, made: Projected, full: bool
) -> ProjectReport:
    at = None if full else _unchanged(connection, known, number)
    adopted = choice.adopted(known.adoptions, number)
    begun = beginning.folded(known, number, adopted, at, marking=days_to_mark)
    folded, before = begun.folded, begun.before
    written = replacing.units(connection, number, before.units, stored.units(folded, before))
    steps = stored.steps(folded.steps, before)
    written += replacing.steps(connection, number, begun.day, steps, stored.WORDS)
    _mark(connection, number, begun, made.known_at)
    without_effect = len(folded.without_effect)
    changes.note(
        connection, number, replace(made, before_rules=begun.before_rules, without_effect=without_effect)
    )
    return ProjectReport(
        list_code=code,
        known_at=made.known_at,
        units=before.units + len(folded.units),
        changes=int(before.steps.sum()) + len(folded.steps),
        written=written,
        before_rules=begun.before_rules,
    )


def _unchanged(connection: Connection, known: log.Log, number: int) -> Beginning | None:
    """The checkpoint up to which what is stored holds; None: it may have to change from the beginning."""
    there = changes.state(connection, number)
    if there is None or there.program != PROGRAM:
        return None
    if append.hash_at(connection, there.known_at) != there.head:
        return None
    until = checkpoints.touched(connection, there.known_at, known.known_at)
    return beginning.before(connection, known, number, until)


def _mark(connection: Connection, number: int, begun: Begun, known_at: int) -> None:
    """Store the checkpoints of a fold, in the place of those that it went over."""
    checkpoints.drop(connection, number, after=begun.day)
    made = [
        Stored(day=one.checkpoint.day, known_at=known_at, content=packing.packed(one))
        for one in packing.of_fold(begun.folded, begun.at)
    ]
    checkpoints.keep(connection, number, PROGRAM, made)
    checkpoints.thin(connection, number)
