"""The README's tour prints what the README says it prints."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.evidence import ROOT


@pytest.mark.skipif(os.name == "nt", reason="the tour is written for a Unix shell")
def test_the_tour_prints_what_the_readme_says() -> None:
    check = [sys.executable, str(ROOT / "scripts" / "docs_tour.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_tour_shows_both_files_and_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("<!-- file: ") >= 2
    assert text.count("<!-- run -->") >= 4


def test_the_federation_of_the_readme_is_the_one_that_the_tests_adopt() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## A federation of your own")[1]
    shown = section.split("```toml\n")[1].split("```")[0]
    whole = iter((ROOT / "tests" / "acceptance" / "league.toml").read_text(encoding="utf-8").splitlines())
    for line in filter(None, shown.splitlines()):
        assert line in whole, f"{line}: not there, or not in this order"
