from __future__ import annotations

import pytest

from ratingstore.replay import choice
from ratingstore.replay.fold import Folded, fold
from ratingstore.replay.state import Status
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Log
from tests.replay.made_log import LIST, Game, adoption, day, log, rating

CXC = (
    adoption("cxc-2011", "2011-01-01"),
    adoption("cxc-2012", "2012-01-01", 2),
    adoption("cxc-2012-04", "2012-04-01", 3),
)
CBX = (adoption("cbx-1", "1900-01-01"),)
ELO = (adoption("elo-1", "1900-01-01"),)


def folded(made: Log, as_of: str = "2099-12-31") -> Folded:
    return fold(made, LIST, choice.adopted(made.adoptions, LIST), day(as_of))


def standing(made: Log, player: str, as_of: str) -> tuple[float | None, Status] | None:
    """(rating as kept, status) of a player at the end of a day; None where nothing took effect for him."""
    newest = folded(made, as_of).steps.last_of_each_player()
    for at, number in enumerate(newest.player.tolist()):
        if made.player_codes[number] == player:
            after = int(newest.after[at])
            return None if after == UNRATED else after / 100, Status(int(newest.status[at]))
    return None


def rated(made: Log, player: str, as_of: str) -> float | None:
    found = standing(made, player, as_of)
    return None if found is None else found[0]


OPEN = {"ana": ("2011-06-01", 2000.0), "bia": ("2011-06-01", 1400.0), "caio": ("2011-06-01", 1400.0)}


def test_january_shows_from_the_first_of_february_and_not_a_day_earlier() -> None:
    made = log([("t", "2012-01-31", "ana", "bia", "1-0")], OPEN, CXC)
    assert rated(made, "ana", "2012-01-31") == 2000
    assert rated(made, "ana", "2012-02-01") == 2001.2


def test_a_tournament_over_the_new_year_is_rated_by_both_rule_sets_month_by_month() -> None:
    made = log(
        [("t", "2011-12-31", "ana", "bia", "1-0"), ("t", "2012-01-01", "ana", "caio", "1-0")], OPEN, CXC
    )
    assert rated(made, "ana", "2012-01-01") == 2002.3
    assert rated(made, "ana", "2012-02-01") == 2003.5


def test_a_month_is_rated_with_the_list_of_its_first_day_as_shown() -> None:
    # December lifts Ana to 2011.5, which the list shows as 2012: January's difference is 612, not 611.
    december = [("a", "2011-12-10", "ana", other, "1-0") for other in ("bia", "caio", "bia", "caio", "bia")]
    made = log([*december, ("b", "2012-01-10", "ana", "bia", "0-1")], OPEN, CXC)
    assert rated(made, "ana", "2012-01-01") == 2011.5
    steps = folded(made).steps
    assert steps.shown[steps.after == 201150].tolist() == [201200]


def test_an_opening_in_the_middle_of_a_month_does_not_rate_that_months_games() -> None:
    late = [rating(1, "2012-01-15", 1900.0)]
    games: list[Game] = [("t", "2012-01-20", "aldo", "bia", "1-0"), ("t", "2012-02-20", "aldo", "bia", "1-0")]
    made = log(games, {"bia": ("2011-06-01", 1400.0)}, CXC, more_ratings=late)
    assert rated(made, "aldo", "2012-01-15") == 1900
    assert rated(made, "aldo", "2012-02-01") == 1900
    assert rated(made, "bia", "2012-02-01") == 1400
    assert rated(made, "aldo", "2012-03-01") == 1901.2


def test_an_opening_on_the_first_of_the_month_is_on_the_list_of_that_day() -> None:
    made = log(
        [("t", "2012-01-20", "aldo", "bia", "1-0")],
        {"aldo": ("2012-01-01", 1900.0), "bia": ("2011-06-01", 1400.0)},
        CXC,
    )
    assert rated(made, "aldo", "2012-02-01") == 1901.2


def newcomer(dates: list[str]) -> list[Game]:
    return [
        (f"t{text[:7]}", text, "novo", ("ana", "bia", "caio")[at % 3], "1-0") for at, text in enumerate(dates)
    ]


def test_seven_games_by_january_and_two_in_february_rate_from_the_first_of_march() -> None:
    made = log(newcomer(["2012-01-10"] * 7 + ["2012-02-10"] * 2), OPEN, CXC)
    assert standing(made, "novo", "2012-02-01") == (None, Status.PROVISIONAL)
    assert standing(made, "novo", "2012-02-29") == (None, Status.PROVISIONAL)
    found = standing(made, "novo", "2012-03-01")
    assert found is not None
    assert found[1] == Status.RATED
    assert rated(made, "ana", "2012-03-01") == 2000


def test_the_pool_outlives_the_change_of_april_but_not_that_of_january() -> None:
    april = log(newcomer(["2012-03-10"] * 8 + ["2012-04-10"]), OPEN, CXC)
    assert standing(april, "novo", "2012-05-01") is not None
    assert rated(april, "novo", "2012-05-01") is not None
    january = log(newcomer(["2011-12-10"] * 8 + ["2012-01-10"]), OPEN, CXC)
    assert standing(january, "novo", "2012-02-01") == (None, Status.PROVISIONAL)


def test_all_games_of_the_month_in_which_the_ninth_falls_count() -> None:
    nine = log(newcomer(["2012-01-10"] * 9), OPEN, CXC)
    twelve = log(newcomer(["2012-01-10"] * 12), OPEN, CXC)
    assert rated(nine, "novo", "2012-02-01") == 1600 + 225
    assert rated(twelve, "novo", "2012-02-01") == 1600 + 300


def test_in_2011_the_second_tournament_must_have_ended() -> None:
    games = newcomer(["2011-03-10", "2011-04-10"])
    ended = log(games, OPEN | {"ana": ("2011-01-01", 2000.0)}, CXC)
    assert rated(ended, "novo", "2011-05-01") is not None
    going = log(
        games, OPEN | {"ana": ("2011-01-01", 2000.0)}, CXC, claims={"t2011-04": {"end_on": day("2011-06-15")}}
    )
    assert rated(going, "novo", "2011-06-01") is None
    assert rated(going, "novo", "2011-07-01") is not None


def test_a_cbx_newcomer_is_rated_only_when_the_tournament_of_the_sixteenth_game_has_ended() -> None:
    names = [f"p{at}" for at in range(5)]
    games = [
        (f"t{number}", f"2000-0{number}-0{1 + at}", "novo", names[at], "1-0")
        for number, size in ((1, 5), (2, 4), (3, 5), (4, 4))
        for at in range(size)
    ]
    made = log(games, dict.fromkeys(names, ("1999-01-01", 1900.0)), CBX)
    assert standing(made, "novo", "2000-04-03") == (None, Status.PROVISIONAL)
    assert rated(made, "novo", "2000-04-04") == 2300


def test_tournaments_that_end_on_one_day_are_folded_by_code() -> None:
    games: list[Game] = [("z", "2000-01-02", "ana", "bia", "1-0"), ("a", "2000-01-02", "ana", "bia", "1-0")]
    ratings = {"ana": ("1999-01-01", 2000.0), "bia": ("1999-01-01", 2000.0)}
    made = log(games, ratings, CBX)
    found = folded(made)
    assert [unit.name for unit in found.units[1:]] == ["a", "z"]
    # The second is rated from what the first left: 2015 against 1985, not 2000 against 2000.
    assert rated(made, "ana", "2000-01-02") == 2029


def test_single_games_are_rated_one_after_the_other_unless_they_tie() -> None:
    ratings = dict.fromkeys(("ana", "bia", "caio"), ("1999-01-01", 1500.0))
    games: list[Game] = [("t", "2000-01-02", "ana", "bia", "1-0"), ("t", "2000-01-02", "ana", "caio", "1-0")]
    in_rounds = log(games, ratings, ELO)
    assert rated(in_rounds, "ana", "2000-01-02") == pytest.approx(1519.71)
    tied = log(games, ratings, ELO, rounds=[0, 0])
    assert rated(tied, "ana", "2000-01-02") == 1520


def test_on_one_day_adjustments_come_before_openings_and_those_before_games() -> None:
    ratings = {"ana": ("1999-01-01", 1500.0), "bia": ("2000-01-02", 1500.0)}
    raised = [rating(1, "2000-01-02", 200.0, "adjustment", relative=True)]
    made = log([("t", "2000-01-02", "ana", "bia", "1-0")], ratings, ELO, more_ratings=raised)
    steps = folded(made).steps
    assert steps.after[steps.player == 1].tolist() == [150000, 170000, 170481]


def test_an_amount_for_somebody_without_a_rating_moves_nothing() -> None:
    made = log([], {"ana": ("1999-01-01", 1500.0), "bia": ("2001-01-01", 1500.0)}, ELO,
               more_ratings=[rating(2, "2000-01-02", 178.0, "adjustment", relative=True)])  # fmt: skip
    assert rated(made, "bia", "2000-06-01") is None
    assert rated(made, "bia", "2001-01-01") == 1500


def test_undated_games_take_the_last_day_of_their_tournament() -> None:
    claims = {"t": {"start_on": day("2000-03-01"), "end_on": day("2000-03-20")}}
    made = log(
        [("t", "", "ana", "bia", "1-0")],
        {"ana": ("1999-01-01", 1500.0), "bia": ("1999-01-01", 1500.0)},
        ELO,
        claims,
    )
    assert rated(made, "ana", "2000-03-19") == 1500
    assert rated(made, "ana", "2000-03-20") == 1510


def test_games_before_the_first_rule_set_are_counted_and_not_rated() -> None:
    made = log(
        [("t", "2010-12-10", "ana", "bia", "1-0")],
        {"ana": ("2010-01-01", 1500.0), "bia": ("2010-01-01", 1500.0)},
        CXC,
    )
    found = folded(made)
    assert found.before_rules == 1
    assert rated(made, "ana", "2012-12-31") == 1500


def test_pending_games_and_games_of_tournaments_of_other_lists_are_not_rated() -> None:
    ratings = {"ana": ("1999-01-01", 1500.0), "bia": ("1999-01-01", 1500.0)}
    games: list[Game] = [("t", "2000-01-02", "ana", "bia", "*"), ("u", "2000-01-02", "ana", "bia", "1-0")]
    made = log(games, ratings, ELO, claims={"u": {"lists": ("other",), "implied_list": None}})
    assert rated(made, "ana", "2000-12-31") == 1500


def test_folding_up_to_a_day_is_the_beginning_of_folding_everything() -> None:
    made = log(newcomer(["2012-01-10"] * 7 + ["2012-02-10"] * 4) + newcomer(["2012-04-02"] * 3), OPEN, CXC)
    whole = folded(made).steps
    for text in ("2012-01-31", "2012-02-01", "2012-03-01", "2012-05-01"):
        part = folded(made, text).steps
        until = whole.at((whole.effective_on <= day(text)).nonzero()[0])
        assert part.after.tolist() == until.after.tolist()
        assert part.player.tolist() == until.player.tolist()


def test_a_pool_ends_where_single_games_are_rated_from_then_on() -> None:
    adoptions = (*CXC, adoption("elo-1", "2012-06-01", 4))
    games = [*newcomer(["2012-01-10"] * 3), ("t", "2012-06-10", "ana", "bia", "1-0")]
    made = log(games, OPEN, adoptions)
    assert standing(made, "novo", "2012-06-09") == (None, Status.PROVISIONAL)
    assert standing(made, "novo", "2012-06-10") == (None, Status.UNRATED)
