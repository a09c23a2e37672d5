"""``ratingstore quarantine answer``: a person's answer to a question about a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli import ingest_report
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    "answer",
    cls=Command,
    help=_(
        "Answer the question about a row. "
        "Give the right player, date or result, or refuse the row. "
        "The answer is kept with who gave it and why; the row is then ingested like any other."
    ),
)
@click.argument("number", metavar="ID", type=int)
@click.option("--player", metavar="P", help=_("The code of the player who is meant, or of a new one."))
@click.option("--date", type=Day(), metavar="DATE", help=_("The right date."))
@click.option("--result", metavar="R", help=_("The right result, such as 1-0."))
@click.option("--refuse", is_flag=True, help=_("The row does not enter the log."))
@click.option("--accept", is_flag=True, help=_("A tournament that is like another one is a real one."))
@writing_options
@click.pass_context
def command(
    ctx: click.Context,
    number: int,
    player: str | None,
    date: str | None,
    result: str | None,
    refuse: bool,
    accept: bool,
    writing: Writing,
) -> int:
    """Answer one question; the exit code says what became of the row."""
    from ratingstore.api import Answer

    given = [player is not None, date is not None, result is not None, refuse, accept]
    if sum(given) != 1:
        raise click.UsageError(_("give one of --player, --date, --result, --refuse, --accept"), ctx=ctx)
    settings: Settings = ctx.obj
    answer = Answer(player=player, date=date, result=result, refuse=refuse, accept=accept)
    with settings.store() as store:
        report = store.answer(number, answer, writing)
    ingest_report.show(settings, [report], dry_run=writing.dry_run)
    return ingest_report.exit_code(report, strict=False)
