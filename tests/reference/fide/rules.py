"""A rule set's file as plain dicts of fractions, and which of the adopted ones holds on a day."""

from __future__ import annotations

import tomllib
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

Rules = dict[str, Any]
Adoption = dict[str, Any]

LEFT_OUT: Rules = {
    "unit": {"closing_days": 1},
    "references": {"fallback": None},
    "cap": {"on": "difference", "games": "all", "exempt_from": None},
    "k": {"conditions": [], "by": "reference", "limit": 0},
    "unit_rounding": {"of": "rating"},
    "first_rating": {
        "minimum_games": 0,
        "per_half_point": None,
        "table": None,
        "hypothetical_draws": 0,
        "hypothetical_rating": 0,
        "block_games": 0,
        "block_score": 0,
        "block_least": None,
        "first_games": 0,
        "first_score": 0,
        "months": 0,
        "highest": None,
        "least": 0,
        "round_robin": False,
        "round_robin_share": False,
        "below_floor": "start again",
    },
    "late": {"lists": 0},
}
"""What holds where a section says nothing of it."""

OPTIONAL_SECTIONS = ("cap", "floor", "not_rated", "unit_rounding")


@cache
def rules_of_text(text: str) -> Rules:
    """The rule set of a file's text; a section that it does not have is None."""
    rules: Rules = tomllib.loads(text, parse_float=Fraction)
    for section, values in LEFT_OUT.items():
        if section in rules:
            rules[section] = {**values, **rules[section]}
    for section in OPTIONAL_SECTIONS:
        rules.setdefault(section, None)
    return rules


def rules_of(adoption: Adoption) -> Rules:
    return rules_of_text(adoption["text"])


def adoption_on(adoptions: list[Adoption], day: date) -> Adoption | None:
    """The adoption in force on a day: the newest by date, of two with one date the later recorded."""
    found: Adoption | None = None
    for adoption in adoptions:
        day_of = adoption["effective_from"]
        if day_of <= day and (found is None or day_of >= found["effective_from"]):
            found = adoption
    return found


def first_adoption(adoptions: list[Adoption]) -> Adoption:
    found = adoption_on(adoptions, min(a["effective_from"] for a in adoptions))
    assert found is not None
    return found


def rules_on(adoptions: list[Adoption], day: date) -> Rules:
    """The rules in force on a day; before the first adoption, those of the first."""
    return rules_of(adoption_on(adoptions, day) or first_adoption(adoptions))
