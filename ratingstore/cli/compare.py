"""``ratingstore compare``: who stands otherwise on two lists, and why."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _, plural


@click.command(
    cls=Command,
    help=_(
        "Compare two lists: who stands otherwise, and why. Every difference is led back to the games, "
        "corrections, late tournaments, adjustments, rule sets or facts behind it. "
        "A list is written LIST@DATE, as cxc@2012-02-01, with ~T as it was known at a position, a date, "
        "a time, or at the publication of that date (~v1). "
        "Exit code 0: nobody stands otherwise; 1: somebody does."
    ),
)
@click.argument("before", metavar="LIST@DATE[~T]")
@click.argument("after", metavar="LIST@DATE[~T]")
@row_options
@click.pass_obj
def command(settings: Settings, before: str, after: str, to: Target) -> int:
    """Compare two lists."""
    with settings.store() as store:
        answer = store.compare(before, after)
    output.show(settings, answer.rows, answer.meta, to)
    count = answer.differing
    output.note(
        settings,
        plural("{count} player stands otherwise", "{count} players stand otherwise", count).format(
            count=count
        )
        if count
        else _("nobody stands otherwise"),
    )
    return int(count > 0)
