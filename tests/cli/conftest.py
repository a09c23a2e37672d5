"""The program run in this process, and an api that needs no store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ratingstore.cli import main
from tests.cli.fake_api import VERBS, FakeApi


@dataclass(frozen=True)
class Finished:
    code: int
    out: str
    err: str


Run = Callable[..., Finished]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program; give its exit code and what it wrote."""

    def finished(*words: str | Path) -> Finished:
        code = main([str(word) for word in words])
        written = capsys.readouterr()
        return Finished(code, written.out, written.err)

    return finished


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeApi:
    """The api that the program will find: its verbs open no store."""
    api = FakeApi()
    for verb in VERBS:
        monkeypatch.setattr(f"ratingstore.api.{verb}", getattr(api, verb))
    return api
