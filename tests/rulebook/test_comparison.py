"""What differs between two rule sets: values, and nothing that rates no game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ratingstore.rulebook import catalogue
from ratingstore.rulebook.comparison import Difference, differing, rates_nothing
from ratingstore.rulebook.loader import load
from ratingstore.rules.ruleset import RuleSet

HERE = Path(__file__).parent
SOUND = (HERE / "sound.toml").read_text(encoding="utf-8")
TABLE = (HERE / "four.toml").read_text(encoding="utf-8")
FEDERATION = (HERE / "federation.toml").read_text(encoding="utf-8")
FIFTY = (HERE / "fifty.toml").read_text(encoding="utf-8")
BOTH = {"four": TABLE, "fifty": FIFTY}
ALL = [one.id for one in catalogue.shipped()]


def sound(*pairs: tuple[str, str], table: str = TABLE) -> RuleSet:
    text = SOUND
    for old, new in pairs:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return load(text, {**BOTH, "four": table})


@cache
def shipped(rule_set_id: str) -> RuleSet:
    one = catalogue.find(rule_set_id)
    return load(one.text, one.tables)


@pytest.mark.parametrize("rule_set_id", ALL)
def test_a_rule_set_does_not_differ_from_itself(rule_set_id: str) -> None:
    assert differing(shipped(rule_set_id), shipped(rule_set_id)) == []


def test_a_changed_value_is_told_with_both_sources() -> None:
    new = sound(("points = 400", "points = 350"), ('source = "book, 5"', 'source = "book, 55"'))
    assert differing(sound(), new) == [Difference("cap.points", "400", "350", "book, 5", "book, 55")]


def test_ids_notes_sources_and_when_a_document_was_looked_at_are_no_difference() -> None:
    new = sound(
        ('id = "club-1"', 'id = "club-2"'),
        ("Not said; the nearest whole number.", "Still not said."),
        ('source = "book, 4"', 'source = "book, 44"'),
        ("checked_on = 2026-11-30", "checked_on = 2026-11-29"),
    )
    assert differing(sound(), new) == []


def test_another_title_and_other_documents_are_told_but_rate_nothing() -> None:
    new = sound(
        ("Regras do clube", "Novas regras do clube"),
        ('key = "book"', 'key = "letter"\ntitle = "Carta (a letter)"\n\n[[sources]]\nkey = "book"'),
        ('published_on = "2019-12"', 'published_on = "2020"'),
    )
    found = differing(sound(), new)
    assert [row[:3] for row in found] == [
        ("title", "Regras do clube (the club's rules)", "Novas regras do clube (the club's rules)"),
        (
            "sources.book",
            "Livro do clube (the club's book) (2019-12)",
            "Livro do clube (the club's book) (2020)",
        ),
        ("sources.letter", "", "Carta (a letter)"),
    ]
    assert all(rates_nothing(row) for row in found)


def test_a_number_that_a_file_does_not_speak_of_is_empty() -> None:
    rows = {
        row.path: row[1:3]
        for row in differing(shipped("fide-standard-2022-01"), shipped("fide-standard-2024-03"))
    }
    assert rows["first_rating.per_half_point"] == ("20", "")
    assert rows["late.lists"] == ("", "3")


def test_what_only_one_of_them_has_is_empty_on_the_other_side() -> None:
    without = sound(('[bounds]\nlow = 0\nhigh = 3000\nsource = "book, 10"\n\n', ""))
    assert differing(sound(), without) == [
        Difference("bounds.low", "0", "", "book, 10", ""),
        Difference("bounds.high", "3000", "", "book, 10", ""),
    ]
    assert [row[1:3] for row in differing(without, sound())] == [("", "0"), ("", "3000")]


def test_a_default_that_a_file_writes_out_is_no_difference() -> None:
    assert differing(sound(), sound(("minimum_games = 9", 'minimum_games = 9\nopponents = "rated"'))) == []


def test_a_source_that_is_read_into_is_marked_on_its_side() -> None:
    firm = sound(('source = "book, 11"\ninferred = true', 'source = "book, 11"'), ("inferred = true", ""))
    (row,) = differing(sound(), sound(("step = 1\nmode", "step = 5\nmode")))
    assert (row.path, row.source_a, row.source_b) == (
        "shown.step",
        "book, 11 (inferred)",
        "book, 11 (inferred)",
    )
    assert differing(firm, sound()) == []


def test_two_tables_of_one_name_differ_by_their_rows() -> None:
    other = TABLE.replace("higher = 0.75, lower = 0.25", "higher = 0.70, lower = 0.30")
    assert [row[:3] for row in differing(sound(), sound(table=other))] == [
        ("expected.table.rows[2]", "101-300: 0.75", "101-300: 0.70")
    ]
    fifty = FIFTY.replace("p = 0.51, dp = 10", "p = 0.51, dp = 11")
    league = load(FEDERATION, BOTH), load(FEDERATION, {**BOTH, "fifty": fifty})
    assert [row[:3] for row in differing(*league)] == [("first_rating.table.rows[2]", "0.51: 10", "0.51: 11")]


def test_a_table_that_only_one_has_is_told_by_its_name() -> None:
    rows = {row.path: row for row in differing(sound(), load(FEDERATION, BOTH))}
    assert (rows["first_rating.table"].a, rows["first_rating.table"].b) == ("", "fifty")
    assert [path for path in rows if ".rows[" in path] == []


def test_differences_stand_in_the_order_of_a_file() -> None:
    sections = [row.path.partition(".")[0] for row in differing(shipped("cbx-1"), shipped("fide-1990"))]
    order = [
        "body",
        "title",
        "valid_from",
        "status",
        "unit",
        "references",
        "k",
        "unit_rounding",
        "first_rating",
    ]
    assert list(dict.fromkeys(sections)) == [*order, "bounds", "floor", "sources"]


def test_what_an_adoption_sets_is_a_difference() -> None:
    elo = catalogue.find("elo-1")
    fast = load(elo.text, elo.tables, {"k": "32"})
    assert [row[:3] for row in differing(shipped("elo-1"), fast)] == [("k.bands[1]", "k 20", "k 32")]
