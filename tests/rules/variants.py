"""Rule sets of tests: FIDE's tables with the numbers that a test is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ratingstore.rules import unit
from ratingstore.rules.entries import Changes, Entries
from ratingstore.rules.ruleset import (
    HUNDREDTHS,
    MILLIONTHS,
    Band,
    Cap,
    FirstRating,
    KFactor,
    Rounding,
    RuleSet,
)
from tests.rules.shipped import rule_set
from tests.rules.sides import rate, ratings, sides

_TABLES = rule_set("fide-1990")
DIFFERENCES = (*_TABLES.first_rating.differences, 800)
"""dp for 50 to 100 %."""

Results = Sequence[tuple[float, float]]


def cap(points: int, **how: Any) -> Cap:
    """A cap of so many points for both sides, unless said otherwise."""
    return Cap(points=points * HUNDREDTHS, source="s", **{"side": "both", **how})


def fixed_k(k: int, **how: Any) -> KFactor:
    """One K for everybody."""
    return KFactor(bands=(Band(low=0, high=10**6, k=k),), source="s", **how)


def whole_change() -> Rounding:
    """FIDE's: the change of the list, halves away from zero."""
    return Rounding(step=HUNDREDTHS, mode="half away from zero", of="change", source="s")


def fide(k: int | KFactor = 20, points: int | None = 400, mean: bool = False, **sections: Any) -> RuleSet:
    """FIDE's rules by game, or on the mean of the opponents.

    One K, or a rule for it; a cap for both sides of so many points (None: no cap).
    """
    whole: dict[str, Any] = {
        "k": k if isinstance(k, KFactor) else fixed_k(k),
        "cap": None if points is None else cap(points),
        "expected": replace(_TABLES.expected, against="mean of opponents" if mean else "each opponent"),
        "unit_rounding": whole_change(),
        "floor": None,
    }
    return replace(_TABLES, **{**whole, **sections})


def newcomers(**numbers: Any) -> FirstRating:
    """A first rating of the kind ``one event/1``."""
    return FirstRating(method="one event/1", differences=DIFFERENCES, source="s", **numbers)


def results(text: str) -> list[tuple[float, float]]:
    """``2730 L 2682 W`` as opponents and scores."""
    words = text.split()
    points = {"W": 1.0, "D": 0.5, "L": 0.0}
    return [(float(rating), points[score]) for rating, score in zip(words[::2], words[1::2], strict=True)]


def entries_of(rules: RuleSet, own: float, played: Results) -> Entries:
    """The entries of player 0, who met so many rated opponents in one tournament."""
    games = [(0, at, score) for at, (_, score) in enumerate(played, 1)]
    rated = {0: own, **{at: rating for at, (rating, _) in enumerate(played, 1)}}
    return rate(rules, sides(games, rated))


def gain(rules: RuleSet, own: float, text: str) -> float:
    """What the results of player 0 are worth, before any rounding of the unit."""
    entries = entries_of(rules, own, results(text))
    return int(entries.value[(entries.player == 0) & entries.sums].sum()) / MILLIONTHS


def changed(rules: RuleSet, own: float, text: str, base: float | None = None) -> Changes:
    """The change of player 0, on the rating ``base`` if that is not the one he is rated by."""
    played = results(text)
    entries = unit.limited(rules, entries_of(rules, own, played))
    column = ratings({0: own if base is None else base}, players=len(played) + 1)
    return unit.change(rules, entries, column)


def after(rules: RuleSet, own: float, text: str, base: float | None = None) -> float:
    """The new rating of player 0."""
    return int(changed(rules, own, text, base).after[0]) / HUNDREDTHS


def of_values(values: Sequence[int], tournaments: Sequence[int] | None = None) -> Entries:
    """Entries of player 0 with these values (millionths), each in a tournament of its own if none is said."""
    size = len(values)
    nothing = np.zeros(size, dtype=np.int64)
    flags = np.ones(size, dtype=np.bool_)
    where = list(range(size)) if tournaments is None else list(tournaments)
    columns: dict[str, Any] = dict.fromkeys(Entries.__dataclass_fields__, nothing)
    columns |= {"tournament": np.array(where, dtype=np.int64), "value": np.array(values, dtype=np.int64)}
    return Entries(**{**columns, "counted": flags, "sums": flags})
