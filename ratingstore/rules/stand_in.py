"""Unrated opponents: without effect, or standing in with their performance."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ratingstore.rules import round_robin
from ratingstore.rules.entries import Flags, Sides, rows_by_tournament
from ratingstore.rules.round_robin import NEAREST
from ratingstore.rules.rounding import Ints, quotient
from ratingstore.rules.ruleset import UNRATED, RuleSet, UnratedOpponent


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """Sides with a rating for each unrated opponent that stands in, and which those are.

    ``mean``: of all opponents in the tournament where the rule computes it as a whole (hundredths),
    ``UNRATED`` where it is that of the opponents met.
    """

    sides: Sides
    stands_in: Flags
    mean: Ints


def fill(rules: RuleSet, sides: Sides) -> Filled:
    """Stand-ins for rated players' games against unrated opponents.

    ``performance/1``: ``Rm + per_share (P/N - 1/2)`` over the opponent's games of that tournament in
    this unit. ``round robin/1``: Ru, in round robins only.
    """
    method = rules.unrated_opponent.method
    wanted = (sides.own != UNRATED) & (sides.opponent_rating == UNRATED)
    if method == "no effect/1" or not wanted.any():
        return _filled(sides, sides.opponent_rating)
    if method == "round robin/1":
        return _in_round_robins(rules, sides)
    ratings = sides.opponent_rating.copy()
    performances = _performances(rules.unrated_opponent, sides)
    for at in np.flatnonzero(wanted):
        ratings[at] = performances[int(sides.opponent[at]), int(sides.tournament[at])]
    return _filled(sides, ratings)


def _filled(sides: Sides, ratings: Ints, mean: Ints | None = None) -> Filled:
    return Filled(
        sides=replace(sides, opponent_rating=ratings),
        stands_in=ratings != sides.opponent_rating,
        mean=np.full(len(ratings), UNRATED, dtype=np.int64) if mean is None else mean,
    )


def _in_round_robins(rules: RuleSet, sides: Sides) -> Filled:
    ratings = sides.opponent_rating.copy()
    mean = np.full(len(ratings), UNRATED, dtype=np.int64)
    for rows in rows_by_tournament(sides, sides.round_robin).values():
        mine = sides.at(rows)
        unrated = mine.opponent_rating == UNRATED
        table = round_robin.table(rules, mine) if unrated.any() else None
        if table is not None:
            mean[rows] = table.mean_of(mine.player)
            stands_in = unrated & (mine.own != UNRATED)
            ratings[rows[stands_in]] = table.ru_of(mine.opponent[stands_in])
    return _filled(sides, ratings, mean)


def _performances(rule: UnratedOpponent, sides: Sides) -> dict[tuple[int, int], int]:
    """Performance of each unrated player by tournament."""
    unrated = sides.where(sides.own == UNRATED)
    opponents = np.where(unrated.opponent_rating == UNRATED, rule.unrated_as, unrated.opponent_rating)
    found: dict[tuple[int, int], int] = {}
    for player, tournament in set(zip(unrated.player.tolist(), unrated.tournament.tolist(), strict=True)):
        his = (unrated.player == player) & (unrated.tournament == tournament)
        found[player, tournament] = _performance(rule, opponents[his], unrated.half[his])
    return found


def _performance(rule: UnratedOpponent, opponents: Ints, half: Ints) -> int:
    games = len(opponents)
    # Rm + s (P/N - 1/2) over the common denominator 2N, with P in half points.
    numerator = 2 * int(opponents.sum()) + rule.per_share * (int(half.sum()) - games)
    return quotient(numerator, 2 * games, rule.rounding or NEAREST)
