"""The dates of a list: its adoptions say over time how often it comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ratingstore.events.days import NEVER
from ratingstore.replay import choice
from ratingstore.replay.choice import Adopted
from ratingstore.rules.ruleset import Period
from ratingstore.store.read import Ints

_YEARS_AROUND: Final = 5
"""So many years on both sides of the days asked about hold every list that they can land on."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """List dates in order, and for each the last day of a tournament that it can take.

    Empty for a list that never had a rule set with periods.
    """

    dates: Ints
    last_ends: Ints

    @classmethod
    def of(cls, adopted: Sequence[Adopted], first: int, last: int) -> Calendar:
        """The dates that days from ``first`` to ``last`` can ask for; adoptions newest first."""
        dates: list[Ints] = []
        closing: list[Ints] = []
        around = _YEARS_AROUND * 366
        for start, past, period, days in _intervals(adopted):
            low, high = max(start, first - around), min(past, last + around)
            if period and low < high:
                found = choice.period_starts(low, high, period)
                dates.append(found)
                closing.append(np.full(len(found), days, dtype=np.int64))
        if not dates:
            return cls(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        whole = np.concatenate(dates)
        return cls(whole, whole - np.concatenate(closing))

    def on_or_before(self, days: Ints) -> Ints:
        """The last list date on or before each day."""
        return self.dates[np.searchsorted(self.dates, days, side="right") - 1]

    def before(self, days: Ints) -> Ints:
        """The last list date before each day."""
        return self.dates[np.searchsorted(self.dates, days, side="left") - 1]

    def after(self, days: Ints) -> Ints:
        """The first list date after each day."""
        return self.dates[np.searchsorted(self.dates, days, side="right")]

    def lands(self, ends: Ints) -> Ints:
        """The first list date that takes a tournament with each of these last days."""
        # A list with a longer closing time may take less than the one before it.
        taken = np.maximum.accumulate(self.last_ends)
        return self.dates[np.searchsorted(taken, ends, side="left")]

    def lists_between(self, earlier: Ints, later: Ints) -> Ints:
        """How many list dates each later list date stands behind an earlier one."""
        return np.searchsorted(self.dates, later) - np.searchsorted(self.dates, earlier)


def _intervals(adopted: Sequence[Adopted]) -> Iterator[tuple[int, int, Period, int]]:
    """(first day, day after, period, closing days) of the time of each adoption.

    What has no periods goes on with those before it; before the first adoption the first one's hold.
    """
    oldest = adopted[::-1]
    periods = [one.rules.unit.period for one in oldest if one.rules.unit.kind == "period"]
    period: Period = periods[0] if periods else ""
    starts = [-NEVER, *(one.effective_on for one in oldest[1:]), NEVER * 2]
    for one, start, past in zip(oldest, starts, starts[1:], strict=False):
        unit = one.rules.unit
        period = unit.period if unit.kind == "period" else period
        yield start, past, period, unit.closing_days


def last_date(adopted: Sequence[Adopted], day: int) -> int:
    """The last list date on or before one day; 0 for a list without list dates."""
    calendar = Calendar.of(adopted, day, day)
    return int(calendar.on_or_before(np.array([day]))[0]) if len(calendar.dates) else 0
