"""``ratingstore rules show``: every value of a rule set with its source."""

from __future__ import annotations

import textwrap
from datetime import date
from typing import TYPE_CHECKING

import click

from ratingstore import formats
from ratingstore.cli import output
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.errors import StoreMissing, UnknownName
from ratingstore.formats import RowSet
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api.rulebook_rows import RulesInForce
    from ratingstore.rulebook.catalogue import Calendar
    from ratingstore.rules.ruleset import RuleSet

COLUMNS = ("path", "value", "source", "note")
NOTE_WIDTH = 100


@click.command(
    "show",
    cls=Command,
    help=_(
        "Show every value of a rule set with its source and notes. "
        "For a list: the rule set that it has adopted for a day; for a calendar of the rulebook, "
        "that of the day where no list of that name is in the store."
    ),
)
@click.argument(
    "what",
    metavar="ID|LIST",
    help=_("The id of a rule set, such as cxc-2012, its file, a list or a calendar."),
)
@click.option(
    "--on",
    type=Day(),
    metavar="DATE",
    help=_("The day on which the list's rule set is in force. [default: today]"),
)
@row_options
@click.pass_obj
def command(settings: Settings, what: str, on: str | None, to: Target) -> None:
    """Show a rule set."""
    from ratingstore.rulebook import describe

    rules, head = _of_list(settings, what, on) if on else _found(settings, what)
    rows = tuple(tuple(row) for row in describe.describe(rules))
    if to.format == "table":
        output.deliver(settings, "".join(f"{line}\n" for line in head) + "\n" + page(rows), to)
        return
    output.show(settings, RowSet(COLUMNS, rows), None, to)
    for line in head:
        output.note(settings, line)


def _found(settings: Settings, what: str) -> tuple[RuleSet, list[str]]:
    """A rule set of the rulebook or a file; without one of that name, what a list of that name uses today,
    or what a list has adopted under that id."""
    from ratingstore.rulebook import catalogue, loader

    try:
        shipped = catalogue.named(what)
    except UnknownName as unknown:
        own = _adopted_under(settings, what)
        if own is not None:
            return own
        try:
            return _of_list(settings, what, None)
        except (StoreMissing, UnknownName):
            raise unknown from None
    rules = loader.load(shipped.text, shipped.tables)
    return rules, headline(rules)


def _adopted_under(settings: Settings, rule_set: str) -> tuple[RuleSet, list[str]] | None:
    try:
        with settings.store() as store:
            found = store.rules_adopted(rule_set)
    except StoreMissing:
        return None
    if found is None:
        return None
    said = _("adopted for list {list} from {from_day}").format(list=found.list, from_day=found.adopted_from)
    return found.rules, [*headline(found.rules), said]


def _of_list(settings: Settings, code: str, on: str | None) -> tuple[RuleSet, list[str]]:
    from ratingstore.rulebook import catalogue

    try:
        with settings.store() as store:
            found = store.rules_in_force(code, on)
    except (StoreMissing, UnknownName):
        calendar = catalogue.calendar(code)
        if calendar is None:
            raise
        return _of_calendar(calendar, on or date.today().isoformat())
    return found.rules, [*headline(found.rules), adopted(found)]


def _of_calendar(calendar: Calendar, day: str) -> tuple[RuleSet, list[str]]:
    from ratingstore.api import rulebook_rows

    rules, entry = rulebook_rows.of_calendar(calendar, day)
    sentence = _("no list {list} here: on {day} by the rulebook's calendar of that name, from {from_day}")
    told = sentence.format(list=calendar.code, day=day, from_day=entry.effective_from)
    moved = _("{day}: {title}, {formula} ({source})")
    adjusted = [
        moved.format(day=one.on, title=one.title, formula=one.adjustment.formula, source=one.source)
        for one in calendar.adjustments
    ]
    notes = [f"{note.path}: {note.text}" for note in calendar.notes]
    return rules, [*headline(rules), told, *adjusted, *map(_filled, notes)]


def _filled(text: str) -> str:
    return textwrap.fill(text, NOTE_WIDTH, subsequent_indent="  ")


def headline(rules: RuleSet) -> list[str]:
    """What an officer must know before any number: which text, and how firm it is."""
    lines = [f"{rules.id}: {rules.title}", _("valid from {day}").format(day=rules.valid_from)]
    if rules.status == "trial":
        lines.append(_("on trial until {day}").format(day=rules.trial_until))
    if rules.status == "inferred":
        lines.append(_("inferred: no source states these rules as a whole; what was read into one is marked"))
    if rules.revoked_on:
        lines.append(_("revoked on {day}").format(day=rules.revoked_on))
    if rules.frozen_until:
        lines.append(
            _("fixed until {day}: another rule set before that needs a reason").format(day=rules.frozen_until)
        )
    return lines


def adopted(found: RulesInForce) -> str:
    """By which adoption it is in force."""
    told = {"list": found.list, "day": found.on, "from_day": found.adopted_from}
    if not found.parameters:
        return _("in force for list {list} on {day}, adopted from {from_day}").format(**told)
    set_to = ", ".join(f"{name}={value}" for name, value in sorted(found.parameters.items()))
    sentence = _("in force for list {list} on {day}, adopted from {from_day} with {parameters}")
    return sentence.format(**told, parameters=set_to)


def page(rows: tuple[tuple[str, ...], ...]) -> str:
    """The values as a table; notes that are sentences each in a paragraph under it."""
    values = tuple((*row[:3], "" if _is_sentence(row[3]) else row[3]) for row in rows if row[1])
    notes = [(path, note) for path, _value, _source, note in rows if _is_sentence(note)]
    return formats.write(RowSet(COLUMNS, values), "table") + "".join(
        f"\n{path}\n{textwrap.indent(textwrap.fill(note, NOTE_WIDTH), '  ')}\n" for path, note in notes
    )


def _is_sentence(note: str) -> bool:
    return " " in note
