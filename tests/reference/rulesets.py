"""What the shipped rule sets say, as plain dicts, and which of them rates what."""

from __future__ import annotations

from datetime import date
from typing import Any

RuleSet = dict[str, Any]
Adoption = dict[str, Any]

SHIPPED: dict[str, RuleSet] = {
    "cbjd-1": {
        "unit": "tournament",
        "points": 2,
        "multiplier": 0.5,
        # a rating up to the number has this K; None: any rating
        "k": [(1999, 40), (2199, 30), (2399, 20), (None, 10)],
        "bounds": None,
        "first_rating_games": None,
    },
    "cbx-1": {
        "unit": "tournament",
        "points": 1,
        "multiplier": 1,
        "k": [(1900, 45), (2200, 30), (2350, 15), (None, 10)],
        "bounds": (0, 3000),
        "first_rating_games": 16,
    },
    "cxc-2011": {"unit": "month", "cap": 300, "k": 15, "first_rating": "two tournaments"},
    "cxc-2012": {"unit": "month", "cap": 400, "k": 15, "first_rating": "nine rated games"},
    "cxc-2012-04": {"unit": "month", "cap": 400, "k": 15, "first_rating": "nine rated games"},
    "elo-1": {"unit": "game", "k": 20},
}

CALENDARS: dict[str, list[tuple[str, date]]] = {
    "cbjd": [("cbjd-1", date(1900, 1, 1))],
    "cbx": [("cbx-1", date(1900, 1, 1))],
    "cxc": [
        ("cxc-2011", date(2011, 1, 1)),
        ("cxc-2012", date(2012, 1, 1)),
        ("cxc-2012-04", date(2012, 4, 1)),
    ],
    "elo": [("elo-1", date(1900, 1, 1))],
}


def first_of_month(day: date) -> date:
    return day.replace(day=1)


def first_of_next_month(day: date) -> date:
    if day.month == 12:
        return date(day.year + 1, 1, 1)
    return date(day.year, day.month + 1, 1)


def adoptions_of(calendar: str) -> list[Adoption]:
    """The adoptions that a calendar stands for, in the order of their dates."""
    return [{"rule_set": name, "effective_from": day} for name, day in CALENDARS[calendar]]


def in_force(adoptions: list[Adoption]) -> list[Adoption]:
    """The adoptions by effective date; of two with one date the later recorded one stands.

    ``adoptions`` come in the order in which they were recorded.
    """
    by_date: dict[date, Adoption] = {}
    for adoption in adoptions:
        by_date[adoption["effective_from"]] = adoption
    return [by_date[day] for day in sorted(by_date)]


def rules_of(adoption: Adoption) -> RuleSet:
    """The rule set of an adoption with the parameters the adoption changes."""
    return {**SHIPPED[adoption["rule_set"]], **adoption.get("parameters", {})}


def adoption_for(
    adoptions: list[Adoption], played_on: date, tournament_start: date | None = None
) -> Adoption | None:
    """The adoption that takes a game: the newest whose date is not after the game's key date.

    The key date is the one its rule set selects by: the start of the tournament, the first day of
    the month, or the date of the game. None: no rule set was in force yet, the game is not rated.
    """
    newest_first: list[Adoption] = in_force(adoptions)[::-1]
    for adoption in newest_first:
        unit = rules_of(adoption)["unit"]
        key_dates = {
            "tournament": tournament_start or played_on,
            "month": first_of_month(played_on),
            "game": played_on,
        }
        if adoption["effective_from"] <= key_dates[unit]:
            return adoption
    return None


def start_of_unbroken_run(adoptions: list[Adoption], adoption: Adoption) -> date:
    """Since when rule sets with this way of giving a first rating have followed one another."""
    chain = in_force(adoptions)
    at = chain.index(adoption)
    method = rules_of(adoption)["first_rating"]
    while at > 0 and rules_of(chain[at - 1]).get("first_rating") == method:
        at -= 1
    since: date = chain[at]["effective_from"]
    return since
