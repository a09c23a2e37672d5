from __future__ import annotations

import pytest

from ratingstore.events.facts import RatingFact, TournamentFact
from tests.ingest.readers.reads import codes, fact, game, game_problems, problems

RATINGS = "player;list;date;rating;purpose;games;k"


def rating(text: str, purpose: str = "", games: str = "", k: str = "") -> RatingFact:
    return fact(RatingFact, RATINGS, f"p1;cxc;2012-01-01;{text};{purpose};{games};{k}")


def rating_codes(text: str, purpose: str = "", games: str = "", k: str = "") -> list[tuple[str, str]]:
    return codes(problems(RATINGS, f"p1;cxc;2012-01-01;{text};{purpose};{games};{k}"))


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [("1850", 185000), ("1850,5", 185050), ("1850.5", 185050), ("1850,50", 185050), ("1850.05", 185005),
     ("0951", 95100), ("0", 0), ("4000", 400000), ("4000,00", 400000), ("0,07", 7)],
)  # fmt: skip
def test_a_rating_is_read_in_hundredths_with_comma_or_point(text: str, hundredths: int) -> None:
    found = rating(text)
    assert (found.rating, found.relative) == (hundredths, False)


@pytest.mark.parametrize("text", ["1.859", "1,859", "12.345"])
def test_three_digits_behind_a_mark_are_asked_because_they_can_be_thousands(text: str) -> None:
    assert rating_codes(text) == [("RS025", "rating")]


def test_the_hint_for_an_ambiguous_number_shows_both_readings() -> None:
    (found,) = problems(RATINGS, "p1;cxc;2012-01-01;1.859;;;")
    assert found.message == "rating “1.859” can be read in two ways: 1859, or 1.859"


@pytest.mark.parametrize("text", ["1850.125", "1850,000", "0.125", "1.8590"])
def test_more_than_two_decimals_are_asked(text: str) -> None:
    assert rating_codes(text) == [("RS024", "rating")]


@pytest.mark.parametrize("text", ["4000,01", "4001", "18500", "9" * 5000])
def test_a_rating_beyond_the_highest_is_asked(text: str) -> None:
    assert rating_codes(text) == [("RS023", "rating")]


@pytest.mark.parametrize(
    "text", ["unrated", "1850?", "1 850", "1.859,50", "18a0", "1850,", ",5", "1e3", "٣", "-"]
)
def test_what_is_no_number_is_asked(text: str) -> None:
    assert rating_codes(text) == [("RS022", "rating")]


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [("+178", 17800), ("-12,5", -1250), ("−12.5", -1250), ("+0", 0), ("-4000", -400000)],
)
def test_an_adjustment_with_a_sign_is_an_amount(text: str, hundredths: int) -> None:
    found = rating(text, "adjustment")
    assert (found.rating, found.relative, found.purpose) == (hundredths, True, "adjustment")


def test_an_adjustment_without_sign_is_the_new_rating() -> None:
    found = rating("1900", "adjustment")
    assert (found.rating, found.relative) == (190000, False)


def test_an_amount_beyond_the_highest_rating_is_asked() -> None:
    assert rating_codes("-4000,01", "adjustment") == [("RS023", "rating")]


@pytest.mark.parametrize("purpose", ["", "opening", "published"])
def test_a_sign_on_anything_but_an_adjustment_is_asked(purpose: str) -> None:
    assert rating_codes("+178", purpose) == [("RS026", "rating")]


def test_with_a_purpose_that_is_not_known_a_sign_is_no_second_problem() -> None:
    assert rating_codes("+178", "adjustmnet") == [("RS029", "purpose")]


def test_games_and_k_are_read() -> None:
    found = rating("1850", games="0012", k="32,5")
    assert (found.games, found.k) == (12, 3250)
    assert rating("1850", games="0").games == 0


@pytest.mark.parametrize("text", ["-1", "1.5", "many", "1000000"])
def test_a_count_of_games_that_is_no_whole_number_is_asked(text: str) -> None:
    assert rating_codes("1850", games=text) == [("RS021", "games")]


@pytest.mark.parametrize(("text", "code"), [("K20", "RS022"), ("-5", "RS026"), ("0,125", "RS024")])
def test_a_k_that_is_no_number_is_asked(text: str, code: str) -> None:
    assert rating_codes("1850", k=text) == [(code, "k")]


def test_ratings_claimed_in_a_games_file_are_read_and_judged_alike() -> None:
    found = game("white_rating|black_rating", "2100,5|")
    assert (found.white_rating, found.black_rating) == (210050, None)
    assert codes(game_problems("white_rating|black_rating", "1.859|high")) == [
        ("RS025", "white_rating"),
        ("RS022", "black_rating"),
    ]


def test_rounds_boards_and_numbers_of_games_count_from_one_to_99999() -> None:
    found = game("round|board|game_no", "99999|007|2")
    assert (found.round, found.board, found.game_no) == (99999, 7, 2)
    empty = game("round|board|game_no", "||")
    assert (empty.round, empty.board, empty.game_no) == (None, None, 1)


@pytest.mark.parametrize("text", ["0", "-1", "100000", "3.1", "1,5", "R3", "?", "²", "٣", "9" * 5000])
@pytest.mark.parametrize("column", ["round", "board", "game_no"])
def test_a_round_board_or_number_of_a_game_that_is_none_is_asked(column: str, text: str) -> None:
    assert codes(game_problems(column, text)) == [("RS020", column)]


@pytest.mark.parametrize(("text", "points"), [("1", 1), ("2", 2), ("", None)])
def test_a_win_counts_one_or_two_points(text: str, points: int | None) -> None:
    assert fact(TournamentFact, "tournament,name,points", f"cup,Cup,{text}").points == points


@pytest.mark.parametrize("text", ["3", "0", "11,5", "one", "²"])
def test_other_points_than_one_or_two_are_asked(text: str) -> None:
    assert codes(problems("tournament;name;points", f"cup;Cup;{text}")) == [("RS027", "points")]
