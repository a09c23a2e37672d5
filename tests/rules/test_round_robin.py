"""A round robin of ten with four newcomers, as FIDE's handbook of 2003 worked it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ratingstore.rules import one_event, round_robin
from ratingstore.rules.entries import NONE, Entries, PoolGame, Reason, Sides
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, Band, KFactor, RuleSet, UnratedOpponent
from tests.rules.sides import rate, sides
from tests.rules.variants import cap, fide, newcomers

NAMES = "ABCDEFGHIJ"
RATED = {"A": 2600, "B": 2500, "D": 2400, "F": 2150, "G": 2300, "J": 2300}
TABLE = (
    "*111111110", "0*11011111", "00*1111111", "000*111111", "0100*11111",
    "00000*1111", "000000*111", "0000000*11", "00000000*1", "100000000*",
)  # fmt: skip
"""Who beat whom, so that the points are those of the handbook: 8 7 7 6 6 4 3 2 1 1."""


def rules(share: bool = False, points: int | None = 350, mean: bool = True) -> RuleSet:
    return fide(
        mean=mean,
        cap=None if points is None else cap(points, on="each opponent"),
        k=KFactor(bands=(Band(low=0, high=239_999, k=15), Band(low=240_000, high=10**6, k=10)), source="s"),
        unrated_opponent=UnratedOpponent(method="round robin/1", source="s"),
        first_rating=newcomers(per_half_point=1250, round_robin=True, round_robin_share=share),
    )


def played(robin: bool = True, names: str = NAMES) -> Sides:
    """The games among these players."""
    at = [NAMES.index(name) for name in names]
    games = [(one, two, float(TABLE[one][two])) for one in at for two in at if one < two]
    rated = {NAMES.index(name): rating for name, rating in RATED.items() if name in names}
    return sides(games, rated, round_robin=robin)


def by_name(players: Any, values: Any) -> dict[str, int]:
    """Whole points of those who have any."""
    pairs = zip(players.tolist(), values.tolist(), strict=True)
    return {NAMES[player]: value // HUNDREDTHS for player, value in pairs if value != UNRATED}


def gains(entries: Entries) -> dict[str, float]:
    whole = entries.game == NONE if (entries.game == NONE).any() else entries.sums
    found: dict[str, float] = {}
    for player, value in zip(entries.player[whole].tolist(), entries.value[whole].tolist(), strict=True):
        found[NAMES[player]] = round(found.get(NAMES[player], 0) + value / MILLIONTHS, 6)
    return found


def final(rule: RuleSet) -> dict[str, int]:
    """Ru of the newcomers after the cap."""
    whole = played()
    column = zip(whole.player, whole.game, whole.opponent, whole.opponent_rating, whole.half, strict=True)
    games: dict[int, list[PoolGame]] = {}
    for player, game, opponent, rating, half in column:
        if NAMES[player] not in RATED:
            games.setdefault(int(player), []).append(PoolGame(game, 0, opponent, rating, int(half), 1))
    found = one_event.of_tournament(rule, whole, games, (1, 1), 1)
    ruled = replace(rule, first_rating=replace(rule.first_rating, minimum_games=9))
    return {
        NAMES[player]: one_event.compute(ruled, player, [block]).after // HUNDREDTHS
        for player, block in found.items()
    }


def test_the_points_are_those_of_the_page() -> None:
    assert [row.count("1") for row in TABLE] == [8, 7, 7, 6, 6, 4, 3, 2, 1, 1]


def test_the_mean_of_the_tournament_is_that_of_its_rated_players_less_what_they_scored() -> None:
    seats = round_robin.Seats.of(played())
    exact = round_robin.mean(rules().first_rating, seats)
    assert exact == 237_500 - Fraction(2950 * 9, 10)


def test_the_means_before_the_cap() -> None:
    table = round_robin.table(rules(points=None), played())
    assert table is not None
    means = by_name(table.players, table.mean)
    assert means == {
        "A": 2320, "B": 2331, "C": 2348, "D": 2342, "E": 2348, "F": 2370, "G": 2353, "H": 2348, "I": 2348,
        "J": 2353,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("share", "ru", "means", "last"),
    [
        (
            False,
            {"C": 2411, "E": 2386, "H": 2128, "I": 1997},
            [2373, 2351, 2355, 2348, 2352, 2359, 2353, 2332, 2286, 2353],
            {"C": 2418, "E": 2390, "H": 2112, "I": 1935},
        ),
        (
            True,
            {"C": 2411, "E": 2386, "H": 2150, "I": 2032},
            [2366, 2344, 2351, 2344, 2348, 2359, 2353, 2337, 2305, 2353],
            {"C": 2414, "E": 2386, "H": 2139, "I": 1989},
        ),
    ],
)
def test_performances_means_and_final_performances(
    share: bool, ru: dict[str, int], means: list[int], last: dict[str, int]
) -> None:
    table = round_robin.table(rules(share), played())
    assert table is not None
    assert by_name(table.players, table.ru) == ru
    assert list(by_name(table.players, table.mean).values()) == means
    assert final(rules(share)) == last


@pytest.mark.parametrize(
    ("share", "points", "wanted"),
    [
        (False, 350, {"A": 8.9, "B": 7.0, "D": 8.7, "F": 28.95, "G": -13.05, "J": -43.05}),
        (True, 350, {"A": 8.9, "B": 6.1, "D": 7.8, "F": 28.95, "G": -13.05, "J": -43.05}),
        (False, None, {"A": 4.4, "B": 5.2, "D": 7.8, "F": 30.3, "G": -13.05, "J": -43.05}),
    ],
)
def test_the_changes_of_the_rated(share: bool, points: int | None, wanted: dict[str, float]) -> None:
    assert gains(rate(rules(share, points), played())) == wanted


def test_games_against_newcomers_count_and_say_that_they_stand_in() -> None:
    entries = rate(rules(), played())
    own = (entries.player == 0) & (entries.game != NONE)
    assert entries.counted[own].tolist() == [True] * 9
    against = {
        NAMES[at]: reason for at, reason in zip(entries.opponent[own], entries.reason[own], strict=True)
    }
    assert {name for name, reason in against.items() if reason == Reason.STAND_IN} == set("CEHI")
    assert entries.counted[~np.isin(entries.player, [NAMES.index(name) for name in RATED])].sum() == 0


def test_outside_a_round_robin_a_game_against_a_newcomer_moves_nobody() -> None:
    entries = rate(rules(), played(robin=False))
    own = (entries.player == 0) & (entries.game != NONE)
    assert entries.counted[own].sum() == 5
    assert Reason.OPPONENT_UNRATED in entries.reason[own].tolist()


def test_against_each_opponent_a_newcomer_stands_in_with_his_performance() -> None:
    entries = rate(rules(mean=False), played())
    own = entries.player == 0
    stands_in = own & (entries.reason == Reason.STAND_IN)
    assert by_name(entries.opponent[stands_in], entries.opponent_rating[stands_in]) == {
        "C": 2411, "E": 2386, "H": 2128, "I": 1997,
    }  # fmt: skip
    assert entries.used[stands_in].tolist() == [18_900, 21_400, 35_000, 35_000]


def test_a_round_robin_of_rated_players_is_rated_as_any_other_tournament() -> None:
    with_rule, without = rules(), replace(rules(), unrated_opponent=fide().unrated_opponent)
    for rule in (with_rule, without):
        assert gains(rate(rule, played(names="ABDFGJ"))) == gains(
            rate(without, played(names="ABDFGJ", robin=False))
        )


def test_a_round_robin_of_newcomers_moves_nobody() -> None:
    assert round_robin.table(rules(), played(names="CEHI")) is None
    assert not rate(rules(), played(names="CEHI")).counted.any()


def test_a_newcomer_without_a_performance_does_not_stand_in() -> None:
    # I lost every game of this one, and the table ends at 99 %.
    rule = rules()
    rule = replace(
        rule, first_rating=replace(rule.first_rating, differences=rule.first_rating.differences[:50])
    )
    entries = rate(rule, played(names="ABDFGI"))
    against = (entries.opponent == NAMES.index("I")) & (entries.game != NONE)
    assert not entries.counted[against].any()
    assert set(entries.reason[against].tolist()) == {Reason.OPPONENT_UNRATED}


def test_one_who_was_rated_since_is_a_newcomer_to_the_others_and_rated_to_himself() -> None:
    whole = played()
    own = np.where(whole.player == NAMES.index("C"), 238_000, whole.own)
    entries = rate(rules(), replace(whole, own=own))
    found = gains(entries)
    assert {name: found[name] for name in "ABDFGJ"} == gains(rate(rules(), whole))
    # His mean is that of the tournament, as a newcomer's, cut by his own rating: 2348 + 33/9 = 2352.
    mine = (entries.player == NAMES.index("C")) & (entries.game == NONE)
    assert entries.opponent_rating[mine].tolist() == [235_200]
