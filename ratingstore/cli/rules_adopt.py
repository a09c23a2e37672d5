"""``ratingstore rules adopt``: put a rule set in force for a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli import output
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.ingest_report import show_news
from ratingstore.cli.named_values import METAVAR, named_values
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    "adopt",
    cls=Command,
    help=_(
        "Put a rule set in force for a list from a day on. A list that does not exist is opened by it. "
        "The store keeps the whole text: later versions of this program change nothing."
    ),
)
@click.argument(
    "what", metavar="RULE_SET|CALENDAR|FILE", help=_("A shipped rule set or calendar, or a file.")
)
@click.option("--list", "list_code", required=True, metavar="LIST", help=_("The list."))
@click.option(
    "--from", "effective_from", type=Day(), metavar="DATE", help=_("First day. [default: as the rules say]")
)
@click.option(
    "--set",
    "parameters",
    multiple=True,
    callback=named_values,
    metavar=METAVAR,
    help=_("A value that the rule set leaves open, such as k=20; may be repeated."),
)
@writing_options
@click.pass_obj
def command(
    settings: Settings,
    what: str,
    list_code: str,
    effective_from: str | None,
    parameters: dict[str, str],
    writing: Writing,
) -> None:
    """Adopt a rule set."""
    with settings.store(create=True, dry_run=writing.dry_run) as store:
        report = store.rules_adopt(what, list_code, effective_from, parameters, writing)
    for line in report.lines:
        output.say(settings, line)
    show_news(settings, report.published, report.impact)
    if writing.dry_run:
        output.note(settings, _("dry run: nothing was written"))
