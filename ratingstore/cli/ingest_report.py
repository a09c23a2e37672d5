"""What ``ingest`` says of its files: problems, a summary a file, what became of the store, the exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ratingstore.cli import output
from ratingstore.cli.settings import Settings
from ratingstore.language import _, plural

if TYPE_CHECKING:
    from ratingstore.api import IngestReport
    from ratingstore.formats import RowSet
    from ratingstore.problems import Problem

DONE: Final = 0
REFUSED: Final = 1
UNREADABLE: Final = 2
QUARANTINED: Final = 3

IN_FULL: Final = 100
"""So many problems of one code are printed of a file: one mistake in every row is one mistake."""

_BY_GRAVITY: Final = (DONE, QUARANTINED, REFUSED, UNREADABLE)


def gravity(code: int) -> int:
    """How grave an exit code is: of several files the gravest counts."""
    return _BY_GRAVITY.index(code)


def exit_code(report: IngestReport, strict: bool) -> int:
    """The exit code that one file's report asks for."""
    if not report.readable:
        return UNREADABLE
    if report.conflicts or report.quarantined or refusals(report):
        return REFUSED if strict else QUARANTINED
    return DONE


def refusals(report: IngestReport) -> int:
    """How many problems kept something of the file out of the log."""
    return sum(found.severity == "refused" for found in report.problems)


def show(settings: Settings, reports: Sequence[IngestReport], *, dry_run: bool, strict: bool = False) -> None:
    """Print the reports: problems to stderr, summaries and what was derived to stdout.

    ``strict``: one refused row of one file kept all of them out of the log.
    """
    kept_out = strict and any(exit_code(report, strict) for report in reports)
    for report in reports:
        _show_problems(settings, report, waiting=report.written and not dry_run)
        if not report.readable:
            output.error(settings, *report.notes)  # a sentence and its hint
        elif not settings.quiet and kept_out:
            output.say(settings, _kept_out(report))
        if not settings.quiet and not (report.readable and kept_out):
            _show_summary(settings, report)
    for report in reports:
        show_news(settings, report.published, report.impact)
    output.note(settings, outcome(reports, dry_run=dry_run))
    if any(report.quarantined and report.written for report in reports):
        output.note(
            settings, "  " + _("hint:") + " " + _("ratingstore quarantine lists what waits for an answer")
        )


def show_news(settings: Settings, published: Sequence[str], impact: RowSet | None) -> None:
    """The published lists that something changes, and in a dry run who moves on which lists."""
    for sentence in published:
        output.note(settings, sentence)
    if impact is not None:
        output.show(settings, impact, None, output.Target(format="table"))


def _show_problems(settings: Settings, report: IngestReport, *, waiting: bool) -> None:
    """The problems of a file; of many of one code the first in full, and how many more there are."""
    told: Counter[str] = Counter()
    for found in report.problems:
        told[found.code] += 1
        if told[found.code] <= IN_FULL:
            output.problem(settings, found)
    for found in {one.code: one for one in report.problems}.values():
        if told[found.code] > IN_FULL:
            more = told[found.code] - IN_FULL
            output.more_problems(settings, found, _more(found, more, waiting))


def _more(found: Problem, count: int, waiting: bool) -> str:
    """How many more of a code there are, and where those that wait can be seen."""
    if waiting and found.severity == "refused":
        return plural(
            "{count} more problem of this code; ratingstore quarantine lists it",
            "{count} more problems of this code; ratingstore quarantine lists them",
            count,
        ).format(count=count)
    return plural("{count} more problem of this code", "{count} more problems of this code", count).format(
        count=count
    )


def _kept_out(report: IngestReport) -> str:
    """One line on a file of which nothing was written, though much of it may be good."""
    rows = report.conflicts + report.quarantined
    return plural(
        "{file}: {count} row is refused, nothing was written",
        "{file}: {count} rows are refused, nothing was written",
        rows,
    ).format(file=report.file, count=rows)


def _show_summary(settings: Settings, report: IngestReport) -> None:
    output.say(settings, summary(report))
    for sentence in report.notes if report.readable else ():
        output.say(settings, "  " + _("note: {sentence}").format(sentence=sentence))


def summary(report: IngestReport) -> str:
    """One line: the file and its counts."""
    if not report.readable:
        return _("{file}: cannot be read").format(file=report.file)
    new = {kind: fresh for kind, (fresh, _known) in report.counts.items()}
    known = {kind: old for kind, (_new, old) in report.counts.items()}
    return _(
        "{file}: {new} new{new_kinds}, {known} known{known_kinds}, "
        "{conflicts} conflicting, {quarantined} in quarantine"
    ).format(
        file=report.file,
        new=sum(new.values()),
        new_kinds=_by_kind(new),
        known=sum(known.values()),
        known_kinds=_by_kind(known),
        conflicts=report.conflicts,
        quarantined=report.quarantined,
    )


def outcome(reports: Sequence[IngestReport], *, dry_run: bool) -> str:
    """The last line: how many problems, and what happened to the store."""
    counts = [_told(report) for report in reports]
    return f"{_problems(sum(counts), sum(map(bool, counts)))}; {_written(reports, dry_run)}"


def _told(report: IngestReport) -> int:
    """How many problems were told of a file; that it cannot be read is one."""
    return sum(found.severity != "note" for found in report.problems) + (not report.readable)


def _problems(count: int, files: int) -> str:
    if not count:
        return _("no problems")
    problems = plural("{count} problem", "{count} problems", count).format(count=count)
    return plural("{problems} in {files} file", "{problems} in {files} files", files).format(
        problems=problems, files=files
    )


def _written(reports: Sequence[IngestReport], dry_run: bool) -> str:
    if dry_run:
        return _("dry run: nothing was written")
    rows = sum(new for report in reports if report.written for new, _known in report.counts.values())
    if not rows and any(refusals(report) and report.written for report in reports):
        return _("no row entered the log")
    if not rows:
        return _("nothing was written")
    return plural("{count} row was written", "{count} rows were written", rows).format(count=rows)


def _by_kind(counts: Mapping[str, int]) -> str:
    """How many of each kind, in brackets; nothing where all are of one kind."""
    parts = [_counted(kind, count) for kind, count in counts.items() if count]
    return f" ({', '.join(parts)})" if len(parts) > 1 else ""


def _counted(kind: str, count: int) -> str:
    forms = {
        "games": lambda: plural("{count} game", "{count} games", count),
        "tournaments": lambda: plural("{count} tournament", "{count} tournaments", count),
        "players": lambda: plural("{count} player", "{count} players", count),
        "ratings": lambda: plural("{count} rating", "{count} ratings", count),
        "adoptions": lambda: plural("{count} adoption", "{count} adoptions", count),
        "publications": lambda: plural("{count} publication", "{count} publications", count),
        "corrections": lambda: plural("{count} correction", "{count} corrections", count),
    }
    return forms[kind]().format(count=count) if kind in forms else f"{count} {kind}"
