"""Numbers that were published for FIDE's rules, by the rule sets' parts that they belong to."""

from __future__ import annotations

import pytest

from ratingstore.rules.ruleset import RuleSet
from tests.rules.variants import after, cap, entries_of, fide, fixed_k, gain

EXEMPT = cap(400, exempt_from=265_000)
OF_2009 = "2120 D 2121 D 2118 W 2026 L 2328 L 2231 W 2197 L 2190 W"
OF_2008 = "2242 D 2360 D 2289 D 2251 L 2303 L 2152 D 2313 D 2309 D 2110 L"
SECOND_OF_2010 = "2720 D 2696 D 2712 D 2708 D 2739 D 2810 D 2675 D 2749 D 2662 D 2723 W 2657 D 2788 W 2641 D"
FIRST_OF_2010 = "2662 D 2657 W 2641 W 2696 D 2708 D 2790 D 2749 W 2723 D 2788 L 2720 W 2712 W 2739 D 2675 D"


@pytest.mark.parametrize(
    ("rules", "own", "text", "wanted"),
    [
        (fide(10), 2690, "2730 L 2682 W 2702 D 2684 D 2745 D 2660 L 2676 D 2700 W 2677 D", 0.7),
        (fide(10), 2745, "2676 L 2700 L 2677 L 2730 L 2690 D 2702 D 2684 L 2682 D 2660 D", -32),
        (fide(15, 350), 2235, OF_2009, -11.1),
        (fide(15, None, mean=True), 2235, OF_2009, -12),
        (fide(15, 350), 2240, OF_2008, -18.9),
        (fide(15, None, mean=True), 2240, OF_2008, -18.45),
        (fide(10), 2790, SECOND_OF_2010, -3.5),
        (fide(10), 2810, FIRST_OF_2010, 2.9),
        (fide(15, 350), 2235, "1700 W", 1.65),
        (fide(15, 350), 2235, "1700 W 2250 D", 1.95),
        (fide(10, cap=EXEMPT), 2813, "1787 W 2025 W 2310 W 2400 W 2505 D", -2.5),
        (fide(10, cap=EXEMPT), 2400, "2000 W 1900 W 2121 W 2813 L 2084 W", 3.7),
        (fide(17), 2054, "2217 W 1743 W 1947 W 2266 D 2189 D 2186 W", 39.78),
        (fide(20), 2053, "1675 W 2310 L 1653 W 1884 W 2218 L", -0.2),
        (fide(15), 1830, "1980 D", 3), (fide(15), 1950, "1820 L", -10.2),
        (fide(20), 2000, "1900 W", 7.2), (fide(20), 2000, "1900 D", -2.8), (fide(20), 2000, "1900 L", -12.8),
        (fide(10), 2812, "2786 W", 4.6), (fide(25), 2400, "2500 W", 16), (fide(10), 2400, "2500 W", 6.4),
        (fide(25), 1200, "1500 W", 21.25), (fide(25), 1200, "1500 D", 8.75),
        (fide(25), 1200, "1500 L", -3.75),
        (fide(15), 1200, "1200 W", 7.5), (fide(10), 2600, "2500 W", 3.6), (fide(10), 2600, "2500 D", -1.4),
        (fide(15, 350, mean=True), 1800, "1700 W 1900 W 1800 W 1750 W 1850 L", 22.5),
        (fide(15, 350, mean=True), 1800, "1700 W 1900 D 1800 L 1750 L 1850 L", -15),
        (fide(20), 1800, "1700 W", 7.2),
    ],
)  # fmt: skip
def test_an_event_is_worth_what_was_published(rules: RuleSet, own: float, text: str, wanted: float) -> None:
    assert gain(rules, own, text) == wanted


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (fide(40), 56.4),
        (fide(40, 350), 53.6),
        (fide(40, None), 58),
        (fide(40, None, mean=True), 74),
    ],
)
def test_one_event_tells_four_rules_apart(rules: RuleSet, wanted: float) -> None:
    text = "1926 W 2011 W 2318 L 2067 D 2219 D 2585 L 2659 W 2464 D 2652 D"
    assert gain(rules, 2212, text) == wanted


@pytest.mark.parametrize(
    ("own", "text", "wanted"),
    [
        (1500, "1500 W", 20), (1500, "1900 W", 37), (1500, "1900 D", 17), (1500, "1900 L", -3),
        (1500, "2900 W", 37), (1500, "1600 W", 26), (1500, "1600 D", 6), (1500, "1600 L", -14),
        (2000, "1000 W", 3), (2000, "1900 L", -26),
    ],
)  # fmt: skip
def test_a_single_game_at_k_40(own: float, text: str, wanted: float) -> None:
    assert after(fide(40), own, text) - own == wanted


@pytest.mark.parametrize(
    ("ahead", "wanted"),
    [(3, 5), (4, 4.9), (10, 4.9), (11, 4.8), (206, 2.4), (207, 2.3), (391, 0.9), (392, 0.8)],
)
def test_a_win_at_the_edges_of_the_table(ahead: int, wanted: float) -> None:
    assert gain(fide(10), 2400, f"{2400 - ahead} W") == wanted


@pytest.mark.parametrize(
    ("k", "own", "text", "wanted"),
    [
        (10, 2649, "2149 W", 0.8),
        (10, 2650, "2150 W", 0.4),
        (10, 2700, "1900 L", -10),
        (20, 2200, "2700 L", -1.6),
    ],
)
def test_who_is_exempt_from_the_cap_has_the_real_difference(
    k: int, own: float, text: str, wanted: float
) -> None:
    assert gain(fide(k, cap=EXEMPT), own, text) == wanted


def test_before_the_exemption_the_same_win_is_worth_more() -> None:
    assert gain(fide(10), 2700, "2200 W") == 0.8
    assert gain(fide(10, cap=EXEMPT), 2700, "2200 W") == 0.4


@pytest.mark.parametrize(("text", "wanted"), [("2000", 2198), ("2100", 2206), ("2200", 2200)])
def test_nineteen_draws_at_k_40(text: str, wanted: int) -> None:
    assert after(fide(40), float(text), "2200 D " * 19) == wanted


@pytest.mark.parametrize(("text", "wanted"), [("2000", 2178), ("2100", 2196), ("2200", 2200)])
def test_nineteen_draws_with_the_limit(text: str, wanted: int) -> None:
    rules = fide(fixed_k(40, limit=700))
    assert after(rules, float(text), "2200 D " * 19) == wanted


def test_a_list_before_is_not_what_the_change_is_added_to() -> None:
    assert after(fide(25), 2333, "2183 D", base=2312) == 2307


def test_a_junior_wins_at_40_and_loses_at_10() -> None:
    assert after(fide(40), 2290, "2290 W " * 10) == 2490
    assert after(fide(10), 2490, "2490 L " * 10) == 2440


V34 = [
    (2789, "*=1====111=1", 8.3), (2756, "=*====1=1=11", 8.4), (2738, "0=*=10==110=", -8.8),
    (2722, "===*====1=1=", 3.9), (2710, "==0=*=1====0", -9.2), (2698, "==1==*=1==0=", 2.8),
    (2664, "=0==0=*=====", -6.6), (2661, "0====0=*==1=", -1.3), (2654, "0000====*1=1", -5.1),
    (2652, "0=0=====0*==", -9.8), (2590, "=010=1=0==*1", 15.3), (2577, "00==1===0=0*", 2.1),
]  # fmt: skip


@pytest.mark.parametrize("row", range(12))
def test_a_whole_event_of_2025(row: int) -> None:
    own, cells, wanted = V34[row]
    played = [
        (V34[at][0], {"1": 1.0, "=": 0.5, "0": 0.0}[cell]) for at, cell in enumerate(cells) if cell != "*"
    ]
    entries = entries_of(fide(10, cap=EXEMPT), own, played)
    assert int(entries.value[entries.player == 0].sum()) == round(wanted * 1_000_000)
