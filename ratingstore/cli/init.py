"""``ratingstore init``: create a store."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(
    cls=Command,
    help=_(
        "Create an empty store. In PostgreSQL the database must be there already. "
        "A file needs no init: the first ingest creates it."
    ),
)
@click.option(
    "--time-zone",
    metavar="ZONE",
    help=_("In which dates of recorded time are read, such as America/Sao_Paulo. [default: the system's]"),
)
@click.pass_obj
def command(settings: Settings, time_zone: str | None) -> None:
    """Create a store."""
    from ratingstore import api

    with api.init(settings.db, time_zone) as store:
        output.say(settings, _("{store}: created").format(store=store.url))
