from __future__ import annotations

import pytest

from ratingstore.events.facts import GameFact, PlayerFact
from ratingstore.ingest.readers import DateOrder, ReadOptions
from ratingstore.problems import Problem
from tests.ingest.readers.reads import GAMES, codes, day, fact, game, problems


def played_on(text: str, order: DateOrder = "YMD") -> int | None:
    return fact(GameFact, GAMES, f"cup,{text},1,p1,p2,1-0", ReadOptions(date_order=order)).played_on


def problem(text: str, order: DateOrder = "YMD") -> Problem:
    (only,) = problems(GAMES, f"cup,{text},1,p1,p2,1-0", ReadOptions(date_order=order))
    assert (only.field, only.values["text"]) == ("date", text)
    return only


def test_an_iso_date_is_a_day() -> None:
    assert played_on("2012-03-31") == day("2012-03-31")


def test_a_date_with_the_day_first_gets_the_iso_date_and_the_option_as_a_hint() -> None:
    found = problem("31/03/2012")
    assert found.code == "RS010"
    assert found.hint == "write 2012-03-31, or name the order of the file's dates with --date-order DMY"
    assert problem("03/31/2012").hint.endswith("2012-03-31, or name the order of the file's dates with "
                                               "--date-order MDY")  # fmt: skip
    assert problem("04.04.2012").code == "RS010"


def test_a_date_that_can_be_two_is_never_guessed() -> None:
    found = problem("03/04/2012")
    assert found.code == "RS011"
    assert found.hint == (
        "write 2012-04-03 or 2012-03-04, or name the order: --date-order DMY or --date-order MDY"
    )


@pytest.mark.parametrize("text", ["31/03/2012", "31.03.2012", "31-03-2012", "31. 03. 2012"])
def test_with_the_order_named_day_month_year_is_read(text: str) -> None:
    assert played_on(text, "DMY") == day("2012-03-31")


def test_single_digits_are_read_with_the_order_named() -> None:
    assert played_on("3/4/2012", "DMY") == day("2012-04-03")
    assert played_on("3/4/2012", "MDY") == day("2012-03-04")


@pytest.mark.parametrize("order", ["DMY", "MDY"])
def test_iso_dates_are_read_beside_any_order(order: DateOrder) -> None:
    assert played_on("2012-03-04", order) == day("2012-03-04")


@pytest.mark.parametrize("order", ["YMD", "DMY", "MDY"])
@pytest.mark.parametrize(
    "text", ["10.09.13", "31/03-2012", "May 29 2020", "40999", "soon", "2012-03", "2012"]
)
def test_what_is_no_whole_date_with_a_year_of_four_digits_is_asked(text: str, order: DateOrder) -> None:
    found = problem(text, order)
    assert (found.code, found.values["example"]) == ("RS012", "2012-03-31")


@pytest.mark.parametrize(
    "text", ["2013/09/10", "2013.9.10", "20130910", "2013-9-10", "2013-09-10 00:00:00", "2013-09-10T12:30"]
)
def test_a_date_with_the_year_first_in_another_form_gets_itself_in_iso_as_a_hint(text: str) -> None:
    assert problem(text).hint.startswith("write it as 2013-09-10:")


@pytest.mark.parametrize(
    ("text", "order"),
    [("2012-02-30", "YMD"), ("2011-02-29", "YMD"), ("2012-13-01", "YMD"), ("2012-00-10", "YMD"),
     ("31/04/2012", "YMD"), ("30/02/2012", "DMY"), ("31/03/2012", "MDY"), ("03/31/2012", "DMY")],
)  # fmt: skip
def test_a_day_that_does_not_exist_is_asked(text: str, order: DateOrder) -> None:
    assert problem(text, order).code == "RS013"


def test_the_29th_of_february_of_a_leap_year_exists() -> None:
    assert played_on("2012-02-29") == day("2012-02-29")


@pytest.mark.parametrize("text", ["1799-12-31", "2201-01-01", "0012-03-31", "9999-12-31"])
def test_a_year_that_no_game_can_have_is_asked(text: str) -> None:
    assert problem(text).code == "RS014"


@pytest.mark.parametrize("text", ["1800-01-01", "2200-12-31"])
def test_the_first_and_the_last_year_are_read(text: str) -> None:
    assert played_on(text) == day(text)


def test_an_empty_date_is_left_open_or_filled_by_the_option_and_a_stated_one_is_not_replaced() -> None:
    option = ReadOptions(date=day("2012-05-01"))
    assert game(date="").played_on is None
    assert fact(GameFact, GAMES, "cup,,1,p1,p2,1-0", option).played_on == day("2012-05-01")
    assert fact(GameFact, GAMES, "cup,2012-01-05,1,p1,p2,1-0", option).played_on == day("2012-01-05")
    without = GAMES.replace("date,", "")
    assert fact(GameFact, without, "cup,1,p1,p2,1-0", option).played_on == day("2012-05-01")
    assert codes(problems(GAMES, "cup,soon,1,p1,p2,1-0", option)) == [("RS012", "date")]


@pytest.mark.parametrize(
    ("text", "order", "born"),
    [("1978", "YMD", "1978"), ("1978-05-06", "YMD", "1978-05-06"), ("06/05/1978", "DMY", "1978-05-06"),
     ("1800", "YMD", "1800"), ("", "YMD", "")],
)  # fmt: skip
def test_a_birth_date_is_a_date_or_a_year(text: str, order: DateOrder, born: str) -> None:
    found = fact(PlayerFact, "player,birth_date", f"p1,{text}", ReadOptions(date_order=order))
    assert found.born == born


@pytest.mark.parametrize(
    ("text", "code"),
    [("2014/00/00", "RS016"), ("2014-00-00", "RS016"), ("06/05/1978", "RS011"), ("1978-02-30", "RS013"),
     ("78", "RS012"), ("1799", "RS014"), ("2201", "RS014")],
)  # fmt: skip
def test_a_birth_date_that_is_neither_is_asked(text: str, code: str) -> None:
    assert codes(problems("player,birth_date", f"p1,{text}")) == [(code, "birth_date")]


def test_a_birth_date_with_zeros_for_day_and_month_gets_the_year_as_a_hint() -> None:
    (found,) = problems("player,birth_date", "p1,2014/00/00")
    assert found.hint == "write the year alone: 2014"
