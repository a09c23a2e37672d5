"""``ratingstore correct game``: what is right of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli.correcting import carry_out, key_options
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    "game",
    cls=Command,
    help=_(
        "Correct a game: result, date, round, board, colours, players. "
        "The game is named as the log has it; a new result is that of the new White."
    ),
)
@key_options
@click.option(
    "--to", metavar="R", help=_("The right result: 1-0, 1/2-1/2, 0-1, +/-, both-won, both-lost or *.")
)
@click.option("--date", type=Day(), metavar="DATE", help=_("The right day."))
@click.option(
    "--played", type=click.Choice(("yes", "forfeit", "unrated", "bye")), help=_("Whether it was played.")
)
@click.option("--new-round", type=int, metavar="N", help=_("The right round."))
@click.option("--board", type=int, metavar="N", help=_("The right board."))
@click.option("--standings-result", metavar="R", help=_("What the standings count, where that differs."))
@click.option("--swap-colours", is_flag=True, help=_("White was Black: each player keeps his points."))
@click.option("--new-white", metavar="P", help=_("Who really had White."))
@click.option("--new-black", metavar="P", help=_("Who really had Black."))
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Correct a game."""
    return carry_out(settings, "game", words, writing)
