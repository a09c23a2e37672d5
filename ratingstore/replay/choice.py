"""Which rule set rates what: the adoptions of a list, walked from the newest effective date back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from ratingstore.events import days
from ratingstore.rulebook import loader
from ratingstore.rules.ruleset import RuleSet, Unit
from ratingstore.store.read import Ints
from ratingstore.store.rows import AdoptionRow

NO_RULE_SET: Final = -1
_MANY: Final = 1000
"""Fewer days are computed one by one."""
_MONTH: Final = 31
"""Days of the longest."""
_UNIX_DAY: Final = days.day_of("1970-01-01")


@dataclass(frozen=True, slots=True)
class Adopted:
    """A rule set in force for a list from a day."""

    effective_on: int
    position: int
    rules: RuleSet


def adopted(rows: Sequence[AdoptionRow], list_number: int) -> tuple[Adopted, ...]:
    """A list's adoptions, newest first; of two with one date the later recorded first."""
    his = sorted((row for row in rows if row.list == list_number), key=_age, reverse=True)
    return tuple(Adopted(row.effective_on, row.position, rules_of(row)) for row in his)


def _age(row: AdoptionRow) -> tuple[int, int]:
    return row.effective_on, row.position


def rules_of(row: AdoptionRow) -> RuleSet:
    """The rule set that an adoption carries: its own text, whatever the package ships today."""
    return _parsed(row.text, tuple(row.tables.items()), tuple(row.parameters.items()))


@lru_cache(maxsize=256)
def _parsed(
    text: str, tables: tuple[tuple[str, str], ...], parameters: tuple[tuple[str, str], ...]
) -> RuleSet:
    return loader.load(text, dict(tables), dict(parameters))


def choose(candidates: Sequence[Adopted], key_days: Callable[[Unit], Ints], size: int) -> Ints:
    """For each of ``size`` things the index of the adoption that rates it, or ``NO_RULE_SET``.

    ``key_days`` gives the days by which a rule set's unit selects.
    """
    chosen = np.full(size, NO_RULE_SET, dtype=np.int64)
    for index, candidate in enumerate(candidates):
        free = chosen == NO_RULE_SET
        if not free.any():
            break
        chosen[free & (key_days(candidate.rules.unit) >= candidate.effective_on)] = index
    return chosen


def in_force(candidates: Sequence[Adopted], day: int) -> Adopted | None:
    """The rule set in force on a day."""
    return next((candidate for candidate in candidates if candidate.effective_on <= day), None)


MONTHS: Final = {"month": 1, "two months": 2, "quarter": 3, "half year": 6, "year": 12}


def period_start(day: Ints, period: str) -> Ints:
    """The first day of the period (``month``, ``half year`` ...) of each day."""
    months = MONTHS[period]
    return _each_day(day, lambda one: _first_of_month(_months(one) // months * months))


def next_period_start(day: Ints, period: str) -> Ints:
    """The first day of the period after that of each day: the date of its list."""
    months = MONTHS[period]
    return _each_day(day, lambda one: _first_of_month((_months(one) // months + 1) * months))


def _each_day(day: Ints, of_days: Callable[[Ints], Ints]) -> Ints:
    """What ``of_days`` gives for each day; where days are many and lie close together, once a day."""
    if len(day) <= _MANY or (low := int(day.min())) + len(day) < (high := int(day.max())):
        return of_days(day)
    return of_days(np.arange(low, high + 1, dtype=np.int64))[day - low]


def reach(adopted: Sequence[Adopted]) -> int:
    """How many days at most a game takes effect after the last day of its tournament."""
    units = [one.rules.unit for one in adopted]
    # One period until it is over, one more where a list closes before its date.
    return max((2 * _MONTH * MONTHS[one.period] for one in units if one.kind == "period"), default=0)


def period_starts(first: int, past: int, period: str) -> Ints:
    """The first days of periods from day ``first`` until before day ``past``."""
    months = MONTHS[period]
    edges = _months(np.array([first - 1, past - 1], dtype=np.int64)) // months
    return _first_of_month(np.arange(edges[0] + 1, edges[1] + 1, dtype=np.int64) * months)


def _months(day: Ints) -> Ints:
    """Months since January 1970; years and their parts begin at multiples of twelve."""
    dates = (day - _UNIX_DAY).astype("datetime64[D]")
    return dates.astype("datetime64[M]").astype(np.int64)


def _first_of_month(months: Ints) -> Ints:
    return months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64) + _UNIX_DAY
