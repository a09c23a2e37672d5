"""Every way to end has its exit code, and its words go to stderr."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from ratingstore import language
from ratingstore.errors import (
    GuardsBroken,
    RatingStoreError,
    ReadOnlyRefused,
    RuleSetInvalid,
    SchemaMismatch,
    StoreMissing,
    StoreUnreachable,
    TimeRefused,
    UnknownName,
)
from tests.cli.conftest import Run
from tests.cli.fake_api import FakeApi

SYSTEM_FAILURE = OSError(28, "No space left on device", "club.db")


def test_an_answer_is_0_and_nothing_on_stderr(run: Run, fake: FakeApi) -> None:
    done = run("list")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("rank  player  rating  last_played\n")


@pytest.mark.parametrize(
    "error",
    [
        GuardsBroken("it broke", "mend it"),
        ReadOnlyRefused("it broke", "mend it"),
        SchemaMismatch("it broke", "mend it"),
        StoreMissing("it broke", "mend it"),
        StoreUnreachable("it broke", "mend it"),
        TimeRefused("it broke", "mend it"),
        UnknownName("it broke", "mend it"),
    ],
)
def test_what_cannot_be_used_is_2_with_a_sentence_and_a_hint(
    run: Run, fake: FakeApi, error: RatingStoreError
) -> None:
    fake.failure = error
    done = run("list")
    assert (done.code, done.out, done.err) == (2, "", "error: it broke\nhint: mend it\n")


def test_every_finding_of_a_refused_rule_set_is_told(run: Run, fake: FakeApi) -> None:
    fake.failure = RuleSetInvalid("club.toml", (("k.bands", "overlap"), ("cap", "no source")))
    done = run("replay")
    assert done.code == 2
    assert done.err == "error: club.toml is not a usable rule set:\n  k.bands: overlap\n  cap: no source\n"


def test_a_refused_rule_set_is_told_in_portuguese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RATINGSTORE_LANG", "pt-BR")
    language.use()
    told = RuleSetInvalid("club.toml", (("cap", "sem fonte"),)).message
    assert told == "club.toml não serve como conjunto de regras:\n  cap: sem fonte"


def test_a_failure_of_the_system_is_2_and_names_the_file(run: Run, fake: FakeApi) -> None:
    fake.failure = SYSTEM_FAILURE
    done = run("list")
    assert (done.code, done.err) == (2, "error: club.db: No space left on device\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["list", "--formt", "csv"], "'--format'"),
        (["lst"], "Did you mean 'list'"),
        (["rules", "adpt"], "'adopt'"),
        (["history"], "PLAYER"),
        (["list", "--format", "xls"], "'xls'"),
        (["rules", "adopt", "cxc"], "'--list'"),
        (["list", "extra"], "extra"),
    ],
)
def test_wrong_usage_is_2_and_says_what_was_probably_meant(
    run: Run, fake: FakeApi, words: list[str], message: str
) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert message in done.err
    assert done.err.splitlines()[-1].startswith("hint: see ratingstore")
    assert fake.calls == []


@pytest.mark.parametrize("word", ["-zeca", "--zeca"])
def test_a_player_code_that_was_taken_for_an_option_gets_the_two_dashes_as_a_hint(
    run: Run, fake: FakeApi, word: str
) -> None:
    for command in ("history", "explain"):
        done = run(command, word)
        assert (done.code, fake.calls) == (2, [])
        assert done.err.splitlines()[-1] == (
            f"hint: see ratingstore {command} --help; "
            f"a code that begins with a dash goes last, after --: -- {word}"
        )
    assert " -- " not in run("list", word).err


def test_no_command_prints_the_help_and_is_2(run: Run) -> None:
    done = run()
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: ratingstore ")


def test_a_mistyped_command_is_never_taken_for_something_else(run: Run, fake: FakeApi) -> None:
    assert run("insret", "games.csv").code == 2
    assert fake.calls == []


def test_a_bug_is_70_with_the_traceback_and_a_request_to_report_it(run: Run, fake: FakeApi) -> None:
    fake.failure = ZeroDivisionError("by nought")
    done = run("list")
    assert (done.code, done.out) == (70, "")
    assert "Traceback" in done.err
    assert done.err.splitlines()[-2:] == [
        "error: this is a bug in ratingstore, not in your data: ZeroDivisionError('by nought')",
        "hint: please report it with the lines above and the command you ran",
    ]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt(), click.Abort()])
def test_an_interruption_is_130(run: Run, fake: FakeApi, interruption: BaseException) -> None:
    fake.failure = interruption
    done = run("list")
    assert done.code == 130
    assert done.err.splitlines()[-1] == "error: interrupted"


def test_a_store_is_closed_after_use_and_after_a_failure(run: Run, fake: FakeApi) -> None:
    run("list")
    assert fake.calls[-1][0] == "close"
    fake.failure = UnknownName("there is no list of that name")
    run("list")
    assert fake.calls[-1][0] == "close"


def test_a_reader_that_goes_away_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-m", "ratingstore", "problems"]
    done = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_stdout_is_2() -> None:
    program = [sys.executable, "-m", "ratingstore", "problems"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert len(done.stderr.splitlines()) == 1


def test_the_help_lists_the_exit_codes(run: Run) -> None:
    listed = run("--help").out.partition("Exit codes:\n")[2]
    assert [line.split()[0] for line in listed.splitlines()] == ["0", "1", "2", "3", "70", "130"]
