"""The rulebook's calendars on the command line, and rule sets that only a store or a federation has."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Finished, Run
from tests.evidence import ROOT

FILES = ROOT / "tests" / "rulebook"
Ask = Callable[..., Finished]


@pytest.fixture
def ask(run: Run, tmp_path: Path) -> Ask:
    """A command on a store that is not there before something is adopted."""

    def finished(*words: str | Path) -> Finished:
        return run("--db", tmp_path / "club.db", *words)

    return finished


def head_of(done: Finished) -> list[str]:
    assert done.code == 0, done.err
    return done.out.partition("\n\n")[0].splitlines()


def rows_of(done: Finished) -> dict[str, dict[str, str]]:
    """The rows of a csv answer by their first column."""
    assert done.code in (0, 3), done.err
    rows = list(csv.DictReader(io.StringIO(done.out)))
    return {next(iter(row.values())): row for row in rows}


def test_the_change_of_march_2024_is_one_screen(run: Run) -> None:
    done = run("rules", "diff", "fide-standard-2022-01", "fide-standard-2024-03")
    lines = done.out.splitlines()
    assert done.code == 0
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100
    for words in (
        "cap.games largest of a tournament all",
        "floor.low 1000 1400",
        "first_rating.hypothetical_draws 2",
        "late.policy restate next list",
    ):
        assert any(" ".join(line.split()) == words for line in lines)
    assert "floor.low: a: handbook-2022, rating lists; b: handbook-2024, rating lists" in lines
    assert "b: handbook-2024: FIDE Rating Regulations effective from 1 March 2024" in lines


def test_show_answers_by_the_calendar_where_no_list_has_its_name(ask: Ask) -> None:
    done = ask("rules", "show", "fide-standard", "--on", "2023-05-01")
    head = head_of(done)
    assert head[0].startswith("fide-standard-2022-01: ")
    assert head[2] == (
        "no list fide-standard here: on 2023-05-01 by the rulebook's calendar of that name, from 2022-01-01"
    )
    assert any(line.startswith("2024-03-01: Raise of all ratings below 2000") for line in head)
    assert any("January 1987" in line for line in head)
    assert "largest of a tournament" in done.out


@pytest.mark.parametrize(
    ("day", "rule_set"),
    [
        ("2024-02-29", "fide-standard-2022-01"),
        ("2024-03-01", "fide-standard-2024-03"),
        ("1999-12-31", "fide-1990"),
        ("2000-01-01", "fide-standard-2000"),
    ],
)
def test_show_by_the_calendar_is_of_the_day(ask: Ask, day: str, rule_set: str) -> None:
    assert head_of(ask("rules", "show", "fide-standard", "--on", day))[0].startswith(f"{rule_set}: ")


def test_show_by_the_calendar_without_a_day_is_of_today(ask: Ask) -> None:
    assert head_of(ask("rules", "show", "fide-blitz"))[0].startswith("fide-blitz-2024-12: ")


def test_a_list_of_the_store_goes_before_the_calendar_of_its_name(ask: Ask) -> None:
    done = ask("rules", "adopt", "fide-standard-2012-07", "--list", "fide-standard", "--from", "2012-07-01")
    assert done.code == 0
    head = head_of(ask("rules", "show", "fide-standard", "--on", "2023-05-01"))
    assert head[0].startswith("fide-standard-2012-07: ")
    assert head[-1] == "in force for list fide-standard on 2023-05-01, adopted from 2012-07-01"


def test_a_day_before_the_calendar_begins_is_2_with_its_first_rule_set(ask: Ask) -> None:
    done = ask("rules", "show", "fide-rapid", "--on", "2011-12-31")
    assert done.code == 2
    assert done.err.splitlines() == [
        "error: calendar fide-rapid has no rule set for 2011-12-31",
        "hint: its first is fide-rapid-2012, from 2012-01-01",
    ]


def test_revoked_rules_say_so_first(run: Run) -> None:
    head = head_of(run("rules", "show", "fide-standard-2009-k30"))
    assert head[1:] == ["valid from 2009-07-01", "revoked on 2009-04-24"]


def test_adopting_a_calendar_tells_its_adjustments_and_again_adds_none(ask: Ask) -> None:
    done = ask("rules", "adopt", "fide-rapid", "--list", "fide-rapid")
    assert done.code == 0
    assert done.out.splitlines()[-2:] == [
        "list fide-rapid is adjusted on 2022-10-01: "
        "Raise of rapid ratings that are more than 100 below the standard rating",
        "list fide-rapid is adjusted on 2024-03-01: Raise of all ratings below 2000 by 40% of what they lack",
    ]
    again = ask("rules", "adopt", "fide-rapid", "--list", "fide-rapid")
    assert again.code == 0
    assert all(" already " in line for line in again.out.splitlines())


@pytest.fixture
def union(ask: Ask, tmp_path: Path) -> Ask:
    """A store whose list follows the file of a federation that the rulebook does not know."""
    for name in ("union.toml", "four.toml", "fifty.toml"):
        shutil.copy(FILES / name, tmp_path)
    assert ask("rules", "adopt", tmp_path / "union.toml", "--list", "union").code == 0
    return ask


def test_show_finds_a_federations_own_rules_by_the_id_under_which_they_were_adopted(union: Ask) -> None:
    head = head_of(union("rules", "show", "union-1"))
    assert head[0] == "union-1: Regulamento da união (the union's rules)"
    assert head[-1] == "adopted for list union from 2020-01-01"


OPENINGS = """player,list,date,rating,games
ana,union,2020-01-01,1700,0
bia,union,2020-01-01,1500,40
eva,union,2020-01-01,2300,40
fay,union,2020-01-01,1900,40
gil,union,2020-01-01,2400,40
"""
GAMES = """tournament,date,round,white,black,result
open,2020-01-20,1,ana,bia,1-0
open,2020-01-21,2,eva,fay,1-0
open,2020-01-22,3,gil,bia,1/2-1/2
open,2020-01-20,1,new,fay,1-0
open,2020-01-21,2,new,bia,1-0
open,2020-01-22,3,new,ana,1/2-1/2
open,2020-01-23,4,new,bia,1-0
open,2020-01-24,5,new,ana,0-1
open,2020-01-25,6,new,bia,1/2-1/2
"""


def test_a_federation_with_other_bands_cap_and_first_rating_needs_its_file_only(
    union: Ask, tmp_path: Path
) -> None:
    for name, text in (("ratings.csv", OPENINGS), ("games.csv", GAMES)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert union("ingest", tmp_path / name, "--list", "union").code == 0
    rated = rows_of(union("replay", "--list", "union", "--as-of", "2020-02-01", "--format", "csv"))
    ratings = {row["player"]: int(row["rating"]) for row in rated.values()}
    assert ratings == {
        "ana": 1714,  # K 54 before 12 games; expected 0.75
        "bia": 1491,  # K 36 below 1800; 900 to gil is not rated
        "eva": 2302,  # K 9 from a peak of 2250; 400 counts as 250, expected 0.75
        "fay": 1895,  # K 18 from 1800: -4.5, halves away from zero
        "gil": 2400,
        "new": 1649,  # with a draw against 1500 the mean is 1614.3; 4.5 of 7 is two half points over
    }
