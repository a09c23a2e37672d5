"""Made-up rule sets in the manner of FIDE's: every switch in every position, as the text of a file."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .first_ratings import DIFFERENCES, OF_A_FULL_SCORE

FULL = "full"
"""The name of the table that has a row for 100 %."""

Choices = dict[str, Any]


def table_with_a_full_score() -> str:
    rows = [f"  {{ p = 0.{50 + at}, dp = {dp} }}," for at, dp in enumerate(DIFFERENCES)]
    rows.append(f"  {{ p = 1.00, dp = {OF_A_FULL_SCORE} }},")
    head = [f'name = "{FULL}"', 'title = "dp"', 'source = "book, 1"', "rows = ["]
    book = ["[[sources]]", 'key = "book"', 'title = "The book"']
    return "\n".join([*head, *rows, "]", *book, ""])


def text_of(name: str, sections: Choices) -> str:
    """The file of a rule set; a section of None is left out."""
    top = {"id": name, "body": "made", "title": name, "status": "firm", "source": "book, 1"}
    lines = [f"{key} = {written(value)}" for key, value in top.items()]
    lines.append("valid_from = 1900-01-01")
    for section, values in sections.items():
        if values is not None:
            lines += ["", f"[{section}]", 'source = "book, 1"']
            lines += [f"{key} = {written(value)}" for key, value in values.items() if value is not None]
    return "\n".join([*lines, "", "[[sources]]", 'key = "book"', 'title = "The book"', ""])


def written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(written(one) for one in value) + "]"
    return str(value)


ROUNDING = {"step": 1, "mode": "half up", "source": "book, 1"}
STEADY: Choices = {
    "score": {"points": 1},
    "shown": {"step": 1, "mode": "half up"},
    "late": {"policy": "restate"},
}
AGAINST: list[dict[str, Any]] = [
    {"against": "each opponent", "cap": None},
    {"against": "each opponent", "cap": {"points": 400, "side": "both"}},
    {"against": "each opponent", "cap": {"points": 400, "side": "both", "exempt_from": 2000}},
    {"against": "each opponent", "cap": {"points": 350, "side": "higher"}},
    {"against": "each opponent", "cap": {"points": 400, "side": "both", "games": "largest of a tournament"}},
    {
        "against": "each opponent",
        "cap": {"points": 400, "side": "both", "games": "largest of a tournament, either side"},
    },
    {"against": "mean of opponents", "cap": None},
    {"against": "mean of opponents", "cap": {"points": 300, "side": "both"}},
    {"against": "mean of opponents", "cap": {"points": 350, "side": "both", "on": "each opponent"}},
    {"against": "mean of opponents", "cap": {"points": 350, "side": "higher", "on": "each opponent"}},
]
CONDITIONS = [
    {"peak_from": 2300, "k": 10},
    {"age_to": 18, "peak_below": 2200, "k": 40},
    {"age_to": 18, "age_by": "birthday", "rating_below": 2200, "k": 40},
    {"games_below": 12, "k": 30},
    {"rating_from": 2000, "rating_below": 2100, "k": 17},
]
BANDS = [
    [{"k": 20}],
    [{"high": 2399, "k": 15}, {"low": 2400, "k": 10}],
    [{"high": 1899, "k": 25}, {"low": 1900, "high": 2099, "k": 15}, {"low": 2100, "k": 10}],
]
UNIT_ROUNDINGS = [
    {"step": 1, "mode": "half away from zero", "of": "change"},
    {"step": 1, "mode": "half away from zero", "of": "change"},
    {"step": 1, "mode": "half up"},
    {"step": 5, "mode": "half up"},
]
FLOORS = [None, 1000, 1400, 1801]


@st.composite
def rule_sets(draw: st.DrawFn, name: str, fallback: str | None = None) -> str:
    """The text of a rule set."""
    against = draw(st.sampled_from(AGAINST))
    floor = draw(st.sampled_from(FLOORS))
    conditions = draw(st.lists(st.sampled_from(CONDITIONS), max_size=4, unique_by=str))
    first = draw(first_ratings(floor))
    methods = ["no effect/1", "round robin/1" if first.get("round_robin") else "no effect/1"]
    sections: Choices = {
        "unit": {
            "kind": "period",
            "period": draw(st.sampled_from(["month", "month", "two months", "quarter"])),
            "selected_by": "tournament start",
            "lands_by": "tournament end",
            "closing_days": draw(st.sampled_from([1, 3, 7])),
        },
        "references": {
            "own": "list at tournament start",
            "opponent": "list at tournament start",
            "fallback": fallback if draw(st.booleans()) else None,
        },
        "expected": {"method": "table/1", "against": against["against"], "table": "expected-fide"},
        "cap": against["cap"],
        "k": {
            "bands": draw(st.sampled_from(BANDS)),
            "conditions": conditions or None,
            "by": draw(st.sampled_from(["reference", "list before"])),
            "limit": draw(st.sampled_from([None, None, 100, 200])),
        },
        "not_rated": draw(st.sampled_from([None, None, {"gap_from": 300, "above": 2000}])),
        "unit_rounding": draw(st.sampled_from(UNIT_ROUNDINGS)),
        "unrated_opponent": {"method": draw(st.sampled_from(methods))},
        "first_rating": first,
        "floor": None if floor is None else {"low": floor},
        **STEADY,
    }
    return text_of(name, sections)


@st.composite
def first_ratings(draw: st.DrawFn, floor: int | None) -> dict[str, Any]:
    if draw(st.integers(0, 5)) == 0:
        return {"method": "none/1"}
    draws = draw(st.sampled_from([None, None, 2]))
    least = draw(st.sampled_from([1, 3, 5]))
    robin = draw(st.booleans()) if draws is None else None
    return {
        "method": "one event/1",
        "round_robin": robin or None,
        "round_robin_share": (robin and draw(st.booleans())) or None,
        "table": draw(st.sampled_from([FULL, "dp-fide"])),
        "minimum_games": least,
        "per_half_point": draw(st.sampled_from([None, 12.5, 15, 20])),
        "hypothetical_draws": draws,
        "hypothetical_rating": draws and 1800,
        "highest": draw(st.sampled_from([None, 2200])),
        "months": draw(st.sampled_from([None, 3, 26])),
        "first_games": draw(st.sampled_from([None, 1, least])),
        "first_score": draw(st.sampled_from([None, 0.5, 1])),
        "block_games": draw(st.sampled_from([None, None, min(2, least)])),
        "block_score": draw(st.sampled_from([None, None, 0.5])),
        "block_least": draw(st.sampled_from([None, None, 1500])) if draws is None else None,
        "below_floor": draw(st.sampled_from([None, "keep"])) if floor else None,
        "rounding": ROUNDING,
    }
