from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rules import unit
from ratingstore.rules.k_factor import BY_RATING, LIMITED
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, Floor, Rounding, RuleSet
from tests.rules.sides import ratings
from tests.rules.variants import after, changed, entries_of, fide, fixed_k, of_values, results


def limited_to(k: int, limit: int = 700) -> RuleSet:
    return fide(fixed_k(k, limit=limit))


def moved(values: list[float], before: float = 2400, rules: RuleSet | None = None) -> float:
    """The rating after a unit of tournaments that are worth so much."""
    entries = of_values([round(one * MILLIONTHS) for one in values])
    column = ratings({0: before}, players=1)
    return int(unit.change(rules or fide(), entries, column).after[0]) / HUNDREDTHS


def apart(values: list[float], tournaments: list[int] | None = None) -> float | None:
    entries = of_values([round(one * MILLIONTHS) for one in values], tournaments)
    found = int(unit.change(fide(), entries, ratings({0: 2400}, players=1)).apart[0])
    return None if found == UNRATED else found / MILLIONTHS


@pytest.mark.parametrize(("k", "first"), [(40, 18), (20, 36), (10, 71)])
def test_the_limit_bites_from_so_many_games_on(k: int, first: int) -> None:
    for games, wanted in ((first - 1, k), (first, 700 // first)):
        entries = entries_of(limited_to(k), 2000, results("2000 W " * games))
        cut = unit.limited(limited_to(k), entries)
        own = cut.player == 0
        assert cut.k[own].tolist() == [wanted] * games
        assert cut.why_k[own].tolist() == [BY_RATING if wanted == k else LIMITED] * games
        assert cut.value[own].tolist() == [wanted * MILLIONTHS // 2] * games


def test_the_limit_of_one_player_leaves_his_opponents_alone() -> None:
    cut = unit.limited(limited_to(40), entries_of(limited_to(40), 2000, results("2000 W " * 18)))
    assert cut.k[cut.player != 0].tolist() == [40] * 18
    assert cut.value[cut.player != 0].tolist() == [-20 * MILLIONTHS] * 18


def test_games_that_do_not_count_do_not_count_towards_the_limit() -> None:
    entries = entries_of(limited_to(40), 2000, results("2000 W " * 18))
    entries = replace(entries, counted=entries.counted & (entries.game != 3))
    assert set(unit.limited(limited_to(40), entries).k.tolist()) == {40}


def test_without_a_limit_the_entries_are_the_same() -> None:
    entries = entries_of(fide(40), 2000, results("2000 W " * 30))
    assert unit.limited(fide(40), entries) is entries


def test_the_mean_of_a_tournament_is_computed_with_the_limited_k() -> None:
    rules = fide(fixed_k(40, limit=700), mean=True)
    change = changed(rules, 2000, "2000 W " * 20)
    assert change.k.tolist() == [35]
    assert change.after.tolist() == [235_000]


def test_k_20_becomes_17_for_39_games() -> None:
    assert changed(limited_to(20), 2054, "2054 D " * 39).k.tolist() == [17]


@pytest.mark.parametrize(
    ("values", "wanted"),
    [([-2.5], -3), ([2.5], 3), ([-2.49], -2), ([2.49], 2), ([0.5], 1), ([-0.5], -1), ([16.9], 17), ([0], 0)],
)
def test_the_change_is_rounded_halves_away_from_zero(values: list[float], wanted: int) -> None:
    assert moved(values) - 2400 == wanted


def test_2100_less_two_and_a_half_is_2097_and_plus_28_and_a_half_2129() -> None:
    assert moved([-2.5], 2100) == 2097
    assert moved([28.5], 2100) == 2129
    nearest = Rounding(step=HUNDREDTHS, mode="half up", source="s")
    assert moved([-2.5], 2100, replace(fide(), unit_rounding=nearest)) == 2098


def test_a_fraction_of_the_rating_before_is_kept_where_the_change_is_rounded() -> None:
    assert moved([1.6], 2100.25) == 2102.25


@given(st.integers(-(10**9), 10**9), st.sampled_from([100, 500, 10]))
def test_opposite_changes_round_to_opposite_numbers(value: int, step: int) -> None:
    rounding = Rounding(step=step, mode="half away from zero", of="change", source="s")
    rules = replace(fide(), unit_rounding=rounding)
    up, down = (
        unit.change(rules, of_values([sign * value]), ratings({0: 2400}, players=1)) for sign in (1, -1)
    )
    assert (up.after - up.before).tolist() == (down.before - down.after).tolist()
    assert (up.rounding + value).tolist() == ((up.after - up.before) * (MILLIONTHS // HUNDREDTHS)).tolist()


def test_the_list_is_rounded_once_and_says_what_each_tournament_by_itself_would_give() -> None:
    assert moved([-6.1, 3.7, 7.8]) == 2405
    assert apart([-6.1, 3.7, 7.8]) == 6
    assert moved([24.48, 19.38, 39.78, 13.43, -4.59], 2054) == 2146
    assert apart([24.48, 19.38, 39.78, 13.43, -4.59]) == 91
    assert moved([8.3, -2.6], 2789) == 2795
    assert apart([8.3, -2.6]) == 5


def test_nothing_is_said_where_it_makes_no_difference_or_there_is_one_tournament() -> None:
    assert apart([5.2, 3.1]) is None
    assert apart([0.4, 0.4, 0.4], [7, 7, 7]) is None
    assert apart([0.4, 0.4, 0.4], [7, 7, 8]) is None
    assert apart([0.4, 0.4], [7, 8]) == 0


def test_where_the_rating_is_rounded_nothing_is_said_of_tournaments() -> None:
    nearest = Rounding(step=HUNDREDTHS, mode="half up", source="s")
    rules = replace(fide(), unit_rounding=nearest)
    entries = of_values([400_000, 400_000])
    assert unit.change(rules, entries, ratings({0: 2400}, players=1)).apart.tolist() == [UNRATED]


def test_tournaments_of_two_players_are_rounded_apart_for_each() -> None:
    entries = of_values([600_000, 600_000, 600_000, 2_000_000], [1, 2, 1, 2])
    entries = replace(entries, player=np.array([0, 0, 1, 1]))
    found = unit.change(fide(), entries, ratings({0: 2400, 1: 2400}, players=2))
    assert found.after.tolist() == [240_100, 240_300]
    assert found.apart.tolist() == [2 * MILLIONTHS, UNRATED]


@pytest.mark.parametrize(("low", "wanted"), [(1400, 1400.0), (1401, None)])
def test_a_change_that_ends_below_the_floor_leaves_the_list(low: int, wanted: float | None) -> None:
    rules = replace(fide(20), floor=Floor(low=low * HUNDREDTHS, source="s"))
    found = after(rules, 1410, "1410 L")
    assert found == (UNRATED / HUNDREDTHS if wanted is None else wanted)
