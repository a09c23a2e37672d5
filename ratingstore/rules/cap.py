"""The cap: how much of a difference between two ratings is used."""

from __future__ import annotations

import numpy as np

from ratingstore.rules.entries import Flags, Sides
from ratingstore.rules.rounding import Ints
from ratingstore.rules.ruleset import UNRATED, Cap


def capped(difference: Ints, own: Ints, cap: Cap | None) -> Ints:
    """The differences that are used: cut for the side or sides that the cap protects, but for whoever
    is exempt by his ``own`` rating."""
    if cap is None:
        return difference
    low = -cap.points if cap.side == "both" else np.iinfo(np.int64).min
    cut = np.clip(difference, low, cap.points)
    return cut if cap.exempt_from == UNRATED else np.where(own >= cap.exempt_from, difference, cut)


def of_games(cap: Cap | None, sides: Sides, own: Ints, counts: Flags, difference: Ints) -> Ints:
    """The differences used in games, ``own`` being what stands for each player; only games that count
    can be the largest of a tournament."""
    used = capped(difference, own, cap)
    if cap is None or cap.games == "all":
        return used
    gap = difference if cap.games == "largest of a tournament" else np.abs(difference)
    real = gap > cap.points
    real[_largest(sides, np.flatnonzero(counts & real), gap)] = False
    return np.where(real, difference, used)


def _largest(sides: Sides, rows: Ints, gap: Ints) -> Ints:
    """Of these rows the one with the largest gap for each player and tournament; of equals the first
    game."""
    if not len(rows):
        return rows
    keys = (sides.game[rows], -gap[rows], sides.tournament[rows], sides.player[rows])
    ordered = rows[np.lexsort(keys)]
    player, tournament = sides.player[ordered], sides.tournament[ordered]
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = (player[1:] != player[:-1]) | (tournament[1:] != tournament[:-1])
    return ordered[first]
