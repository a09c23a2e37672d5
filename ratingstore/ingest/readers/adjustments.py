"""Adjustments of many ratings: whom they move, and by how much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from ratingstore.events.facts import AdjustmentRequest
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.values import Amount, parse_amount, parse_rating, parse_sex
from ratingstore.rules import formula
from ratingstore.rules.formula import FormulaFault
from ratingstore.rules.ruleset import RoundingMode

WORDS: Final = (
    "list", "date", "player", "all", "except", "federation", "sex", "rating_from", "rating_below",
    "active_since", "amount", "to_rating", "formula", "other_list", "step", "mode", "least",
)  # fmt: skip
_SELECTING: Final = ("player", "all", "federation", "sex", "rating_from", "rating_below", "active_since")
EXACT: Final = 1
POINT: Final = 100
"""Steps of rounding, in hundredths."""
MODES: Final[tuple[RoundingMode, ...]] = get_args(RoundingMode)


def read(row: Row, said: dict[str, Any], one_of: Callable[..., str]) -> AdjustmentRequest:
    """The adjustment of a row; whom it moves must be said, be it ``all``."""
    row.needed("list")
    row.needed("date")
    if not any(row.get(word) for word in _SELECTING):
        row.report("RS038", "player", {"known": ", ".join(_SELECTING), "count": 0})
    # An amount moves everybody alike: rounding would change the differences between players.
    usual = EXACT if row.get("amount") else POINT
    step = row.read("step", parse_rating)
    if step == 0:
        row.report("RS022", "step")
    return AdjustmentRequest(
        **said,
        list=row.get("list"),
        date=row.day("date") or 0,
        formula=_formula(row, one_of(row, "amount", "to_rating", "formula")),
        players=_codes(row, "player"),
        excepted=_codes(row, "except"),
        federation=row.get("federation"),
        sex=row.read("sex", parse_sex) or "",
        rating_from=row.read("rating_from", parse_rating),
        rating_below=row.read("rating_below", parse_rating),
        active_since=row.day("active_since"),
        other_list=row.get("other_list"),
        step=usual if step is None else step,
        mode=_mode(row),
        least=row.read("least", parse_rating),
    )


def _codes(row: Row, word: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(code for code in row.get(word).split("\n") if code))


def _mode(row: Row) -> str:
    said = row.get("mode").casefold().replace("-", " ").replace("_", " ") or "half up"
    if said not in MODES:
        row.report("RS030", "mode", {"known": ", ".join(MODES)})
    return said


def _formula(row: Row, word: str) -> str:
    """The new rating as a formula over R and S."""
    if word == "formula":
        return _parsed(row, row.get("formula"))
    amount = (row.read(word, parse_amount) if word else None) or Amount(0, signed=False)
    points = f"{abs(amount.hundredths) // 100}.{abs(amount.hundredths) % 100:02}".removesuffix(".00")
    if word == "to_rating":
        return points
    return f"R {'-' if amount.hundredths < 0 else '+'} {points}"


def _parsed(row: Row, text: str) -> str:
    found = formula.parse(text)
    if isinstance(found, FormulaFault):
        row.report("RS039", "formula", {"piece": found.piece})
    return text
