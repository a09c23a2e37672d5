from __future__ import annotations

from dataclasses import replace

import pytest

from ratingstore.replay.people import People
from ratingstore.store.rows import FactRow
from tests.replay.made_log import day, fact, log


def people(*facts: FactRow) -> People:
    return People.of(
        replace(log((), {"ana": ("2000-01-01", 1.0), "bia": ("2000-01-01", 1.0)}, ()), facts=facts)
    )


def test_a_year_of_birth_counts_as_its_last_day_and_a_date_says_more_than_a_year() -> None:
    assert people(fact(1, "born", "1990")).born.tolist() == [0, day("1990-12-31"), 0]
    both = (fact(1, "born", "1990"), fact(1, "born", "1990-05-03"))
    for facts in (both, both[::-1]):
        assert people(*facts).born.tolist() == [0, day("1990-05-03"), 0]


@pytest.mark.parametrize(
    ("on", "known"),
    [("2011-12-31", "POR"), ("2012-01-01", "BRA"), ("2012-12-31", "BRA"), ("2013-01-01", "ESP")],
)
def test_a_fact_holds_from_its_day_until_another(on: str, known: str) -> None:
    facts = (
        fact(2, "federation", "ESP", "2013-01-01"),
        fact(2, "federation", "POR"),
        fact(2, "sex", "f"),
        fact(2, "federation", "BRA", "2012-01-01"),
    )
    assert people(*facts).known("federation", day(on)) == ["", "", known]
    assert people(*facts[::-1]).known("federation", day(on)) == ["", "", known]
