"""``touches``: the earliest day that an event can influence, before and after it."""

from __future__ import annotations

import pytest

from ratingstore.events import days
from tests.store.desk import RATINGS, Desk

NEVER = days.iso(days.NEVER)
TOURNAMENTS = "tournament,name,start_date,end_date"


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    """The columns are those of every database; one is enough here."""
    desk_on_a_file.store.rules_adopt("elo", "elo")
    return desk_on_a_file


def test_a_game_touches_its_own_day_where_it_is_the_tournaments_first(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0")
    assert desk.touches("game_event") == ["2012-01-10"]


def test_games_that_arrive_one_by_one_touch_the_first_day_of_their_tournament(desk: Desk) -> None:
    """A tournament is rated as one: its last game changes what its first game is part of."""
    for number, day in enumerate(("2012-01-10", "2012-01-20", "2012-01-05", "2012-01-15"), 1):
        desk.games(f"t,{day},{number},ana,bia,1-0")
    assert desk.touches("game_event") == ["2012-01-10", "2012-01-10", "2012-01-05", "2012-01-05"]


def test_games_of_one_file_touch_the_first_day_in_it(desk: Desk) -> None:
    desk.games("t,2012-01-20,2,ana,bia,1-0", "t,2012-01-10,1,ana,bia,1-0", "u,2012-01-15,1,ana,bia,1-0")
    assert desk.touches("game_event") == ["2012-01-10", "2012-01-10", "2012-01-15"]


def test_a_game_touches_the_start_that_its_tournament_states(desk: Desk) -> None:
    desk.hand_in([TOURNAMENTS, "t,,2012-01-02,2012-01-31"])
    desk.games("t,2012-01-20,1,ana,bia,1-0", "t,,2,ana,bia,1-0")
    assert desk.touches("game_event") == ["2012-01-02", "2012-01-02"]


def test_a_game_before_the_stated_start_touches_its_own_day(desk: Desk) -> None:
    desk.hand_in([TOURNAMENTS, "t,,2012-01-02,2012-01-31"])
    desk.games("t,2012-01-01,1,ana,bia,1-0")
    assert desk.touches("game_event") == ["2012-01-01"]


def test_a_game_without_a_date_touches_the_day_that_it_takes(desk: Desk) -> None:
    desk.hand_in([TOURNAMENTS, "t,,,2012-01-31"])
    desk.games("t,,1,ana,bia,1-0")
    assert desk.touches("game_event") == ["2012-01-31"]


def test_a_result_that_comes_later_touches_what_its_game_touches(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", "t,2012-01-20,2,ana,bia,*")
    desk.games("t,2012-01-20,2,ana,bia,0-1")
    assert desk.touches("game_event") == ["2012-01-10"] * 3


def test_a_date_that_comes_later_touches_the_day_before_and_the_day_after(desk: Desk) -> None:
    desk.hand_in([TOURNAMENTS, "t,,,2012-01-31"])
    desk.games("t,,1,ana,bia,1-0")
    desk.games("t,2012-01-20,1,ana,bia,1-0")
    assert desk.touches("game_event") == ["2012-01-31", "2012-01-20"]
    desk.hand_in([TOURNAMENTS, "u,,,2012-01-31"])
    desk.games("u,,1,ana,bia,1-0")
    desk.games("u,2012-02-20,1,ana,bia,1-0")
    assert desk.touches("game_event")[2:] == ["2012-01-31", "2012-01-31"]


def test_a_tournament_without_dates_and_games_touches_nothing(desk: Desk) -> None:
    desk.hand_in([TOURNAMENTS, "t,Open,,"])
    assert desk.touches("tournament_event") == [NEVER]


def test_a_statement_about_a_tournament_touches_its_first_game(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", "t,2012-01-12,2,ana,bia,1-0")
    desk.hand_in([TOURNAMENTS, "t,,,2012-02-28"])
    assert desk.touches("tournament_event") == ["2012-01-10"]


def test_a_start_that_comes_later_touches_the_earlier_of_both_beginnings(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", "u,2012-01-10,1,ana,bia,1-0")
    desk.hand_in([TOURNAMENTS, "t,,2012-01-02,", "u,,2012-01-15,"])
    assert desk.touches("tournament_event") == ["2012-01-02", "2012-01-10"]


def test_filling_the_name_of_a_tournament_touches_its_start(desk: Desk) -> None:
    desk.hand_in([TOURNAMENTS, "t,,2012-01-02,2012-01-31"])
    desk.hand_in([TOURNAMENTS, "t,Open,,"])
    assert desk.touches("tournament_event") == ["2012-01-02", "2012-01-02"]


def test_an_opening_and_an_adjustment_touch_their_day_and_a_claim_nothing(desk: Desk) -> None:
    desk.hand_in(
        [
            f"{RATINGS},purpose",
            "ana,elo,2012-01-01,1500,",
            "ana,elo,2012-02-01,1510,published",
            "ana,elo,2012-03-01,+10,adjustment",
        ]
    )
    assert desk.touches("rating_event") == ["2012-01-01", NEVER, "2012-03-01"]


def test_an_adoption_touches_the_day_from_which_it_holds(desk: Desk) -> None:
    desk.jsonl(
        '{"type": "adoption", "list": "clube", "rule_set": "cxc-2012", "effective_from": "2012-03-01"}'
    )
    desk.store.rules_adopt("cxc-2012-04", "clube", "2012-06-01")
    assert desk.touches("admin_event") == ["1900-01-01", "2012-03-01", "2012-06-01"]


def test_an_undated_fact_touches_the_players_first_game_and_a_dated_one_its_day(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", "s,2011-12-10,1,bia,ana,1-0", "u,2011-11-01,1,bia,eva,1-0")
    desk.hand_in(["player,sex,title,valid_from", "ana,f,,", "ana,,FM,2011-05-01", "eva,f,,", "zoe,f,,"])
    assert desk.touches("player_event") == ["2011-12-10", "2011-05-01", "2011-11-01", NEVER]
