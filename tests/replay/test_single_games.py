"""Single games rated one after the other give what rating them in levels gives, column by column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.replay.fold import Folded
from ratingstore.rules import one_by_one
from ratingstore.store.rows import AdoptionRow
from tests.replay.made_log import Game, adoption, edited, folded, log

ELO = adoption("elo-1", "1990-01-01")
RULES = (
    ELO,
    adoption("elo-1", "1990-01-01", k="40"),
    edited(
        ELO,
        (
            "{ k = 20 }",
            "{ high = 1400, k = 40 }, { low = 1401, high = 2000, k = 20 }, { low = 2001, k = 10 }",
        ),
    ),
)
NAMES = ("ana", "bia", "caio", "davi", "eva")
"""The last has no rating: games with her leave the plain pass."""


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Game], list[int], dict[str, tuple[str, float]]]:
    ratings = {
        name: ("1999-01-01", draw(st.integers(40_000, 300_000)) / 100)
        for name in NAMES[: draw(st.sampled_from((4, 5)))]
    }
    games: list[Game] = []
    for _ in range(draw(st.integers(1, 25))):
        white, black = draw(st.permutations(NAMES))[:2]
        result = draw(st.sampled_from(("1-0", "1/2", "0-1")))
        games.append(("t", f"2000-01-0{draw(st.integers(1, 3))}", white, black, result))
    # Equal rounds tie; most games have one of their own.
    rounds = [draw(st.sampled_from((0, at + 1, at + 1))) for at in range(len(games))]
    return games, rounds, ratings


@given(histories(), st.sampled_from(RULES))
def test_both_ways_give_the_same(
    history: tuple[list[Game], list[int], dict[str, tuple[str, float]]], rules: AdoptionRow
) -> None:
    games, rounds, ratings = history
    made = log(games, ratings, [rules], rounds=rounds)
    plain = folded(made)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(one_by_one, "applies", lambda _rules: False)
        in_levels = folded(made)
    assert said(plain) == said(in_levels)


def said(found: Folded) -> tuple[list[str], list[tuple[int, ...]]]:
    """Names of units, and the steps by unit and player: the steps of different units come in any order."""
    steps = found.steps
    columns = [getattr(steps, name).tolist() for name in steps.__dataclass_fields__]
    by_unit = [*zip(steps.unit.tolist(), steps.player.tolist(), strict=True)]
    rows = [row for _, row in sorted(zip(by_unit, zip(*columns, strict=True), strict=True))]
    return [one.name for one in found.units], rows
