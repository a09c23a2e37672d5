"""Adjustments of many ratings at once: whom they move, and by which formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ratingstore.rules.ruleset import RoundingMode


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
