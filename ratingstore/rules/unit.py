"""Second stage: a unit's entries become changes of rated players, by the rule set of the unit."""

from __future__ import annotations

import numpy as np

from ratingstore.rules.entries import Changes, Entries
from ratingstore.rules.games import MILLIONTHS_A_HUNDREDTH
from ratingstore.rules.rounding import Ints, to_step
from ratingstore.rules.ruleset import UNRATED, Bounds, Floor, RuleSet


def change(rules: RuleSet, entries: Entries, ratings: Ints) -> Changes:
    """One change for each player of the entries who has a rating in ``ratings`` (by player)."""
    rated = ratings[entries.player] != UNRATED
    players, member = np.unique(entries.player[rated], return_inverse=True)
    size = len(players)
    sums = entries.sums[rated]

    def total(column: Ints, flags: Ints | np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Ints:
        found = np.zeros(size, dtype=np.int64)
        np.add.at(found, member[flags], column[rated][flags])
        return found

    before = ratings[players]
    exact = before * MILLIONTHS_A_HUNDREDTH + total(entries.value, sums)
    games = total(np.ones(len(entries.player), dtype=np.int64), entries.counted[rated])
    rounded = exact
    if rules.unit_rounding is not None:
        # Nobody moves without a rated game, not even by rounding.
        nearest = to_step(exact, rules.unit_rounding, MILLIONTHS_A_HUNDREDTH)
        rounded = np.where(games > 0, nearest, exact)
    kept = np.where(games > 0, within(rounded, rules.bounds), rounded)
    k = np.zeros(size, dtype=np.int64)
    np.maximum.at(k, member, entries.k[rated])
    return Changes(
        player=players,
        before=before,
        after=np.where(games > 0, listed(kept // MILLIONTHS_A_HUNDREDTH, rules.floor), before),
        computed=kept // MILLIONTHS_A_HUNDREDTH,
        games=games,
        score2=total(entries.score2, sums),
        expected=total(entries.expected, sums),
        k=k,
        rounding=rounded - exact,
        bound=kept - rounded,
    )


def listed(ratings: Ints, floor: Floor | None) -> Ints:
    """Ratings in hundredths; ``UNRATED`` for those that leave the list."""
    return ratings if floor is None else np.where(ratings < floor.low, UNRATED, ratings)


def within(millionths: Ints, bounds: Bounds | None) -> Ints:
    """Ratings in millionths, set to the bound where they lie outside."""
    if bounds is None:
        return millionths
    return np.clip(millionths, bounds.low * MILLIONTHS_A_HUNDREDTH, bounds.high * MILLIONTHS_A_HUNDREDTH)
