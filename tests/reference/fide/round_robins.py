"""Round robins with unrated players: their mean Ra, and what the unrated players count as.

A table is a dict by player of ``rating`` (None: unrated), ``games`` and ``points``, over all games.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..arithmetic import mean, nearest
from ..tournament_lists import results_of
from . import first_ratings
from .games import cut
from .rules import Rules

Table = dict[str, dict[str, Any]]


def table_of(played: list[dict[str, Any]], seen: dict[str, Fraction | None]) -> Table:
    """How everybody fared against everybody."""
    found = {}
    for code, rating in seen.items():
        results = results_of(code, [game for game in played if code in (game["white"], game["black"])])
        points = sum((score for _, score in results), Fraction(0))
        opponents = [opponent for opponent, _ in results]
        found[code] = {"rating": rating, "games": len(results), "points": points, "opponents": opponents}
    return found


def ra(rules: Rules, table: Table) -> Fraction | None:
    """Ra = Rar - dpa n / (n + 1): the mean of the rated players less what they were better than all."""
    rated = [row for row in table.values() if row["rating"] is not None]
    if not rated:
        return None
    differences = [
        first_ratings.dp(rules["first_rating"]["table"], row["points"] / row["games"]) for row in rated
    ]
    known = [difference for difference in differences if difference is not None]
    opponents = len(table) - 1
    dpa = mean(known) if known else Fraction(0)
    return mean(row["rating"] for row in rated) - dpa * Fraction(opponents, opponents + 1)


def ru(rules: Rules, row: dict[str, Any], average: Fraction) -> Fraction | None:
    """What an unrated player performed against a mean; no first rating yet, so nothing bounds it."""
    won = [Fraction(1)] * int(row["points"]) + [Fraction(1, 2)] * int(row["points"] * 2 % 2)
    scores = won + [Fraction(0)] * (row["games"] - len(won))
    block = {"games": [(average, score) for score in scores], "mean": average}
    whole = {"rounding": {"step": 1, "mode": "half up"}, "highest": None}
    return first_ratings.performance({**rules["first_rating"], **whole}, [block])


def stand_ins(rules: Rules, table: Table) -> dict[str, Fraction]:
    """Ru of every unrated player who has one."""
    average = ra(rules, table)
    if average is None:
        return {}
    average = nearest(average)
    found = {code: ru(rules, row, average) for code, row in table.items() if row["rating"] is None}
    return {code: rating for code, rating in found.items() if rating is not None}


def means(rules: Rules, table: Table) -> dict[str, Fraction]:
    """The mean of everybody's opponents, worked out from Ra and corrected by what the cap cuts off them."""
    average = ra(rules, table)
    if average is None:
        return {}
    average, players = nearest(average), len(table)
    ratings = stand_ins(rules, table)
    ratings |= {code: row["rating"] for code, row in table.items() if row["rating"] is not None}
    found = {}
    for code, row in table.items():
        if code in ratings:
            own = ratings[code]
            plain = average if row["rating"] is None else (players * average - own) / (players - 1)
            others = [rating for other, rating in ratings.items() if other != code]
            cuts = [own - kept(rules["cap"], own, rating) - rating for rating in others]
            found[code] = nearest(plain + Fraction(sum(cuts)) / (players - 1))
    return found


def kept(cap: Rules | None, own: Fraction, rating: Fraction) -> Fraction:
    difference = own - rating
    return difference if cap is None or cap["on"] == "difference" else Fraction(cut(cap, own, difference))
