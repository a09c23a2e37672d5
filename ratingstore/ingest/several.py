"""Several files of one command: in the order in which they need each other, a transaction a file.

A dry run, and the trial that ``--strict`` needs, goes through all of them in one transaction that is
taken back, so that a later file sees what an earlier one would have written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ratingstore.errors import FileUnusable, TimeRefused, UsageError
from ratingstore.ingest import commit
from ratingstore.ingest.readers import Reading
from ratingstore.ingest.report import IngestOptions, IngestReport, Writing
from ratingstore.store import engine
from ratingstore.store.engine import Connection, Engine

_Read = tuple[int, Path, bytes, Reading]
Look = Callable[[Connection], None]
"""Looks at what a dry run has written, before it is taken back."""
Publish = Callable[[Connection, IngestReport, Writing], IngestReport]
"""Carries out the publications that a file asks for, in its transaction, and adds them to its report."""


def ingest(
    store: Engine,
    paths: Sequence[Path],
    options: IngestOptions,
    writing: Writing,
    publish: Publish,
    look: Look,
) -> tuple[IngestReport, ...]:
    """Ingest files; reports come in the order of ``paths``.

    A file that cannot be used keeps no other from being ingested, except with ``--strict``, which
    writes nothing unless every row of every file is accepted. ``look`` is for dry runs.
    """
    reports: dict[int, IngestReport] = {}
    read: list[_Read] = []
    for at, path in enumerate(paths):
        try:
            read.append((at, path, *commit.read_file(path, options)))
        except FileUnusable as error:
            reports[at] = commit.unreadable(path, error)
    read.sort(key=lambda one: commit.rank(one[3]))
    if writing.dry_run or options.strict:
        trial = reports | _trial(store, read, options, writing, publish, look)
        if writing.dry_run or any(not one.readable or one.refused for one in trial.values()):
            return tuple(trial[at] for at in sorted(trial))
    for one in read:
        reports[one[0]] = _own_transaction(store, one, options, writing, publish)
    return tuple(reports[at] for at in sorted(reports))


def _trial(
    store: Engine,
    read: Sequence[_Read],
    options: IngestOptions,
    writing: Writing,
    publish: Publish,
    look: Look,
) -> dict[int, IngestReport]:
    with engine.writing(store, dry_run=True) as connection:
        found = {one[0]: _one(connection, one, options, writing, publish) for one in read}
        if writing.dry_run:
            look(connection)
        return found


def _own_transaction(
    store: Engine, one: _Read, options: IngestOptions, writing: Writing, publish: Publish
) -> IngestReport:
    try:
        with engine.writing(store) as connection:
            report = commit.commit(connection, *one[1:], options, writing, written=True)
            return publish(connection, report, writing)
    except TimeRefused:
        raise
    except UsageError as error:
        return commit.unreadable(one[1], error)


def _one(
    connection: Connection, one: _Read, options: IngestOptions, writing: Writing, publish: Publish
) -> IngestReport:
    try:
        with connection.begin_nested():
            report = commit.commit(connection, *one[1:], options, writing, written=False)
            return publish(connection, report, writing)
    except TimeRefused:
        raise
    except UsageError as error:
        return commit.unreadable(one[1], error)
