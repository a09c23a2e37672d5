from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from ratingstore.rules import unit
from ratingstore.rules.entries import NONE, Reason
from ratingstore.rules.k_factor import Basis, k_of
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, NotRated
from tests.rules.shipped import rule_set
from tests.rules.sides import Played, rate, ratings, sides
from tests.rules.variants import fide

POINTS = HUNDREDTHS


def values(name: str, played: Sequence[Played], rated: Mapping[int, float], player: int = 0) -> list[float]:
    entries = rate(rule_set(name), sides(played, rated))
    return [int(v) / MILLIONTHS for v in entries.value[entries.player == player]]


def after(name: str, played: Sequence[Played], rated: Mapping[int, float], points: int = 1) -> float:
    rules = rule_set(name)
    entries = rate(rules, sides(played, rated, points))
    changes = unit.change(rules, entries, ratings(rated))
    return int(changes.after[changes.player == 0][0]) / POINTS


@pytest.mark.parametrize(("name", "win", "loss"), [("cxc-2011", 2.3, -12.8), ("cxc-2012", 1.2, -13.8)])
def test_the_barrier_protects_the_favourite(name: str, win: float, loss: float) -> None:
    assert values(name, [(0, 1, 1)], {0: 2000, 1: 1400}) == [win]
    assert values(name, [(0, 1, 0)], {0: 2000, 1: 1400}) == [loss]


@pytest.mark.parametrize("name", ["cxc-2011", "cxc-2012"])
def test_the_lower_rated_side_has_the_real_difference(name: str) -> None:
    assert values(name, [(1, 0, 1)], {0: 1400, 1: 2000}) == [-0.3]
    assert values(name, [(1, 0, 0)], {0: 1400, 1: 2000}) == [14.7]


@pytest.mark.parametrize(
    ("difference", "value"), [(391, 1.4), (400, 1.2), (411, 1.2), (412, 1.2), (432, 1.2)]
)
def test_the_cap_of_400_first_bites_at_412(difference: int, value: float) -> None:
    assert values("cxc-2012", [(0, 1, 1)], {0: 2000, 1: 2000 - difference}) == [value]


def test_an_unrated_opponent_moves_nobody_in_2012() -> None:
    entries = rate(rule_set("cxc-2012"), sides([(0, 1, 0)], {0: 2000}))
    assert entries.value.tolist() == [0, 0]
    assert not entries.counted.any()
    assert entries.reason.tolist() == [Reason.OPPONENT_UNRATED, Reason.UNRATED]


def test_an_unrated_opponent_stands_in_with_his_performance_in_2011() -> None:
    # 1 plays 0 (2000), 2 (1600) and 3 (unrated, 1800): Rm 1800, P 1.5 of 3, performance 1800.
    played = [(0, 1, 1.0), (1, 2, 1.0), (1, 3, 0.5)]
    entries = rate(rule_set("cxc-2011"), sides(played, {0: 2000, 2: 1600}))
    own = (entries.player == 0).nonzero()[0]
    assert entries.opponent_rating[own].tolist() == [1800 * POINTS]
    assert entries.difference[own].tolist() == [200 * POINTS]
    assert entries.reason[own].tolist() == [Reason.STAND_IN]
    assert entries.value[own].tolist() == [3_600_000]
    assert not entries.counted[(entries.player == 1) | (entries.player == 3)].any()


def test_a_draughts_tournament_is_rated_against_the_mean_on_its_own_scale() -> None:
    lost = [(0, 1, 1)] * 5 + [(0, 1, 0.5), (0, 1, 0)]
    assert after("cbjd-1", lost, {0: 2450, 1: 2200}, points=2) == 2448
    last = [(0, 1, 1)] * 1 + [(0, 1, 0.5)] * 2 + [(0, 1, 0)] * 4
    assert after("cbjd-1", last, {0: 2100, 1: 2400}, points=2) == 2129


@pytest.mark.parametrize(
    ("name", "rating", "k"),
    [
        ("cbjd-1", 1999, 40), ("cbjd-1", 1999.99, 40), ("cbjd-1", 2000, 30), ("cbjd-1", 2199, 30),
        ("cbjd-1", 2200, 20), ("cbjd-1", 2399, 20), ("cbjd-1", 2400, 10), ("cbx-1", 0, 45),
        ("cbx-1", 1900, 45),
        ("cbx-1", 1901, 30), ("cbx-1", 2200, 30), ("cbx-1", 2201, 15), ("cbx-1", 2350, 15),
        ("cbx-1", 2351, 10),
        ("cxc-2012", 1400, 15), ("elo-1", 2900, 20),
    ],
)  # fmt: skip
def test_k_goes_by_the_players_own_rating(name: str, rating: float, k: int) -> None:
    own = np.array([round(rating * POINTS)])
    nothing = np.zeros_like(own)
    basis = Basis(rating=own, games=nothing, peak=nothing, born=nothing, on=nothing)
    assert k_of(rule_set(name).k, basis)[0].tolist() == [k]


def test_the_mean_of_the_opponents_is_not_rounded_before_the_difference() -> None:
    played = [(0, 1, 1), (0, 2, 0.5), (3, 0, 0.5), (0, 4, 0)]
    rated = {0: 1900, 1: 2000, 2: 2050, 3: 2100, 4: 2200}
    entries = rate(rule_set("cbx-1"), sides(played, rated))
    whole = ((entries.player == 0) & (entries.game == NONE)).nonzero()[0]
    assert entries.opponent_rating[whole].tolist() == [208_750]
    assert entries.used[whole].tolist() == [-188 * POINTS]
    assert entries.expected[whole].tolist() == [1_040_000]
    assert entries.value[whole].tolist() == [43_200_000]
    assert after("cbx-1", played, rated) == 1943


def test_games_against_the_unrated_do_not_enter_the_mean() -> None:
    played = [(0, 1, 1), (0, 2, 0)]
    assert after("cbx-1", played, {0: 2000, 1: 2000}) == after("cbx-1", played[:1], {0: 2000, 1: 2000})


def test_a_computed_rating_stops_at_the_bounds_of_the_list() -> None:
    low = [(0, 1, 0)] * 4
    assert after("cbx-1", low, {0: 20, 1: 30}) == 0
    high = [(0, 1, 1)] * 9
    assert after("cbx-1", high, {0: 2990, 1: 2980}) == 3000


def test_rounding_and_bound_are_what_the_lines_leave_over() -> None:
    rules = rule_set("cbx-1")
    entries = rate(rules, sides([(0, 1, 1)] * 9, {0: 2990, 1: 2980}))
    changes = unit.change(rules, entries, ratings({0: 2990, 1: 2980}))
    summed = int(entries.value[(entries.player == 0) & entries.sums].sum())
    whole = summed + int(changes.rounding[0]) + int(changes.bound[0])
    assert whole == int(changes.after[0] - changes.before[0]) * (MILLIONTHS // POINTS)
    assert changes.bound[0] < 0


def test_without_a_rounding_of_games_the_unit_is_rounded_once() -> None:
    rules = rule_set("cbjd-1")
    each = replace(rules, expected=replace(rules.expected, against="each opponent"))
    entries = rate(each, sides([(0, 1, 0.5)] * 3, {0: 2450, 1: 2200}, points=2))
    changes = unit.change(each, entries, ratings({0: 2450, 1: 2200}))
    assert entries.value[entries.player == 0].tolist() == [-3_100_000] * 3
    assert changes.after[0] == 2441 * POINTS
    assert changes.rounding[0] == 300_000


@pytest.mark.parametrize(
    ("own", "opponent", "rated"),
    [
        (2601, 2001, False), (2601, 2002, True), (2600, 2000, True), (2000, 2601, False), (2700, 1000, False),
        (2602, 2003, True),
    ],
)  # fmt: skip
def test_a_wide_gap_to_a_player_above_the_line_is_not_rated(own: int, opponent: int, rated: bool) -> None:
    rules = fide(10, not_rated=NotRated(gap_from=60_000, above=260_000, source="s"))
    entries = rate(rules, sides([(0, 1, 0.5), (0, 2, 0.5)], {0: own, 1: opponent, 2: own}))
    of_the_game = entries.game == 0
    assert entries.counted[of_the_game].tolist() == [rated, rated]
    assert (entries.value[of_the_game] != 0).tolist() == [rated, rated]
    assert (entries.reason[of_the_game] == Reason.NOT_RATED).tolist() == [not rated] * 2
    assert entries.counted[~of_the_game].all()


def test_a_game_that_is_not_rated_enters_no_mean() -> None:
    rules = fide(10, mean=True, not_rated=NotRated(gap_from=60_000, above=260_000, source="s"))
    entries = rate(rules, sides([(0, 1, 1), (0, 2, 0.5)], {0: 2650, 1: 2000, 2: 2650}))
    whole = (entries.player == 0) & (entries.game == NONE)
    assert entries.opponent_rating[whole].tolist() == [265_000]
    assert not (entries.sums & (entries.player == 1)).any()


def test_a_wide_gap_to_an_unrated_player_is_not_what_keeps_the_game_from_counting() -> None:
    rules = fide(10, not_rated=NotRated(gap_from=60_000, above=260_000, source="s"))
    entries = rate(rules, sides([(0, 1, 1)], {0: 2650}))
    assert entries.reason.tolist() == [Reason.OPPONENT_UNRATED, Reason.UNRATED]
