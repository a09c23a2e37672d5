"""The places of the campaigns' small shares. Their long runs are ``scripts/campaign``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.campaigns.places import ENGINES, Place
from tests import postgres
from tests.evidence import missing
from tests.store.desk import Desk


@pytest.fixture(autouse=True)
def on_posix() -> None:
    """Processes are killed and limited as POSIX knows it."""
    if os.name == "nt":
        missing("no campaign runs on Windows")


@pytest.fixture(params=list(ENGINES))
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """A place for stores on each database; on PostgreSQL a server of its own that flushes to disk."""
    if request.param == "postgresql" and postgres.binaries() is None:
        missing("PostgreSQL is not installed: no campaign runs on it")
    with ENGINES[request.param]() as made:
        yield made


@pytest.fixture
def desk(store_url: str, tmp_path: Path) -> Desk:
    """A desk whose store has just been made, on each database."""
    return Desk(store_url, tmp_path)
