from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rules import cap as capping
from ratingstore.rules.entries import Entries, Reason, Sides
from tests.rules.sides import rate, sides
from tests.rules.variants import cap, entries_of, fide, gain, results

LARGEST = cap(400, games="largest of a tournament")
EITHER = cap(400, games="largest of a tournament, either side")


def test_the_cap_protects_the_higher_side_only_or_both() -> None:
    column = np.array([70_000, 30_000, -70_000])
    own = np.full(3, 200_000)
    assert capping.capped(column, own, cap(400, side="higher")).tolist() == [40_000, 30_000, -70_000]
    assert capping.capped(column, own, cap(400)).tolist() == [40_000, 30_000, -40_000]
    assert capping.capped(column, own, None) is column


def test_whoever_has_the_exempt_rating_or_more_has_the_real_difference_on_both_sides() -> None:
    column = np.array([70_000, 70_000, -70_000, -70_000])
    own = np.array([264_999, 265_000, 264_999, 265_000])
    exempt = cap(400, exempt_from=265_000)
    assert capping.capped(column, own, exempt).tolist() == [40_000, 70_000, -40_000, -70_000]


def test_an_exemption_is_the_own_sides_only() -> None:
    rules = fide(10, cap=cap(400, exempt_from=265_000))
    entries = rate(rules, sides([(0, 1, 1)], {0: 2813, 1: 2400}))
    assert entries.used.tolist() == [41_300, -40_000]


@pytest.mark.parametrize(("largest", "wanted"), [(False, -8.4), (True, -12.2)])
def test_only_the_largest_gap_of_a_tournament_is_cut(largest: bool, wanted: float) -> None:
    rules = fide(20, cap=LARGEST) if largest else fide(20)
    text = "1063 W 1299 W 1413 W 1872 D 1851 L 1427 W 1682 W"
    assert gain(rules, 2000, text) == wanted


def test_three_wins_over_far_weaker_players_with_and_without_the_one_upgrade() -> None:
    text = "1900 W 1850 W 1800 W"
    assert gain(fide(10), 2400, text) == 2.4
    assert gain(fide(10, cap=LARGEST), 2400, text) == 1.5


@pytest.mark.parametrize(("opponent", "used"), [(1601, 39_900), (1600, 40_000), (1599, 40_000)])
def test_one_game_at_the_cap(opponent: int, used: int) -> None:
    entries = entries_of(fide(10, cap=LARGEST), 2000, [(opponent, 1)])
    assert entries.used[0] == used
    assert (entries.reason[0] == Reason.CAPPED) == (opponent == 1599)


def test_the_lower_side_is_cut_in_all_its_games() -> None:
    entries = entries_of(fide(10, cap=LARGEST), 1000, results("1500 W 1600 W 1700 W"))
    assert entries.used[:3].tolist() == [-40_000] * 3


def test_only_the_largest_gap_of_either_side_is_cut() -> None:
    text = "1926 W 2011 W 2318 L 2067 D 2219 D 2585 L 2659 W 2464 D 2652 D"
    assert gain(fide(40, cap=EITHER), 2212, text) == 57.2
    entries = entries_of(fide(10, cap=EITHER), 2000, results("1500 W 2550 D 1450 W 2600 L"))
    assert entries.used[:4].tolist() == [50_000, -55_000, 55_000, -40_000]


def test_the_game_of_the_largest_gap_need_not_be_the_one_of_the_opponent() -> None:
    played = [(0, 1, 1), (2, 1, 1)]
    entries = rate(fide(10, cap=EITHER), sides(played, {0: 2500, 1: 2000, 2: 2600}))
    found: dict[int, list[int]] = {0: [], 1: [], 2: []}
    for player, used in zip(entries.player.tolist(), entries.used.tolist(), strict=True):
        found[player].append(used)
    assert found == {0: [40_000], 1: [-50_000, -40_000], 2: [40_000]}


def test_of_equal_gaps_the_first_game_is_cut() -> None:
    entries = entries_of(fide(10, cap=LARGEST), 2000, results("1500 W 1500 L"))
    assert entries.used[:2].tolist() == [40_000, 50_000]


def two_tournaments() -> Sides:
    rated = {0: 2000, 1: 1500, 2: 1400}
    both = sides([(0, 1, 1), (0, 2, 1), (0, 1, 1)], rated)
    return replace(both, tournament=np.array([0, 1, 1, 0, 1, 1]))


def of_player_0(entries: Entries) -> list[int]:
    return [int(one) for one in entries.used[entries.player == 0]]


def test_every_tournament_has_a_largest_gap_of_its_own() -> None:
    assert of_player_0(rate(fide(10, cap=LARGEST), two_tournaments())) == [40_000, 40_000, 50_000]


def test_a_game_that_does_not_count_is_not_the_largest() -> None:
    played = [(0, 1, 1.0), (0, 2, 1.0), (0, 3, 1.0)]
    entries = rate(fide(10, cap=LARGEST), sides(played, {0: 2000, 2: 1500, 3: 1550}))
    assert of_player_0(entries) == [0, 40_000, 45_000]


def test_each_opponent_is_cut_before_the_mean_is_taken() -> None:
    each = fide(10, mean=True, cap=cap(350, on="each opponent"))
    entries = entries_of(each, 2000, results("1500 W 2100 D"))
    own = entries.player == 0
    assert entries.used[own].tolist() == [35_000, -10_000, 12_500]
    assert entries.opponent_rating[own].tolist() == [150_000, 210_000, 187_500]
    assert entries.reason[own].tolist() == [Reason.CAPPED_IN_MEAN, Reason.IN_MEAN, Reason.PLAIN]


def test_the_cap_on_the_difference_cuts_the_mean() -> None:
    entries = entries_of(fide(10, 350, mean=True), 2000, results("1500 W 1700 W 1600 W"))
    own = entries.player == 0
    assert entries.used[own].tolist() == [0, 0, 0, 35_000]
    assert entries.difference[own].tolist() == [50_000, 30_000, 40_000, 40_000]
    assert entries.reason[own].tolist() == [Reason.IN_MEAN] * 3 + [Reason.CAPPED]


def test_both_directions_of_each_opponent_are_cut() -> None:
    each = fide(10, mean=True, cap=cap(350, on="each opponent"))
    entries = entries_of(each, 2000, results("1600 W 2400 W"))
    assert entries.used[entries.player == 0].tolist() == [35_000, -35_000, 0]


@given(st.lists(st.tuples(st.integers(1000, 2800), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=9))
def test_one_upgrade_never_gives_a_favourite_more_than_all_of_them(played: list[tuple[float, float]]) -> None:
    text = " ".join(f"{rating} {'LDW'[round(2 * score)]}" for rating, score in played)
    assert gain(fide(10, cap=LARGEST), 2000, text) <= gain(fide(10), 2000, text)
