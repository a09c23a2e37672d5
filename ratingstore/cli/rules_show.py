"""``ratingstore rules show``: every value of a rule set with its source."""

from __future__ import annotations

import textwrap

import click

from ratingstore import formats
from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.formats import RowSet
from ratingstore.language import _

COLUMNS = ("path", "value", "source", "note")
NOTE_WIDTH = 100


@click.command("show", cls=Command, help=_("Show every value of a rule set with its source and notes."))
@click.argument("rule_set", metavar="ID", help=_("The id of a rule set, such as cxc-2012."))
@row_options
@click.pass_obj
def command(settings: Settings, rule_set: str, to: Target) -> None:
    """Show a rule set."""
    from ratingstore.rulebook import catalogue, describe, loader

    found = catalogue.find(rule_set)
    rows = tuple(tuple(row) for row in describe.describe(loader.load(found.text, found.tables)))
    if to.format == "table":
        output.deliver(settings, page(rows), to)
    else:
        output.show(settings, RowSet(COLUMNS, rows), None, to)


def page(rows: tuple[tuple[str, ...], ...]) -> str:
    """The values as a table; notes that are sentences each in a paragraph under it."""
    values = tuple((*row[:3], "" if _is_sentence(row[3]) else row[3]) for row in rows if row[1])
    notes = [(path, note) for path, _value, _source, note in rows if _is_sentence(note)]
    return formats.write(RowSet(COLUMNS, values), "table") + "".join(
        f"\n{path}\n{textwrap.indent(textwrap.fill(note, NOTE_WIDTH), '  ')}\n" for path, note in notes
    )


def _is_sentence(note: str) -> bool:
    return " " in note
