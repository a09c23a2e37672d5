"""``ratingstore list``: a list from the stored projections."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import reading_options, row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(cls=Command, help=_("Print the list in force on a day."))
@reading_options
@click.option("--all", "everyone", is_flag=True, help=_("Unrated players too."))
@row_options
@click.pass_obj
def command(
    settings: Settings,
    list_code: str | None,
    as_of: str | None,
    known_at: str | None,
    everyone: bool,
    to: Target,
) -> None:
    """Print a list."""
    with settings.store() as store:
        answer = store.list(list_code, as_of=as_of, known_at=known_at, everyone=everyone)
    output.show(settings, answer.rows, answer.meta, to)
