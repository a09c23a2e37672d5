from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ratingstore.store.read import Log
from tests.replay.fide import monthly
from tests.replay.made_log import (
    Game,
    adjustment,
    adoption,
    course,
    day,
    explained,
    fact,
    folded,
    log,
    rated,
    rating,
)

OPEN = {"ana": ("2012-01-01", 1822.0), "bia": ("2012-01-01", 2100.0), "caio": ("2012-01-01", 1500.0)}
ROWS = (monthly("2012-01-01"),)


def made(*adjustments: object, games: tuple[Game, ...] = (), **more: object) -> Log:
    return replace(log(games, OPEN, ROWS, **more), adjustments=adjustments)  # type: ignore[arg-type]


def ratings(of: Log, on: str) -> list[float | None]:
    return [rated(of, code, on) for code in ("ana", "bia", "caio")]


def test_everybody_who_is_rated_is_moved_active_or_not_and_nobody_else() -> None:
    raised = made(adjustment("2012-02-01", "R + 178"), games=(("t", "2012-03-10", "novo", "ana", "1-0"),))
    assert ratings(raised, "2012-01-31") == [1822, 2100, 1500]
    assert ratings(raised, "2012-02-01") == [2000, 2278, 1678]
    assert rated(raised, "novo", "2012-02-01") is None


def test_an_adjustment_comes_after_the_list_of_its_day_and_before_its_openings() -> None:
    games: tuple[Game, ...] = (("t", "2012-01-10", "ana", "bia", "1-0"),)
    doubled = made(
        adjustment("2012-02-01", "R * 2"), games=games, more_ratings=[rating(3, "2012-02-01", 1000.0)]
    )
    assert [(unit, after) for _, unit, after in course(doubled, "ana")] == [
        ("opening", 1822.0), ("2012-01", 1839.0), ("adjustment", 3678.0),
    ]  # fmt: skip
    assert [unit for _, unit, _ in course(doubled, "caio")] == ["opening", "adjustment", "opening"]


def test_those_of_single_players_come_first_and_the_rest_in_an_order_of_their_own() -> None:
    rows = (adjustment("2012-02-01", "R * 2"), adjustment("2012-02-01", "R + 100"))
    single = [rating(1, "2012-02-01", 1000.0, "adjustment")]
    one = made(*rows, more_ratings=single)
    other = made(*rows[::-1], more_ratings=single)
    assert ratings(one, "2012-02-01") == ratings(other, "2012-02-01") == [2100, 4300, 3100]


@pytest.mark.parametrize(
    ("selection", "moved"),
    [
        ({"rating_below": 182200}, [False, False, True]),
        ({"rating_from": 182200}, [True, True, False]),
        ({"players": (2,)}, [False, True, False]),
        ({"excepted": (2,)}, [True, False, True]),
        ({"sex": "f"}, [True, False, False]),
        ({"federation": "BRA"}, [False, True, False]),
        ({"active_since": day("2012-01-10")}, [True, True, False]),
        ({"active_since": day("2012-01-11")}, [False, False, False]),
    ],
)
def test_only_those_whom_the_selection_names_are_moved(selection: dict[str, Any], moved: list[bool]) -> None:
    facts = (
        fact(1, "sex", "f"),
        fact(2, "federation", "POR"),
        fact(2, "federation", "BRA", "2012-02-01"),
        fact(1, "federation", "BRA"),
        fact(1, "federation", "ESP", "2012-01-31"),
    )
    games: tuple[Game, ...] = (("t", "2012-01-10", "ana", "bia", "1/2"),)
    rows = made(adjustment("2012-02-01", "R + 100", **selection), games=games)
    units = [[unit for on, unit, _ in course(replace(rows, facts=facts), code)] for code in OPEN]
    assert ["adjustment" in names for names in units] == moved


def test_one_unit_for_all_and_a_step_for_each_who_moves() -> None:
    found = folded(made(adjustment("2012-02-01", "max(R, 1822)")))
    assert [unit.name for unit in found.units].count("adjustment") == 1
    assert found.steps.effective_on.tolist().count(day("2012-02-01")) == 1


def test_the_result_is_rounded_and_what_falls_below_the_floor_leaves_the_list() -> None:
    rows = (monthly("2012-01-01", floor=True),)
    lowered = replace(log((), OPEN, rows), adjustments=(adjustment("2012-02-01", "R - 100.6"),))
    assert ratings(lowered, "2012-02-01") == [1721, 1999, None]
    kept = replace(log((), OPEN, rows), adjustments=(adjustment("2012-02-01", "R - 100"),))
    assert ratings(kept, "2012-02-01") == [1722, 2000, 1400]


def other_list(on: str, formula: str, *standard: object) -> Log:
    """A list whose adjustment looks at another one, rated by tournaments."""
    rows = (*ROWS, adoption("cbx-1", "1900-01-01", 2, list_number=2))
    games: list[Game] = [("t", "2012-02-01", "ana", "bia", "1-0")]
    claims = {"t": {"lists": ("standard",)}}
    both = log(games, OPEN, rows, claims, more_ratings=list(standard))  # type: ignore[arg-type]
    made = adjustment(on, formula, other_list="standard")
    return replace(both, adjustments=(made,), lists={"probe": 1, "standard": 2})


def test_the_other_list_is_as_its_day_leaves_it() -> None:
    standard = [
        rating(1, "2010-01-01", 2000.0, list_number=2),
        rating(2, "2010-01-01", 2000.0, list_number=2),
    ]
    assert ratings(other_list("2012-01-31", "S", *standard), "2012-02-01") == [2000, 2000, 1500]
    assert ratings(other_list("2012-02-01", "S", *standard), "2012-02-01") == [2015, 1985, 1500]


def test_who_is_not_on_the_other_list_is_not_moved_by_it() -> None:
    standard = [rating(1, "2010-01-01", 2732.0, list_number=2)]
    assert ratings(other_list("2012-01-31", "max(R, S - 100)", *standard), "2012-01-31") == [2632, 2100, 1500]
    nowhere = replace(other_list("2012-01-31", "S", *standard), lists={"probe": 1})
    assert ratings(nowhere, "2012-01-31") == [1822, 2100, 1500]


def test_lists_that_look_at_each_other_on_one_day_come_to_an_end() -> None:
    rows = (*ROWS, replace(ROWS[0], list=2))
    both = [
        adjustment("2012-02-01", "S", other_list="standard"),
        adjustment("2012-03-01", "S + 1", other_list="probe"),
    ]
    standard = tuple(rating(at, "2012-01-01", 1900.0, list_number=2) for at in (1, 2, 3))
    made = log((), OPEN, rows, more_ratings=standard)
    made = replace(made, adjustments=(both[0], replace(both[1], list=2)), lists={"probe": 1, "standard": 2})
    assert rated(made, "ana", "2012-04-01") == 1900
    assert rated(made, "ana", "2012-04-01", list_number=2) == 1901
    same_day = replace(made, adjustments=(both[0], replace(both[1], list=2, on=both[0].on)))
    assert rated(same_day, "bia", "2012-04-01") is not None


def test_the_explanation_gives_the_reason_and_the_formula() -> None:
    raised = made(adjustment("2012-02-01", "R + 178", reason="base of 2000"))
    (line,) = explained(raised, "ana")["adjustment"]
    assert (line.kind, int(line.value), line.reasons[0]) == ("adjustment", 178, "base of 2000")
