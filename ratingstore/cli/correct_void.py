"""``ratingstore correct void``: a game that does not count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli.correcting import carry_out, key_options
from ratingstore.cli.group import Command
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    "void",
    cls=Command,
    help=_(
        "Make a game void. With --list it only is not rated in that list, with --side only for that side."
    ),
)
@key_options
@click.option(
    "--list", metavar="LIST", help=_("Only this list does not rate it. [default: it counts nowhere]")
)
@click.option(
    "--side",
    type=click.Choice(("white", "black", "both")),
    help=_("Only for this side it is not rated. [default: both]"),
)
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Make a game void."""
    return carry_out(settings, "void", words, writing)
