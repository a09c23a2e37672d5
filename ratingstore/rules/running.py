"""Rule sets that rate game by game: each game from the state that the one before it left.

Games of different players do not wait for each other, so a run of games is cut into levels: the
games of one level are rated together and give the same numbers as one after the other. Games that
tie in the order are one unit, rated from the state before the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ratingstore.rules.entries import Flags
from ratingstore.rules.rounding import Ints


def levels(white: Ints, black: Ints, order: Sequence[Ints]) -> Ints:
    """The level of each game of a run that is sorted by the columns of ``order``.

    A game's level is one above those of all earlier games of its players; games that agree in
    every column of ``order`` share a level.
    """
    found = np.zeros(len(white), dtype=np.int64)
    last: dict[int, int] = {}
    whites, blacks = white.tolist(), black.tolist()
    for first, past in ties(order):
        players = whites[first:past] + blacks[first:past]
        level = 1 + max(last.get(player, -1) for player in players)
        found[first:past] = level
        last.update(dict.fromkeys(players, level))
    return found


def levels_of(players: Sequence[Ints]) -> list[list[int]]:
    """Units of a run, each given by its players, in levels: the places of those that may be rated at
    once, after all units of the levels before them."""
    last = np.full(max((int(one.max(initial=0)) for one in players), default=0) + 1, -1, dtype=np.int64)
    found: list[list[int]] = []
    for at, his in enumerate(players):
        level = int(last[his].max(initial=-1)) + 1
        last[his] = level
        if level == len(found):
            found.append([])
        found[level].append(at)
    return found


def ties(order: Sequence[Ints]) -> list[tuple[int, int]]:
    """(first, past last) of each run of rows that agree in all columns of ``order``."""
    return list(pairwise([*starts_of_ties(order).tolist(), len(order[0])])) if len(order[0]) else []


def starts_of_ties(order: Sequence[Ints]) -> Ints:
    """The first row of each run of rows that agree in all columns of ``order``."""
    differs = np.ones(len(order[0]), dtype=np.bool_)
    differs[1:] = False
    for column in order:
        differs[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(differs)


def twice_at_once(white: Ints, black: Ints, units: Ints) -> Flags:
    """Games of units in which somebody plays more than once: there the order of games matters."""
    place = units - units.min(initial=0)
    tied = np.flatnonzero(np.bincount(place)[place] > 1)
    many = int(max(white.max(initial=0), black.max(initial=0))) + 1
    sides = np.concatenate([place[tied] * many + white[tied], place[tied] * many + black[tied]])
    _, where, counts = np.unique(sides, return_inverse=True, return_counts=True)
    again = (counts[where] > 1).reshape(2, -1).any(axis=0)
    found = np.zeros(len(white), dtype=np.bool_)
    found[np.isin(place, place[tied[again]])] = True
    return found
