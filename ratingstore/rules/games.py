"""First stage: what each game, or each tournament of a player, is worth under a rule set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratingstore.rules import cap, stand_in
from ratingstore.rules import expected as expectation
from ratingstore.rules.entries import NONE, Entries, Flags, Reason, Sides
from ratingstore.rules.grouping import distinct
from ratingstore.rules.rounding import Ints, Number, half_away, half_up, to_step
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, NotRated, RuleSet

MILLIONTHS_A_HUNDREDTH = MILLIONTHS // HUNDREDTHS


def rate(rules: RuleSet, sides: Sides) -> Entries:
    """The entries of the unit's sides whose games this rule set rates."""
    games = _games(rules, sides)
    if rules.expected.against == "mean of opponents":
        return _against_mean(rules, games)
    return _each_opponent(rules, games)


def value_of(k: Number, score2: Number, expected: Number, rules: RuleSet) -> Number:
    """K times (score - expected) times the multiplier, in millionths, rounded where the rules say."""
    exact: Number = k * (score2 * (MILLIONTHS // 2) - expected)
    if rules.score.multiplier != MILLIONTHS:
        exact = half_away(exact * rules.score.multiplier, MILLIONTHS)
    if rules.game_rounding is None:
        return exact
    return to_step(exact, rules.game_rounding, MILLIONTHS_A_HUNDREDTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Games:
    """Sides with their stand-ins; which of them count; differences, real and after the cap; the mean
    of the opponents where it is not that of those met (``UNRATED``: it is)."""

    sides: Sides
    counts: Flags
    difference: Ints
    used: Ints
    mean: Ints
    reason: Ints


def _games(rules: RuleSet, sides: Sides) -> _Games:
    filled = stand_in.fill(rules, sides)
    barred = _not_rated(rules.not_rated, sides)
    both = (sides.own != UNRATED) & (filled.sides.opponent_rating != UNRATED)
    counts = both & ~barred
    difference = np.where(both, sides.own - filled.sides.opponent_rating, 0)
    used = np.where(counts, cap.of_games(rules.cap, sides, sides.own, counts, difference), 0)
    reason = np.select(
        [sides.own == UNRATED, barred, ~counts, filled.stands_in, used != difference],
        [Reason.UNRATED, Reason.NOT_RATED, Reason.OPPONENT_UNRATED, Reason.STAND_IN, Reason.CAPPED],
        Reason.PLAIN,
    ).astype(np.int64)
    return _Games(
        sides=filled.sides, counts=counts, difference=difference, used=used, mean=filled.mean, reason=reason
    )


def _not_rated(rule: NotRated | None, sides: Sides) -> Flags:
    """Games between rated players whose gap the rule set does not rate."""
    if rule is None:
        return np.zeros(len(sides.game), dtype=np.bool_)
    both = (sides.own != UNRATED) & (sides.opponent_rating != UNRATED)
    gap = np.abs(np.where(both, sides.own - sides.opponent_rating, 0))
    above = np.maximum(sides.own, sides.opponent_rating) > rule.above
    barred: Flags = both & (gap >= rule.gap_from) & above
    return barred


def _each_opponent(rules: RuleSet, games: _Games) -> Entries:
    sides, counts = games.sides, games.counts
    expected = np.where(counts, expectation.score(games.used, rules.expected) * sides.points, 0)
    k = np.where(counts, sides.k, 0)
    score2 = sides.half * sides.points
    return Entries(
        player=sides.player,
        tournament=sides.tournament,
        game=sides.game,
        opponent=sides.opponent,
        opponent_rating=sides.opponent_rating,
        difference=games.difference,
        used=games.used,
        score2=score2,
        expected=expected,
        k=k,
        why_k=sides.why_k,
        value=np.where(counts, value_of(k, score2, expected, rules), 0),
        counted=counts,
        sums=counts,
        reason=games.reason,
    )


def _against_mean(rules: RuleSet, games: _Games) -> Entries:
    """One calculation a player and tournament, on the mean of his rated opponents; the games keep
    their lines, which say whom the mean is made of."""
    each = rules.cap is not None and rules.cap.on == "each opponent"
    return Entries.joined([_in_mean(games, each), _tournaments(rules, games, each)])


def _tournaments(rules: RuleSet, games: _Games, each: bool) -> Entries:
    """A row a player and tournament; ``each``: the cap has cut the opponents, else it cuts the mean."""
    counted = games.sides.where(games.counts)
    size, group, player, tournament = _pairs(counted)
    own, k, why_k, mean = np.zeros((4, size), dtype=np.int64)
    own[group], k[group], why_k[group] = counted.own, counted.k, counted.why_k
    mean[group] = games.mean[games.counts]
    played = np.bincount(group, minlength=size).astype(np.int64)
    ahead = _sum(group, (games.used if each else games.difference)[games.counts], size)
    whole_table = mean != UNRATED
    ahead = np.where(whole_table, (own - np.where(whole_table, mean, 0)) * played, ahead)
    whole = mean_ahead(ahead, played)
    used = whole if each else cap.capped(whole, own, rules.cap)
    score2 = _sum(group, counted.half * counted.points, size)
    expected = expectation.score(used, rules.expected) * _sum(group, counted.points, size)
    return Entries(
        player=player,
        tournament=tournament,
        game=np.full(size, NONE, dtype=np.int64),
        opponent=np.full(size, NONE, dtype=np.int64),
        opponent_rating=half_up(own * played - ahead, played),
        difference=half_away(ahead, played),
        used=used,
        score2=score2,
        expected=expected,
        k=k,
        why_k=why_k,
        value=value_of(k, score2, expected, rules),
        counted=np.zeros(size, dtype=np.bool_),
        sums=np.ones(size, dtype=np.bool_),
        reason=np.where(used == whole, Reason.PLAIN, Reason.CAPPED).astype(np.int64),
    )


def mean_ahead(ahead: Ints, played: Ints) -> Ints:
    """The mean of differences, from their sum: the tables know whole points, so it is rounded to those."""
    return half_away(ahead, played * HUNDREDTHS) * HUNDREDTHS


def _pairs(sides: Sides) -> tuple[int, Ints, Ints, Ints]:
    """How many pairs of player and tournament, the pair of each side, and both columns of the pairs."""
    tournaments = int(sides.tournament.max(initial=0)) + 1
    pairs, group = distinct(sides.player * tournaments + sides.tournament)
    return len(pairs), group, pairs // tournaments, pairs % tournaments


def _in_mean(games: _Games, each: bool) -> Entries:
    sides, reason = games.sides, games.reason.copy()
    nothing = np.zeros(len(sides.game), dtype=np.int64)
    reason[reason == Reason.PLAIN] = Reason.IN_MEAN
    reason[reason == Reason.CAPPED] = Reason.CAPPED_IN_MEAN if each else Reason.IN_MEAN
    return Entries(
        player=sides.player,
        tournament=sides.tournament,
        game=sides.game,
        opponent=sides.opponent,
        opponent_rating=sides.opponent_rating,
        difference=games.difference,
        used=games.used if each else nothing,
        score2=sides.half * sides.points,
        expected=nothing,
        k=nothing,
        why_k=nothing,
        value=nothing,
        counted=games.counts,
        sums=np.zeros_like(games.counts),
        reason=reason,
    )


def _sum(group: Ints, values: Ints, size: int) -> Ints:
    # Not bincount with weights: that adds up floats.
    total = np.zeros(size, dtype=np.int64)
    np.add.at(total, group, values)
    return total
