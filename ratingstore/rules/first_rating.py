"""First ratings: which games enter the pool, when it is enough, and what it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import cast

from ratingstore.rules import one_event, performances
from ratingstore.rules.entries import Block, First, FirstLine, Performance, Pool, PoolGame, Reason
from ratingstore.rules.round_robin import NEAREST
from ratingstore.rules.rounding import half_up, quotient
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, FirstRating, RuleSet

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
    if rule.method == "one event/1":
        # Its pools hold the games, which each version computes in its own way.
        return (rule.method,)
    return rule.method, rule.per_share, rule.per_point, rule.per_half_point, rule.opponents, rule.unrated_as


def reached(rule: FirstRating, pool: Pool, ended: Callable[[int], bool]) -> bool:
    """Whether the pool is enough. ``ended`` tells whether a tournament is over."""
    if rule.method == "performances/1":
        return performances.reached(rule, cast(Sequence[Performance], pool))
    if rule.method == "one event/1":
        return one_event.reached(rule, cast(Sequence[Block], pool))
    if sum(one.games for one in pool) < max(1, rule.minimum_games):
        return False
    if sum(one.half for one in pool) < rule.minimum_score:
        return False
    games = Counter(one.tournament for one in pool)
    least = max(1, rule.minimum_games_a_tournament)
    full = sum(1 for tournament, played in games.items() if played >= least and ended(tournament))
    return full >= rule.minimum_tournaments


def compute(rules: RuleSet, player: int, pool: Pool) -> First:
    """The first rating that a pool gives, with its lines."""
    if rules.first_rating.method == "performances/1":
        return performances.compute(rules, player, cast(Sequence[Performance], pool))
    if rules.first_rating.method == "one event/1":
        return one_event.compute(rules, player, cast(Sequence[Block], pool))
    return _mean_and_score(rules, player, cast(Sequence[PoolGame], pool))


def given(rules: RuleSet, made: First) -> bool:
    """Whether a first rating that was computed is given."""
    return rules.first_rating.method != "one event/1" or one_event.given(rules, made)


def _mean_and_score(rules: RuleSet, player: int, pool: Sequence[PoolGame]) -> First:
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
        games=games,
        score2=sum(game.half for game in pool),
        last_played=max(game.played_on for game in pool),
        lines=(
            *(_pool_line(game) for game in pool),
            FirstLine(Reason.MEAN, mean_shown * _MILLIONTHS_A_HUNDREDTH),
            FirstLine(Reason.SCORE, bonus_shown * _MILLIONTHS_A_HUNDREDTH),
        ),
        rounding=(nearest - mean_shown - bonus_shown) * _MILLIONTHS_A_HUNDREDTH,
        bound=(after - nearest) * _MILLIONTHS_A_HUNDREDTH,
    )


def _pool_line(one: PoolGame) -> FirstLine:
    return FirstLine(
        Reason.POOL_GAME, 0, one.tournament, one.game, one.opponent, one.opponent_rating, one.half
    )
