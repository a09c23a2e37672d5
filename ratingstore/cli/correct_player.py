"""``ratingstore correct player``: what is right of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli.correcting import carry_out
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    "player",
    cls=Command,
    help=_(
        "Correct a fact of a player, such as his birth date. "
        "FACT is born, sex, federation, title, club or joined_on. "
        "Without --valid-from it is the value that holds now."
    ),
)
@click.argument("player", metavar="PLAYER")
@click.option("--fact", metavar="FACT", required=True, help=_("Which fact."))
@click.option("--value", metavar="VALUE", required=True, help=_("The right value, as in a file of players."))
@click.option("--valid-from", type=Day(), metavar="DATE", help=_("The day from which the value holds."))
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Correct a fact."""
    return carry_out(settings, "player", words, writing)
