"""``ratingstore explain``: how a player's rating came about, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from ratingstore import formats, language
from ratingstore.cli import explain_page, output
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import reading_options, row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Explanation


@click.command(
    cls=Command,
    help=_(
        "Show how a player's rating came about. "
        "Every change comes with the lines that add up to it. "
        "As a table, each change is a block: what is the same in all its lines stands above them, and what "
        "says nothing is left out. In csv and md a row a line, with the change's fields in each; json and "
        "jsonl keep each change whole."
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
    elif to.format == "table":
        output.deliver(settings, _page(answer), to)
        output.sentences(settings, answer.meta)
    else:
        output.show(settings, answer.rows, answer.meta, to)


def _page(answer: Explanation) -> str:
    """A block a change, and what goes with every answer under them."""
    spoken = language.current()
    meta = formats.meta_lines(answer.meta, spoken)
    if not answer.changes:
        return meta
    lines = [len(cast("list[object]", change["lines"])) for change in answer.changes]
    own = len(answer.changes[0]) - 1  # all but the lines
    return f"{explain_page.page(answer.rows, lines, own, spoken)}\n{meta}"
