"""``ratingstore correct undo``: a correction that was wrong."""

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
    "undo",
    cls=Command,
    help=_(
        "Take back what was written at a position. All that was written for the same line goes with it. "
        "This undoes corrections, merges, adjustments, closed books, and an undo itself."
    ),
)
@click.argument("position", metavar="POSITION", type=int)
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Undo a correction."""
    return carry_out(settings, "undo", words, writing)
