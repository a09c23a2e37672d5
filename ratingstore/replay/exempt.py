"""First stage with exemptions: a side that is not rated is worth nothing, the other what it always is."""

from __future__ import annotations

import numpy as np

from ratingstore.rules import games
from ratingstore.rules.entries import Entries, Flags, Reason, Sides
from ratingstore.rules.ruleset import RuleSet


def rate(rules: RuleSet, sides: Sides, exempt: Flags) -> Entries:
    """The entries of a unit's sides; ``exempt`` flags those that get no value and do not count."""
    entries = games.rate(rules, sides)
    for player in np.unique(sides.player[exempt]).tolist():
        # Whatever is made of all of his games in a tournament is made without these.
        mine = exempt & (sides.player == player)
        without = games.rate(rules, sides.where(~mine))
        entries = Entries.joined(
            [
                entries.where(entries.player != player),
                without.where(without.player == player),
                _not_rated(sides.where(mine)),
            ]
        )
    return entries


def _not_rated(sides: Sides) -> Entries:
    nothing = np.zeros(len(sides.game), dtype=np.int64)
    never = np.zeros(len(sides.game), dtype=np.bool_)
    return Entries(
        player=sides.player,
        tournament=sides.tournament,
        game=sides.game,
        opponent=sides.opponent,
        opponent_rating=sides.opponent_rating,
        difference=nothing,
        used=nothing,
        score2=sides.half * sides.points,
        expected=nothing,
        k=nothing,
        why_k=sides.why_k,
        value=nothing,
        counted=never,
        sums=never,
        reason=np.full(len(sides.game), Reason.EXEMPT, dtype=np.int64),
    )
