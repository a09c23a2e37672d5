"""Lists that a file needs: known, opened by an adoption in the file, or by their calendar.

A calendar brings its rule sets, and the days on which it moved many ratings at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from ratingstore.errors import RuleSetInvalid, UnknownName, UsageError
from ratingstore.events import days
from ratingstore.events.facts import AdoptionRequest, Fact, RatingFact, TournamentFact
from ratingstore.ingest import frozen
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.language import _, day, plural
from ratingstore.rulebook import catalogue, loader
from ratingstore.rulebook.catalogue import Calendar, CalendarAdjustment, ShippedRuleSet
from ratingstore.rules import adjustment
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.rows import AdjustmentRow, AdoptionRow

_FEW = 4
"""So many rule sets of a calendar are named one by one."""
AT_BATCH_END = 2**62
"""The position of an adoption that is still being drafted: after all that are recorded."""


class Lists:
    """The lists of the store and of the draft, with the rule sets adopted for them."""

    def __init__(
        self, draft: Draft, adoptions: Sequence[AdoptionRow], adjustments: Sequence[AdjustmentRow] = ()
    ) -> None:
        self._draft = draft
        self.adoptions = list(adoptions)
        self._adjusted = {(row.list, row.on, row.adjustment) for row in adjustments}

    def needed(self, facts: Sequence[Fact], option: str | None) -> None:
        """Open what the file asks for: adoptions first, then calendars of lists not yet there.

        UsageError where ``option`` (``--list``) names a list that nothing opens.
        """
        for fact in facts:
            if isinstance(fact, AdoptionRequest):
                self._request(fact)
        if option is not None and not self.open(option):
            raise UsageError(
                _("there is no list {list}, and the rulebook has no calendar of that name").format(
                    list=option
                ),
                _(
                    "open it with a rule set: ratingstore rules adopt RULE_SET --list {list} --from DATE"
                ).format(list=option),
            )
        for fact in facts:
            for code in named(fact):
                if not self.open(code):
                    self._draft.report(fact, "RS050", "list", list=code)

    def open(self, code: str) -> bool:
        """Whether the list is there, opened by its calendar where it has one."""
        if code in self._draft.lists:
            return True
        calendar = catalogue.calendar(code)
        if calendar is None:
            return False
        self._draft.list(code)
        for entry in calendar.entries:
            self.adopt(code, catalogue.find(entry.rule_set), days.day_of(entry.effective_from), {})
        for one in calendar.adjustments:
            self.adjust(code, one)
        self._draft.notes.append(
            _("opened list {list} by its calendar: {rule_sets}").format(list=code, rule_sets=_told(calendar))
        )
        return True

    def adopt(
        self,
        code: str,
        shipped: ShippedRuleSet,
        effective_on: int,
        parameters: Mapping[str, str],
        line: int = 0,
    ) -> None:
        """Draft an adoption; RuleSetInvalid where the text or its parameters cannot be used."""
        loader.load(shipped.text, shipped.tables, parameters)
        row = AdoptionRow(
            position=AT_BATCH_END + len(self.adoptions),
            list=self._draft.list(code),
            effective_on=effective_on,
            rule_set=shipped.id,
            digest=loader.digest(shipped.text, shipped.tables, parameters),
            text=shipped.text,
            tables=dict(shipped.tables),
            parameters=dict(parameters),
        )
        self.adoptions.append(row)
        payload = json.dumps({"tables": row.tables, "text": row.text}, ensure_ascii=False, sort_keys=True)
        content = (
            row.list,
            effective_on,
            row.rule_set,
            row.digest,
            json.dumps(row.parameters, sort_keys=True),
        )
        self._draft.rows["admin_event"].append(
            (NEW_ROOT, 1, line, "adoption", *content, payload, effective_on)
        )

    def adjust(self, code: str, one: CalendarAdjustment) -> bool:
        """Draft an adjustment of a calendar, with its title as the reason; False: the list has it."""
        number, on = self._draft.list(code), days.day_of(one.on)
        if (number, on, one.adjustment) in self._adjusted:
            return False
        self._adjusted.add((number, on, one.adjustment))
        payload = json.dumps(adjustment.values_of(one.adjustment), ensure_ascii=False, sort_keys=True)
        self._draft.rows["admin_event"].append(
            (NEW_ROOT, 1, 0, "adjustment", number, on, "", "", "{}", payload, on)
        )
        self._draft.remark("reason", one.title, "admin_event")
        return True

    def _request(self, fact: AdoptionRequest) -> None:
        try:
            shipped = catalogue.find(fact.rule_set)
            rules = loader.load(shipped.text, shipped.tables, dict(fact.parameters))
        except UnknownName:
            known = ", ".join(one.id for one in catalogue.shipped())
            self._draft.report(fact, "RS076", "rule_set", rule_set=fact.rule_set, known=known)
            return
        except RuleSetInvalid as error:
            text = "; ".join(sentence for _path, sentence in error.findings)
            self._draft.report(fact, "RS077", "parameters", rule_set=fact.rule_set, text=text)
            return
        effective_on = starting(fact.effective_from, rules)
        if self.has(fact.list, shipped, effective_on, dict(fact.parameters)):
            self._draft.known("adoptions")
            return
        if self._is_fixed(fact, shipped, effective_on):
            return
        self.adopt(fact.list, shipped, effective_on, dict(fact.parameters), fact.line)
        self._draft.remark("reason", fact.reason, "admin_event")
        self._draft.remark("note", fact.note, "admin_event")
        self._draft.counts["adoptions", "new"] += 1

    def _is_fixed(self, fact: AdoptionRequest, shipped: ShippedRuleSet, day: int) -> bool:
        """Whether the rule set in force is fixed and the line gives no reason to replace it."""
        number = self._draft.lists.get(fact.list)
        if number is None or fact.reason.strip():
            return False
        digest = loader.digest(shipped.text, shipped.tables, dict(fact.parameters))
        fixed = frozen.fixed_by(self.adoptions, number, day, digest)
        if fixed is not None:
            self._draft.report(fact, "RS081", "reason", rule_set=fixed.id, until=fixed.frozen_until)
        return fixed is not None

    def has(
        self, code: str, shipped: ShippedRuleSet, effective_on: int, parameters: Mapping[str, str]
    ) -> bool:
        """Whether the list ever adopted this text with these parameters from this day."""
        digest = loader.digest(shipped.text, shipped.tables, parameters)
        number = self._draft.lists.get(code)
        return any(
            (row.list, row.effective_on, row.digest) == (number, effective_on, digest)
            for row in self.adoptions
        )


def _told(calendar: Calendar) -> str:
    """The rule sets with their dates, of many the first and the last; how many adjustments."""
    dated = [f"{entry.rule_set} ({day(entry.effective_from)})" for entry in calendar.entries]
    told = ", ".join(dated)
    if len(dated) > _FEW:
        told = _("{first} to {last}, {count} rule sets").format(
            first=dated[0], last=dated[-1], count=len(dated)
        )
    if not calendar.adjustments:
        return told
    count = len(calendar.adjustments)
    adjusted = plural("{count} adjustment", "{count} adjustments", count).format(count=count)
    return f"{told}; {adjusted}"


def starting(effective_from: int | None, rules: RuleSet) -> int:
    """The day from which an adoption holds: the one asked for, else the rule set's own."""
    return days.day_of(rules.valid_from) if effective_from is None else effective_from


def named(fact: Fact) -> Iterable[str]:
    """The codes of lists that a row names."""
    if isinstance(fact, TournamentFact):
        return fact.lists
    return (fact.list,) if isinstance(fact, RatingFact) and fact.list else ()
