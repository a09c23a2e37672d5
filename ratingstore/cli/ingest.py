"""``ratingstore ingest``: files of facts into the log, a transaction a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ratingstore.cli import ingest_report
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import list_option, writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    cls=Command,
    help=_(
        "Read files of facts and append what is good. "
        "Every problem is reported at once; rows that need a person's answer go to quarantine. "
        "A file is one transaction, and the same file again adds nothing."
    ),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@list_option
@click.option(
    "--input-format", metavar="F", help=_("How the files are written. [default: seen from each file]")
)
@click.option("--tournament", metavar="CODE", help=_("The tournament of rows that name none."))
@click.option("--name", metavar="NAME", help=_("The name of that tournament."))
@click.option("--date", type=Day(), metavar="DATE", help=_("The day of games that carry none."))
@click.option(
    "--date-order",
    type=click.Choice(("YMD", "DMY", "MDY"), case_sensitive=False),
    metavar="YMD|DMY|MDY",
    default="YMD",
    show_default=True,
    help=_("Order of year, month and day in the files."),
)
@click.option(
    "--replaces",
    metavar="TOURNAMENT",
    help=_(
        "The file is the whole truth of that tournament: what it lacks becomes void, what differs is "
        "corrected, what is new is added. Needs --reason."
    ),
)
@click.option("--strict", is_flag=True, help=_("Write nothing unless every row is accepted."))
@writing_options
@click.pass_obj
def command(
    settings: Settings,
    files: tuple[Path, ...],
    list_code: str | None,
    input_format: str | None,
    tournament: str | None,
    name: str | None,
    date: str | None,
    date_order: str,
    replaces: str | None,
    strict: bool,
    writing: Writing,
) -> int:
    """Ingest files; the exit code says what became of their rows."""
    from ratingstore.api import IngestOptions

    options = IngestOptions(
        list_code=list_code,
        input_format=input_format,
        tournament=tournament,
        name=name,
        date=date,
        date_order=date_order,
        strict=strict or replaces is not None,
        replaces=replaces,
    )
    with settings.store(create=True, dry_run=writing.dry_run) as store:
        reports = store.ingest(files, options, writing)
    ingest_report.show(settings, reports, dry_run=writing.dry_run, strict=options.strict)
    return max(
        (ingest_report.exit_code(report, options.strict) for report in reports), key=ingest_report.gravity
    )
