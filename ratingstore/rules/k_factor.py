"""K of each player: the first condition of a rule set that holds, else the band of his rating."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from ratingstore.rules.rounding import Ints
from ratingstore.rules.ruleset import KCondition, KFactor

BY_RATING: Final = -1
"""Stands for "no condition": K comes from the band of the rating."""
LIMITED: Final = -2
"""Stands for the limit: K is what K times the games of the unit may be, over the games."""
BORN_UNKNOWN: Final = 0
_DAYS: Final = 2**32
"""More days than there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What K is decided by, in columns: rating and ``peak`` in hundredths (``UNRATED``: none), games
    that the rating rests on, day of birth (0: unknown), and the day on which it is asked."""

    rating: Ints
    games: Ints
    peak: Ints
    born: Ints
    on: Ints


def k_of(factor: KFactor, basis: Basis) -> tuple[Ints, Ints]:
    """K, and the index of the condition that gave it (``BY_RATING``: none of them)."""
    edges = np.array([band.high for band in factor.bands[:-1]], dtype=np.int64)
    by_rating = np.array([band.k for band in factor.bands], dtype=np.int64)
    # The last band is open-ended.
    k = (
        by_rating[np.searchsorted(edges, basis.rating)]
        if len(edges)
        else np.full(len(basis.rating), by_rating[0])
    )
    why = np.full(len(k), BY_RATING, dtype=np.int64)
    for at in reversed(range(len(factor.conditions))):
        holds = _holds(factor.conditions[at], basis)
        k = np.where(holds, factor.conditions[at].k, k)
        why = np.where(holds, at, why)
    return k, why


def _holds(condition: KCondition, basis: Basis) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    holds = np.ones(len(basis.rating), dtype=np.bool_)
    if condition.rating_from is not None:
        holds &= basis.rating >= condition.rating_from
    if condition.rating_below is not None:
        holds &= basis.rating < condition.rating_below
    if condition.games_below is not None:
        holds &= basis.games < condition.games_below
    if condition.peak_from is not None:
        holds &= basis.peak >= condition.peak_from
    if condition.peak_below is not None:
        holds &= basis.peak < condition.peak_below
    if condition.age_to is not None:
        holds &= _young(condition, basis)
    return holds


def _young(condition: KCondition, basis: Basis) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    # Dates are compared once a pair of days: a unit has many games and few tournaments.
    pairs = basis.born * _DAYS + basis.on
    distinct, where = np.unique(pairs, return_inverse=True)
    young = [_is_young(condition, *divmod(pair, _DAYS)) for pair in distinct.tolist()]
    return np.array(young, dtype=np.bool_)[where]


def _is_young(condition: KCondition, born: int, on: int) -> bool:
    """Until the day before the birthday that ends the age, or until the end of its year."""
    if born == BORN_UNKNOWN or on == 0 or condition.age_to is None:
        return False
    birth, day = date.fromordinal(born), date.fromordinal(on)
    if condition.age_by == "year end":
        return day.year - birth.year <= condition.age_to
    return (day.year, day.month, day.day) < (birth.year + condition.age_to, birth.month, birth.day)
