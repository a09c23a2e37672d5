from __future__ import annotations

from dataclasses import replace

import pytest

from ratingstore.store.read import Log
from tests.replay.fide import monthly
from tests.replay.made_log import Game, adoption, course, explained, fact, log, rated, rating

PLAIN = (monthly("2012-01-01"),)
OPEN = dict.fromkeys(("ana", "bia", "caio"), ("2012-01-01", 2000.0))
PEAKS = "bands = [{ k = 20 }]\nconditions = [{ peak_from = 2400, k = 10 }]\n"
NEW = "bands = [{ k = 20 }]\nconditions = [{ games_below = 30, k = 40 }]\n"
JUNIOR = 'bands = [{ k = 20 }]\nconditions = [{ age_to = 18, age_by = "year end", k = 40 }]\n'
BY_LIST = 'by = "list before"\n'


def won(made: Log, player: str, list_date: str) -> float:
    """What a player's change on a list date was."""
    steps = course(made, player)
    at = [on for on, _, _ in steps].index(list_date)
    return (steps[at][2] or 0) - (steps[at - 1][2] or 0)


def test_rated_since_the_tournament_began_is_rated_to_himself_and_unrated_to_his_opponents() -> None:
    late = [rating(3, "2012-02-01", 2000.0)]
    games: list[Game] = [("t", "2012-01-31", "ana", "novo", "1-0"), ("t", "2012-02-01", "ana", "novo", "1-0")]
    made = log(games, dict.fromkeys(("ana", "bia"), ("2012-01-01", 2000.0)), PLAIN, more_ratings=late)
    assert rated(made, "novo", "2012-03-01") == 1980
    assert rated(made, "ana", "2012-03-01") == 2000
    # One day later the list of 1 February has him.
    later = log(
        [("t", "2012-02-01", "ana", "novo", "1-0")],
        OPEN,
        PLAIN,
        more_ratings=[rating(4, "2012-02-01", 2000.0)],
    )
    assert rated(later, "ana", "2012-03-01") == 2010


def leaver(second: str) -> Log:
    """Caio, 1401, falls below the floor in February; the other tournament began on a day of January."""
    rows = (monthly("2012-01-01", floor=True),)
    openings = OPEN | {"caio": ("2012-01-01", 1401.0)}
    games: list[Game] = [
        ("a", "2012-01-10", "ana", "caio", "1-0"),
        ("a", "2012-01-10", "bia", "caio", "1-0"),
        ("b", second, "ana", "caio", "0-1"),
        ("b", "2012-02-10", "bia", "caio", "0-1"),
        *[("b", "2012-02-10", "bia", "caio", "0-1")] * 6,
    ]
    return log(games, openings, rows)


def test_whoever_left_since_the_tournament_began_is_not_computed_and_his_opponents_are() -> None:
    made = leaver("2012-01-31")
    assert rated(made, "caio", "2012-02-01") is None
    assert rated(made, "caio", "2012-12-01") is None
    assert won(made, "ana", "2012-03-01") < 0


def test_whoever_left_before_a_tournament_begins_is_a_newcomer_in_it() -> None:
    made = leaver("2012-02-01")
    assert rated(made, "caio", "2012-02-01") is None
    assert rated(made, "caio", "2012-03-01") == 2200
    assert "2012-03-01" not in [on for on, _, _ in course(made, "ana")]


@pytest.mark.parametrize(("points", "after"), [(1400.0, 1400.0), (1399.0, None)])
def test_an_opening_below_the_floor_is_none(points: float, after: float | None) -> None:
    made = log([], {"ana": ("2012-02-01", points)}, (monthly("2012-01-01", floor=True),))
    assert rated(made, "ana", "2012-02-01") == after


def test_a_floor_that_rises_lets_everybody_below_it_leave_with_the_first_unit_of_its_rules() -> None:
    rows = (monthly("2012-01-01"), monthly("2012-03-01", 2, floor=True))
    openings = OPEN | {"caio": ("2012-01-01", 1399.0), "dora": ("2012-01-01", 1400.0)}
    games: list[Game] = [("a", "2012-02-10", "ana", "bia", "1/2"), ("b", "2012-03-10", "ana", "bia", "1/2")]
    made = log(games, openings, rows)
    assert rated(made, "caio", "2012-03-31") == 1399
    assert course(made, "caio")[-1] == ("2012-04-01", "floor", None)
    assert rated(made, "dora", "2012-12-31") == 1400
    assert [line.kind for line in explained(made, "caio")["floor"]] == ["floor"]


def test_a_rating_below_the_floor_of_a_tournaments_rules_counts_as_none_in_it() -> None:
    # The tournament is rated by the rules of March, its list by those of February.
    rows = (monthly("2012-01-01"), monthly("2012-03-05", 2, floor=True))
    openings = OPEN | {"caio": ("2012-01-01", 1399.0)}
    made = log([("b", "2012-03-10", "ana", "caio", "0-1")], openings, rows)
    assert rated(made, "ana", "2012-04-01") == 2000
    made = log([("b", "2012-03-04", "ana", "caio", "0-1")], openings, rows)
    assert (rated(made, "ana", "2012-04-01") or 0) < 2000


def test_k_goes_by_the_highest_rating_that_a_list_showed_and_not_by_what_stood_in_between() -> None:
    games: list[Game] = [("t", "2012-03-10", "ana", "bia", "1-0")]
    rows = (monthly("2012-01-01", k=PEAKS + BY_LIST),)
    openings = dict.fromkeys(("ana", "bia"), ("2012-01-01", 2300.0))

    def raised(*amounts: tuple[str, float]) -> float:
        moved = [rating(1, on, by, "adjustment", relative=True) for on, by in amounts]
        return won(log(games, openings, rows, more_ratings=moved), "ana", "2012-04-01")

    assert raised(("2012-02-01", 100.0), ("2012-02-02", -100.0)) == 5
    assert raised(("2012-02-01", 99.0), ("2012-02-02", -99.0)) == 10
    assert raised(("2012-02-01", 100.0), ("2012-02-01", -100.0)) == 10


def test_k_by_the_list_before_is_that_of_the_list_and_by_reference_that_of_the_tournament() -> None:
    """Ana has 28 rated games in January and two more in February's tournament, which began in January."""
    games: list[Game] = [
        ("a", "2012-01-10", "ana", "bia", "1/2"),
        ("a", "2012-01-10", "ana", "caio", "1/2"),
        ("b", "2012-01-31", "ana", "bia", "1-0"),
        ("b", "2012-02-10", "bia", "caio", "1/2"),
    ]
    openings = [rating(1, "2012-01-01", 2000.0, games=28)]
    others = {name: OPEN[name] for name in ("bia", "caio")}
    by_list = log(games, others, (monthly("2012-01-01", k=NEW + BY_LIST),), more_ratings=openings)
    by_reference = log(games, others, (monthly("2012-01-01", k=NEW),), more_ratings=openings)
    assert won(by_list, "ana", "2012-03-01") == 10
    assert won(by_reference, "ana", "2012-03-01") == 20


@pytest.mark.parametrize(
    ("born", "change"), [("1993", 20), ("1993-12-31", 20), ("1994-01-01", 20), ("1992-12-31", 10), ("", 10)]
)
def test_a_junior_has_his_k_until_the_end_of_the_year_and_nobody_is_one_without_a_birth_date(
    born: str, change: float
) -> None:
    rows = (monthly("2010-01-01", k=JUNIOR),)
    openings = dict.fromkeys(("ana", "bia"), ("2010-01-01", 2000.0))
    made = log([("t", "2011-12-20", "ana", "bia", "1-0")], openings, rows)
    made = replace(made, facts=(fact(1, "born", born),) if born else ())
    assert won(made, "ana", "2012-01-01") == change


def test_the_age_is_that_of_the_tournaments_start_by_reference_and_of_the_list_before_else() -> None:
    openings = dict.fromkeys(("ana", "bia"), ("2010-01-01", 2000.0))
    games: list[Game] = [("t", "2011-12-20", "ana", "bia", "1-0"), ("t", "2012-01-10", "ana", "bia", "1/2")]
    for by, change in (("", 20), (BY_LIST, 10)):
        made = log(games, openings, (monthly("2010-01-01", k=JUNIOR + by),))
        assert won(replace(made, facts=(fact(1, "born", "1993"),)), "ana", "2012-02-01") == change


def test_k_is_that_of_the_rules_of_the_list_and_the_difference_that_of_the_tournaments() -> None:
    # The tournament is of the old rules, with K 40 and no cap worth the name; its list of the new.
    old = monthly("2012-01-01", 1, ("points = 400", "points = 800"), k="bands = [{ k = 40 }]\n")
    openings = {"ana": ("2012-01-01", 2600.0), "bia": ("2012-01-01", 2000.0)}
    made = log([("t", "2012-02-10", "ana", "bia", "0-1"), ("t", "2012-03-10", "ana", "bia", "0-1")], openings,
               (old, monthly("2012-03-01", 2)))  # fmt: skip
    assert won(made, "ana", "2012-04-01") == -39  # 2 x 20 x .98, and not .92


def fallback(standard: dict[str, tuple[str, float]], games: list[Game], **more: object) -> Log:
    """A rapid list that falls back on ``standard``."""
    named = (
        'opponent = "list at tournament start"',
        'opponent = "list at tournament start"\nfallback = "standard"',
    )
    rows = (monthly("2012-01-01", 1, named, **more), adoption("cbx-1", "1900-01-01", 2, list_number=2))  # type: ignore[arg-type]
    made = log(
        games, {"ana": ("2012-01-01", 1800.0), **dict.fromkeys(standard, ("2099-01-01", 1500.0))}, rows
    )
    openings = [
        rating(made.player_codes.index(code), on, points, list_number=2)
        for code, (on, points) in standard.items()
    ]
    rapid = tuple(row for row in made.ratings if row.rated_on < 750000)
    return replace(made, ratings=(*rapid, *openings), lists={"probe": 1, "standard": 2})


def test_a_player_without_a_rapid_rating_is_rated_with_his_standard_one_and_enters_with_it() -> None:
    made = fallback({"bia": ("2010-01-01", 1700.0)}, [("t", "2012-01-10", "ana", "bia", "1-0")])
    assert won(made, "ana", "2012-02-01") == 7
    assert course(made, "bia") == [("2012-02-01", "opening", 1700.0), ("2012-02-01", "2012-01", 1693.0)]
    (line,) = explained(made, "bia")["opening"]
    assert (line.kind, int(line.value)) == ("opening", 1700)
    assert [getattr(one, "values", None) for one in line.reasons] == [{"list": "standard"}]


def test_the_list_that_stands_in_is_that_of_the_tournaments_start() -> None:
    games: list[Game] = [("t", "2012-01-10", "ana", "bia", "1-0")]
    assert course(fallback({"bia": ("2012-01-09", 1700.0)}, games), "bia")[0][2] == 1700
    assert course(fallback({"bia": ("2012-01-11", 1700.0)}, games), "bia") == []


def test_nobody_enters_without_a_rated_game() -> None:
    made = fallback({"bia": ("2010-01-01", 1700.0)}, [("t", "2012-01-10", "novo", "bia", "1-0")])
    assert course(made, "bia") == []


def test_a_fallback_below_the_floor_is_none_and_so_is_a_list_that_is_not_there() -> None:
    games: list[Game] = [("t", "2012-01-10", "ana", "bia", "1-0")]
    assert course(fallback({"bia": ("2010-01-01", 1399.0)}, games, floor=True), "bia") == []
    assert course(fallback({"bia": ("2010-01-01", 1400.0)}, games, floor=True), "bia")[0][2] == 1400
    alone = replace(fallback({"bia": ("2010-01-01", 1700.0)}, games), lists={"probe": 1})
    assert course(alone, "bia") == []


def test_of_several_fallback_ratings_that_of_the_first_tournament_is_the_entry() -> None:
    games: list[Game] = [("t", "2012-01-10", "ana", "bia", "1/2"), ("u", "2012-01-20", "ana", "bia", "1/2")]
    made = fallback({"bia": ("2010-01-01", 1700.0)}, games)
    moved = rating(2, "2012-01-15", 1600.0, "adjustment", list_number=2)
    made = replace(made, ratings=(*made.ratings, moved))
    assert course(made, "bia")[0] == ("2012-02-01", "opening", 1700.0)
