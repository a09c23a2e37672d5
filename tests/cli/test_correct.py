"""The commands that correct: their words are those of a JSON line, their exit codes those of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from ratingstore.cli import main
from ratingstore.cli.correct import NAMES
from ratingstore.ingest.readers.corrections import WORDS

KEY = ("--tournament", "t", "--round", "1", "--white", "ana", "--black", "bia")


@pytest.fixture
def store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = str(tmp_path / "club.db")
    games = tmp_path / "games.csv"
    games.write_text("tournament,date,round,white,black,result\nt,2012-01-10,1,ana,bia,1-0\n")
    assert main(["--db", path, "rules", "adopt", "elo", "--list", "elo"]) == 0
    assert main(["--db", path, "ingest", str(games), "--list", "elo"]) == 0
    capsys.readouterr()
    return path


def test_every_action_of_a_json_line_is_a_command() -> None:
    assert {*NAMES, "close"} == set(WORDS)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("game", *KEY, "--to", "0-1", "--reason", "a slip"), 0),
        (("game", *KEY, "--to", "0-1"), 2),
        (("game", *KEY, "--reason", "a slip"), 2),
        (("game", *KEY, "--to", "3-0", "--reason", "a slip"), 2),
        (("game", *KEY, "--to", "1-1", "--reason", "a slip"), 1),
        (("void", *KEY[:2], "--white", "ana", "--black", "nobody", "--reason", "a slip"), 2),
        (("merge", "ana", "bia", "--reason", "one person"), 1),
        (("undo", "999", "--reason", "a slip"), 1),
        (("nothing", "--reason", "a slip"), 2),
    ],
)
def test_the_exit_code_says_what_became_of_a_correction(
    store: str, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int
) -> None:
    assert main(["--db", store, "correct", *words]) == code
    said = capsys.readouterr()
    assert ("hint:" in said.err or "Did you mean" in said.err or words[0] == "nothing") is (code != 0)
    assert ("correct undo" in said.out) is (code == 0)


def test_a_signed_number_after_by_is_the_amount_and_a_name_is_who_writes(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("correct", "adjust", "--list", "elo", "--date", "2012-02-01", "--all", "--reason", "a new scale")
    assert main(["--db", store, *words, "--by", "+178"]) == 0
    assert "R + 178" in capsys.readouterr().out
    assert main(["--db", store, *words, "--by", "Ana", "--amount", "-20"]) == 0
    assert "R - 20" in capsys.readouterr().out
    assert main(["--db", store, *words, "--by", "Ana"]) == 2
