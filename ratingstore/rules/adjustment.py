"""Adjustments of many ratings at once: whom they move, and by which formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from ratingstore.rules import formula
from ratingstore.rules.entries import Flags
from ratingstore.rules.formula import Formula, FormulaFault
from ratingstore.rules.rounding import Ints, quotient
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, Rounding, RoundingMode

_FARTHEST = 10**12
"""No formula leads beyond: hundredths that still have room as millionths in a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Rated players for whom everything that is stated holds on the day of the adjustment.

    ``players``: only these numbers (empty: all); ``excepted``: not these. ``rating_from`` and
    ``rating_below`` in hundredths; ``active_since``: a rated game on that day or later.
    """

    players: tuple[int, ...] = ()
    excepted: tuple[int, ...] = ()
    federation: str = ""
    sex: str = ""
    rating_from: int | None = None
    rating_below: int | None = None
    active_since: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """The new rating by an exact ``formula`` over ``R``, the rating, and ``S``, the one on ``other_list``
    (points), such as ``R + 178`` or ``max(R, S - 100)``; who has no ``S`` is not moved by one that uses it.

    The result is rounded to ``step`` (hundredths) and is at least ``least``.
    """

    formula: str
    selection: Selection = field(default_factory=Selection)
    other_list: str = ""
    step: int = 100
    mode: RoundingMode = "half up"
    least: int | None = None


def of_values(values: Mapping[str, Any]) -> Adjustment:
    """The adjustment of a decoded JSON object, as ``values_of`` makes it."""
    where: dict[str, Any] = dict(values["selection"])
    where |= {key: tuple(where[key]) for key in ("players", "excepted")}
    return Adjustment(**{**values, "selection": Selection(**where)})


def values_of(adjustment: Adjustment) -> dict[str, Any]:
    """An adjustment as an object of plain values."""
    return asdict(adjustment)


def selected(
    selection: Selection, *, rating: Ints, sex: Sequence[str], federation: Sequence[str], last_played: Ints
) -> Flags:
    """Whom a selection names; columns by player number, as they are on the day of the adjustment.

    ``rating`` in hundredths (``UNRATED``: none), ``last_played`` a day (0: never).
    """
    number = np.arange(len(rating))
    chosen: Flags = rating != UNRATED
    if selection.players:
        chosen &= np.isin(number, selection.players)
    chosen &= ~np.isin(number, selection.excepted)
    if selection.rating_from is not None:
        chosen &= rating >= selection.rating_from
    if selection.rating_below is not None:
        chosen &= rating < selection.rating_below
    if selection.active_since is not None:
        chosen &= last_played >= selection.active_since
    for column, wanted in ((sex, selection.sex), (federation, selection.federation)):
        if wanted:
            chosen &= np.array([one == wanted for one in column], dtype=np.bool_)
    return chosen


def adjusted(adjustment: Adjustment, ratings: Ints, other: Ints | None = None) -> Ints:
    """The new ratings of a column (hundredths); ``other`` holds S by the same rows.

    Who has no rating has none afterwards; who has no S keeps his, where the formula asks for S.
    Raises ValueError where the formula is none: it is checked when the adjustment is recorded.
    """
    rule = formula.parse(adjustment.formula)
    if isinstance(rule, FormulaFault):
        raise ValueError(f"{adjustment.formula!r} is no formula: {rule.kind}, {rule.piece!r}")
    moved = ratings != UNRATED
    seconds = np.full(len(ratings), UNRATED, dtype=np.int64)
    if rule.uses_other:
        seconds = seconds if other is None else other
        moved = moved & (seconds != UNRATED)
    pairs = np.stack([ratings[moved], seconds[moved]])
    distinct, where = np.unique(pairs, axis=1, return_inverse=True)
    new = [_new(adjustment, rule, *pair) for pair in distinct.T.tolist()]
    after = ratings.copy()
    after[moved] = np.array(new, dtype=np.int64)[np.reshape(where, -1)]
    return after


def _new(adjustment: Adjustment, rule: Formula, rating: int, other: int) -> int:
    exact = rule.of(Fraction(rating, HUNDREDTHS), Fraction(other, HUNDREDTHS)) * HUNDREDTHS
    rounding = Rounding(step=adjustment.step, mode=adjustment.mode, source="")
    after = quotient(exact.numerator, exact.denominator, rounding)
    after = min(max(after, -_FARTHEST), _FARTHEST)
    return after if adjustment.least is None else max(after, adjustment.least)
