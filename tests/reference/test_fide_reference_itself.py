"""The oracle of dated lists against what FIDE and others published, before it judges anything."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from .fide import first_ratings, round_robins
from .fide.calendar import in_force, lands_on, list_dates
from .fide.games import against_mean, expected_scores, is_not_rated, is_young, k_of, limited
from .fide.lists import changes_until, list_as_of
from .fide.made_up import ROUNDING, STEADY, Choices, text_of
from .fide.rules import rules_of_text

SCORES = {"W": Fraction(1), "D": Fraction(1, 2), "L": Fraction(0)}
LARGEST = {"games": "largest of a tournament"}
MONTHLY: Choices = {
    "unit": {
        "kind": "period",
        "period": "month",
        "selected_by": "tournament start",
        "lands_by": "tournament end",
        "closing_days": 3,
    },
    "references": {"own": "list at tournament start", "opponent": "list at tournament start"},
    "expected": {"method": "table/1", "against": "each opponent", "table": "expected-fide"},
    "cap": {"points": 400, "side": "both"},
    "k": {"bands": [{"k": 20}], "by": "list before"},
    "unit_rounding": {"step": 1, "mode": "half away from zero", "of": "change"},
    "first_rating": {
        "method": "one event/1",
        "table": "full",
        "minimum_games": 5,
        "hypothetical_draws": 2,
        "hypothetical_rating": 1800,
        "highest": 2200,
        "months": 26,
        "first_score": 0.5,
        "rounding": ROUNDING,
    },
    "unrated_opponent": {"method": "no effect/1"},
    "floor": {"low": 1400},
    **STEADY,
}


def rules(**sections: Any) -> dict[str, Any]:
    return rules_of_text(monthly(**sections))


def monthly(**sections: Any) -> str:
    changed = {
        name: None if values is None else {**(MONTHLY[name] or {}), **values}
        for name, values in sections.items()
        if name in MONTHLY
    }
    added = {name: values for name, values in sections.items() if name not in MONTHLY}
    return text_of("made", {**MONTHLY, **changed, **added})


def sides(own: int, opponents: str) -> list[dict[str, Any]]:
    """One player's games in a tournament, such as ``1787 W 2505 D``."""
    words = opponents.split()
    return [
        {"own": own, "opponent_rating": int(rating), "score": SCORES[score]}
        for rating, score in zip(words[::2], words[1::2], strict=True)
    ]


def change(of: dict[str, Any], k: int, own: int, opponents: str) -> Fraction:
    his = sides(own, opponents)
    expected = expected_scores(of, his)
    return k * sum((s["score"] - e for s, e in zip(his, expected, strict=True)), Fraction(0))


@pytest.mark.parametrize(
    ("cap", "k", "own", "opponents", "printed"),
    [
        # RULES.md 6, V9-V20; FIDE.md 7, X1, X5, X6; CASES.md T4
        ({"points": 350}, 15, 2235, "1700 W", "1.65"),
        ({"points": 350}, 15, 2235, "1700 W 2250 D", "1.95"),
        ({}, 10, 2690, "2730 L 2682 W 2702 D 2684 D 2745 D 2660 L 2676 D 2700 W 2677 D", "0.7"),
        ({}, 10, 2745, "2676 L 2700 L 2677 L 2730 L 2690 D 2702 D 2684 L 2682 D 2660 D", "-32"),
        ({}, 15, 2235, "2120 D 2121 D 2118 W 2026 L 2328 L 2231 W 2197 L 2190 W", "-11.1"),
        ({"exempt_from": 2650}, 10, 2813, "1787 W 2025 W 2310 W 2400 W 2505 D", "-2.5"),
        ({"exempt_from": 2650}, 10, 2400, "2000 W 1990 W 2121 W 2813 L 2084 W", "3.7"),
        ({}, 17, 2054, "2217 W 1743 W 1947 W 2266 D 2189 D 2186 W", "39.78"),
        ({}, 40, 2212, "1926 W 2011 W 2318 L 2067 D 2219 D 2585 L 2659 W 2464 D 2652 D", "56.4"),
        ({"points": 350}, 40, 2212, "1926 W 2011 W 2318 L 2067 D 2219 D 2585 L 2659 W 2464 D 2652 D", "53.6"),
        ({"points": 9999}, 40, 2212, "1926 W 2011 W 2318 L 2067 D 2219 D 2585 L 2659 W 2464 D 2652 D", "58"),
        ({}, 20, 2000, "1900 W", "7.2"),
        ({}, 10, 2812, "2786 W", "4.6"),
        ({}, 20, 2000, "1063 W 1299 W 1413 W 1872 D 1851 L 1427 W 1682 W", "-8.4"),
        (LARGEST, 20, 2000, "1063 W 1299 W 1413 W 1872 D 1851 L 1427 W 1682 W", "-12.2"),
        (LARGEST, 10, 2400, "1900 W 1850 W 1800 W", "1.5"),
        (LARGEST, 20, 2200, "2700 L 2800 L", "-3.2"),
        ({"exempt_from": 2650}, 10, 2649, "2149 W", "0.8"),
        ({"exempt_from": 2650}, 10, 2650, "2150 W", "0.4"),
        ({"exempt_from": 2650}, 20, 2200, "2700 L", "-1.6"),
    ],
)  # fmt: skip
def test_changes_that_were_published(
    cap: dict[str, Any], k: int, own: int, opponents: str, printed: str
) -> None:
    assert change(rules(cap=cap), k, own, opponents) == Fraction(printed)


def test_the_mean_of_the_opponents_and_the_cap_on_each_of_them() -> None:
    games = "1926 W 2011 W 2318 L 2067 D 2219 D 2585 L 2659 W 2464 D 2652 D"
    by_mean = {"expected": {"against": "mean of opponents"}}
    assert change(rules(cap=None, **by_mean), 40, 2212, games) == 74
    # 2560 counts as 2400, so the mean is 2200 instead of 2280
    each = rules(cap={"on": "each opponent"}, **by_mean)
    assert change(each, 10, 2000, "2560 D 2000 D") == 10 * (1 - 2 * Fraction("0.24"))


K_OF_2024 = {
    "bands": [{"k": 20}],
    "conditions": [
        {"peak_from": 2400, "k": 10},
        {"age_to": 18, "peak_below": 2300, "k": 40},
        {"games_below": 30, "k": 40},
    ],
    "limit": 700,
}


@pytest.mark.parametrize(
    ("born", "rating", "games", "peak", "k"),
    [
        (None, 2300, 30, 2399, 20),
        (None, 2300, 30, 2400, 10),
        (None, 2300, 29, 2399, 40),
        (date(2006, 12, 31), 2000, 99, 2299, 40),
        (date(2006, 12, 31), 2000, 99, 2300, 20),
        (date(2005, 12, 31), 2000, 99, 2299, 20),
        (date(2006, 1, 1), 2000, 99, None, 40),
    ],
)
def test_k_is_that_of_the_first_condition_that_holds(
    born: date | None, rating: int, games: int, peak: int | None, k: int
) -> None:
    side = {"rating": rating, "games": games, "peak": peak, "born": born, "day": date(2024, 12, 1)}
    assert k_of(rules(k=K_OF_2024), side) == k


def test_k_times_the_games_of_a_list_is_at_most_700() -> None:
    found = [
        limited(rules(k=K_OF_2024), Fraction(k), n)
        for k, n in ((40, 17), (40, 18), (20, 35), (20, 36), (10, 71))
    ]
    assert found == [40, 38, 20, 19, 9]


def test_a_junior_is_one_until_the_day_before_his_birthday_or_the_end_of_its_year() -> None:
    born = date(1996, 7, 15)
    assert [is_young(born, date(2014, 7, day), 18, "birthday") for day in (14, 15)] == [True, False]
    ends = [date(2014, 12, 31), date(2015, 1, 1)]
    assert [is_young(born, day, 18, "year end") for day in ends] == [True, False]


@pytest.mark.parametrize(
    ("section", "opponents", "printed"),
    [
        # RULES.md 6, V22-V25; FIDE.md 7, X17
        ({}, "1902 D 1877 D 1884 W 2012 L 1832 W", 1922),
        ({}, "1800 W 1800 W 1800 W 1800 W 1800 W", 2109),
        ({}, "2500 W 2500 W 2500 W 2500 W 2500 W", 2200),
        ({}, "1000 W 1000 W 1000 W 1000 W 1000 W", 1538),
        ({}, "1800 D 1800 D", 1800),
        ({"per_half_point": 20}, "2000 W 2000 W 2000 W 2000 L 2000 L", 2020),
        ({"per_half_point": 20}, "2000 W 2000 W 2000 L 2000 L 2000 L", 1928),
        ({"per_half_point": 20}, "2000 W 2000 W 2000 D 2000 L 2000 L", 2000),
        ({"per_half_point": 20}, "1600 W 1600 L 1600 L 1600 L 1600 L", 1360),
        ({"per_half_point": 20}, "2100 W 2100 W 2100 W 2100 W 2100 W", 2200),
        ({"per_half_point": 20}, "1300 W 2000 W 2100 W 2200 W 2300 W", 2080),
        ({"per_half_point": 20}, "1902 D 1877 D 1884 W 2012 L 1832 W", 1921),
        ({"per_half_point": 15}, "2200 W 2200 W 2200 W 2200 W 2200 W 2200 L 2200 L 2200 L 2200 L", 2215),
    ],
)
def test_first_ratings_that_were_published(section: dict[str, Any], opponents: str, printed: int) -> None:
    if section:
        section = {**section, "hypothetical_draws": None, "hypothetical_rating": None, "highest": None}
    first = rules(first_rating=section)["first_rating"]
    games = [(Fraction(side["opponent_rating"]), side["score"]) for side in sides(0, opponents)]
    block = {"games": games, "mean": None}
    assert first_ratings.performance(first, [block]) == printed


def block(end: date, landed: date, opponents: str) -> dict[str, Any]:
    games = [(Fraction(side["opponent_rating"]), side["score"]) for side in sides(0, opponents)]
    facts = {"tournament": "t", "end": end, "landed": landed, "games": games, "mean": None}
    return {**facts, "against_rated": [score for _, score in games]}


def test_a_first_tournament_without_a_point_is_void_and_does_not_become_first() -> None:
    of = rules()
    may, june, july = (date(2024, month, 1) for month in (5, 6, 7))
    pool, rating = first_ratings.one_event(of, [], [block(may, may, "2000 L 2000 L")], may)
    assert (pool, rating) == ([], None)
    pool, rating = first_ratings.one_event(of, pool, [block(june, june, "2000 D")], june)
    assert (len(pool), rating) == (1, None)
    pool, rating = first_ratings.one_event(of, pool, [block(july, july, "2000 L 2000 L 2000 L 2000 L")], july)
    # (5 x 2000 + 2 x 1800) / 7 = 1942.86; 1.5 of 7 is 21 %, dp -230
    assert (len(pool), rating) == (2, Fraction(1713))


def test_a_pool_holds_26_lists_and_starts_again_below_the_floor() -> None:
    old, new = date(2024, 1, 1), date(2026, 2, 1)
    pool = [block(old, old, "1900 D")]
    assert first_ratings.without_the_old(rules()["first_rating"], pool, new) == pool
    assert first_ratings.without_the_old(rules()["first_rating"], pool, date(2026, 3, 1)) == []
    weak = block(new, new, "1400 D 1400 L 1400 L 1400 L 1400 L")
    # (7000 + 3600) / 7 = 1514.29; 1.5 of 7 is 21 %, dp -230
    assert first_ratings.one_event(rules(), [], [weak], new) == ([], None)
    kept = rules(first_rating={"below_floor": "keep"})
    assert first_ratings.one_event(kept, [], [weak], new) == ([weak], None)


@pytest.mark.parametrize(
    ("own", "opponent", "is_left_out"),
    [(2601, 2001, True), (2601, 2002, False), (2600, 1000, False), (1000, 2601, True)],
)
def test_a_game_of_600_points_and_somebody_above_2600_moves_nobody(
    own: int, opponent: int, is_left_out: bool
) -> None:
    of = rules(not_rated={"gap_from": 600, "above": 2600})
    assert is_not_rated(of, {"own": own, "opponent_rating": opponent}) == is_left_out


def adopted(text: str, day: date) -> dict[str, Any]:
    return {"text": text, "effective_from": day}


def test_a_tournament_lands_on_the_first_list_that_is_closed_after_it() -> None:
    adoptions = [adopted(monthly(), date(2012, 1, 1))]
    dates = list_dates(adoptions, date(2012, 1, 1), date(2012, 12, 31))
    assert lands_on(adoptions, dates, date(2012, 3, 29)) == date(2012, 4, 1)
    assert lands_on(adoptions, dates, date(2012, 3, 30)) == date(2012, 5, 1)
    assert in_force(dates, date(2012, 4, 1)) == date(2012, 4, 1)
    assert in_force(dates, date(2012, 3, 31)) == date(2012, 3, 1)


def test_a_tournament_begun_under_quarterly_lists_lands_on_the_list_that_is_there_when_it_ends() -> None:
    quarterly = adopted(monthly(unit={"period": "quarter", "closing_days": 1}), date(2009, 1, 1))
    adoptions = [quarterly, adopted(monthly(unit={"period": "two months"}), date(2009, 7, 1))]
    dates = list_dates(adoptions, date(2009, 1, 1), date(2010, 1, 31))
    assert [f"{day:%m}" for day in dates] == ["01", "04", "07", "09", "11", "01"]
    assert lands_on(adoptions, dates, date(2009, 8, 29)) == date(2009, 9, 1)


def history(
    text: str, games: Sequence[tuple[str, ...]], openings: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Games as (tournament, first day, last day, white, black, score of white: W D L)."""
    codes = {code for game in games for code in game[3:5]} | set(openings)
    day = date.fromisoformat
    return {
        "lists": {
            "probe": {
                "adoptions": [adopted(text, date(2011, 1, 1))],
                "openings": [
                    {"player": player, "date": date(2011, 6, 1), "rating": rating, "games": 100}
                    for player, rating in openings.items()
                ],
                **more,
            }
        },
        "tournaments": {
            game[0]: {"start": day(game[1]), "end": day(game[2]), "type": "swiss", "lists": ["probe"]}
            for game in games
        },
        "games": [
            {
                "tournament": game[0],
                "date": None,
                "white": game[3],
                "black": game[4],
                "score": SCORES[game[5]],
            }
            for game in games
        ],
        "players": {code: {} for code in codes},
    }


def shown(facts: dict[str, Any], player: str, day: date) -> Fraction | None:
    rating: Fraction | None = list_as_of(facts, "probe", day)[player]["rating"]
    return rating


def test_a_change_is_rounded_once_a_list_away_from_zero() -> None:
    """FIDE.md 7, X15: 2400 -6.10 +3.70 +7.80 is 2405 at once, tournament by tournament 2406."""
    of = {"step": 1, "mode": "half away from zero", "of": "change"}
    assert first_ratings.rounded(of, Fraction("-2.5")) == -3
    assert 2400 + first_ratings.rounded(of, Fraction("-6.1") + Fraction("3.7") + Fraction("7.8")) == 2405


def test_whoever_is_rated_since_the_start_has_his_own_rating_and_is_unrated_to_others() -> None:
    games = [("t", "2012-01-20", "2012-02-20", "old", "new", "L")]
    late = {"player": "new", "date": date(2012, 2, 1), "rating": 2000, "games": None}
    facts = history(monthly(), games, {"old": 2000})
    facts["lists"]["probe"]["openings"].append(late)
    assert shown(facts, "new", date(2012, 3, 1)) == 2010
    assert shown(facts, "old", date(2012, 3, 1)) == 2000


def test_whoever_has_left_the_list_since_the_start_counts_for_the_others_only() -> None:
    games = [
        ("long", "2012-01-10", "2012-02-10", "a", "falls", "L"),
        ("short", "2012-01-10", "2012-01-20", "falls", "b", "L"),
    ]
    facts = history(monthly(), games, {"a": 1404, "b": 1404, "falls": 1404})
    assert shown(facts, "falls", date(2012, 2, 1)) is None
    assert shown(facts, "a", date(2012, 3, 1)) is None
    assert list_as_of(facts, "probe", date(2012, 3, 1))["falls"] == {
        "rating": None,
        "games": 0,
        "status": "unrated",
    }


def test_a_player_without_a_rating_is_rated_with_that_of_the_other_list() -> None:
    """CASES.md F16: 1800 with K 20 beats 1700 of the standard list."""
    facts = history(
        monthly(references={"fallback": "standard"}),
        [("t", "2012-01-10", "2012-01-20", "a", "b", "W")],
        {"a": 1800},
    )
    standard = history(monthly(), [], {"b": 1700})
    facts["lists"]["standard"] = standard["lists"]["probe"]
    assert shown(facts, "a", date(2012, 2, 1)) == 1807
    assert shown(facts, "b", date(2012, 2, 1)) == 1693
    steps = [(c["before"], c["after"]) for c in changes_until(facts, "probe", date(2012, 2, 1))]
    assert steps[-2:] == [(1800, 1807), (1700, 1693)]


def test_adjustments_move_whom_they_select_after_the_month_is_rated() -> None:
    """RULES.md 5.6 and CASES.md F25."""
    march = date(2012, 3, 1)
    raised = [
        {"date": march, "formula": "R + 0.4 * (2000 - R)", "selection": {"rating_below": 2000}},
    ]
    given = {"a": 1400, "b": 1500, "c": 1998, "d": 2000, "e": 1995}
    games = [("t", "2012-02-10", "2012-02-20", "e", "d", "W")]
    facts = history(monthly(), games, given, adjustments=raised)
    assert {p: shown(facts, p, march) for p in given} == {
        "a": 1640,
        "b": 1700,
        "c": 1999,
        "d": 1990 + 4,
        "e": 2005,
    }
    assert shown(facts, "a", date(2012, 2, 29)) == 1400


LOMBARDY = {
    "A": (2600, 8), "B": (2500, 7), "C": (None, 7), "D": (2400, 6), "E": (None, 6),
    "F": (2150, 4), "G": (2300, 3), "H": (None, 2), "I": (None, 1), "J": (2300, 1),
}  # fmt: skip
"""FIDE.md 7, X2: the round robin of the handbook of 2003."""


@pytest.mark.parametrize(
    ("share", "before", "means", "after"),
    [
        (
            False,
            {"C": 2411, "E": 2386, "H": 2128, "I": 1997},
            "A 2373 B 2351 C 2355 D 2348 E 2352 F 2359 G 2353 H 2332 I 2286 J 2353",
            {"C": 2418, "E": 2390, "H": 2112, "I": 1935},
        ),
        (
            True,
            {"C": 2411, "E": 2386, "H": 2150, "I": 2032},
            "A 2366 B 2344 C 2351 D 2344 E 2348 F 2359 G 2353 H 2337 I 2305 J 2353",
            {"C": 2414, "E": 2386, "H": 2139, "I": 1989},
        ),
    ],
)
def test_the_round_robin_of_2003(
    share: bool, before: dict[str, int], means: str, after: dict[str, int]
) -> None:
    of = rules(
        expected={"against": "mean of opponents"},
        cap={"points": 350, "on": "each opponent"},
        first_rating={
            "per_half_point": 12.5, "table": "dp-fide", "round_robin": True, "round_robin_share": share,
            "hypothetical_draws": None, "hypothetical_rating": None, "highest": None,
        },
    )  # fmt: skip
    table = {
        code: {"rating": rating, "games": 9, "points": Fraction(points)}
        for code, (rating, points) in LOMBARDY.items()
    }
    found = round_robins.ra(of, table)
    assert found == Fraction("2348.45")
    assert round_robins.stand_ins(of, table) == before
    words = means.split()
    corrected = round_robins.means(of, table)
    assert corrected == dict(zip(words[::2], map(int, words[1::2]), strict=True))
    final = {code: round_robins.ru(of, table[code], corrected[code]) for code in after}
    assert final == after
    k = {code: 10 if (rating or 0) >= 2400 else 15 for code, (rating, _) in LOMBARDY.items()}
    changes = {
        code: k[code] * (points - sum(against_mean(of, Fraction(rating), corrected[code], 9), Fraction(0)))
        for code, (rating, points) in LOMBARDY.items()
        if rating is not None
    }
    printed = {"A": "8.9", "B": "7", "D": "8.7", "F": "28.95", "G": "-13.05", "J": "-43.05"}
    if share:
        printed |= {"B": "6.1", "D": "7.8"}
    assert changes == {code: Fraction(change) for code, change in printed.items()}
