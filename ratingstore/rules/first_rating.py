"""First ratings: which games enter the pool, when it is enough, and what it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ratingstore.rules.entries import First, PoolGame
from ratingstore.rules.rounding import half_up, quotient
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, FirstRating, RuleSet
from ratingstore.rules.stand_in import NEAREST

_MILLIONTHS_A_HUNDREDTH = MILLIONTHS // HUNDREDTHS


def pool_rating(rule: FirstRating, opponent_rating: int) -> int | None:
    """The rating with which a game enters the pool; None where it does not enter."""
    if rule.method == "none/1":
        return None
    if opponent_rating != UNRATED:
        return opponent_rating
    return rule.unrated_as if rule.opponents == "all" else None


def keeps_pools(before: FirstRating, after: FirstRating) -> bool:
    """Whether pools carry over from one rule set to the next: only within one way of computing."""
    return _way(before) == _way(after)


def _way(rule: FirstRating) -> tuple[object, ...]:
    return rule.method, rule.per_share, rule.per_point, rule.opponents, rule.unrated_as


def reached(rule: FirstRating, pool: Sequence[PoolGame], ended: Callable[[int], bool]) -> bool:
    """Whether the pool is enough. ``ended`` tells whether a tournament is over."""
    if len(pool) < max(1, rule.minimum_games):
        return False
    if sum(game.half for game in pool) < rule.minimum_score:
        return False
    games = Counter(game.tournament for game in pool)
    least = max(1, rule.minimum_games_a_tournament)
    full = sum(1 for tournament, played in games.items() if played >= least and ended(tournament))
    return full >= rule.minimum_tournaments


def compute(rules: RuleSet, player: int, pool: Sequence[PoolGame]) -> First:
    """``mean and score/1``: Rm + per_share (P/N - 1/2) + per_point (P - N/2), rounded, within bounds."""
    rule = rules.first_rating
    games = len(pool)
    ratings = sum(game.opponent_rating for game in pool)
    surplus = sum(game.half for game in pool) - games  # twice (P - N/2)
    bonus = surplus * (rule.per_share + games * rule.per_point)  # over 2N
    nearest = quotient(2 * ratings + bonus, 2 * games, rule.rounding or NEAREST)
    after = nearest if rules.bounds is None else min(max(nearest, rules.bounds.low), rules.bounds.high)
    # The lines show hundredths; what that leaves over goes into the line of the rounding.
    mean_shown = half_up(ratings, games)
    bonus_shown = half_up(bonus, 2 * games)
    return First(
        player=player,
        after=after,
        pool=tuple(pool),
        mean=mean_shown * _MILLIONTHS_A_HUNDREDTH,
        bonus=bonus_shown * _MILLIONTHS_A_HUNDREDTH,
        rounding=(nearest - mean_shown - bonus_shown) * _MILLIONTHS_A_HUNDREDTH,
        bound=(after - nearest) * _MILLIONTHS_A_HUNDREDTH,
    )
