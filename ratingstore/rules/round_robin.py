"""A round robin with newcomers in it: its mean, and what stands for them and for their opponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ratingstore.rules import cap
from ratingstore.rules.entries import Sides
from ratingstore.rules.rounding import Ints, half_up, quotient
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, FirstRating, Rounding, RuleSet
from ratingstore.rules.score_difference import above_mean, difference

NEAREST = Rounding(step=HUNDREDTHS, mode="half up", source="")
"""The nearest whole point, halves up: where a rule set names no rounding of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Who plays a tournament, in columns by player, ascending: the rating that his opponents see, his
    own (``UNRATED``: none), his games and half points."""

    players: Ints
    seen: Ints
    own: Ints
    games: Ints
    half: Ints

    @classmethod
    def of(cls, sides: Sides) -> Seats:
        """The seats of one tournament's sides."""
        players = np.unique(np.concatenate([sides.player, sides.opponent]))
        seen, own = np.full((2, len(players)), UNRATED, dtype=np.int64)
        games, half = np.zeros((2, len(players)), dtype=np.int64)
        at = np.searchsorted(players, sides.player)
        seen[np.searchsorted(players, sides.opponent)] = sides.opponent_rating
        own[at] = sides.own
        np.add.at(games, at, 1)
        np.add.at(half, at, sides.half)
        return cls(players=players, seen=seen, own=own, games=games, half=half)


def mean(rule: FirstRating, seats: Seats) -> Fraction | None:
    """Ra of a tournament by the ratings that the opponents see; None if nobody is rated."""
    rated = np.flatnonzero((seats.seen != UNRATED) & (seats.games > 0))
    scores = zip(seats.half[rated].tolist(), seats.games[rated].tolist(), strict=True)
    return corrected_mean(rule, seats.seen[rated].tolist(), list(scores), len(seats.players))


def corrected_mean(
    rule: FirstRating, ratings: Sequence[int], scores: Sequence[tuple[int, int]], players: int
) -> Fraction | None:
    """Ra = Rar - dpa n/(n + 1): the mean of the rated players, less what they scored over the others.

    ``scores`` are the half points and games of each; a score without a number in the table is left out.
    """
    if not ratings:
        return None
    differences = [dp for half, games in scores if (dp := difference(rule, half, games)) is not None]
    dpa = Fraction(sum(differences), len(differences)) if differences else Fraction(0)
    return Fraction(sum(ratings), len(ratings)) - dpa * HUNDREDTHS * Fraction(players - 1, players)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What ``round robin/1`` takes from one tournament, in hundredths, by player, ascending: ``ru`` of
    those whom the others see unrated (``UNRATED``: rated, or no performance), and the ``mean`` of
    everybody's opponents."""

    players: Ints
    ru: Ints
    mean: Ints

    def ru_of(self, players: Ints) -> Ints:
        """Ru of players of the tournament."""
        return self.ru[np.searchsorted(self.players, players)]

    def mean_of(self, players: Ints) -> Ints:
        """The mean of the opponents of players of the tournament."""
        return self.mean[np.searchsorted(self.players, players)]


def table(rules: RuleSet, sides: Sides) -> Table | None:
    """One pass: Ra, Ru by it, then the means corrected by the cap. None if nobody is rated."""
    seats = Seats.of(sides)
    exact = mean(rules.first_rating, seats)
    if exact is None:
        return None
    ra = quotient(exact.numerator, exact.denominator, NEAREST)
    ru = _performances(rules.first_rating, seats, ra)
    return Table(players=seats.players, ru=ru, mean=_means(rules, seats, sides, ra, ru))


def share(rule: FirstRating, games: int) -> Fraction:
    """How much of dp counts below one half in a round robin of so many games."""
    shared = rule.round_robin_share or rule.method == "performances/1"
    return Fraction(games, games + 1) if shared else Fraction(1)


def _performances(rule: FirstRating, seats: Seats, ra: int) -> Ints:
    found = np.full(len(seats.players), UNRATED, dtype=np.int64)
    for at in np.flatnonzero((seats.seen == UNRATED) & (seats.games > 0)).tolist():
        games = int(seats.games[at])
        added = above_mean(rule, int(seats.half[at]), games, share(rule, games))
        if added is not None:
            ru = ra + added
            found[at] = quotient(ru.numerator, ru.denominator, NEAREST)
    return found


def _means(rules: RuleSet, seats: Seats, sides: Sides, ra: int, ru: Ints) -> Ints:
    """(N Ra - R)/(N - 1) for those whom the others see rated, else Ra, and what the cap adds to either."""
    others = len(seats.players) - 1
    base = np.where(seats.seen == UNRATED, ra * others, ra * (others + 1) - seats.seen)
    games = np.maximum(seats.games, 1)
    added = _cut_off(rules, seats, sides, ru)
    return half_up(base * games + added * others, others * games * HUNDREDTHS) * HUNDREDTHS


def _cut_off(rules: RuleSet, seats: Seats, sides: Sides, ru: Ints) -> Ints:
    """How much the cap lifts the ratings of each player's opponents, together."""
    total = np.zeros(len(seats.players), dtype=np.int64)
    if rules.cap is None or rules.cap.on != "each opponent":
        return total
    stands = np.where(seats.seen == UNRATED, ru, seats.seen)
    at, opponent = (np.searchsorted(seats.players, who) for who in (sides.player, sides.opponent))
    own = np.where(seats.own == UNRATED, ru, seats.own)[at]
    counts = (own != UNRATED) & (stands[opponent] != UNRATED)
    gap = np.where(counts, own - stands[opponent], 0)
    used = cap.of_games(rules.cap, sides, own, counts, gap)
    np.add.at(total, at, gap - used)
    return total
