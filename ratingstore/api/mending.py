"""Corrections that a person asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ratingstore.api.news import Watch
from ratingstore.formats import RowSet
from ratingstore.ingest import correct as correcting
from ratingstore.ingest.report import Writing
from ratingstore.problems import Problem
from ratingstore.store import engine
from ratingstore.store.engine import Engine


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """What became of a correction: sentences, or the problems that keep it from being made.

    ``published``: sentences on published lists that it changes; ``impact``: in a dry run, who moves.
    """

    lines: tuple[str, ...]
    problems: tuple[Problem, ...]
    published: tuple[str, ...]
    impact: RowSet | None


def correct(
    store: Engine, words: Mapping[str, object], writing: Writing, project: Callable[[], object]
) -> Corrected:
    """Make the correction that the words of a command, or of a JSON line, ask for. UsageError."""
    request = correcting.request_of(words, writing)
    watch = Watch.begun(store, today=writing.dry_run)
    with engine.writing(store, dry_run=writing.dry_run) as connection:
        report = correcting.apply(connection, request, writing)
        if writing.dry_run and not report.problems:
            watch.look(connection)
    if not writing.dry_run and not report.problems:
        # Also where nothing was left to change: the run that changed it may have been cut off before.
        watch.settle(project)
    rows = watch.impact.rows
    return Corrected(
        lines=report.lines,
        problems=report.problems,
        published=tuple(watch.impact.sentences),
        impact=rows if writing.dry_run and rows.rows else None,
    )
