from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ratingstore.rules.score_difference import above_mean, difference
from tests.rules.shipped import rule_set
from tests.rules.variants import newcomers

WHOLE = newcomers()
SHORT = rule_set("fide-1990").first_rating


@pytest.mark.parametrize(
    ("half", "games", "wanted"),
    [
        (9, 9, 0), (10, 9, 43), (8, 9, -43), (7, 4, 336), (1, 4, -322), (199, 100, 800), (198, 100, 677),
        (1, 100, -677),
    ],
)  # fmt: skip
def test_a_score_has_a_difference_by_its_share_to_two_decimals(half: int, games: int, wanted: int) -> None:
    assert difference(WHOLE, half, games) == wanted


def test_a_full_score_and_none_have_a_number_only_where_the_table_goes_so_far() -> None:
    assert (difference(WHOLE, 10, 5), difference(WHOLE, 0, 5)) == (800, -800)
    assert (difference(SHORT, 10, 5), difference(SHORT, 0, 5)) == (None, None)
    assert above_mean(WHOLE, 0, 5, Fraction(1)) == -80_000
    assert above_mean(SHORT, 0, 5, Fraction(1)) is None
    assert above_mean(SHORT, 10, 5, Fraction(1)) == 6250


@pytest.mark.parametrize(("half", "wanted"), [(3, Fraction(-8700) * Fraction(3, 4)), (4, 0), (5, 9500)])
def test_the_share_counts_below_one_half_only(half: int, wanted: Fraction) -> None:
    assert above_mean(WHOLE, half, 4, Fraction(3, 4)) == wanted
    assert above_mean(replace(WHOLE, per_half_point=1500), 5, 4, Fraction(3, 4)) == 1500
