"""Unrated opponents: without effect, or standing in with their performance."""

from __future__ import annotations

import numpy as np

from ratingstore.rules.entries import Flags, Sides
from ratingstore.rules.rounding import Ints, quotient
from ratingstore.rules.ruleset import UNRATED, Rounding, UnratedOpponent


def fill(rule: UnratedOpponent, sides: Sides) -> tuple[Sides, Flags]:
    """The sides with a rating for each unrated opponent that stands in, and which those are.

    ``performance/1``: only for a rated player's game; ``Rm + per_share (P/N - 1/2)`` over the
    opponent's games of that tournament in this unit.
    """
    wanted = (sides.own != UNRATED) & (sides.opponent_rating == UNRATED)
    if rule.method == "no effect/1" or not wanted.any():
        return sides, np.zeros(len(sides.game), dtype=np.bool_)
    performances = _performances(rule, sides)
    ratings = sides.opponent_rating.copy()
    for at in np.flatnonzero(wanted):
        ratings[at] = performances[int(sides.opponent[at]), int(sides.tournament[at])]
    columns = {name: getattr(sides, name) for name in sides.__dataclass_fields__}
    return Sides(**{**columns, "opponent_rating": ratings}), wanted


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


NEAREST = Rounding(step=100, mode="half up", source="")
"""The nearest whole point, halves up: where a rule set names no rounding of its own."""
