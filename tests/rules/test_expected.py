from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rules import expected
from ratingstore.rules.ruleset import MILLIONTHS
from tests.rules.shipped import rule_set

TABLE = rule_set("cxc-2012").expected
FORMULA = rule_set("elo-1").expected


def percent(difference: float) -> float:
    return int(expected.score(np.array([round(difference * 100)]), TABLE)[0]) / 10_000


@pytest.mark.parametrize(
    ("difference", "wanted"),
    [
        (0, 50),
        (3, 50),
        (4, 51),
        (250, 81),
        (302, 85),
        (303, 86),
        (391, 91),
        (392, 92),
        (735, 99),
        (736, 100),
        (5000, 100),
    ],
)
def test_the_table_is_read_at_both_edges_of_its_rows(difference: int, wanted: int) -> None:
    assert percent(difference) == wanted
    assert percent(-difference) == 100 - wanted


def test_a_fractional_difference_is_rounded_away_from_zero_before_the_look_up() -> None:
    assert percent(3.5) == 51
    assert percent(-3.5) == 49
    assert percent(-187.5) == 26


@pytest.mark.parametrize(
    ("behind", "wanted"), [(0, 500000), (50, 428537), (100, 359935), (200, 240253), (400, 90909), (800, 9901)]
)
def test_the_formula_gives_six_decimals(behind: int, wanted: int) -> None:
    assert expected.logistic(-behind * 100) == wanted
    assert expected.logistic(behind * 100) == MILLIONTHS - wanted


@given(st.lists(st.integers(-300_000, 300_000), min_size=1))
def test_columns_and_single_differences_agree_and_both_sides_add_up_to_one(differences: list[int]) -> None:
    column = np.array(differences, dtype=np.int64)
    for rule in (TABLE, FORMULA):
        ahead, behind = expected.score(column, rule), expected.score(-column, rule)
        assert (ahead + behind == MILLIONTHS).all()
        assert ahead.tolist() == [int(expected.score(np.array([one]), rule)[0]) for one in differences]
