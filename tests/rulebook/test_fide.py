"""FIDE's rule sets hold the numbers that their sources state, version by version."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from ratingstore.events import days
from ratingstore.rulebook import catalogue, comparison
from ratingstore.rulebook.loader import load
from ratingstore.rulebook.sections import every_section
from ratingstore.rules.k_factor import Basis, k_of
from ratingstore.rules.ruleset import UNRATED, RuleSet


class Version(NamedTuple):
    """What a version says of lists, caps and newcomers; ratings in whole points, scores in points."""

    valid_from: str
    period: str
    closing: int
    floor: int
    cap: tuple[int, str, str] | None
    against: str
    limit: int
    slope: float
    minimum: int
    first: tuple[int, float]
    months: int
    unrated: str
    late: tuple[str, int]


MEAN, EACH = "mean of opponents", "each opponent"
PLAIN, ONE = (400, "difference", "all"), (400, "difference", "largest of a tournament")
NONE, ROBIN = "no effect/1", "round robin/1"
RESTATE, NEXT = ("restate", 0), ("next list", 3)
STANDARD = {
    "1971": Version(
        "1971-07-01", "year", 1, 2200, None, MEAN, 0, 12.5, 9, (0, 0), 0, NONE, RESTATE),
    "1981": Version(
        "1981-01-01", "half year", 1, 2200, None, MEAN, 0, 12.5, 9, (0, 0), 0, NONE, RESTATE),
    "2000": Version(
        "2000-01-01", "quarter", 1, 2000, None, MEAN, 0, 12.5, 9, (0, 0), 0, NONE, RESTATE),
    "2003-11": Version(
        "2003-11-01", "quarter", 30, 1801, (350, "each opponent", "all"), MEAN, 0, 12.5, 9, (0, 0), 24, ROBIN,
        ("next list", 2)),
    "2008": Version(
        "2008-01-01", "quarter", 30, 1801, (350, "difference", "all"), EACH, 0, 12.5, 9, (0, 0), 24, ROBIN,
        ("next list", 2)),
    "2009-07": Version(
        "2009-07-01", "two months", 7, 1200, PLAIN, EACH, 0, 12.5, 9, (3, 1), 24, ROBIN, RESTATE),
    "2009-k30": Version(
        "2009-07-01", "two months", 7, 1200, PLAIN, EACH, 0, 15, 9, (3, 1), 24, ROBIN, RESTATE),
    "2011-07": Version(
        "2011-07-01", "two months", 7, 1200, PLAIN, EACH, 0, 15, 9, (3, 1), 24, ROBIN, RESTATE),
    "2012-07": Version(
        "2012-07-01", "month", 7, 1000, PLAIN, EACH, 0, 15, 9, (3, 1), 24, ROBIN, RESTATE),
    "2014-07": Version(
        "2014-07-01", "month", 3, 1000, PLAIN, EACH, 0, 20, 5, (0, 0.5), 26, ROBIN, RESTATE),
    "2016": Version(
        "2016-01-01", "month", 3, 1000, PLAIN, EACH, 0, 20, 5, (0, 0.5), 26, ROBIN, RESTATE),
    "2017-07": Version(
        "2017-07-01", "month", 3, 1000, PLAIN, EACH, 700, 20, 5, (0, 0.5), 26, ROBIN, RESTATE),
    "2022-01": Version(
        "2022-01-01", "month", 3, 1000, ONE, EACH, 700, 20, 5, (0, 0.5), 26, NONE, RESTATE),
    "2024-03": Version(
        "2024-03-01", "month", 3, 1400, PLAIN, EACH, 700, 0, 5, (0, 0.5), 26, NONE, NEXT),
    "2025-10": Version(
        "2025-10-01", "month", 3, 1400, PLAIN, EACH, 700, 0, 5, (0, 0.5), 26, NONE, NEXT),
}  # fmt: skip
FAST = {
    "2012": Version(
        "2012-01-01", "half year", 1, 1200, PLAIN, EACH, 0, 15, 9, (3, 1), 24, ROBIN, RESTATE),
    "2012-07": Version(
        "2012-07-01", "month", 1, 1000, PLAIN, EACH, 0, 15, 9, (3, 1), 24, ROBIN, RESTATE),
    "2021-11": Version(
        "2021-11-01", "month", 1, 1000, (735, "difference", "all"), EACH, 700, 20, 5, (0, 1), 26, ROBIN,
        RESTATE),
    "2022-01": Version(
        "2022-01-01", "month", 3, 1000, ONE, EACH, 700, 20, 5, (0, 0.5), 26, NONE, RESTATE),
    "2022-10": Version(
        "2022-10-01", "month", 3, 1000, ONE, EACH, 700, 20, 5, (0, 0.5), 26, NONE, RESTATE),
    "2024-03": Version(
        "2024-03-01", "month", 3, 1400, PLAIN, EACH, 700, 0, 5, (0, 0.5), 26, NONE, NEXT),
    "2024-12": Version(
        "2024-12-01", "month", 3, 1400, PLAIN, EACH, 700, 0, 5, (0, 0.5), 26, NONE, NEXT),
}  # fmt: skip
VERSIONS = {
    f"fide-{kind}-{name}": version
    for kind, versions in (("standard", STANDARD), ("rapid", FAST), ("blitz", FAST))
    for name, version in versions.items()
}


@cache
def shipped(rule_set_id: str) -> RuleSet:
    found = catalogue.find(rule_set_id)
    return load(found.text, found.tables)


def version_of(one: RuleSet) -> Version:
    cap, first = one.cap, one.first_rating
    assert one.floor
    return Version(
        one.valid_from,
        one.unit.period,
        one.unit.closing_days,
        one.floor.low // 100,
        None if cap is None else (cap.points // 100, cap.on, cap.games),
        one.expected.against,
        one.k.limit,
        first.per_half_point / 100,
        first.minimum_games,
        (first.first_games, first.first_score / 2),
        first.months,
        one.unrated_opponent.method,
        (one.late.policy, one.late.lists),
    )


def test_there_is_a_version_for_every_change_that_is_known() -> None:
    ids = [one.id for one in catalogue.shipped() if one.body == "fide" and one.id != "fide-1990"]
    assert ids == sorted(VERSIONS)


@pytest.mark.parametrize("rule_set_id", VERSIONS)
def test_lists_caps_and_newcomers_are_those_of_the_version(rule_set_id: str) -> None:
    assert version_of(shipped(rule_set_id)) == VERSIONS[rule_set_id]


@pytest.mark.parametrize("rule_set_id", VERSIONS)
def test_whole_tournaments_are_rated_for_a_list_by_the_list_at_their_start(rule_set_id: str) -> None:
    one = shipped(rule_set_id)
    assert (one.unit.selected_by, one.unit.lands_by) == ("tournament start", "tournament end")
    assert {one.references.own, one.references.opponent} == {"list at tournament start"}
    assert one.references.fallback == ("" if "standard" in rule_set_id else "fide-standard")
    assert (one.expected.method, one.expected.table) == ("table/1", "expected-fide")
    assert one.score.points == 1
    assert one.cap is None or one.cap.side == "both"


@pytest.mark.parametrize("rule_set_id", VERSIONS)
def test_a_change_is_rounded_to_whole_points_and_before_2000_the_rating_to_fives(rule_set_id: str) -> None:
    found = shipped(rule_set_id).unit_rounding
    assert found
    fives = rule_set_id in ("fide-standard-1971", "fide-standard-1981")
    expected = (500, "half up", "rating") if fives else (100, "half away from zero", "change")
    assert (found.step, found.mode, found.of) == expected


# K: (rule set, rating, games, highest published, born, asked on, K)
NEVER, ADULT = UNRATED // 100, ""
K = [
    ("standard-2003-11", 2100, 29, 2100, ADULT, "2004-01-01", 25),
    ("standard-2003-11", 2100, 30, 2100, ADULT, "2004-01-01", 15),
    ("standard-2003-11", 2399, 30, 2399, ADULT, "2004-01-01", 15),
    ("standard-2003-11", 2400, 30, 2400, ADULT, "2004-01-01", 10),
    ("standard-2009-07", 2390, 80, 2400, ADULT, "2010-01-01", 10),
    ("standard-2009-07", 2390, 80, 2399, ADULT, "2010-01-01", 15),
    ("standard-2009-07", 2450, 29, 2450, ADULT, "2010-01-01", 25),
    ("standard-2009-k30", 2399, 10, 2399, ADULT, "2009-07-01", 30),
    ("standard-2009-k30", 2400, 10, 2400, ADULT, "2009-07-01", 20),
    ("standard-2011-07", 2100, 29, 2100, ADULT, "2011-07-01", 30),
    ("standard-2012-07", 2100, 30, 2100, ADULT, "2012-07-01", 15),
    ("standard-2014-07", 2100, 29, 2100, ADULT, "2014-08-01", 40),
    ("standard-2014-07", 2100, 30, 2100, ADULT, "2014-08-01", 20),
    ("standard-2014-07", 2299, 90, 2310, "1996-08-02", "2014-08-01", 40),
    ("standard-2014-07", 2299, 90, 2310, "1996-08-01", "2014-08-01", 20),
    ("standard-2014-07", 2300, 90, 2300, "1999-08-01", "2014-08-01", 20),
    ("standard-2014-07", 2200, 90, 2400, "1999-08-01", "2014-08-01", 10),
    ("standard-2016", 2100, 90, 2299, "1998-01-01", "2016-12-31", 40),
    ("standard-2016", 2100, 90, 2299, "1998-12-31", "2017-01-01", 20),
    ("standard-2016", 2100, 90, 2300, "1999-01-01", "2017-01-01", 20),
    ("standard-2024-03", 1900, 90, 2299, "2006-05-01", "2024-12-31", 40),
    ("standard-2024-03", 1900, 90, 2299, "2006-05-01", "2025-01-01", 20),
    ("standard-2024-03", 2350, 10, 2350, "2010-05-01", "2025-01-01", 40),
    ("standard-2024-03", 2350, 30, 2350, "2010-05-01", "2025-01-01", 20),
    ("standard-2024-03", 2350, 10, 2400, "2010-05-01", "2025-01-01", 10),
    ("rapid-2012", 1500, 0, 1500, "2005-01-01", "2012-07-01", 20),
    ("rapid-2022-01", 2500, 90, 2500, ADULT, "2022-09-01", 20),
    ("rapid-2022-10", 2500, 90, 2500, ADULT, "2022-10-01", 10),
    ("blitz-2022-10", 1500, 29, 1500, ADULT, "2022-10-01", 40),
]  # fmt: skip


@pytest.mark.parametrize(("name", "rating", "games", "peak", "born", "on", "k"), K)
def test_k_on_both_sides_of_every_boundary(
    name: str, rating: int, games: int, peak: int, born: str, on: str, k: int
) -> None:
    def column(value: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.array([value], dtype=np.int64)

    basis = Basis(
        rating=column(rating * 100),
        games=column(games),
        peak=column(peak * 100),
        born=column(days.day_of(born) if born else 0),
        on=column(days.day_of(on)),
    )
    assert k_of(shipped(f"fide-{name}").k, basis)[0].tolist() == [k]


@pytest.mark.parametrize("rule_set_id", VERSIONS)
def test_k_is_that_of_the_list_before_from_2014_on(rule_set_id: str) -> None:
    one = shipped(rule_set_id)
    printed = one.valid_from >= "2014" and bool(one.k.conditions)
    assert one.k.by == ("list before" if printed else "reference")


def test_a_first_rating_of_2024_has_two_draws_against_1800_and_at_most_2200() -> None:
    for kind in ("standard", "rapid", "blitz"):
        first = shipped(f"fide-{kind}-2024-03").first_rating
        assert (first.hypothetical_draws, first.hypothetical_rating, first.highest) == (2, 180_000, 220_000)
        assert shipped(f"fide-{kind}-2022-01").first_rating.hypothetical_draws == 0


@pytest.mark.parametrize(
    ("rule_set_id", "block"),
    [
        ("fide-standard-2003-11", (3, 1.0, None)),
        ("fide-standard-2009-07", (3, 0.0, 1200)),
        ("fide-standard-2011-07", (0, 0.0, 1200)),
        ("fide-standard-2012-07", (0, 0.0, 1000)),
        ("fide-standard-2014-07", (0, 0.0, None)),
        ("fide-rapid-2012", (0, 0.0, 1200)),
    ],
)
def test_tournaments_of_newcomers_count_as_the_time_asked(
    rule_set_id: str, block: tuple[int, float, int | None]
) -> None:
    first = shipped(rule_set_id).first_rating
    least = None if first.block_least == UNRATED else first.block_least // 100
    assert (first.block_games, first.block_score / 2, least) == block


@pytest.mark.parametrize("rule_set_id", VERSIONS)
def test_the_round_robin_method_ends_with_2021(rule_set_id: str) -> None:
    one = shipped(rule_set_id)
    whole = one.first_rating.method == "one event/1"
    assert one.first_rating.round_robin == (whole and one.valid_from < "2022")
    assert whole == (one.valid_from >= "2003-11")


@pytest.mark.parametrize("rule_set_id", VERSIONS)
def test_a_full_score_has_a_number_since_2011(rule_set_id: str) -> None:
    one = shipped(rule_set_id)
    old = catalogue.find("fide-1990")
    differences = one.first_rating.differences
    assert differences[:50] == load(old.text, old.tables).first_rating.differences
    assert differences[50:] == ((800,) if one.valid_from >= "2011-07" else ())


def test_only_the_standard_rules_of_2025_exempt_players_from_2650() -> None:
    exempt = {rule_set_id for rule_set_id in VERSIONS if _exempt_from(rule_set_id) != UNRATED}
    assert exempt == {"fide-standard-2025-10"}
    assert _exempt_from("fide-standard-2025-10") == 265_000


def _exempt_from(rule_set_id: str) -> int:
    cap = shipped(rule_set_id).cap
    return UNRATED if cap is None else cap.exempt_from


def test_only_rapid_and_blitz_of_december_2024_leave_games_with_a_wide_gap_out() -> None:
    found = {rule_set_id: shipped(rule_set_id).not_rated for rule_set_id in VERSIONS}
    barring = {name: (one.gap_from, one.above) for name, one in found.items() if one}
    assert barring == {f"fide-{kind}-2024-12": (60_000, 260_000) for kind in ("rapid", "blitz")}


def test_rapid_and_blitz_rate_alike() -> None:
    for name in FAST:
        rows = comparison.differing(shipped(f"fide-rapid-{name}"), shipped(f"fide-blitz-{name}"))
        assert [row.path for row in rows] == ["title"]


def test_the_slope_of_2014_can_be_set_to_that_of_the_other_source() -> None:
    one = catalogue.find("fide-standard-2014-07")
    assert load(one.text, one.tables, {"per_half_point": "15"}).first_rating.per_half_point == 1_500


@pytest.mark.parametrize("one", catalogue.shipped(), ids=lambda one: one.id)
def test_every_section_of_every_rule_set_names_an_item_of_a_document(one: catalogue.ShippedRuleSet) -> None:
    rule_set = load(one.text, one.tables)
    keys = {source.key for source in rule_set.sources}
    for _path, section in every_section(rule_set):
        key, _comma, item = section.source.partition(",")
        assert key in keys
        assert item.strip()


@pytest.mark.parametrize("rule_set_id", VERSIONS)
def test_what_was_decided_here_is_marked_and_notes_are_sentences(rule_set_id: str) -> None:
    one = shipped(rule_set_id)
    decided = [section for _path, section in every_section(one) if section.source.startswith("decided,")]
    assert decided
    assert all(section.inferred for section in decided)
    for note in one.notes:
        assert "\n" not in note.text
        assert "  " not in note.text
        assert note.text.endswith(".")


@pytest.mark.parametrize(
    ("rule_set_id", "path", "words"),
    [
        ("fide-standard-2003-11", "first_rating", "worked table"),
        ("fide-standard-2008", "valid_from", "relatively recent"),
        ("fide-standard-2009-k30", "revoked_on", "never came into force"),
        ("fide-standard-2014-07", "first_rating.per_half_point", "The sources conflict"),
        ("fide-standard-2014-07", "k.conditions[2]", "the day before the 18th birthday"),
        ("fide-standard-2014-07", "k.limit", "August 2015"),
        ("fide-standard-2016", "valid_from", "January 2017"),
        ("fide-standard-2017-07", "k.limit", "18 games with K 40, 36 with 20 and 71 with 10"),
        ("fide-standard-2022-01", "cap", "One upgrade a tournament"),
        ("fide-standard-2024-03", "first_rating.months", "26 monthly lists"),
        ("fide-standard-2024-03", "first_rating.first_score", "does not become the first"),
        ("fide-standard-2024-03", "first_rating.below_floor", "the pool starts again"),
        ("fide-standard-2024-03", "first_rating.rounding", "halves up"),
        ("fide-standard-2025-10", "cap", "413"),
        ("fide-rapid-2012-07", "status", "2014 and of 2018"),
        ("fide-rapid-2012", "references", "treated as unrated"),
        ("fide-blitz-2022-10", "k", "December 2022"),
    ],
)
def test_what_is_in_doubt_has_a_note(rule_set_id: str, path: str, words: str) -> None:
    assert any(note.path == path and words in note.text for note in shipped(rule_set_id).notes)
