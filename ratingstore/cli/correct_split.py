"""``ratingstore correct split``: two persons under one code."""

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
    "split",
    cls=Command,
    help=_(
        "Split a player: from a day on his code is another person. That one may be new. "
        "Games, facts and ratings from that day are the other's, "
        "and later files with the code mean him from then."
    ),
)
@click.argument("player", metavar="PLAYER")
@click.option("--from", type=Day(), metavar="DATE", help=_("The first day of the other person."))
@click.option("--to", metavar="Q", help=_("The code of the other person."))
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Split a player."""
    return carry_out(settings, "split", words, writing)
