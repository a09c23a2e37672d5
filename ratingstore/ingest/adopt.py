"""``rules adopt``: putting a rule set, or a calendar of them, in force for a list."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from ratingstore.errors import UsageError
from ratingstore.events import days
from ratingstore.ingest import frozen
from ratingstore.ingest.commit import provenance
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.lists import Lists
from ratingstore.ingest.report import Writing
from ratingstore.language import _
from ratingstore.rulebook import catalogue, loader
from ratingstore.rulebook.catalogue import Calendar, CalendarAdjustment, ShippedRuleSet
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store import administration, append, engine, existing, identities, info, times
from ratingstore.store.append import NewBatch
from ratingstore.store.engine import Connection, Engine

Wanted = tuple[ShippedRuleSet, int]


def adopt(
    store: Engine,
    what: str,
    list_code: str,
    effective_from: str | None,
    parameters: Mapping[str, str],
    writing: Writing,
    look: Callable[[Connection], None] | None = None,
) -> tuple[str, ...]:
    """Adopt ``what`` (rule set id, calendar code, or file) for a list; sentences on what was done.

    ``look`` sees what a dry run has written, before it is taken back.

    A list that is not there is opened, and then holds only what is adopted here. UsageError where a
    rule set that is fixed until a later day would be replaced without a reason.
    """
    wanted = _wanted(what, effective_from, parameters)
    with engine.writing(store, dry_run=writing.dry_run) as connection:
        head = append.head(connection, lock=True)
        zone = info.time_zone(connection)
        recorded_at = times.recorded(writing.recorded_at, head.recorded_at, zone)
        draft = Draft.of(connection, what, times.day_in(recorded_at, zone))
        decided = administration.read(connection, existing.HEAD)
        lists = Lists(draft, decided.adoptions, decided.adjustments)
        said = tuple(_one(draft, lists, list_code, one, parameters, writing.reason) for one in wanted)
        said += tuple(_adjusted(lists, list_code, one) for one in _adjustments(what))
        if draft.rows["admin_event"]:
            number = head.batch + 1
            sealed = identities.add_lists(connection, draft.new_lists, number)
            texts = "\n".join(one.text for one, _day in wanted)
            new = NewBatch(
                recorded_at=recorded_at,
                format="adoption",
                document_hash=hashlib.sha256(texts.encode()).hexdigest(),
                options="{}",
                rows=draft.rows,
                identities=sealed,
                remarks=[*draft.remarks, *provenance(writing, what)],
            )
            append.append(connection, head, new)
        if look is not None and writing.dry_run:
            look(connection)
    return said


def _wanted(what: str, effective_from: str | None, parameters: Mapping[str, str]) -> list[Wanted]:
    asked = None if effective_from is None else days.day_of(effective_from)
    calendar = _calendar(what)
    if calendar is None:
        return [_starting(catalogue.named(what), asked, parameters)]
    if asked is not None or parameters:
        raise UsageError(
            _("{calendar} is a calendar: its rule sets have their own dates").format(calendar=what),
            _("leave --from and --set out, or adopt one rule set by its id"),
        )
    return [(catalogue.find(entry.rule_set), days.day_of(entry.effective_from)) for entry in calendar.entries]


def _calendar(what: str) -> Calendar | None:
    """The calendar of this name; a rule set or a file of the same name goes first."""
    if what in {one.id for one in catalogue.shipped()} or Path(what).is_file():
        return None
    return catalogue.calendar(what)


def _adjustments(what: str) -> tuple[CalendarAdjustment, ...]:
    calendar = _calendar(what)
    return () if calendar is None else calendar.adjustments


def _adjusted(lists: Lists, code: str, one: CalendarAdjustment) -> str:
    said = {"list": code, "day": one.on, "title": one.title}
    if lists.adjust(code, one):
        return _("list {list} is adjusted on {day}: {title}").format(**said)
    return _("list {list} already has the adjustment of {day}: {title}").format(**said)


def _starting(shipped: ShippedRuleSet, asked: int | None, parameters: Mapping[str, str]) -> Wanted:
    rules = loader.load(shipped.text, shipped.tables, parameters)
    return shipped, days.day_of(rules.valid_from) if asked is None else asked


def _one(
    draft: Draft, lists: Lists, code: str, wanted: Wanted, parameters: Mapping[str, str], reason: str
) -> str:
    shipped, day = wanted
    said = {"rule_set": shipped.id, "list": code, "day": days.iso(day)}
    if _stands(draft, lists, code, shipped, day, parameters):
        return _("{rule_set} already holds for list {list} from {day}").format(**said)
    opened = code not in draft.lists
    fixed = None if opened else _fixed(draft.lists[code], lists, wanted, parameters)
    if fixed is not None:
        frozen.expect_reason(fixed, code, day, reason)
    lists.adopt(code, shipped, day, parameters)
    sentence = _("{rule_set} holds for list {list} from {day}")
    if opened:
        sentence = _("opened list {list}; {rule_set} holds for it from {day}")
    return sentence.format(**said) + _remarks(wanted, parameters, fixed)


def _fixed(number: int, lists: Lists, wanted: Wanted, parameters: Mapping[str, str]) -> RuleSet | None:
    shipped, day = wanted
    digest = loader.digest(shipped.text, shipped.tables, parameters)
    return frozen.fixed_by(lists.adoptions, number, day, digest)


def _remarks(wanted: Wanted, parameters: Mapping[str, str], fixed: RuleSet | None) -> str:
    """What an officer should see at once: a date before the rule set's own, a fixed one replaced."""
    shipped, day = wanted
    rules = loader.load(shipped.text, shipped.tables, parameters)
    remarks = ""
    if day < days.day_of(rules.valid_from):
        remarks += _("; earlier than the rule set's own date, {valid_from}").format(
            valid_from=rules.valid_from
        )
    if fixed is not None:
        told = {"rule_set": fixed.id, "until": fixed.frozen_until}
        remarks += _("; it replaces {rule_set}, which was fixed until {until}").format(**told)
    return remarks


def _stands(
    draft: Draft, lists: Lists, code: str, shipped: ShippedRuleSet, day: int, parameters: Mapping[str, str]
) -> bool:
    """Whether this very text already decides from this day: an older one adopted again is news."""
    number = draft.lists.get(code)
    rows = [row for row in lists.adoptions if row.list == number and row.effective_on == day]
    newest = max(rows, key=lambda row: row.position, default=None)
    return newest is not None and newest.digest == loader.digest(shipped.text, shipped.tables, parameters)
