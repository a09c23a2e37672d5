"""``ratingstore close``: close the books of a list, or end it."""

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
    "close",
    cls=Command,
    help=_(
        "Close the books of a list through a day, or end the list. "
        "What becomes known later of a closed time is kept, and has no effect on the list. "
        "A list that ends has no rows from that day on. "
        "ratingstore correct undo opens the books again."
    ),
)
@click.argument("list", metavar="LIST")
@click.option("--through", type=Day(), metavar="DATE", help=_("The last day of the closed books."))
@click.option("--from", type=Day(), metavar="DATE", help=_("The first day without the list."))
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Close books."""
    return carry_out(settings, "close", words, writing)
