"""Which rule set a calendar chooses on which day, and which days it moved many ratings at once."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from ratingstore.events import days
from ratingstore.replay import choice
from ratingstore.rulebook import catalogue, comparison
from ratingstore.rulebook.catalogue import Calendar
from ratingstore.rulebook.loader import load
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.rows import AdoptionRow

CALENDARS = catalogue.calendars()
DATES = [
    (one, before.rule_set, after.rule_set, after.effective_from)
    for one in CALENDARS
    for before, after in pairwise(one.entries)
]


@cache
def shipped(rule_set_id: str) -> RuleSet:
    found = catalogue.find(rule_set_id)
    return load(found.text, found.tables)


def calendar(code: str) -> Calendar:
    found = catalogue.calendar(code)
    assert found
    return found


@pytest.mark.parametrize(("of", "before", "after", "day"), DATES, ids=lambda it: str(getattr(it, "code", it)))
def test_a_calendar_chooses_the_old_rules_the_day_before_and_the_new_ones_on_the_day(
    of: Calendar, before: str, after: str, day: str
) -> None:
    newest_first = choice.adopted(adoptions(of), 1)
    at = days.day_of(day)
    chosen = choice.choose(newest_first, lambda _unit: np.array([at - 1, at]), 2)
    assert [newest_first[index].rules.id for index in chosen.tolist()] == [before, after]
    assert [of.in_force(days.iso(at + shift)) for shift in (-1, 0)] == [
        entry for entry in of.entries if entry.rule_set in (before, after)
    ]


def adoptions(of: Calendar) -> list[AdoptionRow]:
    rows = []
    for position, entry in enumerate(of.entries, 1):
        one = catalogue.find(entry.rule_set)
        rows.append(
            AdoptionRow(
                position=position,
                list=1,
                effective_on=days.day_of(entry.effective_from),
                rule_set=one.id,
                digest="",
                text=one.text,
                tables=one.tables,
                parameters={},
            )
        )
    return rows


@pytest.mark.parametrize("of", CALENDARS, ids=lambda of: of.code)
def test_before_a_calendar_begins_nothing_is_in_force(of: Calendar) -> None:
    begins = days.day_of(of.entries[0].effective_from)
    assert of.in_force(days.iso(begins - 1)) is None


@pytest.mark.parametrize("of", CALENDARS, ids=lambda of: of.code)
def test_no_two_versions_of_a_calendar_rate_alike(of: Calendar) -> None:
    head = {"valid_from", "status", "trial_until", "frozen_until", "decided_on", "published_on"}
    for before, after in pairwise(of.entries):
        found = comparison.differing(shipped(before.rule_set), shipped(after.rule_set))
        values = [row for row in found if row.path not in head and not comparison.rates_nothing(row)]
        # The trial of 2012 in Curitiba became firm as it was.
        assert values or (before.rule_set, after.rule_set) == ("cxc-2012", "cxc-2012-04")


def test_revoked_rules_are_in_no_calendar() -> None:
    named = {entry.rule_set for one in CALENDARS for entry in one.entries}
    revoked = {one.id for one in catalogue.shipped() if load(one.text, one.tables).revoked_on}
    assert revoked == {"fide-standard-2009-k30"}
    assert not named & revoked
    assert {one.id for one in catalogue.shipped()} - named == revoked


def test_all_three_lists_were_raised_in_march_2024_and_the_fast_ones_in_october_2022() -> None:
    for code in ("fide-standard", "fide-rapid", "fide-blitz"):
        *earlier, last = calendar(code).adjustments
        assert (last.on, last.adjustment.formula) == ("2024-03-01", "R + 0.4 * (2000 - R)")
        assert (last.adjustment.selection.rating_below, last.adjustment.step) == (200_000, 100)
        assert [(one.on, one.adjustment.formula, one.adjustment.other_list) for one in earlier] == (
            [] if code == "fide-standard" else [("2022-10-01", "max(R, S - 100)", "fide-standard")]
        )


def test_the_raise_of_1987_is_told_though_it_is_not_shipped() -> None:
    (told,) = [note.text for note in calendar("fide-standard").notes if note.path == "adjustments"]
    assert "January 1987" in told
