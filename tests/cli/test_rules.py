"""The rulebook can be read without any store; what lists have adopted, with one."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ratingstore.rulebook import catalogue
from tests.cli.conftest import Finished, Run
from tests.cli.fake_api import FakeApi
from tests.evidence import ROOT

IDS = [one.id for one in catalogue.shipped()]
FILES = ROOT / "tests" / "rulebook"
Rules = Callable[..., Finished]


@pytest.fixture
def rules(run: Run, tmp_path: Path) -> Rules:
    """The commands of the rulebook on a store whose list cxc has just followed its calendar."""
    store = ("--db", tmp_path / "club.db")

    def finished(*words: str) -> Finished:
        return run(*store, "rules", *words)

    assert finished("adopt", "cxc", "--list", "cxc").code == 0
    return finished


def head_of(done: Finished) -> list[str]:
    """The lines before the first empty one."""
    assert done.code == 0, done.err
    return done.out.partition("\n\n")[0].splitlines()


def diff_of(done: Finished) -> dict[str, tuple[str, ...]]:
    """The rows of ``rules diff --format csv`` by path."""
    assert done.code == 0, done.err
    header, *rows = csv.reader(io.StringIO(done.out))
    assert header == ["path", "a", "b", "source_a", "source_b"]
    return {row[0]: tuple(row[1:]) for row in rows}


def test_without_a_store_list_shows_what_is_shipped(run: Run, fake: FakeApi) -> None:
    fake.missing = True
    done = run("rules", "list", "--format", "json")
    assert (done.code, done.err) == (0, "")
    listed = json.loads(done.out)
    assert [row["rule_set"] for row in listed] == IDS
    assert {row["list"] for row in listed} == {None}


def test_where_a_store_is_it_answers(run: Run, fake: FakeApi) -> None:
    assert run("rules", "list").code == 0
    assert [name for name, _given in fake.calls] == ["open", "rules_list", "close"]
    assert fake.called("open")["create"] is False


@pytest.mark.parametrize("rule_set", IDS)
def test_show_gives_every_value_with_its_source(run: Run, rule_set: str) -> None:
    done = run("rules", "show", rule_set, "--format", "json")
    assert done.code == 0
    rows = {row["path"]: row for row in json.loads(done.out)}
    assert rows["id"]["value"] == rule_set
    assert all(row["source"] for row in rows.values() if row["path"].startswith("k.bands[") and row["value"])


def test_show_prints_notes_in_paragraphs_that_lose_no_word(run: Run) -> None:
    rows = json.loads(run("rules", "show", "cxc-2012", "--format", "json").out)
    notes = [row["note"] for row in rows if row["note"]]
    printed = run("rules", "show", "cxc-2012").out.partition("\n\n")[2]
    assert notes
    for note in notes:
        assert " ".join(note.split()) in " ".join(printed.split())
    assert max(len(line) for line in printed.partition("\n\n")[2].splitlines()) <= 102


def test_an_unknown_rule_set_is_2_with_what_was_probably_meant(run: Run) -> None:
    done = run("rules", "show", "cxc-2021")
    assert done.code == 2
    assert done.err.startswith("error: there is no rule set cxc-2021")
    assert "cxc-201" in done.err.splitlines()[1]


def test_show_says_first_until_when_a_rule_set_is_on_trial(run: Run) -> None:
    name, *head = head_of(run("rules", "show", "cxc-2012"))
    assert name.startswith("cxc-2012: ")
    assert head == ["valid from 2012-01-01", "on trial until 2012-03-31"]


def test_show_says_first_until_when_a_rule_set_is_fixed(run: Run) -> None:
    _name, *head = head_of(run("rules", "show", "cxc-2012-04"))
    assert head == [
        "valid from 2012-04-01",
        "fixed until 2012-12-31: another rule set before that needs a reason",
    ]


@pytest.mark.parametrize("rule_set", ["cxc-2010", "cxc-2011", "fide-1990"])
def test_show_says_first_and_at_every_value_what_is_inferred(run: Run, rule_set: str) -> None:
    assert head_of(run("rules", "show", rule_set))[2].startswith("inferred: no source states these rules")
    rows = {row["path"]: row for row in json.loads(run("rules", "show", rule_set, "--format", "json").out)}
    assert rows["references.own"]["note"].startswith("inferred")
    assert rows["expected.against"]["note"].startswith("inferred") or rule_set == "cxc-2011"
    assert rows["score.points"]["note"] == ""


@pytest.mark.parametrize("kind", ["csv", "json", "jsonl", "md"])
def test_show_keeps_the_rows_of_other_formats_apart_from_what_it_says_first(run: Run, kind: str) -> None:
    done = run("rules", "show", "cxc-2012", "--format", kind)
    assert "on trial until 2012-03-31" in done.err.splitlines()
    assert "on trial until" not in done.out


def test_show_takes_a_clubs_own_file(run: Run, tmp_path: Path) -> None:
    for name in ("sound.toml", "four.toml"):
        shutil.copy(FILES / name, tmp_path)
    assert head_of(run("rules", "show", tmp_path / "sound.toml"))[0].startswith("club-1: ")


@pytest.mark.parametrize(
    ("day", "rule_set", "adopted_from"),
    [
        ("2010-12-31", "cxc-2010", "1900-01-01"),
        ("2011-01-01", "cxc-2011", "2011-01-01"),
        ("2011-12-31", "cxc-2011", "2011-01-01"),
        ("2012-01-01", "cxc-2012", "2012-01-01"),
        ("2012-03-31", "cxc-2012", "2012-01-01"),
        ("2012-04-01", "cxc-2012-04", "2012-04-01"),
        ("2030-01-01", "cxc-2012-04", "2012-04-01"),
    ],
)
def test_show_finds_the_rule_set_that_a_list_has_adopted_for_a_day(
    rules: Rules, day: str, rule_set: str, adopted_from: str
) -> None:
    head = head_of(rules("show", "cxc", "--on", day))
    assert head[0].startswith(f"{rule_set}: ")
    assert head[-1] == f"in force for list cxc on {day}, adopted from {adopted_from}"


def test_show_says_what_the_adoption_has_set(rules: Rules) -> None:
    assert rules("adopt", "elo-1", "--list", "rapid", "--from", "2020-01-01", "--set", "k=32").code == 0
    assert head_of(rules("show", "rapid", "--on", "2020-01-01"))[-1] == (
        "in force for list rapid on 2020-01-01, adopted from 2020-01-01 with k=32"
    )
    rows = json.loads(rules("show", "rapid", "--on", "2020-01-01", "--format", "json").out)
    assert [row["value"] for row in rows if row["path"] == "k.bands[1]"] == ["k 32"]


def test_show_of_a_list_without_a_day_is_of_today(rules: Rules) -> None:
    assert head_of(rules("show", "cxc"))[0].startswith("cxc-2012-04: ")


def test_a_list_and_a_rule_set_of_one_name_are_told_apart_by_the_day(rules: Rules) -> None:
    assert rules("adopt", "cxc-2012", "--list", "elo-1", "--from", "2012-01-01").code == 0
    assert head_of(rules("show", "elo-1"))[0].startswith("elo-1: ")
    assert head_of(rules("show", "elo-1", "--on", "2012-01-01"))[0].startswith("cxc-2012: ")


def test_a_day_before_a_lists_first_rule_set_is_2_with_that_one(rules: Rules) -> None:
    done = rules("show", "cxc", "--on", "1899-12-31")
    assert done.code == 2
    assert done.err.splitlines() == [
        "error: list cxc has no rule set in force on 1899-12-31",
        "hint: its first is cxc-2010, from 1900-01-01",
    ]


def test_a_day_with_a_name_that_is_no_list_is_2(rules: Rules) -> None:
    done = rules("show", "cxc-2012", "--on", "2012-02-01")
    assert done.code == 2
    assert done.err.startswith("error: there is no list cxc-2012\n")


def test_from_trial_to_firm_only_the_title_the_status_and_its_dates_differ(run: Run) -> None:
    found = diff_of(run("rules", "diff", "cxc-2012", "cxc-2012-04", "--format", "csv"))
    assert "on trial" in found.pop("title")[0]
    assert {path: row[:2] for path, row in found.items()} == {
        "valid_from": ("2012-01-01", "2012-04-01"),
        "status": ("trial", "firm"),
        "trial_until": ("2012-03-31", ""),
        "frozen_until": ("", "2012-12-31"),
    }
    assert found["status"][2:] == ("notice, opening and closing paragraphs", "notice, closing paragraph")


def test_diff_is_one_screen_with_every_value_and_the_sources_of_both(run: Run) -> None:
    found = diff_of(run("rules", "diff", "cxc-2011", "cxc-2012", "--format", "csv"))
    printed = run("rules", "diff", "cxc-2011", "cxc-2012").out
    lines = printed.splitlines()
    assert [line[:12] for line in lines[:2]] == ["a: cxc-2011:", "b: cxc-2012:"]
    assert len(lines) <= 45
    assert max(len(line) for line in lines[2:]) <= 100
    assert found["cap.points"][:2] == ("300", "400")
    valued = {path: row for path, row in found.items() if path != "title" and not path.startswith("sources.")}
    for path, (a, b, source_a, source_b) in valued.items():
        assert any(line.split() == [path, *a.split(), *b.split()] for line in lines)
        assert {source_a, source_b} <= {"", *_sources(printed)}


def _sources(printed: str) -> list[str]:
    text = " ".join(printed.split())
    return [source for source in SOURCES_2011_2012 if source in text]


SOURCES_2011_2012 = (
    "notice, comments on the barrier",
    "notice, comments on the barrier (inferred)",
    "notice, opening and closing paragraphs",
    "notice, opening and closing paragraphs (inferred)",
    "notice, item 8 and comments on the barrier",
    "notice, item 2 and comments on the recalculation (inferred)",
    "notice, items 1, 2 and 7",
    "decided, performance of an unrated opponent (inferred)",
    "notice, items 4 and 5 and comments on the examples (inferred)",
    "notice, items 3 to 6",
    "notice, items 3 to 6 (inferred)",
)


def test_diff_of_a_rule_set_with_itself_is_0_and_says_that_nothing_differs(run: Run) -> None:
    done = run("rules", "diff", "cbx-1", "cbx-1")
    assert (done.code, done.out.splitlines()[-1]) == (0, "no value differs")
    assert diff_of(run("rules", "diff", "cbx-1", "cbx-1", "--format", "csv")) == {}


def test_diff_takes_files_and_what_a_list_has_adopted(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(catalogue.find("cxc-2012").text.replace("points = 400", "points = 350"), encoding="utf-8")
    found = diff_of(rules("diff", "cxc@2012-02-01", str(path), "--format", "csv"))
    assert {key: row[:2] for key, row in found.items()} == {"cap.points": ("400", "350")}


def test_diff_of_an_unknown_rule_set_is_2(run: Run) -> None:
    done = run("rules", "diff", "cxc-2012", "cxc-2021")
    assert done.code == 2
    assert done.err.startswith("error: there is no rule set cxc-2021")


@pytest.mark.parametrize("rule_set", IDS)
def test_check_finds_nothing_wrong_with_what_is_shipped(run: Run, rule_set: str) -> None:
    shipped = catalogue.find(rule_set)
    done = run("rules", "check", ROOT / "ratingstore" / "rulebook" / "data" / shipped.path)
    assert done.code == 0
    assert f": {rule_set} is sound; valid from " in done.out


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("source-missing", "cap.source: is missing"),
        ("key-unknown", "cap.exempt: is no key of this section"),
        ("day-30-february", "valid_from: there is no day 2020-02-30"),
        ("bands-overlap", "k.bands[2].low: the bands up to 1999 and 1999-2399 overlap"),
        ("bands-gap", "k.bands[2].low: there is a gap between the bands up to 1999 and 2001-2399"),
        ("performances-without-table", "first_rating.table: the method performances/1 needs it"),
        ("text-missing", "title: is missing"),
    ],
)
def test_check_prints_what_is_wrong_with_its_key_and_answers_no(
    run: Run, tmp_path: Path, name: str, finding: str
) -> None:
    for table in ("four.toml", "fifty.toml"):
        shutil.copy(FILES / table, tmp_path)
    shutil.copy(FILES / "broken" / f"{name}.toml", tmp_path)
    done = run("rules", "check", tmp_path / f"{name}.toml")
    assert done.code == 1
    first, count = done.out.splitlines()
    assert first.startswith(finding)
    assert count == f"{tmp_path / name}.toml: 1 finding"


@pytest.mark.parametrize("words", [["check"], ["adopt", "--list", "club"], ["show"]], ids=" ".join)
def test_a_syntax_error_is_told_with_the_name_of_the_file(run: Run, tmp_path: Path, words: list[str]) -> None:
    file = FILES / "broken" / "not-toml.toml"
    done = run("rules", *words, file, "--db", tmp_path / "club.db")
    told = (done.out + done.err).splitlines()
    place = "line 4, column 8: cannot be read as TOML: Invalid value"
    if words == ["check"]:
        assert (done.code, told[0]) == (1, f"{file}: {place}")
    else:
        assert (done.code, told) == (2, [f"error: {file} is not a usable rule set:", f"  {place}"])


def test_check_prints_every_finding_of_a_file_and_how_many_there_are(run: Run, tmp_path: Path) -> None:
    shutil.copy(FILES / "four.toml", tmp_path)
    path = shutil.copy(FILES / "broken" / "several-faults.toml", tmp_path)
    text = Path(path).read_text(encoding="utf-8")
    told = [line.removeprefix("# refused: ") for line in text.splitlines() if line.startswith("# refused: ")]
    done = run("rules", "check", path)
    assert (done.code, done.out.splitlines()) == (1, [*told, f"{path}: {len(told)} findings"])
    rows = json.loads(run("rules", "check", path, "--format", "json").out)
    assert [f"{row['path']}: {row['finding']}" for row in rows] == told


def test_check_names_a_row_of_a_table_that_does_not_add_up(run: Run, tmp_path: Path) -> None:
    shutil.copy(FILES / "sound.toml", tmp_path)
    shutil.copy(FILES / "broken" / "tables" / "rows-do-not-add-up.toml", tmp_path / "four.toml")
    done = run("rules", "check", tmp_path / "sound.toml")
    assert done.code == 1
    told = "four.rows[2].lower: 0.75 and 0.75 for the differences 101-300 add up to 1.50, not to 1"
    assert done.out.splitlines()[0] == told


def test_check_of_a_file_that_cannot_be_read_is_2(run: Run, tmp_path: Path) -> None:
    assert run("rules", "check", tmp_path / "nowhere.toml").code == 2


FROZEN = ("adopt", "cxc-2011", "--list", "cxc", "--from")


@pytest.mark.parametrize("day", ["2012-04-01", "2012-06-01", "2012-12-31"])
def test_another_rule_set_from_a_day_of_the_frozen_rest_of_2012_needs_a_reason(
    rules: Rules, day: str
) -> None:
    done = rules(*FROZEN, day)
    assert done.code == 2
    assert done.err.splitlines() == [
        "error: cxc-2012-04 is fixed for list cxc until 2012-12-31: "
        f"another rule set from {day} on needs a reason",
        "hint: give it with --reason; until then the rules change for a grave fault only",
    ]
    assert head_of(rules("show", "cxc", "--on", day))[0].startswith("cxc-2012-04: ")


def test_with_a_reason_the_frozen_rules_are_replaced_and_it_is_said(rules: Rules) -> None:
    done = rules(*FROZEN, "2012-06-01", "--reason", "the barrier proved unsound")
    assert (done.code, done.out) == (
        0,
        "cxc-2011 holds for list cxc from 2012-06-01; "
        "it replaces cxc-2012-04, which was fixed until 2012-12-31\n",
    )
    assert head_of(rules("show", "cxc", "--on", "2012-06-01"))[0].startswith("cxc-2011: ")


def test_a_reason_of_blanks_is_none_and_a_dry_run_asks_as_well(rules: Rules) -> None:
    assert rules(*FROZEN, "2012-06-01", "--reason", " ").code == 2
    assert rules(*FROZEN, "2012-06-01", "--dry-run").code == 2


@pytest.mark.parametrize("day", ["2013-01-01", "2012-03-31", "2012-02-01", "2011-06-01"])
def test_outside_the_frozen_rest_no_reason_is_asked_not_even_in_the_trial(rules: Rules, day: str) -> None:
    assert rules(*FROZEN, day).code == 0


def test_the_frozen_text_itself_may_be_adopted_again(rules: Rules) -> None:
    assert rules("adopt", "cxc", "--list", "cxc").code == 0
    assert rules("adopt", "cxc-2012-04", "--list", "cxc", "--from", "2012-06-01").code == 0


def test_what_is_frozen_for_one_list_is_not_for_another(rules: Rules) -> None:
    assert rules("adopt", "cxc-2011", "--list", "other", "--from", "2012-06-01").code == 0
    assert rules("adopt", "cxc-2010", "--list", "other", "--from", "2012-06-01").code == 0
