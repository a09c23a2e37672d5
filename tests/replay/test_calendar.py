from __future__ import annotations

import numpy as np
import pytest

from ratingstore.events import days
from ratingstore.replay import calendar, choice
from ratingstore.replay.calendar import Calendar
from ratingstore.store.rows import AdoptionRow
from tests.replay.fide import monthly
from tests.replay.made_log import LIST, adoption, course, day, log, rated

OPEN = dict.fromkeys(("ana", "bia"), ("2005-01-01", 2000.0))
QUARTERS = ('period = "month"', 'period = "quarter"')
TWO_MONTHS = ('period = "month"', 'period = "two months"')
HISTORY = (
    monthly("2000-01-01", 1, QUARTERS),
    monthly("2009-07-01", 2, TWO_MONTHS),
    monthly("2012-07-01", 3),
)


def dates(rows: tuple[AdoptionRow, ...], first: str, last: str) -> list[str]:
    made = Calendar.of(choice.adopted(rows, LIST), day(first), day(last))
    return [days.iso(one) for one in made.dates.tolist() if day(first) <= one <= day(last)]


def test_the_dates_of_a_list_follow_its_adoptions() -> None:
    assert dates(HISTORY, "2009-01-01", "2009-12-31") == [
        "2009-01-01", "2009-04-01", "2009-07-01", "2009-09-01", "2009-11-01",
    ]  # fmt: skip
    assert dates(HISTORY, "2012-03-02", "2012-09-01") == [
        "2012-05-01", "2012-07-01", "2012-08-01", "2012-09-01",
    ]  # fmt: skip


def test_before_the_first_adoption_its_dates_hold_too() -> None:
    assert dates(HISTORY[1:2], "2001-02-02", "2001-07-01") == ["2001-03-01", "2001-05-01", "2001-07-01"]


def test_rules_without_periods_go_on_with_the_dates_before_them() -> None:
    rows = (HISTORY[0], adoption("elo-1", "2001-02-15", 2))
    assert dates(rows, "2001-01-01", "2001-12-31") == [
        "2001-01-01", "2001-04-01", "2001-07-01", "2001-10-01",
    ]  # fmt: skip
    assert dates((adoption("elo-1", "2001-02-15"),), "2001-01-01", "2001-12-31") == []


def test_an_adoption_within_a_period_changes_only_the_dates_after_it() -> None:
    rows = (HISTORY[0], monthly("2001-05-10", 2))
    assert dates(rows, "2001-01-01", "2001-08-01") == [
        "2001-01-01", "2001-04-01", "2001-06-01", "2001-07-01", "2001-08-01",
    ]  # fmt: skip


def test_the_last_date_of_a_list_without_dates_is_none() -> None:
    assert (
        calendar.last_date(choice.adopted((adoption("elo-1", "2001-01-01"),), LIST), day("2012-03-04")) == 0
    )
    assert calendar.last_date(choice.adopted(HISTORY, LIST), day("2012-06-30")) == day("2012-05-01")
    assert calendar.last_date(choice.adopted(HISTORY, LIST), day("2012-07-01")) == day("2012-07-01")


@pytest.mark.parametrize(
    ("end", "lands"),
    [("2013-02-26", "2013-03-01"), ("2013-02-27", "2013-04-01"), ("2013-02-28", "2013-04-01")],
)
def test_a_tournament_lands_on_the_first_list_that_closes_after_it(end: str, lands: str) -> None:
    made = log([("t", end, "ana", "bia", "1-0")], OPEN, HISTORY)
    assert [(on, after) for on, _, after in course(made, "ana")][1:] == [(lands, 2010.0)]


def test_a_longer_closing_time_never_sends_a_tournament_past_a_list_that_takes_it() -> None:
    # February's list closes three days before, March's sixty: what ends on 5 January still lands in February.
    slow = monthly("2013-03-01", 2, ("closing_days = 3", "closing_days = 60"))
    made = Calendar.of(
        choice.adopted((monthly("2000-01-01"), slow), LIST), day("2013-01-01"), day("2013-06-01")
    )
    ends = np.array([day("2013-01-05"), day("2013-01-30")])
    assert [days.iso(one) for one in made.lands(ends).tolist()] == ["2013-02-01", "2013-04-01"]


def test_what_began_under_quarterly_lists_lands_on_the_two_monthly_list_that_there_is_when_it_ends() -> None:
    games = [("t", "2009-06-20", "ana", "bia", "1-0"), ("t", "2009-08-10", "ana", "bia", "1-0")]
    made = log(games, OPEN, HISTORY)
    assert course(made, "ana")[1:] == [("2009-09-01", "2009-07", 2020.0)]


def test_a_unit_is_named_by_the_month_of_the_list_before_its_own() -> None:
    made = log([("t", "2008-05-10", "ana", "bia", "1-0")], OPEN, HISTORY)
    assert course(made, "ana")[1:] == [("2008-07-01", "2008-04", 2010.0)]


def test_a_tournament_is_rated_by_the_list_at_its_start_whatever_came_since() -> None:
    # The long one began in January: its difference is that of 1 January, not that of February.
    games = [
        ("long", "2013-01-05", "ana", "bia", "1-0"),
        ("long", "2013-02-10", "ana", "bia", "1-0"),
        *[("short", "2013-01-10", "ana", "bia", "1-0")] * 10,
    ]
    made = log(games, OPEN, HISTORY)
    assert rated(made, "ana", "2013-02-01") == 2100
    assert rated(made, "ana", "2013-03-01") == 2120
