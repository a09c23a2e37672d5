"""``ratingstore correct merge``: two codes of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli.correcting import carry_out
from ratingstore.cli.group import Command
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    "merge",
    cls=Command,
    help=_(
        "Merge a player into another. Games, facts, ratings and ids of PLAYER are then those of INTO, "
        "and later files that name PLAYER mean INTO. "
        "Refused while the two have a game against each other, or both play in one round."
    ),
)
@click.argument("player", metavar="PLAYER")
@click.argument("into", metavar="INTO")
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Merge two players."""
    return carry_out(settings, "merge", words, writing)
