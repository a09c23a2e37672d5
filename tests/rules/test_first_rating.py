from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rules import first_rating, performances
from ratingstore.rules.entries import First, PoolGame
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED
from tests.rules.shipped import rule_set
from tests.rules.sides import sides

POINTS = HUNDREDTHS


def pool(*games: tuple[int, float], tournament: int = 1) -> list[PoolGame]:
    return [
        PoolGame(at, tournament, 9, rating * POINTS, round(2 * score), 1)
        for at, (rating, score) in enumerate(games)
    ]


EIGHTEEN = pool(
    (1900, 1), (1500, 1), (2200, 0.5), (2200, 0), (2100, 1), (1200, 1), (2150, 0), (2050, 1), (2000, 0.5),
    (2100, 0.5), (1700, 1), (2300, 0), (2020, 1), (1400, 1), (1840, 1), (1900, 0.5), (2100, 1), (2050, 1),
)  # fmt: skip


def total(made: First) -> int:
    return sum(line.value for line in made.lines) + made.rounding + made.bound


def over(tournament: int) -> bool:
    return tournament != 99


def test_the_eighteen_games_of_the_page_give_2106_and_not_2128() -> None:
    made = first_rating.compute(rule_set("cbx-1"), 7, EIGHTEEN)
    assert made.after == 2106 * POINTS
    assert [line.value for line in made.lines if line.value] == [1928_330_000, 177_780_000]
    assert total(made) == 2106 * MILLIONTHS


@pytest.mark.parametrize(
    ("score", "games", "wanted"), [(9, 9, 1925), (0, 9, 1475), (4.5, 9, 1700), (6, 10, 1750)]
)
def test_the_curitiba_formula_of_2012_adds_and_does_not_multiply(
    score: float, games: int, wanted: int
) -> None:
    wins = int(score)
    played = [(1700, 1.0)] * wins + [(1700, 0.5)] * round(2 * (score - wins)) + [(1700, 0.0)] * games
    made = first_rating.compute(rule_set("cxc-2012"), 7, pool(*played[:games]))
    assert made.after == wanted * POINTS


def test_every_game_won_in_2011_is_200_above_the_mean_however_many_games() -> None:
    for games in (2, 5, 9):
        assert (
            first_rating.compute(rule_set("cxc-2011"), 7, pool(*[(1700, 1)] * games)).after == 1900 * POINTS
        )


@pytest.mark.parametrize(
    ("rating", "score", "wanted"), [(300, 0, 0), (2700, 1, 3000), (2600, 1, 3000), (2599, 1, 2999)]
)
def test_a_first_rating_stays_within_the_bounds(rating: int, score: int, wanted: int) -> None:
    made = first_rating.compute(rule_set("cbx-1"), 7, pool(*[(rating, score)] * 16))
    assert made.after == wanted * POINTS
    assert total(made) == wanted * MILLIONTHS


@given(st.lists(st.tuples(st.integers(0, 3000), st.sampled_from([0, 0.5, 1])), min_size=1, max_size=40))
def test_the_parts_of_a_first_rating_add_up_to_it(played: list[tuple[int, float]]) -> None:
    for name in ("cbx-1", "cxc-2011", "cxc-2012"):
        made = first_rating.compute(rule_set(name), 7, pool(*played))
        assert total(made) * POINTS == made.after * MILLIONTHS


def test_it_takes_the_least_number_of_games() -> None:
    for name, least in (("cbx-1", 16), ("cxc-2012", 9)):
        rule = rule_set(name).first_rating
        assert not first_rating.reached(rule, pool(*[(1700, 1)] * (least - 1)), over)
        assert first_rating.reached(rule, pool(*[(1700, 1)] * least), over)


def test_in_2011_it_takes_two_tournaments_that_have_ended() -> None:
    rule = rule_set("cxc-2011").first_rating
    one, two, running = (pool((1700, 1), tournament=number) for number in (1, 2, 99))
    assert not first_rating.reached(rule, one, over)
    assert not first_rating.reached(rule, one + running, over)
    assert first_rating.reached(rule, one + two, over)


def test_the_old_minima_of_a_tournament_and_of_the_score_can_be_set() -> None:
    games = pool((1700, 1), (1700, 0)) + pool((1700, 0), (1700, 0), tournament=2)
    rule = rule_set("cxc-2011").first_rating
    assert first_rating.reached(rule, games, over)
    assert not first_rating.reached(replace(rule, minimum_games_a_tournament=3), games, over)
    assert first_rating.reached(replace(rule, minimum_score=2), games, over)
    assert not first_rating.reached(replace(rule, minimum_score=3), games, over)


def test_which_games_enter_the_pool_is_the_rule_sets_choice() -> None:
    assert first_rating.pool_rating(rule_set("cxc-2012").first_rating, UNRATED) is None
    assert first_rating.pool_rating(rule_set("cxc-2012").first_rating, 1700 * POINTS) == 1700 * POINTS
    assert first_rating.pool_rating(rule_set("cxc-2011").first_rating, UNRATED) == 1800 * POINTS
    assert first_rating.pool_rating(rule_set("cbjd-1").first_rating, 1700 * POINTS) is None


def test_pools_outlive_a_rule_set_only_within_one_way_of_computing() -> None:
    old, new, newest = (rule_set(name).first_rating for name in ("cxc-2011", "cxc-2012", "cxc-2012-04"))
    assert not first_rating.keeps_pools(old, new)
    assert first_rating.keeps_pools(new, newest)


def test_a_player_rated_since_the_start_is_no_rated_player_of_a_round_robin() -> None:
    first = rule_set("fide-1990").first_rating
    games = [(1, 9, 1.0), (2, 9, 0.0), (1, 2, 0.5)]
    seen = sides(games, {1: 2200}, round_robin=True)
    since = replace(seen, own=np.where(seen.player == 2, 250_000, seen.own))
    setting = performances.Setting(type="round_robin", rounds=0, place=(0, 0), end_on=0)
    one, other = (performances.of_tournament(first, all_, all_, 0, setting)[9] for all_ in (seen, since))
    assert one.rc == other.rc
