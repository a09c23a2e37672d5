"""``ratingstore correct withhold``: a player whom no public list shows."""

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
    "withhold",
    cls=Command,
    help=_(
        "Keep a player off public lists for a time. His games count, and his rating goes on; "
        "replay --all and list --all show him."
    ),
)
@click.argument("player", metavar="PLAYER")
@click.option("--from", type=Day(), metavar="DATE", help=_("The first day on which he is not shown."))
@click.option(
    "--until",
    type=Day(),
    metavar="DATE",
    help=_("The first day on which he is shown again. [default: never]"),
)
@click.option("--list", metavar="LIST", help=_("Only off this list. [default: off all]"))
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Keep a player off lists."""
    return carry_out(settings, "withhold", words, writing)
