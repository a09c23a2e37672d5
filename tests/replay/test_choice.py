from __future__ import annotations

import numpy as np

from ratingstore.replay import choice
from tests.replay.made_log import LIST, adoption, day


def test_the_newest_rule_set_not_after_the_key_day_takes_a_game() -> None:
    adopted = choice.adopted(
        [adoption("cxc-2011", "2011-01-01"), adoption("cxc-2012", "2012-01-01", 2)], LIST
    )
    days = np.array([day(text) for text in ("2010-12-31", "2011-01-01", "2011-12-31", "2012-01-01")])
    chosen = choice.choose(adopted, lambda _unit: days, len(days)).tolist()
    assert [at if at < 0 else adopted[at].rules.id for at in chosen] == [
        choice.NO_RULE_SET, "cxc-2011", "cxc-2011", "cxc-2012",
    ]  # fmt: skip


def test_of_two_adoptions_with_one_date_the_later_recorded_wins() -> None:
    rows = [adoption("cxc-2012", "2012-01-01", 5), adoption("cxc-2011", "2012-01-01", 3)]
    for order in (rows, rows[::-1]):
        current = choice.in_force(choice.adopted(order, LIST), day("2012-06-01"))
        assert current is not None
        assert current.rules.id == "cxc-2012"


def test_each_rule_set_selects_by_its_own_day() -> None:
    # A game of 3 January in a tournament that began in December: by its month it is new, by its start old.
    adopted = choice.adopted([adoption("cbx-1", "1900-01-01"), adoption("cxc-2012", "2012-01-01", 2)], LIST)
    keys = {"period start": np.array([day("2012-01-01")]), "tournament start": np.array([day("2011-12-28")])}
    assert choice.choose(adopted, lambda unit: keys[unit.selected_by], 1).tolist() == [0]


def test_other_lists_adoptions_do_not_count() -> None:
    assert choice.adopted([adoption("cxc-2012", "2012-01-01")], LIST + 1) == ()


def test_months_begin_and_end_where_the_calendar_says() -> None:
    days = np.array(
        [day(text) for text in ("2012-01-01", "2012-01-31", "2011-12-31", "2012-02-29", "1899-12-31")]
    )
    assert choice.period_start(days, "month").tolist() == [
        day(text) for text in ("2012-01-01", "2012-01-01", "2011-12-01", "2012-02-01", "1899-12-01")
    ]
    assert choice.next_period_start(days, "month").tolist() == [
        day(text) for text in ("2012-02-01", "2012-02-01", "2012-01-01", "2012-03-01", "1900-01-01")
    ]
