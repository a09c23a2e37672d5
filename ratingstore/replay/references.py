"""Whose rating stands for whom: the sides of a unit's games with the references that a rule set names."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.state import State
from ratingstore.rules.entries import Sides
from ratingstore.rules.k_factor import Basis, k_of
from ratingstore.rules.ruleset import UNRATED, RuleSet
from ratingstore.store.read import Ints


def sides(
    rules: RuleSet,
    rows: Ints,
    reference_on: Ints,
    games: RatedGames,
    of: Tournaments,
    state: State,
    lists: Mapping[int, Ints],
) -> Sides:
    """Both sides of each game: all of White, then all of Black.

    ``lists`` hold the shown ratings of the list dates in ``reference_on``.
    """
    white, black = games.white[rows], games.black[rows]
    tournament = games.tournament[rows]
    points = np.where(of.points[tournament] == 0, rules.score.points, of.points[tournament])
    player, opponent = np.concatenate([white, black]), np.concatenate([black, white])
    own, seen = _references(
        rules, player, opponent, np.concatenate([reference_on, reference_on]), state, lists
    )
    k, why_k = k_of(rules.k, _basis(state, player, own))
    return Sides(
        game=np.concatenate([rows, rows]),
        tournament=np.concatenate([tournament, tournament]),
        player=player,
        opponent=opponent,
        half=np.concatenate([games.white_half[rows], games.black_half[rows]]),
        points=np.concatenate([points, points]),
        own=own,
        k=k,
        why_k=why_k,
        opponent_rating=seen,
    )


def _basis(state: State, player: Ints, own: Ints) -> Basis:
    nothing = np.zeros_like(own)
    return Basis(rating=own, games=state.games[player], peak=nothing, born=nothing, on=nothing)


def _references(
    rules: RuleSet,
    player: Ints,
    opponent: Ints,
    reference_on: Ints,
    state: State,
    lists: Mapping[int, Ints],
) -> tuple[Ints, Ints]:
    """Own rating and the opponent's of each side."""
    if not rules.references.own.startswith("list"):
        return state.rating[player], state.rating[opponent]
    own, seen = np.full((2, len(player)), UNRATED, dtype=np.int64)
    for day in np.unique(reference_on).tolist():
        at = reference_on == day
        own[at], seen[at] = lists[day][player[at]], lists[day][opponent[at]]
    if rules.references.own == "list at tournament start":
        # Rated since the tournament began: to himself he is rated, to his opponents he was not.
        own = np.where(own == UNRATED, state.shown[player], own)
    return own, seen
