"""What other lists of the same log show: a fallback of the references, or S of an adjustment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import numpy as np

from ratingstore.replay.books import Book
from ratingstore.replay.calendar import Calendar
from ratingstore.replay.choice import Adopted
from ratingstore.replay.ledger import Steps
from ratingstore.rules.grouping import values
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Ints

_KEPT: Final = 12
"""So many days of a list are kept at a time."""

Fold = Callable[[str, int], tuple[Steps, tuple[Adopted, ...]] | None]
"""Folds a list, by code, up to the end of a day; None where it cannot be."""


class OtherList:
    """A list as it was at the end of days."""

    def __init__(self, steps: Steps, adopted: tuple[Adopted, ...], players: int, last: int) -> None:
        self._steps = steps
        self._players = players
        self._calendar = Calendar.of(adopted, 1, last)
        self._kept: dict[int, Ints] = {}

    def list_day(self, day: int) -> int:
        """The date of the list in force on a day; a list without dates is as the day before left it."""
        if not len(self._calendar.dates):
            return day - 1
        return int(self._calendar.on_or_before(np.array([day]))[0])

    def shown(self, day: int) -> Ints:
        """Shown ratings by player at the end of a day."""
        if day not in self._kept:
            if len(self._kept) >= _KEPT:
                del self._kept[min(self._kept)]
            until = self._steps.effective_on <= day
            column = np.full(self._players, UNRATED, dtype=np.int64)
            column[self._steps.player[until]] = self._steps.shown[until]  # of several the last stays
            self._kept[day] = column
        return self._kept[day]


class OtherLists:
    """The other lists that a book's items name; each is folded once, when it is first looked at."""

    def __init__(self, book: Book, fold: Fold) -> None:
        self._players = len(book.log.player_codes)
        self._fold = fold
        self._needed = needed(book)
        self._lists: dict[str, OtherList | None] = {}

    def get(self, code: str) -> OtherList | None:
        """A list by code; None for one that is not in the store."""
        if code not in self._lists:
            last = self._needed[code]
            found = self._fold(code, last)
            self._lists[code] = None if found is None else OtherList(*found, self._players, last)
        return self._lists[code]


def needed(book: Book) -> Mapping[str, int]:
    """The last day on which each other list is looked at."""
    last: dict[str, int] = {}
    for code, day in _looks(book):
        last[code] = max(day, last.get(code, 0))
    return last


def _looks(book: Book) -> Iterable[tuple[str, int]]:
    fallbacks = [one.rules.references.fallback for one in book.adopted]
    for item in book.items:
        if item.adjustment is not None and item.adjustment.adjustment.other_list:
            yield item.adjustment.adjustment.other_list, item.day
        elif len(item.chosen) and any(fallbacks):
            for index in values(item.chosen).tolist():
                if fallbacks[index]:
                    # Its lists on or before the start of a tournament; that never comes after the unit.
                    yield fallbacks[index], item.day - (item.period_start > 0)
