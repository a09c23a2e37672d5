"""``ratingstore quarantine list``: what waits for a person."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command("list", cls=Command, help=_("List the rows that wait, with file, line, code and question."))
@row_options
@click.pass_obj
def command(settings: Settings, to: Target) -> None:
    """List what waits."""
    show(settings, to)


def show(settings: Settings, to: Target) -> None:
    """Print the rows in quarantine."""
    with settings.store() as store:
        rows = store.quarantine()
    output.show(settings, rows, None, to)
