"""``ratingstore publish``: a list of a day goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli import output
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import list_option, row_options, writing_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    cls=Command,
    help=_(
        "Publish the list of a day. The log keeps that it went out, with these rows and this digest, "
        "and whatever comes later it can be had again. "
        "The list of a day that went out before is published again as a new version, with a reason."
    ),
)
@list_option
@click.option(
    "--date", required=True, type=Day(), metavar="DATE", help=_("The day of the list, the day included.")
)
@row_options
@writing_options
@click.pass_obj
def command(settings: Settings, list_code: str | None, date: str, to: Target, writing: Writing) -> None:
    """Publish a list and print it."""
    with settings.store() as store:
        done = store.publish(list_code, date, writing)
    output.show(settings, done.list.rows, done.list.meta, to)
    for warning in done.warnings:
        output.note(settings, _("warning: {sentence}").format(sentence=warning))
    output.note(settings, done.said)
    if writing.dry_run:
        output.note(settings, _("dry run: nothing was written"))
