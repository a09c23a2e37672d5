"""The shipped rule sets hold exactly the numbers of their sources and of the decisions."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rulebook import catalogue
from ratingstore.rulebook.loader import load
from ratingstore.rulebook.sections import every_section
from ratingstore.rules.ruleset import MILLIONTHS, UNRATED, RuleSet

IDS = ("cbjd-1", "cbx-1", "cxc-2010", "cxc-2011", "cxc-2012", "cxc-2012-04", "elo-1", "fide-1990")
UPPER_EDGES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170,
    179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411,
    432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677,
)  # fmt: skip


@cache
def shipped(rule_set_id: str) -> RuleSet:
    found = catalogue.find(rule_set_id)
    return load(found.text, found.tables)


def k_of(rule_set: RuleSet, hundredths: int) -> list[int]:
    """The K of all bands that hold a rating; one, if the bands are right."""
    return [band.k for band in rule_set.k.bands if band.low <= hundredths <= band.high]


def rounding(rule_set: RuleSet, name: str) -> tuple[int, str] | None:
    found = getattr(rule_set, name)
    return found and (found.step, found.mode)


def test_eight_rule_sets_and_those_of_the_three_lists_of_fide_are_shipped() -> None:
    lists = ("fide-standard-", "fide-rapid-", "fide-blitz-")
    assert tuple(one.id for one in catalogue.shipped() if not one.id.startswith(lists)) == IDS


@pytest.mark.parametrize(
    ("rule_set_id", "valid_from", "status", "trial_until", "frozen_until"),
    [
        ("cbjd-1", "1900-01-01", "firm", "", ""),
        ("cbx-1", "1900-01-01", "firm", "", ""),
        ("elo-1", "1900-01-01", "firm", "", ""),
        ("cxc-2010", "1900-01-01", "inferred", "", ""),
        ("cxc-2011", "2011-01-01", "inferred", "", ""),
        ("fide-1990", "1990-01-01", "inferred", "", ""),
        ("cxc-2012", "2012-01-01", "trial", "2012-03-31", ""),
        ("cxc-2012-04", "2012-04-01", "firm", "", "2012-12-31"),
    ],
)
def test_dates_and_status_are_those_of_the_sources(
    rule_set_id: str, valid_from: str, status: str, trial_until: str, frozen_until: str
) -> None:
    one = shipped(rule_set_id)
    assert (one.valid_from, one.status) == (valid_from, status)
    assert (one.trial_until, one.frozen_until) == (trial_until, frozen_until)


@pytest.mark.parametrize("rule_set_id", [one for one in IDS if one != "elo-1"])
def test_all_bodies_but_elo_read_the_one_table_of_51_rows(rule_set_id: str) -> None:
    expected = shipped(rule_set_id).expected
    assert (expected.method, expected.table) == ("table/1", "expected-fide")
    assert expected.upper == UPPER_EDGES
    assert expected.high == tuple(range(500_000, 1_000_001, 10_000))


def test_the_table_is_the_one_that_the_draughts_and_the_cbx_source_print(shared: Path) -> None:
    edges = shipped("cbx-1").expected.upper
    rows = list(zip((0, *(edge + 1 for edge in edges)), edges, range(50, 100), strict=False))
    page = next((shared / "seeds").glob("001_*")).read_text(encoding="utf-8")
    printed = re.findall(r"^(\d+)-(\d+) 0\.(\d\d) 0\.(\d\d)$", page, re.MULTILINE)
    assert [(int(low), int(high), int(higher)) for low, high, higher, _ in printed] == rows
    assert all(int(higher) + int(lower) == 100 for _, _, higher, lower in printed)
    text = re.sub(r"[|\s]+", " ", next((shared / "seeds").glob("000_*")).read_text(encoding="utf-8"))
    columns = re.findall(r"(\d+) a (\d+) 0,(\d\d) (\d+) a (\d+) 0,(\d\d)", text)
    assert [(int(low), int(high), int(higher)) for low, high, higher, *_ in columns] == rows
    assert all(int(higher) + int(lower) == 100 for _, _, higher, _, _, lower in columns)


def test_the_table_of_differences_is_the_one_that_the_article_prints(shared: Path) -> None:
    article = next((shared / "seeds").glob("004_*")).read_text(encoding="utf-8")
    table = article.partition("1ª TABLA")[2].partition("1B TABLA")[0]
    printed = {int(p): int(dp) for p, dp in re.findall(r"\.(\d\d)\s+(-?\d+)(?![\d.])", table)}
    first = shipped("fide-1990").first_rating
    assert first.differences == DIFFERENCES
    assert printed == {p: sign * dp for p, sign, dp in _both_halves(first.differences)}
    assert re.search(r"1\.0 \.83", table)  # a full score has no number
    assert re.search(r"\.00\s+\.84", table)  # nor has none


def _both_halves(differences: tuple[int, ...]) -> list[tuple[int, int, int]]:
    above = [(percent, 1, dp) for percent, dp in enumerate(differences, 50)]
    return above + [(100 - percent, -1, dp) for percent, _sign, dp in above[1:]]


def test_the_article_prints_one_cell_of_the_table_of_scores_wrong(shared: Path) -> None:
    article = next((shared / "seeds").glob("004_*")).read_text(encoding="utf-8")
    cells = re.findall(r"(\d+)-(\d+)\s+\.(\d\d)\s+\.(\d\d)", article.partition("1B TABLA")[2])
    rows = sorted((int(low), int(high), int(h), int(lower)) for low, high, h, lower in cells)
    edges = shipped("fide-1990").expected.upper
    lows = (0, *(edge + 1 for edge in edges))
    assert [row[:3] for row in rows] == list(zip(lows, edges, range(50, 100), strict=False))
    assert [row for row in rows if row[2] + row[3] != 100] == [(375, 391, 91, 89)]


@pytest.mark.parametrize(
    ("rule_set_id", "rating", "k"),
    [
        ("cbjd-1", 0, 40), ("cbjd-1", 1999, 40), ("cbjd-1", 2000, 30), ("cbjd-1", 2199, 30),
        ("cbjd-1", 2200, 20), ("cbjd-1", 2399, 20), ("cbjd-1", 2400, 10), ("cbjd-1", 3500, 10),
        ("cbx-1", 0, 45), ("cbx-1", 1900, 45), ("cbx-1", 1901, 30), ("cbx-1", 2200, 30),
        ("cbx-1", 2201, 15), ("cbx-1", 2350, 15), ("cbx-1", 2351, 10), ("cbx-1", 3000, 10),
        ("cxc-2010", 1200, 15), ("cxc-2011", 1200, 15), ("cxc-2012", 2600, 15), ("cxc-2012-04", -50, 15),
        ("elo-1", 1500, 20),
        ("fide-1990", 2000, 15), ("fide-1990", 2399, 15), ("fide-1990", 2400, 10), ("fide-1990", 2800, 10),
    ],
)  # fmt: skip
def test_k_on_both_sides_of_every_boundary(rule_set_id: str, rating: int, k: int) -> None:
    assert k_of(shipped(rule_set_id), rating * 100) == [k]


@pytest.mark.parametrize(("rule_set_id", "k"), [("cbjd-1", 40), ("cbx-1", 30)])
def test_a_rating_with_a_fraction_has_the_k_of_the_whole_points_below_it(rule_set_id: str, k: int) -> None:
    assert k_of(shipped(rule_set_id), 199_999) == [k]


@given(rating=st.integers(-10_000_000, 10_000_000), rule_set_id=st.sampled_from(IDS))
def test_every_rating_has_exactly_one_k(rating: int, rule_set_id: str) -> None:
    assert len(k_of(shipped(rule_set_id), rating)) == 1


def test_cbjd_rates_a_tournament_against_the_mean_on_the_draughts_scale() -> None:
    one = shipped("cbjd-1")
    assert (one.unit.kind, one.unit.selected_by, one.unit.period) == ("tournament", "tournament start", "")
    assert (one.references.own, one.references.opponent) == ("unit start", "unit start")
    assert (one.score.points, one.score.multiplier) == (2, MILLIONTHS // 2)
    assert one.expected.against == "mean of opponents"
    assert (one.cap, one.bounds, one.game_rounding) == (None, None, None)
    assert rounding(one, "unit_rounding") == (100, "half up")
    assert rounding(one, "shown") == (100, "half up")
    assert one.unrated_opponent.method == "no effect/1"
    assert one.first_rating.method == "none/1"


def test_cbx_rates_a_tournament_against_the_mean_between_0_and_3000() -> None:
    one = shipped("cbx-1")
    assert (one.unit.kind, one.unit.selected_by) == ("tournament", "tournament start")
    assert (one.references.own, one.references.opponent) == ("unit start", "unit start")
    assert (one.score.points, one.score.multiplier) == (1, MILLIONTHS)
    assert one.expected.against == "mean of opponents"
    assert (one.cap, one.game_rounding) == (None, None)
    assert one.bounds
    assert (one.bounds.low, one.bounds.high) == (0, 300_000)
    assert rounding(one, "unit_rounding") == (100, "half up")
    assert one.unrated_opponent.method == "no effect/1"


def test_cbx_gives_a_first_rating_after_sixteen_games_against_rated_opponents() -> None:
    first = shipped("cbx-1").first_rating
    assert (first.method, first.per_share, first.per_point) == ("mean and score/1", 80_000, 0)
    assert (first.minimum_games, first.minimum_tournaments) == (16, 0)
    assert (first.opponents, first.unrated_as) == ("rated", UNRATED)
    assert first.rounding
    assert (first.rounding.step, first.rounding.mode) == (100, "half up")


@pytest.mark.parametrize(
    ("rule_set_id", "barrier"), [("cxc-2011", 300), ("cxc-2012", 400), ("cxc-2012-04", 400)]
)
def test_cxc_rates_a_month_game_by_game_behind_a_barrier(rule_set_id: str, barrier: int) -> None:
    one = shipped(rule_set_id)
    assert (one.unit.kind, one.unit.selected_by, one.unit.period) == ("period", "period start", "month")
    assert (one.references.own, one.references.opponent) == ("list in force", "list in force")
    assert (one.score.points, one.score.multiplier) == (1, MILLIONTHS)
    assert one.expected.against == "each opponent"
    assert one.cap
    assert (one.cap.points, one.cap.side) == (barrier * 100, "higher")
    assert rounding(one, "game_rounding") == (10, "half away from zero")
    assert rounding(one, "unit_rounding") is None
    assert rounding(one, "shown") == (100, "half up")
    assert one.bounds is None


def test_cxc_until_2010_rates_a_tournament_of_a_month_against_the_mean() -> None:
    one = shipped("cxc-2010")
    assert (one.unit.kind, one.unit.selected_by, one.unit.period) == ("period", "period start", "month")
    assert (one.references.own, one.references.opponent) == ("list in force", "list in force")
    assert one.expected.against == "mean of opponents"
    assert one.cap
    assert (one.cap.points, one.cap.side) == (30_000, "higher")
    assert rounding(one, "game_rounding") == (10, "half away from zero")
    assert rounding(one, "unit_rounding") is None
    assert rounding(one, "shown") == (100, "half up")
    assert one.expected.inferred
    assert one.cap.inferred


def test_cxc_of_2011_differs_from_that_of_2010_in_the_mean_only() -> None:
    old, new = shipped("cxc-2010"), shipped("cxc-2011")
    # What is read into the source differs too, but not the numbers.
    same = (
        "unit",
        "references",
        "score",
        "game_rounding",
        "unrated_opponent",
        "first_rating",
        "shown",
        "late",
    )
    assert [getattr(old, key) for key in same] == [getattr(new, key) for key in same]
    assert (old.k.bands, old.settable) == (new.k.bands, new.settable)
    assert (old.expected.against, new.expected.against) == ("mean of opponents", "each opponent")


@pytest.mark.parametrize("rule_set_id", ["cxc-2010", "cxc-2011"])
def test_cxc_until_2011_lets_an_unrated_opponent_stand_in_with_his_performance(rule_set_id: str) -> None:
    unrated = shipped(rule_set_id).unrated_opponent
    assert (unrated.method, unrated.per_share, unrated.unrated_as) == ("performance/1", 40_000, 180_000)
    assert unrated.rounding
    assert (unrated.rounding.step, unrated.rounding.mode) == (100, "half up")
    assert unrated.inferred


@pytest.mark.parametrize("rule_set_id", ["cxc-2010", "cxc-2011"])
def test_cxc_until_2011_gives_a_first_rating_after_two_tournaments(rule_set_id: str) -> None:
    first = shipped(rule_set_id).first_rating
    assert (first.method, first.per_share, first.per_point) == ("mean and score/1", 40_000, 0)
    assert (first.minimum_games, first.minimum_tournaments) == (0, 2)
    assert (first.minimum_games_a_tournament, first.minimum_score) == (0, 0)
    assert (first.opponents, first.unrated_as) == ("all", 180_000)
    assert first.inferred


@pytest.mark.parametrize("rule_set_id", ["cxc-2012", "cxc-2012-04"])
def test_cxc_from_2012_gives_a_first_rating_after_nine_games_against_rated_opponents(
    rule_set_id: str,
) -> None:
    one = shipped(rule_set_id)
    assert one.unrated_opponent.method == "no effect/1"
    first = one.first_rating
    assert (first.method, first.per_share, first.per_point) == ("mean and score/1", 0, 5_000)
    assert (first.minimum_games, first.minimum_tournaments) == (9, 0)
    assert (first.opponents, first.unrated_as) == ("rated", UNRATED)


def test_elo_rates_each_game_with_running_ratings_by_the_formula() -> None:
    one = shipped("elo-1")
    assert (one.unit.kind, one.unit.selected_by) == ("game", "game date")
    assert (one.references.own, one.references.opponent) == ("running", "running")
    assert (one.expected.method, one.expected.against) == ("logistic/1", "each opponent")
    assert (one.expected.table, one.expected.upper, one.expected.high) == ("", (), ())
    assert (one.score.points, one.cap, one.bounds) == (1, None, None)
    assert rounding(one, "game_rounding") == (1, "half away from zero")
    assert rounding(one, "unit_rounding") is None
    assert rounding(one, "shown") == (100, "half up")
    assert one.first_rating.method == "none/1"
    assert one.settable == ("k",)


def test_fide_of_the_1990s_rates_whole_tournaments_for_the_list_of_the_half_year() -> None:
    one = shipped("fide-1990")
    unit, at_start = one.unit, "list at tournament start"
    assert (unit.kind, unit.period, unit.lands_by) == ("period", "half year", "tournament end")
    assert unit.selected_by == "tournament start"
    assert (one.references.own, one.references.opponent) == (at_start, at_start)
    assert one.expected.against == "mean of opponents"
    assert [(new.games_below, new.k) for new in one.k.conditions] == [(30, 25)]
    assert (one.cap, one.bounds, one.game_rounding) == (None, None, None)
    assert rounding(one, "unit_rounding") == (500, "half up")
    assert rounding(one, "shown") == (100, "half up")
    assert one.unrated_opponent.method == "no effect/1"
    assert one.floor
    assert one.floor.low == 200_000


def test_fide_of_the_1990s_gives_a_first_rating_from_performances() -> None:
    first = shipped("fide-1990").first_rating
    assert (first.method, first.per_half_point, first.minimum_games) == ("performances/1", 1_250, 9)
    assert (first.least, first.olympiad, first.olympiad_women) == (200_500, 220_000, 205_000)
    assert first.rounding
    assert (first.rounding.step, first.rounding.mode) == (500, "half up")
    assert (first.inferred, first.rounding.inferred) == (False, False)


def test_what_is_not_stated_for_rated_players_of_the_1990s_is_marked() -> None:
    one = shipped("fide-1990")
    parts = (one.references, one.expected, one.k, one.unit_rounding, one.floor, one.unrated_opponent)
    assert all(part and part.inferred for part in parts)


@pytest.mark.parametrize("rule_set_id", IDS)
def test_what_this_program_decided_is_marked_and_late_reports_restate(rule_set_id: str) -> None:
    one = shipped(rule_set_id)
    decided = [section for _, section in every_section(one) if section.source.startswith("decided,")]
    assert decided
    assert all(section.inferred for section in decided)
    assert one.late.policy == "restate"
    assert all(note.inferred for note in one.notes if note.path == "valid_from")


@pytest.mark.parametrize(
    ("rule_set_id", "path", "words"),
    [
        ("cbjd-1", "score.multiplier", "without the factor 0.5"),
        ("cbjd-1", "unit_rounding.mode", "2128.5"),
        ("cbjd-1", "expected.table.rows[1]", "equality"),
        ("cbjd-1", "score.points", "7 opponents"),
        ("cbx-1", "first_rating.per_share", "2106"),
        ("cbx-1", "k.bands", "share their ends"),
        ("cbx-1", "title", "FIDE"),
        ("cbx-1", "expected", "lacks its formula"),
        ("cbx-1", "expected.table.rows[51].from", "736"),
        ("cbx-1", "expected.table.rows[42].lower", ".89"),
        ("cxc-2010", "status", "a tournament, not a game"),
        ("cxc-2010", "cap.points", "85%"),
        ("cxc-2010", "game_rounding", "11.25"),
        ("cxc-2011", "valid_from", "cxc-2010"),
        ("cxc-2011", "first_rating.minimum_score", "minimum of points"),
        ("cxc-2011", "game_rounding", "2.25"),
        ("cxc-2012", "first_rating.per_point", "misprint for plus"),
        ("cxc-2012", "first_rating.per_point", "25 points down"),
        ("cxc-2012", "unrated_opponent.method", "Read together"),
        ("cxc-2012", "valid_from", "February"),
        ("cxc-2012", "cap.points", "412"),
        ("cxc-2012-04", "first_rating.opponents", "does not start it anew"),
        ("cxc-2012-04", "valid_from", "None is known to have been accepted"),
        ("elo-1", "expected.method", "odds"),
        ("fide-1990", "expected.table.rows[42].lower", ".89"),
        ("fide-1990", "first_rating.table.rows[50].p", "empty"),
        ("fide-1990", "first_rating.table.rows[50].p", "0 or 100%"),
        ("fide-1990", "first_rating.table.rows", "broken over lines"),
        ("fide-1990", "first_rating.olympiad", "una na Olimpíada"),
        ("fide-1990", "first_rating.minimum_games", "nine"),
        ("fide-1990", "first_rating.least", "the third"),
        ("fide-1990", "first_rating.rounding", "2272.5"),
        ("fide-1990", "k.bands", "2003"),
        ("fide-1990", "cap", "350"),
        ("fide-1990", "references", "rated with his current rating"),
    ],
)
def test_a_slip_of_a_source_and_a_reading_of_it_has_a_note(rule_set_id: str, path: str, words: str) -> None:
    assert any(note.path == path and words in note.text for note in shipped(rule_set_id).notes)


@pytest.mark.parametrize("rule_set_id", IDS)
def test_notes_are_sentences_on_one_line(rule_set_id: str) -> None:
    for note in shipped(rule_set_id).notes:
        assert "\n" not in note.text
        assert "  " not in note.text
        assert note.text.endswith(".")
