"""First stage: what each game, or each tournament of a player, is worth under a rule set."""

from __future__ import annotations

import numpy as np

from ratingstore.rules import expected as expectation
from ratingstore.rules import stand_in
from ratingstore.rules.entries import NONE, Entries, Flags, Reason, Sides
from ratingstore.rules.rounding import Ints, half_away, half_up, to_step
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, RuleSet

MILLIONTHS_A_HUNDREDTH = MILLIONTHS // HUNDREDTHS


def rate(rules: RuleSet, sides: Sides) -> Entries:
    """The entries of the unit's sides whose games this rule set rates."""
    with_stand_ins, stands_in = stand_in.fill(rules.unrated_opponent, sides)
    if rules.expected.against == "mean of opponents":
        return _against_mean(rules, with_stand_ins, stands_in)
    return _each_opponent(rules, with_stand_ins, stands_in)


def value_of(k: Ints, score2: Ints, expected: Ints, rules: RuleSet) -> Ints:
    """K times (score - expected) times the multiplier, in millionths, rounded where the rules say."""
    surplus = score2 * (MILLIONTHS // 2) - expected
    exact = half_away(k * surplus * rules.score.multiplier, MILLIONTHS)
    if rules.game_rounding is None:
        return exact
    return to_step(exact, rules.game_rounding, MILLIONTHS_A_HUNDREDTH)


def _each_opponent(rules: RuleSet, sides: Sides, stands_in: Flags) -> Entries:
    counts = (sides.own != UNRATED) & (sides.opponent_rating != UNRATED)
    difference = np.where(counts, sides.own - sides.opponent_rating, 0)
    used = expectation.capped(difference, rules.cap)
    expected = np.where(counts, expectation.score(used, rules.expected) * sides.points, 0)
    k = np.where(counts, sides.k, 0)
    score2 = sides.half * sides.points
    value = np.where(counts, value_of(k, score2, expected, rules), 0)
    return Entries(
        player=sides.player,
        tournament=sides.tournament,
        game=sides.game,
        opponent=sides.opponent,
        opponent_rating=sides.opponent_rating,
        difference=difference,
        used=used,
        score2=score2,
        expected=expected,
        k=k,
        why_k=sides.why_k,
        value=value,
        counted=counts,
        sums=counts,
        reason=_reasons(sides, counts, used != difference, stands_in),
    )


def _reasons(sides: Sides, counts: Flags, cut: Flags, stands_in: Flags) -> Ints:
    return np.select(
        [sides.own == UNRATED, ~counts, stands_in, cut],
        [Reason.UNRATED, Reason.OPPONENT_UNRATED, Reason.STAND_IN, Reason.CAPPED],
        Reason.PLAIN,
    ).astype(np.int64)


def _against_mean(rules: RuleSet, sides: Sides, stands_in: Flags) -> Entries:
    """One calculation a player and tournament, on the mean of his rated opponents; the games keep
    their lines, which say whom the mean is made of."""
    single = _in_mean(sides, stands_in)
    counted = sides.where(single.counted)
    pairs, member = np.unique(
        np.stack([counted.player, counted.tournament], axis=1), axis=0, return_inverse=True
    )
    group = np.reshape(member, -1)
    size = len(pairs)
    games = np.bincount(group, minlength=size).astype(np.int64)
    opponents = _sum(group, counted.opponent_rating, size)
    own, k, why_k = np.zeros((3, size), dtype=np.int64)
    own[group], k[group], why_k[group] = counted.own, counted.k, counted.why_k
    score2 = _sum(group, counted.half * counted.points, size)
    at_stake = _sum(group, counted.points, size)
    # The tables know whole points: the mean difference is rounded before the look-up.
    whole = half_away(own * games - opponents, games * HUNDREDTHS) * HUNDREDTHS
    used = expectation.capped(whole, rules.cap)
    expected = expectation.score(used, rules.expected) * at_stake
    tournaments = Entries(
        player=pairs[:, 0],
        tournament=pairs[:, 1],
        game=np.full(size, NONE, dtype=np.int64),
        opponent=np.full(size, NONE, dtype=np.int64),
        opponent_rating=half_up(opponents, np.maximum(games, 1)),
        difference=half_away(own * games - opponents, np.maximum(games, 1)),
        used=used,
        score2=score2,
        expected=expected,
        k=k,
        why_k=why_k,
        value=value_of(k, score2, expected, rules),
        counted=np.zeros(size, dtype=np.bool_),
        sums=np.ones(size, dtype=np.bool_),
        reason=np.full(size, Reason.PLAIN, dtype=np.int64),
    )
    return Entries.joined([single, tournaments])


def _in_mean(sides: Sides, stands_in: Flags) -> Entries:
    counts = (sides.own != UNRATED) & (sides.opponent_rating != UNRATED)
    nothing = np.zeros(len(sides.game), dtype=np.int64)
    plain = _reasons(sides, counts, np.zeros_like(counts), stands_in)
    return Entries(
        player=sides.player,
        tournament=sides.tournament,
        game=sides.game,
        opponent=sides.opponent,
        opponent_rating=sides.opponent_rating,
        difference=np.where(counts, sides.own - sides.opponent_rating, 0),
        used=nothing,
        score2=sides.half * sides.points,
        expected=nothing,
        k=nothing,
        why_k=nothing,
        value=nothing,
        counted=counts,
        sums=np.zeros_like(counts),
        reason=np.where(plain == Reason.PLAIN, Reason.IN_MEAN, plain),
    )


def _sum(group: Ints, values: Ints, size: int) -> Ints:
    # Not bincount with weights: that adds up floats.
    total = np.zeros(size, dtype=np.int64)
    np.add.at(total, group, values)
    return total
