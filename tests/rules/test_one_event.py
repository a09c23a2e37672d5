from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rules import first_rating, one_event
from ratingstore.rules.entries import Block, First, PoolGame, Reason
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, Floor, RuleSet
from tests.rules.sides import sides
from tests.rules.variants import fide, newcomers, results

DRAWS = {"hypothetical_draws": 2, "hypothetical_rating": 180_000, "highest": 220_000}


def rules(low: int | None = None, **numbers: Any) -> RuleSet:
    floor = None if low is None else Floor(low=low * HUNDREDTHS, source="s")
    return fide(first_rating=newcomers(**{"minimum_games": 1, **numbers}), floor=floor)


def block(text: str, tournament: int = 1, landed_on: str = "2020-01-01", **how: Any) -> Block:
    """A Swiss tournament of a newcomer; ``- W`` is a game against an unrated opponent, in a round robin."""
    played = []
    for at, (rating, score) in enumerate(results(text.replace("-", "-1"))):
        seen = UNRATED if rating < 0 else round(rating * HUNDREDTHS)
        played.append(PoolGame(at, tournament, at + 1, seen, round(2 * score), 7))
    rated = [one.opponent_rating for one in played if one.opponent_rating != UNRATED]
    whole: dict[str, Any] = {
        "tournament": tournament,
        "place": (tournament, 0),
        "played": tuple(played),
        "rc": Fraction(sum(rated), max(len(rated), 1)),
        "share": Fraction(1),
        "landed_on": date.fromisoformat(landed_on).toordinal(),
    }
    return Block(**{**whole, **how})


def computed(rule: RuleSet, *pool: Block) -> float:
    return first_rating.compute(rule, 7, list(pool)).after / HUNDREDTHS


def total(made: First) -> int:
    return sum(line.value for line in made.lines) + made.rounding + made.bound


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1902 D 1877 D 1884 W 2012 L 1832 W", 1922),
        ("1800 W " * 5, 2109),
        ("2500 W " * 5, 2200),
        ("1000 W " * 5, 1538),
        ("1800 D " * 2, 1800),
    ],
)
def test_with_two_draws_against_1800(text: str, wanted: int) -> None:
    assert computed(rules(**DRAWS), block(text)) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2000 W 2000 W 2000 W 2000 L 2000 L", 2020), ("2000 W 2000 W 2000 L 2000 L 2000 L", 1928),
        ("2000 W 2000 W 2000 D 2000 L 2000 L", 2000), ("1600 W 1600 L 1600 L 1600 L 1600 L", 1360),
        ("1657 W 1657 W 1657 W 1657 L 1657 L", 1677), ("1800 W " * 4 + "1800 L " * 3, 1820),
        ("2400 W 2400 W 2400 W 2400 L 2400 L", 2420), ("2100 W " * 5, 2200),
        ("1902 D 1877 D 1884 W 2012 L 1832 W", 1921), ("1300 W 2000 W 2100 W 2200 W 2300 W", 2080),
    ],
)  # fmt: skip
def test_with_20_points_for_a_half_point_above_one_half(text: str, wanted: int) -> None:
    assert computed(rules(per_half_point=2000), block(text)) == wanted


def test_with_15_points_for_a_half_point() -> None:
    rule = rules(per_half_point=1500)
    assert computed(rule, block("2200 W " * 5 + "2200 L " * 4)) == 2215
    assert computed(rule, block("2200 W " * 5 + "2200 D " + "2200 L " * 3)) == 2230


def test_the_table_above_one_half_where_half_points_have_no_worth_of_their_own() -> None:
    assert computed(rules(), block("2000 W 2000 W 2000 W 2000 L 2000 L")) == 2072


def test_a_full_score_and_none_have_a_number_where_the_table_has_one() -> None:
    assert computed(rules(), block("1500 W")) == 2300
    assert computed(rules(), block("1500 L")) == 700
    short = rules()
    short = replace(short, first_rating=replace(short.first_rating, differences=tuple(range(50))))
    assert not first_rating.reached(short.first_rating, [block("1500 W")], lambda _: True)
    assert not first_rating.reached(short.first_rating, [block("1500 L")], lambda _: True)


@pytest.mark.parametrize(("last", "wanted"), [("2001", 2001), ("2000", 2000)])
def test_halves_go_up(last: str, wanted: int) -> None:
    assert computed(rules(per_half_point=2000), block(f"2000 D {last} D")) == wanted


def test_p_has_two_decimals_halves_up() -> None:
    # 1 of 8 is .125, read as .13; 7 of 8 is .875, read as .88.
    assert computed(rules(), block("2000 W " + "2000 L " * 7)) == 2000 - 322
    assert computed(rules(), block("2000 W " * 7 + "2000 L")) == 2000 + 336


def test_several_tournaments_are_computed_as_if_they_were_one() -> None:
    rule = rules(per_half_point=2000)
    first, second = block("2000 W 2000 L"), block("1800 W 1900 W 1700 L", tournament=2)
    assert computed(rule, first, second) == computed(rule, block("2000 W 2000 L 1800 W 1900 W 1700 L"))
    made = first_rating.compute(rule, 7, [second, first])
    assert (made.games, made.score2, made.last_played) == (5, 6, 7)
    assert [line.tournament for line in made.lines[:5]] == [1, 1, 2, 2, 2]


def test_it_takes_the_least_number_of_games_over_the_pool() -> None:
    rule = rules(minimum_games=5).first_rating
    over = lambda _: True  # noqa: E731
    assert not first_rating.reached(rule, [block("2000 W 2000 L 2000 D 2000 D")], over)
    assert first_rating.reached(rule, [block("2000 W 2000 L"), block("2000 L 2000 D 2000 D", 2)], over)


@pytest.mark.parametrize(
    ("text", "games", "score", "enters"),
    [
        ("2000 L 2000 L 2000 L", 0, 1, False), ("2000 L 2000 D 2000 L", 0, 1, True),
        ("2000 L 2000 D 2000 L", 0, 2, False), ("2000 L 2000 W 2000 L", 0, 2, True),
        ("2000 W 2000 L", 3, 2, False), ("2000 W 2000 L 2000 L", 3, 2, True),
    ],
)  # fmt: skip
def test_a_first_tournament_that_is_too_little_is_void(
    text: str, games: int, score: int, enters: bool
) -> None:
    rule = rules(first_games=games, first_score=score).first_rating
    assert one_event.enters(rule, block(text), []) is enters
    assert one_event.enters(rule, block(text), [block("2000 W 2000 W 2000 W")])


def test_points_against_unrated_opponents_do_not_make_a_first_tournament() -> None:
    rule = rules(first_score=1, round_robin=True).first_rating
    assert not one_event.enters(rule, block("- W 2000 L"), [])
    assert one_event.enters(rule, block("- L 2000 D"), [])
    assert not one_event.enters(newcomers(round_robin=True), block("- W - W"), [])


@pytest.mark.parametrize(
    ("text", "enters"),
    [
        ("1300 W 1300 L", False), ("1300 L 1300 L 1300 W", True), ("1300 L 1300 L 1300 D", False),
        ("1299 W 1299 D 1299 L", True), ("1199 W 1199 D 1199 L", False), ("1200 W 1200 D 1200 L", True),
    ],
)  # fmt: skip
def test_every_tournament_must_be_enough_by_itself(text: str, enters: bool) -> None:
    rule = rules(block_games=3, block_score=2, block_least=110_000).first_rating
    rule = replace(rule, block_least=120_000) if "9 " in text or "1200" in text else rule
    assert one_event.enters(rule, block(text), [block("2000 W 2000 W 2000 W")]) is enters


@pytest.mark.parametrize(
    ("landed", "on", "kept"),
    [
        ("2020-01-01", "2022-02-01", True), ("2020-01-01", "2022-03-01", False),
        ("2020-01-01", "2020-01-01", True), ("2019-12-01", "2022-01-01", True),
        ("2019-12-01", "2022-02-01", False), ("2020-01-31", "2022-03-30", True),
        ("2020-01-31", "2022-03-31", False),
    ],
)  # fmt: skip
def test_the_pool_reaches_over_26_monthly_lists(landed: str, on: str, kept: bool) -> None:
    rule = rules(months=26).first_rating
    pool = [block("2000 W", landed_on=landed)]
    assert one_event.current(rule, pool, date.fromisoformat(on).toordinal()) == (pool if kept else [])


def test_without_months_a_pool_stays_for_ever() -> None:
    pool = [block("2000 W", landed_on="1990-01-01")]
    assert one_event.current(rules().first_rating, pool, date(2030, 1, 1).toordinal()) == pool


@pytest.mark.parametrize(("low", "given_"), [(1360, True), (1361, False)])
def test_a_first_rating_below_the_floor_is_not_given(low: int, given_: bool) -> None:
    rule = rules(low, per_half_point=2000)
    made = first_rating.compute(rule, 7, [block("1600 W 1600 L 1600 L 1600 L 1600 L")])
    assert first_rating.given(rule, made) is given_


def test_other_first_ratings_know_no_floor() -> None:
    made = first_rating.compute(rules(), 7, [block("1600 W")])
    rule = fide(floor=Floor(low=300_000, source="s"))
    assert first_rating.given(rule, made)


def test_a_pool_outlives_every_change_of_the_numbers_but_not_of_the_method() -> None:
    old, new = newcomers(per_half_point=1500), newcomers(**DRAWS)
    assert first_rating.keeps_pools(old, new)
    assert not first_rating.keeps_pools(fide().first_rating, new)


def test_the_lines_name_games_draws_mean_and_score_and_what_the_bound_cuts() -> None:
    made = first_rating.compute(rules(**DRAWS), 7, [block("2500 W " * 5)])
    assert [line.reason for line in made.lines] == [
        *[Reason.POOL_GAME] * 5, Reason.HYPOTHETICAL, Reason.MEAN, Reason.SCORE,
    ]  # fmt: skip
    assert (made.lines[5].opponent_rating, made.lines[5].score2) == (180_000, 2)
    assert [line.value for line in made.lines[6:]] == [2300 * MILLIONTHS, 309 * MILLIONTHS]
    assert made.bound == -409 * MILLIONTHS
    assert total(made) == 2200 * MILLIONTHS


def test_dp_below_one_half_counts_its_share_in_a_round_robin() -> None:
    nine = "2000 W " * 2 + "2000 L " * 7
    robin = block(nine, share=Fraction(9, 10))
    assert computed(rules(), robin) == 2000 - 198
    assert computed(rules(), block(nine)) == 2000 - 220
    # Half of the games in a round robin, so half of what it spares: 220 x .95.
    assert computed(rules(), robin, block(nine, tournament=2)) == 2000 - 209


@pytest.mark.parametrize(("share", "wanted"), [(False, Fraction(1)), (True, Fraction(3, 4))])
def test_in_a_round_robin_all_games_count_against_the_mean_of_the_tournament(
    share: bool, wanted: Fraction
) -> None:
    # 0 and 1 are rated, 2 and 3 are not; 2 draws with both rated ones and beats 3.
    games = [(0, 1, 0.5), (0, 2, 0.5), (0, 3, 1.0), (1, 2, 0.5), (1, 3, 1.0), (2, 3, 1.0)]
    whole = sides(games, {0: 2000, 1: 1800}, round_robin=True)
    rule = rules(round_robin=True, round_robin_share=share)
    found = one_event.of_tournament(rule, whole, pool_games(whole, 2), (5, 1), 9)
    # Both rated players have 2 of 3, .67: dp 125; n/(n + 1) is 3/4.
    assert found[2].rc == 190_000 - 12_500 * Fraction(3, 4)
    assert (found[2].games, found[2].half, found[2].share) == (3, 4, wanted)
    assert (found[2].place, found[2].landed_on) == ((5, 1), 9)


def test_elsewhere_games_against_the_unrated_do_not_count() -> None:
    games = [(0, 2, 0.5), (1, 2, 0.0), (2, 3, 1.0)]
    for robin in (True, False):
        whole = sides(games, {0: 2000, 1: 1800}, round_robin=robin)
        found = one_event.of_tournament(rules(), whole, pool_games(whole, 2), (5, 1), 9)
        assert (found[2].rc, found[2].games, found[2].half) == (Fraction(190_000), 2, 3)
        assert one_event.of_tournament(rules(), whole, pool_games(whole, 3), (5, 1), 9) == {}


def pool_games(whole: Any, player: int) -> dict[int, Sequence[PoolGame]]:
    his = whole.where(whole.player == player)
    columns = zip(his.game, his.opponent, his.opponent_rating, his.half, strict=True)
    return {player: [PoolGame(int(g), 0, int(o), int(r), int(h), 1) for g, o, r, h in columns]}


PLAYED = st.lists(st.tuples(st.integers(1000, 2800), st.sampled_from("WDL")), min_size=1, max_size=9)


@given(st.lists(PLAYED, min_size=1, max_size=4), st.booleans(), st.booleans())
def test_the_parts_of_a_first_rating_add_up_to_it(
    tournaments: list[list[tuple[int, str]]], draws: bool, straight: bool
) -> None:
    rule = rules(**(DRAWS if draws else {}), per_half_point=1250 if straight else 0)
    pool = [
        block(" ".join(f"{rating} {score}" for rating, score in played), number, share=Fraction(5, 6))
        for number, played in enumerate(tournaments)
    ]
    made = first_rating.compute(rule, 7, pool)
    assert total(made) * HUNDREDTHS == made.after * MILLIONTHS
    assert made.after % HUNDREDTHS == 0
    assert not draws or made.after <= 220_000
