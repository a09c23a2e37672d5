"""Calendars: which of a body's rule sets holds from when. A list that bears the body's name follows it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ratingstore.errors import RuleSetInvalid
from ratingstore.language import _
from ratingstore.rulebook.document import NotToml, parse
from ratingstore.rulebook.schema import Findings, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """From ``effective_from`` (ISO date) on, ``rule_set`` (id) holds, until the next entry."""

    rule_set: str
    effective_from: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """A body's rule sets in order of date. ``code`` is the body's, or begins with it (``fide-1990``)."""

    code: str
    title: str
    entries: tuple[CalendarEntry, ...]


def read_calendar(code: str, text: str) -> Calendar:
    """The calendar in a file's text; RuleSetInvalid with every finding where it is unsound.

    ``code`` is the name of the file, which the file repeats.
    """
    findings = Findings()
    try:
        top = Table(parse(text), "", findings)
    except NotToml as error:
        raise RuleSetInvalid(code, ((error.place, error.sentence),)) from None
    if top.name("code") not in ("", code):
        top.fault("code", _("must be {name}, the name of the file").format(name=code))
    written = top.tables("entries")
    calendar = Calendar(code=code, title=top.text("title"), entries=tuple(map(_entry, written)))
    top.close()
    for (_at, before), (table, entry) in pairwise(zip(written, calendar.entries, strict=True)):
        if entry.effective_from and entry.effective_from <= before.effective_from:
            sentence = _("must be later than {day}, the date of the entry before it")
            table.fault("effective_from", sentence.format(day=before.effective_from))
    if findings.found:
        raise RuleSetInvalid(code, tuple(findings.found))
    return calendar


def _entry(table: Table) -> CalendarEntry:
    entry = CalendarEntry(
        rule_set=table.name("rule_set"), effective_from=table.day("effective_from", required=True)
    )
    table.close()
    return entry
