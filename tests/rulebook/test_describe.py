"""What ``rules show`` lists: every value as its file writes it, with source and notes."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from ratingstore.rulebook import catalogue
from ratingstore.rulebook.describe import Row, describe
from ratingstore.rulebook.loader import load
from ratingstore.rulebook.sections import every_section
from ratingstore.rules.ruleset import RuleSet

HERE = Path(__file__).parent
SOUND = (HERE / "sound.toml").read_text(encoding="utf-8")
TABLES = {"four": (HERE / "four.toml").read_text(encoding="utf-8")}
UNION = (HERE / "union.toml").read_text(encoding="utf-8")
BOTH = {**TABLES, "fifty": (HERE / "fifty.toml").read_text(encoding="utf-8")}
ALL = [one.id for one in catalogue.shipped()]


@cache
def shipped(rule_set_id: str) -> RuleSet:
    one = catalogue.find(rule_set_id)
    return load(one.text, one.tables)


def by_path(rule_set: RuleSet) -> dict[str, Row]:
    return {row.path: row for row in describe(rule_set)}


def test_the_rows_of_a_rule_set_stand_in_the_order_of_its_file() -> None:
    assert describe(load(SOUND, TABLES)) == [
        ("id", "club-1", "book, 1", ""),
        ("body", "club", "book, 1", ""),
        ("title", "Regras do clube (the club's rules)", "book, 1", ""),
        ("valid_from", "2020-01-01", "book, 1", ""),
        ("status", "firm", "book, 1", ""),
        ("unit.kind", "period", "book, 2", ""),
        ("unit.selected_by", "period start", "book, 2", ""),
        ("unit.period", "month", "book, 2", ""),
        ("references.own", "list in force", "book, 2", ""),
        ("references.opponent", "list in force", "book, 2", ""),
        ("score.points", "1", "book, 3", ""),
        ("expected.method", "table/1", "book, 4", ""),
        ("expected.against", "each opponent", "book, 4", ""),
        ("expected.table", "four", "book, 4", ""),
        ("expected.table.rows[4].from", "", "", "The book says 736 alone."),
        ("cap.points", "400", "book, 5", ""),
        ("cap.side", "higher", "book, 5", ""),
        ("k.bands[1]", "high 1999, k 40", "book, 6", ""),
        ("k.bands[2]", "low 2000, high 2399, k 20", "book, 6", ""),
        ("k.bands[3]", "low 2400, k 10", "book, 6", ""),
        ("game_rounding.step", "0.1", "book, 7", ""),
        ("game_rounding.mode", "half up", "book, 7", ""),
        ("unrated_opponent.method", "no effect/1", "book, 8", ""),
        ("first_rating.method", "mean and score/1", "book, 9", ""),
        ("first_rating.per_point", "50", "book, 9", ""),
        ("first_rating.minimum_games", "9", "book, 9", ""),
        ("first_rating.rounding.step", "1", "book, 9", ""),
        ("first_rating.rounding.mode", "half up", "book, 9", ""),
        ("bounds.low", "0", "book, 10", ""),
        ("bounds.high", "3000", "book, 10", ""),
        ("shown", "", "book, 11", "inferred: Not said; the nearest whole number."),
        ("shown.step", "1", "book, 11", "inferred"),
        ("shown.mode", "half up", "book, 11", "inferred"),
        ("late.policy", "restate", "book, 12", ""),
        ("settable", "k", "", ""),
        (
            "sources.book",
            "Livro do clube (the club's book)",
            "",
            "published_on 2019-12; checked_on 2026-11-30",
        ),
    ]


def test_numbers_are_written_as_in_the_file() -> None:
    cbjd, elo, old = by_path(shipped("cbjd-1")), by_path(shipped("elo-1")), by_path(shipped("cxc-2011"))
    assert cbjd["score.points"].value == "2"
    assert cbjd["score.multiplier"].value == "0.5"
    assert elo["game_rounding.step"].value == "0.01"
    assert old["unrated_opponent.unrated_as"].value == "1800"
    assert old["first_rating.per_share"].value == "400"


def test_what_only_newcomers_have_is_written_as_in_the_file() -> None:
    fide = by_path(shipped("fide-1990"))
    assert fide["k.conditions[1]"].value == "games_below 30, k 25"
    assert fide["first_rating.per_half_point"].value == "12.5"
    assert fide["first_rating.table"].value == "dp-fide"
    assert (fide["first_rating.least"].value, fide["floor.low"].value) == ("2005", "2000")
    assert (fide["first_rating.olympiad"].value, fide["first_rating.olympiad_women"].value) == (
        "2200",
        "2050",
    )
    assert (fide["unit.period"].value, fide["unit.lands_by"].value) == ("half year", "tournament end")
    assert "first_rating.differences" not in fide


def test_what_monthly_lists_have_is_written_as_in_the_file() -> None:
    union = by_path(load(UNION, BOTH))
    assert {path: row.value for path, row in union.items() if path in WRITTEN} == WRITTEN


WRITTEN = {
    "unit.closing_days": "5",
    "references.fallback": "union-slow",
    "cap.exempt_from": "2500",
    "not_rated.gap_from": "700",
    "not_rated.above": "2300",
    "k.conditions[1]": "peak_from 2250, k 9",
    "k.conditions[2]": "rating_below 2100, peak_below 2200, age_to 16, age_by birthday, k 45",
    "k.conditions[3]": "rating_from 1000, games_below 12, k 54",
    "k.by": "list before",
    "k.limit": "540",
    "unit_rounding.of": "change",
    "first_rating.per_half_point": "17.5",
    "first_rating.hypothetical_draws": "1",
    "first_rating.hypothetical_rating": "1500",
    "first_rating.block_score": "0.5",
    "first_rating.block_least": "900",
    "first_rating.first_score": "1",
    "first_rating.highest": "1900",
    "first_rating.round_robin": "true",
    "first_rating.below_floor": "keep",
    "late.policy": "next list",
    "late.lists": "4",
}


def test_a_value_that_an_adoption_set_is_shown_as_it_holds() -> None:
    old = catalogue.find("cxc-2011")
    assert by_path(shipped("cxc-2011"))["first_rating.minimum_score"].value == "0"
    changed = load(old.text, old.tables, {"minimum_score": "2.5"})
    assert by_path(changed)["first_rating.minimum_score"].value == "2.5"


def test_a_note_about_what_the_rule_set_does_not_have_is_a_row_without_a_value() -> None:
    row = by_path(shipped("cbjd-1"))["cap"]
    assert (row.value, row.source) == ("", "")
    assert row.note.startswith("inferred: ")


def test_a_note_about_a_key_without_a_row_of_its_own_stands_at_the_end() -> None:
    text = SOUND + '\n[[notes]]\npath = "source"\ntext = "The book is out of print."\n'
    assert describe(load(text, TABLES))[-1] == ("source", "", "", "The book is out of print.")


def test_the_note_of_a_section_stands_before_its_values() -> None:
    text = SOUND.replace('source = "book, 5"', 'source = "book, 5"\nnote = "Since the last meeting."')
    paths = [row.path for row in describe(load(text, TABLES))]
    assert by_path(load(text, TABLES))["cap"].note == "Since the last meeting."
    assert paths.index("cap") == paths.index("cap.points") - 1


@pytest.mark.parametrize("rule_set_id", ALL)
def test_every_section_every_note_and_every_document_is_shown(rule_set_id: str) -> None:
    rule_set = shipped(rule_set_id)
    rows = describe(rule_set)
    for path, section in every_section(rule_set):
        own = [row for row in rows if row.path.startswith(f"{path}.") or row.path.startswith(f"{path}[")]
        assert any(row.source == section.source for row in own)
    for note in rule_set.notes:
        assert any(row.path == note.path and note.text in row.note for row in rows)
    for source in rule_set.sources:
        assert any(row.value == source.title for row in rows)


@pytest.mark.parametrize("rule_set_id", ALL)
def test_no_path_is_shown_twice(rule_set_id: str) -> None:
    paths = [row.path for row in describe(shipped(rule_set_id))]
    assert len(paths) == len(set(paths))


def test_every_field_of_a_rule_set_has_its_place() -> None:
    hidden = {"source", "notes"}
    shown = {row.path.partition(".")[0].partition("[")[0] for row in _rows_of_all()}
    assert {field.name for field in fields(RuleSet)} - hidden == shown


def _rows_of_all() -> list[Row]:
    text = SOUND.replace(
        'status = "firm"', 'status = "trial"\ntrial_until = 2020-06-30\nfrozen_until = 2020-12-31'
    )
    dated = text.replace('body = "club"', 'body = "club"\ndecided_on = 2019-11-01\npublished_on = 2019-12-01')
    others = ("cbx-1", "fide-1990", "fide-standard-2009-k30", "fide-rapid-2024-12")
    return [row for one in (load(dated, TABLES), *map(shipped, others)) for row in describe(one)]
