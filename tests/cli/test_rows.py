"""Rows come as the format and the file that were asked for; what is no row stays out of their way."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ratingstore.formats import Meta
from tests.cli.conftest import Run
from tests.cli.fake_api import FakeApi

CSV = "rank,player,rating,last_played\n1,p1,2011.5,2012-01-31\n2,p2,980,\n"
META = "list: cxc\nas_of: 2012-02-01\ndigest: d1ce\n"

READING = [["list"], ["replay"], ["history", "p1"], ["explain", "p1"]]
ROWS = [*READING, ["query", "--sql", "select 1"], ["quarantine"], ["quarantine", "list"], ["rules", "list"]]


@pytest.mark.parametrize("words", ROWS, ids=" ".join)
def test_every_command_with_rows_writes_them_in_every_format(
    run: Run, fake: FakeApi, words: list[str]
) -> None:
    assert run(*words, "--format", "csv").out == CSV
    assert run(*words, "--format", "md").out.startswith("| rank | player |")
    assert run(*words).out.startswith("rank: 1  player: p1" if words[0] == "explain" else "rank  player")
    assert json.loads(run(*words, "--format", "json").out)
    assert len(run(*words, "--format", "jsonl").out.splitlines()) in (1, 2)


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_csv_has_rows_only_and_the_rest_goes_to_stderr(run: Run, fake: FakeApi, words: list[str]) -> None:
    done = run(*words, "--format", "csv")
    assert (done.out, done.err) == (CSV, META)


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_table_carries_the_meta_itself(run: Run, fake: FakeApi, words: list[str]) -> None:
    done = run(*words)
    assert done.out.endswith("\n\n" + META)
    assert done.err == ""


def test_sentences_to_a_person_go_to_stderr_in_every_format(run: Run, fake: FakeApi) -> None:
    fake.meta = Meta((("list", "cxc"),), ("the day lies in the future",))
    for kind in ("table", "csv", "json"):
        for command in (["list"], ["explain", "p1"]):
            done = run(*command, "--format", kind)
            assert "the day lies in the future" not in done.out
            assert done.err.endswith("note: the day lies in the future\n")
    assert run("list", "-q").err == ""


def test_json_of_a_list_is_one_object(run: Run, fake: FakeApi) -> None:
    done = run("list", "--format", "json")
    assert done.err == ""
    assert list(json.loads(done.out)) == ["list", "as_of", "digest", "rows"]


def test_json_of_an_explanation_is_the_array_of_changes(run: Run, fake: FakeApi) -> None:
    done = run("explain", "p1", "--format", "json")
    change = {"player": "p1", "change": 11.5, "lines": [{"kind": "game", "value": 2.3}]}
    assert json.loads(done.out) == [change]
    assert done.err == META
    assert json.loads(run("explain", "p1", "--format", "jsonl").out) == change


def test_the_ending_of_the_file_names_the_format(run: Run, fake: FakeApi, tmp_path: Path) -> None:
    done = run("list", "-o", tmp_path / "list.csv")
    assert (done.code, done.out, done.err) == (0, "", META)
    assert (tmp_path / "list.csv").read_bytes() == CSV.encode()
    run("list", "-o", tmp_path / "list.json")
    assert json.loads((tmp_path / "list.json").read_bytes())["digest"] == "d1ce"


def test_a_named_format_wins_over_the_ending(run: Run, fake: FakeApi, tmp_path: Path) -> None:
    run("list", "--format", "csv", "-o", tmp_path / "list.txt")
    assert (tmp_path / "list.txt").read_bytes() == CSV.encode()
    run("list", "--format", "csv", "-o", tmp_path / "list")
    assert (tmp_path / "list").read_bytes() == CSV.encode()


def test_an_ending_that_names_no_format_is_refused_before_any_work(
    run: Run, fake: FakeApi, tmp_path: Path
) -> None:
    done = run("list", "-o", tmp_path / "list.xls")
    assert done.code == 2
    assert "hint: give one of .txt .csv" in done.err
    assert fake.calls == []


def test_a_file_that_cannot_be_written_is_2(run: Run, fake: FakeApi, tmp_path: Path) -> None:
    done = run("list", "-o", tmp_path / "missing" / "list.csv")
    assert done.code == 2
    assert "cannot be written: No such file or directory" in done.err


def test_options_before_quarantine_list_hold_for_it_and_those_after_win(
    run: Run, fake: FakeApi, tmp_path: Path
) -> None:
    assert run("quarantine", "--format", "csv", "list").out == CSV
    assert run("quarantine", "--format", "md", "list", "--format", "csv").out == CSV
    run("quarantine", "-o", tmp_path / "a.csv", "list")
    assert (tmp_path / "a.csv").read_bytes() == CSV.encode()


def test_accents_reach_a_pipe_as_utf_8_whatever_the_locale() -> None:
    program = [sys.executable, "-m", "ratingstore", "problems", "--format", "csv"]
    done = subprocess.run(program, capture_output=True, env={"PYTHONIOENCODING": "latin-1"}, check=True)
    assert "“".encode() in done.stdout


def test_a_terminal_without_accents_still_gets_its_table() -> None:
    program = [sys.executable, "-m", "ratingstore", "problems"]
    done = subprocess.run(program, capture_output=True, env={"PYTHONIOENCODING": "latin-1"}, check=True)
    assert b"\\u201c" in done.stdout
