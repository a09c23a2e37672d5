"""``ratingstore explain``: how a player's rating came about, line by line."""

from __future__ import annotations

import click

from ratingstore import formats
from ratingstore.cli import output
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import reading_options, row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(
    cls=Command,
    help=_(
        "Show how a player's rating came about. "
        "Every change comes with the lines that add up to it. "
        "A row a line; json and jsonl keep each change whole."
    ),
)
@click.argument("player", help=_("The player's code; one that begins with a dash goes after --."))
@click.option("--tournament", metavar="CODE", help=_("Only the changes of this tournament."))
@click.option(
    "--on", type=Day(), metavar="DATE", help=_("Only the change of that day, or of the unit it lies in.")
)
@reading_options
@row_options
@click.pass_context
def command(
    ctx: click.Context,
    player: str,
    tournament: str | None,
    on: str | None,
    list_code: str | None,
    as_of: str | None,
    known_at: str | None,
    to: Target,
) -> None:
    """Explain a player's changes."""
    settings: Settings = ctx.obj
    if tournament and on:
        raise click.UsageError(_("--tournament and --on cannot stand together"), ctx=ctx)
    with settings.store() as store:
        answer = store.explain(
            player, list_code, as_of=as_of, known_at=known_at, tournament=tournament, on=on
        )
    if to.format == "json" or to.format == "jsonl":
        output.deliver(settings, formats.write_objects(answer.changes, to.format), to)
        output.note_meta(settings, answer.meta)
        output.sentences(settings, answer.meta)
    else:
        output.show(settings, answer.rows, answer.meta, to)
