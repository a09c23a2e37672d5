"""A run of games that are units themselves, between players who are all rated: written down all at once."""

from __future__ import annotations

import numpy as np

from ratingstore.replay.derive import Tournaments
from ratingstore.replay.sheet import Sheet
from ratingstore.replay.state import Status
from ratingstore.rules import expected as expectation
from ratingstore.rules import one_by_one, unit
from ratingstore.rules.games import MILLIONTHS_A_HUNDREDTH, value_of
from ratingstore.rules.grouping import narrow, ordinals
from ratingstore.rules.k_factor import Basis, k_of
from ratingstore.rules.rounding import Ints, to_step
from ratingstore.rules.ruleset import RuleSet


def rate(sheet: Sheet, of: Tournaments, rules: RuleSet, rows: Ints, numbers: Ints) -> None:
    """Rate games in their order, each in the unit of its number, where ``one_by_one`` applies."""
    games, state = sheet.games, sheet.state
    points = of.points_of(games.tournament[rows], rules)
    white, black = games.white[rows], games.black[rows]
    halves = games.white_half[rows], games.black_half[rows]
    played = one_by_one.Games(
        white=white, black=black, white_half=halves[0], black_half=halves[1], points=points
    )
    before = one_by_one.ratings_before(rules, played, state.rating.tolist())
    own, other = _sides(*before), _sides(*reversed(before))
    player, points = _sides(white, black), np.repeat(points, 2)
    score2 = _sides(*halves) * points
    expected = expectation.score(own - other, rules.expected) * points
    k, _why = k_of(rules.k, Basis(rating=own, games=own, peak=own, born=own, on=own))
    value = value_of(k, score2, expected, rules)
    exact = own * MILLIONTHS_A_HUNDREDTH + one_by_one.gain(value, rules)
    after = unit.within(exact, rules.bounds) // MILLIONTHS_A_HUNDREDTH
    total = state.games[player] + _ordinal(player)
    played_on = np.repeat(games.played_on[rows], 2)
    # Games come in the order of their days, and of several of a player the last stays.
    state.games[player] = total
    state.rating[player] = after
    state.shown[player] = shown = to_step(after, rules.shown, 1)
    last_played = np.maximum(state.last_played[player], played_on)
    state.last_played[player] = last_played
    sheet.ledger.steps(
        len(player),
        player=player,
        unit=np.repeat(numbers, 2),
        effective_on=played_on,
        before=own,
        after=after,
        shown=shown,
        games=1,
        games_total=total,
        score2=score2,
        expected=expected,
        k=k,
        last_played=last_played,
        status=Status.RATED,
    )


def _sides(white: Ints, black: Ints) -> Ints:
    """Both sides of each game, one after the other."""
    return np.column_stack((white, black)).ravel()


def _ordinal(player: Ints) -> Ints:
    """For each side its number among those of its player, from 1."""
    order = np.argsort(narrow(player), kind="stable")
    found = np.empty(len(player), dtype=np.int64)
    found[order] = ordinals(player[order])
    return found
