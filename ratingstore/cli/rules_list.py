"""``ratingstore rules list``: the shipped rule sets, and what the store has adopted."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.errors import StoreMissing
from ratingstore.language import _


@click.command(
    "list",
    cls=Command,
    help=_("List the rule sets. Where there is a store, also what its lists have adopted."),
)
@row_options
@click.pass_obj
def command(settings: Settings, to: Target) -> None:
    """List rule sets."""
    from ratingstore.api import rulebook_rows

    try:
        with settings.store() as store:
            rows = store.rules_list()
    except StoreMissing:
        rows = rulebook_rows.rules_list()
    output.show(settings, rows, None, to)
