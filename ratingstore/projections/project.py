"""Bringing the stored changes of a list up to the head of the log, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ratingstore.replay import choice
from ratingstore.replay.fold import Folded, fold
from ratingstore.replay.ledger import COLUMNS
from ratingstore.replay.state import Status
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store import append, changes, engine, existing, identities
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
    units, steps = rows(folded)
    made = replace(made, before_rules=folded.before_rules, without_effect=len(folded.without_effect))
    written = changes.replace(connection, number, made, units, steps)
    return ProjectReport(
        list_code=code,
        known_at=made.known_at,
        units=len(units),
        changes=len(folded.steps),
        written=written,
        before_rules=folded.before_rules,
    )


def rows(folded: Folded) -> tuple[list[append.Cells], list[append.Cells]]:
    """Rows of ``projected_unit`` and of ``projected_change`` that a fold gives, without the list."""
    units: list[append.Cells] = [
        (at, unit.name, unit.effective_on, unit.rule_set, unit.games) for at, unit in enumerate(folded.units)
    ]
    return units, list(_steps(folded))


def _steps(folded: Folded) -> Iterable[tuple[object, ...]]:
    """Rows of ``projected_change`` without the list."""
    steps = folded.steps
    cells = {name: getattr(steps, name).tolist() for name in COLUMNS}
    for name in ("before", "after", "shown"):
        cells[name] = [None if value == UNRATED else value for value in cells[name]]
    cells["last_played"] = [value or None for value in cells["last_played"]]
    cells["status"] = [Status(value).word for value in cells["status"]]
    opened = [before is None for before in cells["before"]]
    cells["expected"] = [
        None if first else value for first, value in zip(opened, cells["expected"], strict=True)
    ]
    cells["k"] = [value or None for value in cells["k"]]
    names = (
        "effective_on", "unit", "before", "after", "shown", "games", "games_total", "score2", "expected", "k",
        "last_played", "status",
    )  # fmt: skip
    return zip(cells["player"], _places(steps.player).tolist(), *(cells[name] for name in names), strict=True)


def _places(
    players: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each step its number among the steps of its player, from 1."""
    order = np.argsort(players, kind="stable")
    ordered = players[order]
    starts = (
        np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
        if len(ordered)
        else np.zeros(0, np.int64)
    )
    runs = np.diff(np.append(starts, len(ordered)))
    places = np.empty(len(players), dtype=np.int64)
    places[order] = np.arange(len(ordered)) - np.repeat(starts, runs) + 1
    return places
