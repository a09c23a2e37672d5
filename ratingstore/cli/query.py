"""``ratingstore query``: read-only SQL over the tables and the views for auditors."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(
    cls=Command,
    help=_(
        "Run read-only SQL. Views for auditors: game_now, game_as_recorded, rating_list_now, rating_change, "
        "adoption, event, quarantine."
    ),
)
@click.option("--sql", required=True, metavar="SQL", help=_("One statement that only reads."))
@row_options
@click.pass_obj
def command(settings: Settings, sql: str, to: Target) -> None:
    """Run a query."""
    with settings.store() as store:
        rows = store.query(sql)
    output.show(settings, rows, None, to)
