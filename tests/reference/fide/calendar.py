"""The dates of a list, and the one on which a tournament lands."""

from __future__ import annotations

from datetime import date

from .rules import Adoption, rules_on

MONTHS_OF = {"month": 1, "two months": 2, "quarter": 3, "half year": 6, "year": 12}


def is_list_date(adoptions: list[Adoption], day: date) -> bool:
    """The first day of a month, quarter and so on: as the rules in force on that very day have it."""
    months = MONTHS_OF[rules_on(adoptions, day)["unit"]["period"]]
    return day.day == 1 and (day.month - 1) % months == 0


def list_dates(adoptions: list[Adoption], first: date, last: date) -> list[date]:
    """The dates of the list between two days, both included."""
    firsts = [date(y, m, 1) for y in range(first.year, last.year + 1) for m in range(1, 13)]
    return [day for day in firsts if first <= day <= last and is_list_date(adoptions, day)]


def lands_on(adoptions: list[Adoption], dates: list[date], end: date) -> date | None:
    """The first list dated at least ``closing_days`` after the last day of a tournament; None: none yet."""
    for day in dates:
        if day >= end and (day - end).days >= rules_on(adoptions, day)["unit"]["closing_days"]:
            return day
    return None


def in_force(dates: list[date], day: date) -> date:
    """The date of the list in force on a day: the last one on or before it."""
    return max(one for one in dates if one <= day)


def list_before(dates: list[date], day: date) -> date:
    return max(one for one in dates if one < day)


def months_between(earlier: date, later: date) -> int:
    return (later.year - earlier.year) * 12 + later.month - earlier.month
