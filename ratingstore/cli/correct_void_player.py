"""``ratingstore correct void-player``: games of a player that do not count."""

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
    "void-player",
    cls=Command,
    help=_(
        "Annul the games of a player, all or those of a time. Both days are part of it. "
        "With --side own they still count for his opponents."
    ),
)
@click.argument("player", metavar="PLAYER")
@click.option("--from", type=Day(), metavar="DATE", help=_("The first day. [default: from the beginning]"))
@click.option("--until", type=Day(), metavar="DATE", help=_("The last day. [default: for ever]"))
@click.option(
    "--side", type=click.Choice(("own", "both")), help=_("For him alone, or for both sides. [default: both]")
)
@click.option(
    "--list", metavar="LIST", help=_("Only this list does not rate them. [default: they count nowhere]")
)
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Annul games."""
    return carry_out(settings, "void-player", words, writing)
