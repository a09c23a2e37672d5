"""First ratings from a pool that is computed as if it were one event: ``one event/1``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

from ratingstore.rules import round_robin
from ratingstore.rules.entries import Block, First, FirstLine, PoolGame, Reason, Sides
from ratingstore.rules.round_robin import NEAREST, Seats
from ratingstore.rules.rounding import half_up, quotient
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, FirstRating, RuleSet
from ratingstore.rules.score_difference import above_mean

_MILLIONTHS_A_HUNDREDTH = MILLIONTHS // HUNDREDTHS


def of_tournament(
    rules: RuleSet,
    sides: Sides,
    played: Mapping[int, Sequence[PoolGame]],
    place: tuple[int, int],
    landed_on: int,
) -> dict[int, Block]:
    """The block of each newcomer of a tournament that counts any game of his.

    ``sides`` are the tournament's; ``played`` the newcomers' games in it, against opponents with and
    without a rating (``UNRATED``).
    """
    robin = rules.first_rating.round_robin and bool(sides.round_robin.any())
    mean = _means_of_round_robin(rules, sides, list(played)) if robin else {}
    found = {}
    for player, games in played.items():
        counted = [one for one in games if robin or one.opponent_rating != UNRATED]
        if counted and (player in mean or not robin):
            found[player] = Block(
                tournament=counted[0].tournament,
                place=place,
                played=tuple(counted),
                rc=mean[player] if robin else Fraction(sum(_ratings(counted)), len(counted)),
                share=round_robin.share(rules.first_rating, len(counted)) if robin else Fraction(1),
                landed_on=landed_on,
            )
    return found


def _means_of_round_robin(rules: RuleSet, sides: Sides, players: Sequence[int]) -> dict[int, Fraction]:
    """Ra for everybody, or what the rule on unrated opponents makes of it for each."""
    whole = rules.expected.against == "mean of opponents"
    if whole and rules.unrated_opponent.method == "round robin/1":
        table = round_robin.table(rules, sides)
        means = {} if table is None else dict(zip(table.players.tolist(), table.mean.tolist(), strict=True))
        return {player: Fraction(means[player]) for player in players if player in means}
    mean = round_robin.mean(rules.first_rating, Seats.of(sides))
    return {} if mean is None else dict.fromkeys(players, mean)


def enters(rule: FirstRating, block: Block, pool: Sequence[Block]) -> bool:
    """Whether a tournament enters the pool; as long as that is empty it must be enough to begin with.

    Games and half points are those against rated opponents.
    """
    against_rated = [one for one in block.played if one.opponent_rating != UNRATED]
    games, half = len(against_rated), sum(one.half for one in against_rated)
    if not pool and (games < rule.first_games or half < rule.first_score):
        return False
    if games < max(1, rule.block_games) or half < rule.block_score:
        return False
    alone = _nearest(rule, [block])
    return rule.block_least == UNRATED or (alone is not None and alone >= rule.block_least)


def current(rule: FirstRating, pool: Sequence[Block], on: int) -> list[Block]:
    """The blocks that are young enough for the list of day ``on``."""
    if not rule.months:
        return list(pool)
    return [block for block in pool if not _months_old(block.landed_on, on, rule.months)]


def _months_old(landed_on: int, on: int, months: int) -> bool:
    landed, now = date.fromordinal(landed_on), date.fromordinal(on)
    passed = 12 * (now.year - landed.year) + now.month - landed.month
    return (passed, now.day) >= (months, landed.day)


def reached(rule: FirstRating, pool: Sequence[Block]) -> bool:
    """Whether there are enough games, and the table has a number for their score."""
    games = sum(block.games for block in pool)
    return games >= max(1, rule.minimum_games) and _nearest(rule, pool) is not None


def given(rules: RuleSet, made: First) -> bool:
    """Whether a computed rating is given: not below the floor of the list."""
    return rules.floor is None or made.after >= rules.floor.low


def compute(rules: RuleSet, player: int, pool: Sequence[Block]) -> First:
    """The mean of all opponents, hypothetical ones too, and what the score adds to it; cut at the bound."""
    rule = rules.first_rating
    ordered = sorted(pool, key=lambda block: block.place)
    mean, added = _parts(rule, ordered)
    assert added is not None, "only a pool that is reached is computed"
    mean_shown, added_shown = (half_up(one.numerator, one.denominator) for one in (mean, added))
    exact = mean + added
    nearest = quotient(exact.numerator, exact.denominator, rule.rounding or NEAREST)
    after = _within(rules, nearest)
    return First(
        player=player,
        after=after,
        games=sum(block.games for block in pool),
        score2=sum(block.half for block in pool),
        last_played=max(block.played_on for block in pool),
        lines=(
            *(_line(game) for block in ordered for game in block.played),
            *_hypothetical(rule),
            FirstLine(Reason.MEAN, mean_shown * _MILLIONTHS_A_HUNDREDTH),
            FirstLine(Reason.SCORE, added_shown * _MILLIONTHS_A_HUNDREDTH),
        ),
        rounding=(nearest - mean_shown - added_shown) * _MILLIONTHS_A_HUNDREDTH,
        bound=(after - nearest) * _MILLIONTHS_A_HUNDREDTH,
    )


def _nearest(rule: FirstRating, pool: Sequence[Block]) -> int | None:
    mean, added = _parts(rule, pool)
    if added is None:
        return None
    exact = mean + added
    return quotient(exact.numerator, exact.denominator, rule.rounding or NEAREST)


def _parts(rule: FirstRating, pool: Sequence[Block]) -> tuple[Fraction, Fraction | None]:
    """Ra, and what the score adds to it (None: the table has no number for it)."""
    played, draws = sum(block.games for block in pool), rule.hypothetical_draws
    games, half = played + draws, sum(block.half for block in pool) + draws
    total = sum((block.rc * block.games for block in pool), Fraction(0))
    if draws:
        total += draws * rule.hypothetical_rating
    # Of several tournaments each brings its share of dp by its games.
    share = sum((block.share * block.games for block in pool), Fraction(draws)) / games
    return total / games, above_mean(rule, half, games, share)


def _within(rules: RuleSet, rating: int) -> int:
    highest = rules.first_rating.highest
    capped = rating if highest == UNRATED else min(rating, highest)
    return capped if rules.bounds is None else min(max(capped, rules.bounds.low), rules.bounds.high)


def _hypothetical(rule: FirstRating) -> tuple[FirstLine, ...]:
    if not rule.hypothetical_draws:
        return ()
    rating, draws = rule.hypothetical_rating, rule.hypothetical_draws
    return (FirstLine(Reason.HYPOTHETICAL, 0, opponent_rating=rating, score2=draws),)


def _line(one: PoolGame) -> FirstLine:
    return FirstLine(
        Reason.POOL_GAME, 0, one.tournament, one.game, one.opponent, one.opponent_rating, one.half
    )


def _ratings(played: Sequence[PoolGame]) -> list[int]:
    return [one.opponent_rating for one in played]
