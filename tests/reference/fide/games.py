"""What the games of a tournament are worth: differences and their cap, expected scores, K.

A side is a player's part of a game, a dict: ``player, opponent, tournament, own, opponent_rating,
score`` and, for K, ``rating, games, peak, born, day``. Ratings are whole or exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

from ..arithmetic import expected_by_table, mean, whole_difference
from .rules import Rules

Side = dict[str, Any]


def is_not_rated(rules: Rules, side: Side) -> bool:
    """A game of two rated players that are too far apart, one of them above a rating: it moves nobody."""
    limits = rules["not_rated"]
    if limits is None:
        return False
    ratings = (side["own"], side["opponent_rating"])
    return bool(max(ratings) > limits["above"] and max(ratings) - min(ratings) >= limits["gap_from"])


def expected_scores(rules: Rules, sides: list[Side]) -> list[Fraction]:
    """The expected score of each of a player's games in one tournament."""
    if rules["expected"]["against"] == "mean of opponents":
        average = mean(counted_as(rules, side) for side in sides)
        return against_mean(rules, sides[0]["own"], average, len(sides))
    return [expected_by_table(used) for used in differences_used(rules["cap"], sides)]


def against_mean(rules: Rules, own: Fraction, average: Fraction, games: int) -> list[Fraction]:
    """The same against a mean."""
    difference, cap = whole_difference(own, average), rules["cap"]
    if cap is not None and cap["on"] == "difference":
        difference = cut(cap, own, difference)
    return [expected_by_table(difference)] * games


def counted_as(rules: Rules, side: Side) -> Fraction:
    """The opponent's rating that goes into a mean: where each is cut, at most so far from the own one."""
    cap = rules["cap"]
    if cap is None or cap["on"] == "difference":
        return Fraction(side["opponent_rating"])
    difference = side["own"] - side["opponent_rating"]
    return Fraction(side["own"] - cut(cap, side["own"], difference))


def cut(cap: Rules, own: Fraction, difference: Any) -> Any:
    """A difference (own less opponent's) as far as it counts."""
    if cap["exempt_from"] is not None and own >= cap["exempt_from"]:
        return difference
    upper_cut = min(difference, cap["points"])
    return upper_cut if cap["side"] == "higher" else max(upper_cut, -cap["points"])


def differences_used(cap: Rules | None, sides: list[Side]) -> list[int]:
    """The differences of a player's games in one tournament, as far as they count."""
    real = [whole_difference(side["own"], side["opponent_rating"]) for side in sides]
    if cap is None:
        return real
    used = [int(cut(cap, sides[0]["own"], difference)) for difference in real]
    if cap["games"] == "all":
        return used
    if cap["games"] == "largest of a tournament, either side":
        largest = real.index(max(real, key=abs))
        return [used[at] if at == largest else difference for at, difference in enumerate(real)]
    largest = real.index(max(real))
    return [used[at] if at == largest or difference < 0 else difference for at, difference in enumerate(real)]


def k_of(rules: Rules, side: Side) -> Fraction:
    """K by the first condition that holds, else by the band of the rating."""
    for condition in rules["k"]["conditions"]:
        if holds(condition, side):
            return Fraction(condition["k"])
    for band in rules["k"]["bands"]:
        if "high" not in band or side["rating"] < band["high"] + 1:
            return Fraction(band["k"])
    raise AssertionError("the bands end with one for any rating")


def holds(condition: Rules, side: Side) -> bool:
    """Whether all that a condition states holds. A peak of None: no list ever showed a rating."""
    peak = side["peak"]
    stated: dict[str, Callable[[Any], bool]] = {
        "rating_from": lambda limit: side["rating"] >= limit,
        "rating_below": lambda limit: side["rating"] < limit,
        "games_below": lambda limit: side["games"] < limit,
        "peak_from": lambda limit: peak is not None and peak >= limit,
        "peak_below": lambda limit: peak is None or peak < limit,
        "age_to": lambda age: is_young(side["born"], side["day"], age, condition.get("age_by", "year end")),
    }
    return all(test(condition[key]) for key, test in stated.items() if key in condition)


def is_young(born: date | None, day: date, age: int, by: str) -> bool:
    """Until the day before that birthday, or until the last day of its year; without birth date: adult."""
    if born is None:
        return False
    if by == "year end":
        return day.year - born.year <= age
    return day < born.replace(year=born.year + age)


def limited(rules: Rules, k: Fraction, games: int) -> Fraction:
    """K for a list of so many rated games: K times games is at most the limit."""
    limit = rules["k"]["limit"]
    return Fraction(limit // games) if limit and k * games > limit else k
