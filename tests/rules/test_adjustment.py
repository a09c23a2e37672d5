from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from ratingstore.rules import adjustment
from ratingstore.rules.adjustment import Adjustment, Selection
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED


def column(*points: float | None) -> np.ndarray:
    return np.array([UNRATED if one is None else round(one * HUNDREDTHS) for one in points], dtype=np.int64)


def new(rule: Adjustment, *points: float | None, other: np.ndarray | None = None) -> list[float | None]:
    found = adjustment.adjusted(rule, column(*points), other).tolist()
    return [None if one == UNRATED else one / HUNDREDTHS for one in found]


RAISE = Adjustment(formula="R + 0.4 * (2000 - R)")
FROM_STANDARD = Adjustment(formula="max(R, S - 100)", other_list="fide-standard")


@pytest.mark.parametrize(
    ("rating", "wanted"),
    [(1000, 1400), (1500, 1700), (1600, 1760), (1700, 1820), (1950, 1970), (1998, 1999), (1999, 1999)],
)
def test_the_raise_of_march_2024(rating: int, wanted: int) -> None:
    assert new(RAISE, rating) == [wanted]


def test_the_raise_of_october_2022_follows_the_other_list() -> None:
    standard = column(2732, 2383, 2384, None, 2732)
    assert new(FROM_STANDARD, 2283, 2283, 2283, 2283, None, other=standard) == [2632, 2283, 2284, 2283, None]


def test_without_the_other_list_nobody_is_moved_by_a_formula_that_asks_for_it() -> None:
    assert new(FROM_STANDARD, 2283.25) == [2283.25]
    assert new(Adjustment(formula="R + 178"), 1822) == [2000]


def test_the_result_is_rounded_to_the_step_as_the_adjustment_says() -> None:
    assert new(Adjustment(formula="R / 2"), 1001, 1003) == [501, 502]
    assert new(Adjustment(formula="R + 2", step=500), 2000, 2000.49, 2000.5) == [2000, 2000, 2005]
    assert new(Adjustment(formula="-R / 2", mode="half away from zero"), 5) == [-3]
    assert new(Adjustment(formula="-R / 2"), 5) == [-2]
    assert new(Adjustment(formula="R * 1.001", step=1), 1500.55) == [1502.05]


def test_nobody_ends_below_the_least() -> None:
    assert new(Adjustment(formula="R - 100", least=140_000), 1499, 1500, 1501) == [1400, 1400, 1401]


def test_an_absurd_formula_stays_within_a_column() -> None:
    assert new(Adjustment(formula="R * R * R * R * R * R * R * R"), 2000) == [10**10]


def test_no_players_are_no_trouble_and_no_formula_is() -> None:
    assert new(RAISE) == []
    with pytest.raises(ValueError, match="no formula"):
        new(Adjustment(formula="R + T"), 2000)


PLAYERS: dict[str, Any] = {
    "rating": column(2000, 1999.99, None, 1400, 2500),
    "sex": ["f", "m", "f", "", "f"],
    "federation": ["BRA", "BRA", "BRA", "POR", ""],
    "last_played": np.array([100, 99, 100, 0, 300]),
}


@pytest.mark.parametrize(
    ("selection", "wanted"),
    [
        (Selection(), [0, 1, 3, 4]),
        (Selection(players=(1, 2, 4)), [1, 4]),
        (Selection(excepted=(0, 4)), [1, 3]),
        (Selection(players=(0, 1), excepted=(1,)), [0]),
        (Selection(sex="f"), [0, 4]),
        (Selection(federation="BRA"), [0, 1]),
        (Selection(rating_below=200_000), [1, 3]),
        (Selection(rating_from=200_000), [0, 4]),
        (Selection(rating_from=140_000, rating_below=200_000), [1, 3]),
        (Selection(active_since=100), [0, 4]),
        (Selection(sex="f", federation="BRA", active_since=100, excepted=(4,)), [0]),
        (Selection(sex="x"), []),
    ],
)
def test_a_selection_names_the_rated_for_whom_all_of_it_holds(
    selection: Selection, wanted: list[int]
) -> None:
    assert np.flatnonzero(adjustment.selected(selection, **PLAYERS)).tolist() == wanted


def test_an_adjustment_survives_its_json() -> None:
    rule = Adjustment(formula="R + 1", selection=Selection(players=(3, 4), sex="f"), least=140_000)
    assert adjustment.of_values(json.loads(json.dumps(adjustment.values_of(rule)))) == rule
