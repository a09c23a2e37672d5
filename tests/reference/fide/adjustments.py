"""Adjustments: on a date, many ratings of a list are moved by one formula.

An adjustment is a dict: ``date, formula`` and, where they are stated, ``other_list, step, mode, least``
and ``selection`` (``players, excepted, federation, sex, rating_from, rating_below, active_since``).
"""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from typing import Any

from .first_ratings import rounded
from .rules import rules_on


def adjust(book: Any, day: date) -> None:
    for adjustment in book.adjustments:
        if adjustment["date"] == day:
            other = book.books.shown(adjustment["other_list"], day) if adjustment.get("other_list") else {}
            for code, player in sorted(book.players.items()):
                if player["state"] is not None and is_selected(book, adjustment, code):
                    move(book, adjustment, code, other.get(code))


def is_selected(book: Any, adjustment: dict[str, Any], code: str) -> bool:
    """Whether all that the selection states holds for a rated player."""
    where, player = adjustment.get("selection", {}), book.player(code)
    person = book.history["players"].get(code, {})
    last = player["last_played"]
    return (
        (not where.get("players") or code in where["players"])
        and code not in where.get("excepted", [])
        and where.get("sex", "") in ("", person.get("sex"))
        and where.get("federation", "") in ("", person.get("federation"))
        and player["state"] >= where.get("rating_from", player["state"])
        and ("rating_below" not in where or player["state"] < where["rating_below"])
        and ("active_since" not in where or (last is not None and last >= where["active_since"]))
    )


def move(book: Any, adjustment: dict[str, Any], code: str, other: dict[str, Any] | None) -> None:
    if other is None and re.search(r"\bS\b", adjustment["formula"]):
        return
    player = book.player(code)
    after = value(adjustment["formula"], player["state"], None if other is None else other["rating"])
    how = {"step": adjustment.get("step", 1), "mode": adjustment.get("mode", "half up")}
    after = rounded(how, after)
    if adjustment.get("least") is not None:
        after = max(after, Fraction(adjustment["least"]))
    if after == player["state"]:
        return  # he is not moved
    floor = rules_on(book.adoptions, adjustment["date"])["floor"]
    leaves = floor is not None and after < floor["low"]
    games = player["games"]
    book.move(code, None if leaves else after, adjustment["date"], "adjustment")
    player["games"] = 0 if leaves else games


def value(formula: str, r: Fraction, s: Fraction | None) -> Fraction:
    """The formula with its numbers as exact fractions."""
    exact = re.sub(r"\d+(\.\d+)?", lambda number: f"F('{number[0]}')", formula)
    result: Fraction = eval(exact, {"F": Fraction, "R": r, "S": s, "max": max, "min": min})
    return result
