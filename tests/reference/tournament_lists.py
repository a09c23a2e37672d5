"""CBX and CBJD: a tournament is rated at once, on the mean of the rated opponents."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .arithmetic import expected_by_table, mean, nearest, whole_difference
from .rulesets import RuleSet, rules_of


def rate(book: Any, code: str) -> None:
    """Rate a tournament from the state on the day it ends, the same for all its games."""
    games = [g for g in book.games if g["tournament"] == code]
    adoption = games[0]["adoption"]
    rules = rules_of(adoption)
    points = book.tournaments[code]["points"] or rules["points"]
    ratings = {player: book.state(player) for g in games for player in (g["white"], g["black"])}
    of_the_change = {
        "effective_on": book.tournaments[code]["end"],
        "unit": code,
        "rule_set": adoption["rule_set"],
    }
    for player, own in sorted(ratings.items()):
        rated = [
            {"opponent": ratings[opponent], "scored": score * points, "points": points}
            for opponent, score in results_of(player, games)
            if ratings[opponent] is not None
        ]
        if own is not None and rated:
            after = new_rating(rules, own, rated)
            book.set_rating(player, after, len(rated), lines=[], **of_the_change)
        elif own is None and rated and rules["first_rating_games"]:
            pool = book.player(player)["pool"]
            pool += rated
            if len(pool) >= rules["first_rating_games"]:
                book.set_rating(player, first_rating(rules, pool), len(pool), lines=[], **of_the_change)


def results_of(player: str, games: list[dict[str, Any]]) -> list[tuple[str, Fraction]]:
    """A player's games: his opponent, and his share of the game."""
    as_white = [(g["black"], Fraction(g["score"])) for g in games if g["white"] == player]
    as_black = [(g["white"], 1 - Fraction(g["score"])) for g in games if g["black"] == player]
    return as_white + as_black


def new_rating(rules: RuleSet, own: Fraction, rated: list[dict[str, Any]]) -> Fraction:
    """Old rating + K (points scored - points expected), times a half where the rules say so."""
    scored = sum((game["scored"] for game in rated), Fraction(0))
    disputed = sum(game["points"] for game in rated)
    difference = whole_difference(own, mean(game["opponent"] for game in rated))
    expected = disputed * expected_by_table(difference)
    change = k_of(rules, own) * (scored - expected) * Fraction(rules["multiplier"])
    return within_bounds(rules, nearest(own + change))


def first_rating(rules: RuleSet, pool: list[dict[str, Any]]) -> Fraction:
    """Mean of the opponents + 400 (points won - points lost) / (points won + points lost)."""
    won = sum((game["scored"] for game in pool), Fraction(0))
    disputed = sum(game["points"] for game in pool)
    lost = disputed - won
    rating = mean(game["opponent"] for game in pool) + 400 * (won - lost) / disputed
    return within_bounds(rules, nearest(rating))


def k_of(rules: RuleSet, rating: Fraction) -> Fraction:
    for highest, k in rules["k"]:
        if highest is None or rating <= highest:
            return Fraction(k)
    raise AssertionError("the bands end with one for any rating")


def within_bounds(rules: RuleSet, rating: Fraction) -> Fraction:
    if rules["bounds"] is None:
        return rating
    lowest, highest = rules["bounds"]
    return min(max(rating, Fraction(lowest)), Fraction(highest))
