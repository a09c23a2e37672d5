"""Games of one unit as the rules see them, written as an officer would: player, opponent, score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ratingstore.rules import games as first_stage
from ratingstore.rules.entries import Entries, Sides
from ratingstore.rules.k_factor import Basis, k_of
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, RuleSet

Played = tuple[int, int, float]


def ratings(points: Mapping[int, float], players: int = 100) -> np.ndarray:
    """Ratings by player number, in hundredths; the others are unrated."""
    column = np.full(players, UNRATED, dtype=np.int64)
    for player, rating in points.items():
        column[player] = round(rating * HUNDREDTHS)
    return column


def sides(
    games: Sequence[Played],
    rated: Mapping[int, float],
    points: int = 1,
    tournament: int = 0,
    round_robin: bool = False,
) -> Sides:
    """Both sides of each game (white, black, White's score)."""
    column = ratings(rated)
    white, black = (np.array([game[at] for game in games], dtype=np.int64) for at in (0, 1))
    half = np.array([round(2 * game[2]) for game in games], dtype=np.int64)
    row = np.arange(len(games), dtype=np.int64)
    player, opponent = np.concatenate([white, black]), np.concatenate([black, white])
    size = len(player)
    return Sides(
        game=np.concatenate([row, row]),
        tournament=np.full(size, tournament, dtype=np.int64),
        player=player,
        opponent=opponent,
        half=np.concatenate([half, 2 - half]),
        points=np.full(size, points, dtype=np.int64),
        own=column[player],
        k=np.zeros(size, dtype=np.int64),
        why_k=np.zeros(size, dtype=np.int64),
        opponent_rating=column[opponent],
        round_robin=np.full(size, round_robin, dtype=np.bool_),
    )


def rate(rules: RuleSet, played: Sides) -> Entries:
    """The first stage over sides of adults whose ratings rest on many games."""
    nothing = np.zeros_like(played.own)
    basis = Basis(rating=played.own, games=nothing + 30, peak=nothing, born=nothing, on=nothing)
    k, why_k = k_of(rules.k, basis)
    return first_stage.rate(rules, replace(played, k=k, why_k=why_k))
