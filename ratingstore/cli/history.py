"""``ratingstore history``: a player's changes."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import reading_options, row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(cls=Command, help=_("Print a player's ratings through time, a row a change."))
@click.argument("player", help=_("The player's code; one that begins with a dash goes after --."))
@reading_options
@row_options
@click.pass_obj
def command(
    settings: Settings,
    player: str,
    list_code: str | None,
    as_of: str | None,
    known_at: str | None,
    to: Target,
) -> None:
    """Print a player's history."""
    with settings.store() as store:
        answer = store.history(player, list_code, as_of=as_of, known_at=known_at)
    output.show(settings, answer.rows, answer.meta, to)
