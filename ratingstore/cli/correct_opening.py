"""``ratingstore correct opening``: what is right of an opening rating."""

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
    "opening",
    cls=Command,
    help=_("Correct the rating with which a player starts in a list."),
)
@click.argument("player", metavar="PLAYER")
@click.option("--list", metavar="LIST", help=_("The list; needed where the store has several."))
@click.option("--rating", metavar="N", help=_("The right rating."))
@click.option("--date", type=Day(), metavar="DATE", help=_("The right day."))
@click.option("--games", type=int, metavar="N", help=_("The games that it rests on."))
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Correct an opening."""
    return carry_out(settings, "opening", words, writing)
