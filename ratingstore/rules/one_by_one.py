"""Rated players' games one after the other: the ratings before each, in one plain pass.

A gain depends on nothing but the difference, the result and K, so each is computed once. What a rule set
may do besides (caps, floors, conditions of K, stand-ins) is not done here: see ``applies``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from ratingstore.rules import expected as expectation
from ratingstore.rules.games import MILLIONTHS_A_HUNDREDTH, value_of
from ratingstore.rules.rounding import Ints, Number, to_step
from ratingstore.rules.ruleset import RuleSet

_RESULTS: Final = 9
"""Pairs of half points of both sides."""
_NEAR: Final = 80_000
"""Hundredths between two players who may well meet."""
_FARTHEST: Final = 2**60


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Games in the order of play: players by number, half points of both, and the points at stake."""

    white: Ints
    black: Ints
    white_half: Ints
    black_half: Ints
    points: Ints


def applies(rules: RuleSet) -> bool:
    """Whether ``ratings_before`` does all that a rule set says of games between rated players."""
    asks_more = (
        rules.cap,
        rules.not_rated,
        rules.floor,
        rules.k.conditions,
        rules.k.limit,
        rules.references.fallback,
        rules.unit_rounding is not None and rules.unit_rounding.of == "rating",
        rules.expected.against != "each opponent",
    )
    return rules.unit.kind == "game" and rules.unrated_opponent.method == "no effect/1" and not any(asks_more)


def ratings_before(rules: RuleSet, games: Games, ratings: Sequence[int]) -> tuple[Ints, Ints]:
    """White's and Black's rating before each game, from the ratings (hundredths) by player number."""
    rating, gains = list(ratings), _Gains(rules)
    edges = [band.high for band in rules.k.bands[:-1]]
    low, high = (rules.bounds.low, rules.bounds.high) if rules.bounds else (-_FARTHEST, _FARTHEST)
    width, bounded = len(rules.k.bands), rules.bounds is not None
    results = _RESULTS * games.points + 3 * games.black_half + games.white_half
    before_white, before_black = [], []
    players = zip(games.white.tolist(), games.black.tolist(), results.tolist(), strict=True)
    for white, black, result in players:
        own, other = rating[white], rating[black]
        before_white.append(own)
        before_black.append(other)
        key = result
        if edges:
            key = (result * width + bisect_left(edges, own)) * width + bisect_left(edges, other)
        up, down = gains[key]
        ahead = own - other
        if -_NEAR <= ahead <= _NEAR:
            own, other = own + up[ahead], other + down[-ahead]
        else:
            own, other = own + gains.one(key, 0, ahead), other + gains.one(key, 1, -ahead)
        if bounded:
            own, other = min(max(own, low), high), min(max(other, low), high)
        rating[white], rating[black] = own, other
    return np.array(before_white, dtype=np.int64), np.array(before_black, dtype=np.int64)


class _Gains(dict[int, tuple[list[int], list[int]]]):
    """What a side gains, by how far it is ahead; one table a key of result and both bands of K.

    A table has the gains of 0 to ``_NEAR`` hundredths ahead, then those of as many behind to 1: a
    negative place counts from its end.
    """

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, key: int) -> tuple[list[int], list[int]]:
        """White's and Black's table."""
        self[key] = _table(self._rules, *self._of(key, 0)), _table(self._rules, *self._of(key, 1))
        return self[key]

    def one(self, key: int, side: int, ahead: int) -> int:
        """The gain of a side that is far ahead or behind; side 0 is White."""
        return int(_gains(self._rules, *self._of(key, side), np.array([ahead]))[0])

    def _of(self, key: int, side: int) -> tuple[int, int, int]:
        """Twice the score of a side, the points at stake, and the band of its K."""
        bands = len(self._rules.k.bands)
        key, black_band = divmod(key, bands)
        result, white_band = divmod(key, bands)
        points, halves = divmod(result, _RESULTS)
        half, band = (halves // 3, black_band) if side else (halves % 3, white_band)
        return half * points, points, band


@lru_cache(maxsize=64)
def _table(rules: RuleSet, score2: int, points: int, band: int) -> list[int]:
    found: list[int] = _gains(
        rules, score2, points, band, np.append(np.arange(_NEAR + 1), np.arange(-_NEAR, 0))
    ).tolist()
    return found


def _gains(rules: RuleSet, score2: int, points: int, band: int, ahead: Ints) -> Ints:
    expected = expectation.score(ahead, rules.expected) * points
    k = np.full(len(ahead), rules.k.bands[band].k)
    value = value_of(k, np.full(len(ahead), score2), expected, rules)
    return gain(value, rules) // MILLIONTHS_A_HUNDREDTH


def gain(value: Number, rules: RuleSet) -> Number:
    """The change by one game, in millionths, from what the game is worth."""
    rounding = rules.unit_rounding
    return value if rounding is None else to_step(value, rounding, MILLIONTHS_A_HUNDREDTH)
