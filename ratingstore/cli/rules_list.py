"""``ratingstore rules list``: the shipped rule sets, and what the store has adopted."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.errors import StoreMissing
from ratingstore.formats import RowSet
from ratingstore.language import _

COLUMNS = ("rule_set", "body", "valid_from", "status", "calendar", "effective_from", "title")


@click.command(
    "list",
    cls=Command,
    help=_("List the rule sets. Where there is a store, also what its lists have adopted."),
)
@row_options
@click.pass_obj
def command(settings: Settings, to: Target) -> None:
    """List rule sets."""
    try:
        with settings.store() as store:
            rows = store.rules_list()
    except StoreMissing:
        rows = shipped()
    output.show(settings, rows, None, to)


def shipped() -> RowSet:
    """The rulebook without a store: a row a rule set and calendar entry."""
    from ratingstore.rulebook import catalogue, loader

    entries: dict[str, list[tuple[str, str]]] = {}
    for calendar in catalogue.calendars():
        for entry in calendar.entries:
            entries.setdefault(entry.rule_set, []).append((calendar.code, entry.effective_from))
    rows = []
    for text in catalogue.shipped():
        one = loader.load(text.text, text.tables)
        for code, day in entries.get(one.id, [("", "")]):
            rows.append((one.id, one.body, one.valid_from, one.status, code, day, one.title))
    return RowSet(COLUMNS, tuple(rows))
