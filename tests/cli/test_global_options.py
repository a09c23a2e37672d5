"""The global options mean the same before and after the command."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ratingstore.cli.entry import asked_language
from ratingstore.ingest.report import IngestReport
from tests.cli.conftest import Run
from tests.cli.fake_api import FakeApi

WRONG = ("problems", "RS999")


@pytest.mark.parametrize(
    "words",
    [
        ["--db", "my.db", "list"],
        ["list", "--db", "my.db"],
        ["--db", "other.db", "list", "--db", "my.db"],
        ["rules", "--db", "my.db", "list"],
        ["rules", "list", "--db=my.db"],
        ["quarantine", "--db", "my.db"],
        ["quarantine", "--db", "my.db", "list"],
    ],
)
def test_db_is_heard_wherever_it_stands(run: Run, fake: FakeApi, words: list[str]) -> None:
    assert run(*words).code == 0
    assert fake.called("open")["url"] == "my.db"


def test_without_db_the_variable_counts_and_without_it_the_file_here(
    run: Run, fake: FakeApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("list")
    assert fake.called("open")["url"] == "ratingstore.db"
    monkeypatch.setenv("RATINGSTORE_DB", "postgresql://club/ratings")
    run("list")
    assert fake.called("open")["url"] == "postgresql://club/ratings"
    run("list", "--db", "my.db")
    assert fake.called("open")["url"] == "my.db"


@pytest.mark.parametrize("words", [["-q", "list"], ["list", "-q"], ["list", "--quiet"]])
def test_quiet_leaves_out_what_is_no_row(run: Run, fake: FakeApi, words: list[str]) -> None:
    loud = run("list", "--format", "csv")
    assert "digest" in loud.err
    quiet = run(*words, "--format", "csv")
    assert (quiet.out, quiet.err) == (loud.out, "")


def test_quiet_keeps_problems_and_errors(run: Run, fake: FakeApi) -> None:
    fake.reports = (IngestReport(file="games.csv", counts={}, notes=("opened the list cxc",)),)
    done = run("-q", "ingest", "games.csv")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert run("-q", *WRONG).err.startswith("error: ")


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["--lang", "pt-BR", "list"], "pt-BR"),
        (["list", "--lang=en"], "en"),
        (["--lang", "en", "list", "--lang", "pt-BR"], "pt-BR"),
        (["history", "--", "--lang", "pt-BR"], None),
        (["list", "--lang"], None),
        (["list"], None),
    ],
)
def test_the_language_is_known_before_any_command_is_loaded(words: list[str], language: str | None) -> None:
    assert asked_language(words) == language


def test_an_unknown_language_is_refused(run: Run) -> None:
    done = run("--lang", "fr", "list")
    assert done.code == 2
    assert "'pt-BR'" in done.err


def on_a_terminal(*words: str, **environment: str) -> bytes:
    """What the program writes to stderr where that is a terminal."""
    ours, theirs = os.openpty()
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    subprocess.run(
        [sys.executable, "-m", "ratingstore", *words],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**inherited, **environment},
        check=False,
    )
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        return terminal.read(4096)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo-terminals")
class TestColour:
    def test_is_there_on_a_terminal(self) -> None:
        assert b"\x1b[31m" in on_a_terminal(*WRONG)

    @pytest.mark.parametrize("words", [["--no-color", *WRONG], [*WRONG, "--no-color"]])
    def test_goes_with_no_color_wherever_it_stands(self, words: list[str]) -> None:
        written = on_a_terminal(*words)
        assert written.startswith(b"error: ")
        assert b"\x1b" not in written

    def test_goes_with_the_variable(self) -> None:
        assert b"\x1b" not in on_a_terminal(*WRONG, NO_COLOR="1")

    def test_stays_with_an_empty_variable(self) -> None:
        assert b"\x1b[31m" in on_a_terminal(*WRONG, NO_COLOR="")

    def test_is_never_there_in_a_pipe(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("NO_COLOR")
        program = [sys.executable, "-m", "ratingstore", *WRONG]
        done = subprocess.run(program, capture_output=True, check=False)
        assert done.stderr.startswith(b"error: ")
