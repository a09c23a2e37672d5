"""The oracle against the worked examples that the rules print, before it judges anything."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from .arithmetic import away_from_zero, expected_by_table, nearest
from .game_lists import expected_by_formula
from .oracle import changes_until, list_as_of
from .rulesets import adoptions_of, start_of_unbroken_run

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
OPENED = date(2010, 12, 1)

Facts = dict[str, Any]


def game(tournament: str, day: date | None, white: str, black: str, score: Fraction, **more: Any) -> Facts:
    place = {"round": None, "board": None, "game_no": 1, **more}
    return {"tournament": tournament, "date": day, "white": white, "black": black, "score": score, **place}


def opening(player: str, rating: int, day: date = OPENED) -> dict[str, Any]:
    return {"player": player, "date": day, "rating": rating, "games": None}


def history(calendar: str, games: list[Facts], openings: list[Facts], **more: Any) -> dict[str, Any]:
    facts = {"games": games, "tournaments": {}, "openings": openings, "adjustments": []}
    return {**facts, "adoptions": adoptions_of(calendar), **more}


def shown(facts: dict[str, Any], player: str, as_of: date) -> Fraction | None:
    rating: Fraction | None = list_as_of(facts, as_of)[player]["rating"]
    return rating


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0, ".50"), (3, ".50"), (4, ".51"), (-4, ".49"), (250, ".81"), (-300, ".15"), (-188, ".26")]
    + [(302, ".85"), (303, ".86"), (391, ".91"), (-391, ".09"), (411, ".92"), (735, ".99"), (736, "1")],
)
def test_the_table_gives_what_its_rows_print(difference: int, expected: str) -> None:
    assert expected_by_table(difference) == Fraction(expected)


def test_halves_go_up_or_away_from_zero_as_the_rule_says() -> None:
    assert nearest(Fraction("2128.5")) == 2129
    assert nearest(Fraction("-28.5")) == -28
    assert away_from_zero(Fraction("2.25"), Fraction(1, 10)) == Fraction("2.3")
    assert away_from_zero(Fraction("-2.25"), Fraction(1, 10)) == Fraction("-2.3")


def all_play_one(player: str, opponents: list[int], points: list[Fraction], day: date) -> dict[str, Any]:
    rivals = [f"o{number:02}" for number in range(len(opponents))]
    return {
        "games": [game("t", day, player, rival, score) for rival, score in zip(rivals, points, strict=True)],
        "openings": [opening(rival, rating) for rival, rating in zip(rivals, opponents, strict=True)],
    }


@pytest.mark.parametrize(
    ("own", "opponents", "halves_won", "after"),
    [(2450, 2200, [2, 2, 2, 2, 1, 1, 1], 2448), (2100, 2400, [1, 1, 1, 1, 0, 0, 0], 2129)],
)
def test_cbjd_gives_the_two_printed_examples(
    own: int, opponents: int, halves_won: list[int], after: int
) -> None:
    points = [Fraction(half, 2) for half in halves_won]
    facts = all_play_one("a", [opponents] * 7, points, date(2012, 5, 5))
    facts = history("cbjd", facts["games"], [*facts["openings"], opening("a", own)])
    assert shown(facts, "a", date(2012, 5, 5)) == after


def test_cbx_gives_1943_for_the_printed_tournament() -> None:
    facts = all_play_one("a", [2000, 2050, 2100, 2200], [WIN, DRAW, DRAW, LOSS], date(2012, 5, 5))
    facts = history("cbx", facts["games"], [*facts["openings"], opening("a", 1900)])
    assert shown(facts, "a", date(2012, 5, 5)) == 1943


EIGHTEEN = [
    *[(1900, 2), (1500, 2), (2200, 1), (2200, 0), (2100, 2)],
    *[(1200, 2), (2150, 0), (2050, 2), (2000, 1)],
    *[(2100, 1), (1700, 2), (2300, 0), (2020, 2), (1400, 2)],
    *[(1840, 2), (1900, 1), (2100, 2), (2050, 2)],
]


def test_cbx_gives_2106_for_eighteen_games_once_the_fourth_tournament_has_ended() -> None:
    tournament_of = ["t1"] * 5 + ["t2"] * 4 + ["t3"] * 5 + ["t4"] * 4
    games, openings = [], []
    for number, ((rating, half), code) in enumerate(zip(EIGHTEEN, tournament_of, strict=True)):
        rival = f"o{number:02}"
        openings.append(opening(rival, rating))
        games.append(game(code, date(2012, int(code[1]), number + 1), "new", rival, Fraction(half, 2)))
    facts = history("cbx", games, openings)
    last_day = games[-1]["date"]
    assert list_as_of(facts, date(2012, 4, 17))["new"]["status"] == "provisional"
    assert list_as_of(facts, last_day)["new"] == {
        "rating": 2106,
        "state": 2106,
        "games": 18,
        "status": "rated",
    }


@pytest.mark.parametrize(
    ("own", "rival", "score", "games", "after"), [(0, 300, LOSS, 16, 0), (3000, 2700, WIN, 16, 3000)]
)
def test_cbx_keeps_a_rating_between_0_and_3000(
    own: int, rival: int, score: Fraction, games: int, after: int
) -> None:
    facts = all_play_one("a", [rival] * games, [score] * games, date(2012, 5, 5))
    rated = history("cbx", facts["games"], [*facts["openings"], opening("a", own)])
    newcomer = history("cbx", facts["games"], facts["openings"])
    assert shown(rated, "a", date(2012, 5, 5)) == after
    assert shown(newcomer, "a", date(2012, 5, 5)) == after


@pytest.mark.parametrize(
    ("day", "value", "list_date"),
    [(date(2011, 12, 10), "2.3", date(2012, 1, 1)), (date(2012, 1, 10), "1.2", date(2012, 2, 1))],
)
def test_cxc_counts_five_wins_against_600_below_by_the_cap_of_the_month(
    day: date, value: str, list_date: date
) -> None:
    facts = all_play_one("a", [1400] * 5, [WIN] * 5, day)
    facts = history("cxc", facts["games"], [*facts["openings"], opening("a", 2000)])
    of_a = [change for change in changes_until(facts, list_date) if change["player"] == "a"]
    assert [line["value"] for line in of_a[1]["lines"]] == [Fraction(value)] * 5
    assert of_a[1]["change"] == 5 * Fraction(value)
    assert list_as_of(facts, list_date)["o00"]["state"] == Fraction("1399.7")


def test_cxc_gives_1925_for_nine_of_nine_and_waits_for_the_ninth_game() -> None:
    facts = all_play_one("new", [1700] * 9, [WIN] * 9, date(2012, 1, 10))
    for late in facts["games"][7:]:
        late["date"] = date(2012, 2, 10)
    facts = history("cxc", facts["games"], facts["openings"])
    assert list_as_of(facts, date(2012, 2, 1))["new"]["status"] == "provisional"
    assert list_as_of(facts, date(2012, 2, 1))["new"]["games"] == 7
    assert shown(facts, "new", date(2012, 3, 1)) == 1925


def test_cxc_2012_pool_is_not_restarted_by_the_rule_set_of_april() -> None:
    facts = all_play_one("new", [1700] * 9, [WIN] * 9, date(2012, 3, 10))
    for late in facts["games"][7:]:
        late["date"] = date(2012, 4, 10)
    facts = history("cxc", facts["games"], facts["openings"])
    assert start_of_unbroken_run(facts["adoptions"], facts["adoptions"][2]) == date(2012, 1, 1)
    assert shown(facts, "new", date(2012, 5, 1)) == 1925


def test_cxc_2011_gives_a_stand_in_and_a_first_rating_after_the_second_tournament() -> None:
    games = [
        game("t1", date(2011, 3, 5), "new", "a", WIN),
        game("t1", date(2011, 3, 6), "new", "other", DRAW),
        game("t2", date(2011, 4, 5), "new", "a", WIN),
    ]
    facts = history("cxc", games, [opening("a", 2000)])
    # March: (2000 + 1800) / 2 + 400 (1.5 / 2 - 1/2) = 2000, so a loss costs 15 x .5 = 7.5
    assert list_as_of(facts, date(2011, 4, 1))["a"]["state"] == Fraction("1992.5")
    assert list_as_of(facts, date(2011, 4, 1))["new"]["status"] == "provisional"
    # April: (2000 + 1800 + 1993) / 3 + 400 (2.5 / 3 - 1/2) = 1931 + 133.33
    assert shown(facts, "new", date(2011, 5, 1)) == 2064


def test_elo_gives_the_printed_expectations_and_changes() -> None:
    behind = [0, 50, 100, 200, 400, 800]
    printed = [50, 43, 36, 24, 9, 1]
    assert [nearest(100 * expected_by_formula(Fraction(d))) for d in behind] == printed
    for score, change in ((WIN, "15.19"), (DRAW, "5.19")):
        games = [game("t", date(2012, 5, 5), "a", "b", score, round=1)]
        facts = history("elo", games, [opening("a", 1500), opening("b", 1700)])
        assert list_as_of(facts, date(2012, 5, 5))["a"]["state"] == 1500 + Fraction(change)


def test_elo_rates_games_that_nothing_tells_apart_from_one_state() -> None:
    day = date(2012, 5, 5)
    games = [game("t", day, "a", "b", WIN), game("t", day, "a", "c", WIN)]
    facts = history("elo", games, [opening(player, 1500) for player in "abc"])
    assert list_as_of(facts, day)["a"]["state"] == 1520
    in_rounds = [{**g, "round": number} for number, g in enumerate(games, start=1)]
    facts = history("elo", in_rounds, facts["openings"])
    assert list_as_of(facts, day)["a"]["state"] < 1520


def test_on_one_date_a_month_comes_before_openings_and_these_before_tournaments() -> None:
    first = date(2012, 2, 1)
    january = game("t", date(2012, 1, 20), "a", "b", WIN)
    late_opening = [opening("a", 1500, first), opening("b", 1500, first)]
    monthly = history("cxc", [january, game("u", date(2012, 2, 2), "a", "b", WIN)], late_opening)
    assert shown(monthly, "a", first) == 1500
    assert list_as_of(monthly, date(2012, 3, 1))["a"]["state"] == Fraction("1507.5")
    daily = history("cbjd", [game("t", first, "a", "b", WIN)], late_opening)
    assert shown(daily, "a", first) == 1520


def test_games_before_the_first_adoption_are_not_rated() -> None:
    games = [game("t", date(2011, 12, 20), "a", "b", WIN), game("u", date(2012, 1, 20), "a", "b", WIN)]
    facts = history("cxc", games, [opening("a", 1500), opening("b", 1500)])
    facts["adoptions"] = facts["adoptions"][1:2]
    assert list_as_of(facts, date(2012, 2, 1))["a"] == {
        "rating": 1508,
        "state": Fraction("1507.5"),
        "games": 1,
        "status": "rated",
    }


def test_an_unplayed_game_counts_for_nothing() -> None:
    games = [{**game("t", date(2012, 1, 20), "a", "b", WIN), "score": None}]
    facts = history("cxc", games, [opening("a", 1500), opening("b", 1500)])
    assert list_as_of(facts, date(2012, 2, 1))["a"]["games"] == 0
    assert [change["unit"] for change in changes_until(facts, date(2012, 2, 1))] == ["opening"] * 2
