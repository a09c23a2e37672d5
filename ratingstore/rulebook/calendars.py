"""Calendars: which of a body's rule sets holds from when, and which days moved many ratings at once.

A list that bears the body's name follows its calendar.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ratingstore.errors import RuleSetInvalid
from ratingstore.events import days
from ratingstore.language import _
from ratingstore.rulebook.document import NotToml, parse
from ratingstore.rulebook.provenance import check_note_paths, read_notes, read_sources, source_of
from ratingstore.rulebook.schema import SMALLEST, Findings, Table
from ratingstore.rules import formula
from ratingstore.rules.adjustment import Adjustment, Selection
from ratingstore.rules.ruleset import HUNDREDTHS, Note, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """From ``effective_from`` (ISO date) on, ``rule_set`` (id) holds, until the next entry."""

    rule_set: str
    effective_from: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarAdjustment:
    """On the list of ``on`` (ISO date) many ratings moved at once; ``title`` says why."""

    on: str
    title: str
    source: str
    adjustment: Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """A body's rule sets in order of date. ``code`` is the body's, or begins with it (``fide-1990``)."""

    code: str
    title: str
    entries: tuple[CalendarEntry, ...]
    adjustments: tuple[CalendarAdjustment, ...] = ()
    sources: tuple[Source, ...] = ()
    notes: tuple[Note, ...] = ()

    def in_force(self, day: str) -> CalendarEntry | None:
        """The entry that holds on a day (ISO), None before the first."""
        return next((one for one in reversed(self.entries) if one.effective_from <= day), None)


def read_calendar(code: str, text: str) -> Calendar:
    """The calendar in a file's text; RuleSetInvalid with every finding where it is unsound.

    ``code`` is the name of the file, which the file repeats.
    """
    findings = Findings()
    try:
        top = Table(parse(text), "", findings)
    except NotToml as error:
        raise RuleSetInvalid(code, ((error.place, error.sentence),)) from None
    calendar = _calendar(code, top)
    if findings.found:
        raise RuleSetInvalid(code, tuple(findings.found))
    return calendar


def _calendar(code: str, top: Table) -> Calendar:
    """The record; not to be trusted where something was found."""
    if top.name("code") not in ("", code):
        top.fault("code", _("must be {name}, the name of the file").format(name=code))
    documents = read_sources(top, required="adjustments" in top.values)
    entries = [(table, _entry(table)) for table in top.tables("entries")]
    adjustments = [
        (table, _adjustment(table, documents)) for table in top.tables("adjustments", required=False)
    ]
    calendar = Calendar(
        code=code,
        title=top.text("title"),
        entries=tuple(entry for _table, entry in entries),
        adjustments=tuple(one for _table, one in adjustments),
        sources=documents,
        notes=read_notes(top),
    )
    check_note_paths(top, calendar.notes)
    top.close()
    _ascending("effective_from", [(table, entry.effective_from) for table, entry in entries])
    _ascending("date", [(table, one.on) for table, one in adjustments])
    return calendar


def _ascending(key: str, dated: Iterable[tuple[Table, str]]) -> None:
    for (_at, before), (table, day) in pairwise(dated):
        if day and day <= before:
            sentence = _("must be later than {day}, the date of the entry before it")
            table.fault(key, sentence.format(day=before))


def _entry(table: Table) -> CalendarEntry:
    entry = CalendarEntry(
        rule_set=table.name("rule_set"), effective_from=table.day("effective_from", required=True)
    )
    table.close()
    return entry


def _adjustment(table: Table, documents: tuple[Source, ...]) -> CalendarAdjustment:
    one = CalendarAdjustment(
        on=table.day("date", required=True),
        title=table.text("title"),
        source=source_of(table, documents),
        adjustment=Adjustment(
            formula=table.text("formula"),
            selection=_selection(table),
            other_list=table.name("other_list", required=False),
            step=table.points("step", least=SMALLEST, default=HUNDREDTHS),
            mode=table.choice("mode", ("half up", "half away from zero"), default="half up"),
            least=table.stated_points("least"),
        ),
    )
    table.close()
    _check_formula(table, one.adjustment)
    return one


def _selection(table: Table) -> Selection:
    since = table.day("active_since")
    return Selection(
        federation=table.text("federation", required=False),
        sex=table.choice("sex", ("", "m", "f"), default=""),
        rating_from=table.stated_points("rating_from"),
        rating_below=table.stated_points("rating_below"),
        active_since=days.day_of(since) if since else None,
    )


def _check_formula(table: Table, adjustment: Adjustment) -> None:
    if not adjustment.formula:
        return
    read = formula.parse(adjustment.formula)
    if isinstance(read, formula.FormulaFault):
        table.fault("formula", _sentence(read))
    elif read.uses_other and not adjustment.other_list:
        table.fault("other_list", _("the formula uses S, the rating on another list: name it"))
    elif adjustment.other_list and not read.uses_other:
        table.fault("formula", _("does not use S, the rating on other_list"))


def _sentence(fault: formula.FormulaFault) -> str:
    sentences = {
        "too long": _("is longer than {longest} characters"),
        "piece": _("cannot hold {piece}: only R, S, numbers, + - * / ( ), min and max"),
        "form": _("does not read as a formula at {piece}"),
        "divisor": _("divides by {piece}, which is no number other than 0"),
    }
    return sentences[fault.kind].format(longest=formula.LONGEST, piece=fault.piece)
