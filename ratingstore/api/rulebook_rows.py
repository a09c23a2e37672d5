"""Answers about the rulebook: what is shipped, what a store has adopted, and where the two differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratingstore.errors import UsageError
from ratingstore.events import days
from ratingstore.formats import RowSet
from ratingstore.language import _
from ratingstore.replay import choice
from ratingstore.rulebook import catalogue, loader
from ratingstore.rulebook.catalogue import Calendar, CalendarEntry
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.rows import AdoptionRow

COLUMNS = ("rule_set", "body", "valid_from", "status", "list", "adopted_from", "title", "note")


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesInForce:
    """The rule set that a list had adopted for a day, from its own text in the store. Days are ISO."""

    list: str
    on: str
    adopted_from: str
    parameters: Mapping[str, str]
    rules: RuleSet


def in_force(adoptions: Sequence[AdoptionRow], code: str, number: int, day: int) -> RulesInForce:
    """The rule set in force for a list on a day. UsageError where there is none yet."""
    candidates = choice.adopted(adoptions, number)
    found = choice.in_force(candidates, day)
    if found is None:
        first = candidates[-1]
        raise UsageError(
            _("list {list} has no rule set in force on {day}").format(list=code, day=days.iso(day)),
            _("its first is {rule_set}, from {from_day}").format(
                rule_set=first.rules.id, from_day=days.iso(first.effective_on)
            ),
        )
    row = next(row for row in adoptions if row.position == found.position)
    return RulesInForce(
        list=code,
        on=days.iso(day),
        adopted_from=days.iso(found.effective_on),
        parameters=row.parameters,
        rules=found.rules,
    )


def adopted(adoptions: Sequence[AdoptionRow], lists: Mapping[int, str], rule_set: str) -> RulesInForce | None:
    """The text that a list adopted last under this id, on its first day; None: no list ever did."""
    his = [row for row in adoptions if row.rule_set == rule_set]
    if not his:
        return None
    row = max(his, key=lambda one: one.position)
    return RulesInForce(
        list=lists.get(row.list, ""),
        on=days.iso(row.effective_on),
        adopted_from=days.iso(row.effective_on),
        parameters=row.parameters,
        rules=choice.rules_of(row),
    )


def of_calendar(calendar: Calendar, day: str) -> tuple[RuleSet, CalendarEntry]:
    """The rule set that a calendar of the rulebook has for a day (ISO). UsageError before its first."""
    entry = calendar.in_force(day)
    if entry is None:
        first = calendar.entries[0]
        raise UsageError(
            _("calendar {calendar} has no rule set for {day}").format(calendar=calendar.code, day=day),
            _("its first is {rule_set}, from {from_day}").format(
                rule_set=first.rule_set, from_day=first.effective_from
            ),
        )
    shipped = catalogue.find(entry.rule_set)
    return loader.load(shipped.text, shipped.tables), entry


def rules_list(adoptions: Sequence[AdoptionRow] = (), lists: Mapping[int, str] | None = None) -> RowSet:
    """A row a rule set and adoption; shipped rule sets that nobody adopted have no list."""
    rows: list[tuple[str | None, ...]] = []
    shipped = {one.id: one for one in catalogue.shipped()}
    for one in shipped.values():
        rules = loader.load(one.text, one.tables)
        common = (one.id, one.body, rules.valid_from, rules.status)
        his = [row for row in adoptions if row.rule_set == one.id]
        for row in his:
            newer = loader.digest(one.text, one.tables, row.parameters) != row.digest
            note = _("the package has a newer text; adopt it to use it") if newer else ""
            rows.append((*common, *_adopted(row, lists or {}), rules.title, _with_parameters(row, note)))
        if not his:
            rows.append((*common, None, None, rules.title, ""))
    for row in adoptions:
        if row.rule_set not in shipped:
            rules = choice.rules_of(row)
            common = (rules.id, rules.body, rules.valid_from, rules.status)
            rows.append((*common, *_adopted(row, lists or {}), rules.title, _with_parameters(row, "")))
    return RowSet(COLUMNS, tuple(rows))


def _adopted(row: AdoptionRow, lists: Mapping[int, str]) -> tuple[str, str]:
    return lists.get(row.list, ""), days.iso(row.effective_on)


def _with_parameters(row: AdoptionRow, note: str) -> str:
    set_to = ", ".join(f"{name}={value}" for name, value in sorted(row.parameters.items()))
    return "; ".join(part for part in (set_to, note) if part)
