"""A club with an empty store, on each database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.club import Club


@pytest.fixture
def club(store_url: str, tmp_path: Path) -> Club:
    """A club whose store has just been created and knows nothing yet."""
    club = Club(store_url, tmp_path)
    club.run("init", "--time-zone", "America/Sao_Paulo")
    return club


@pytest.fixture
def club_on_a_file(tmp_path: Path) -> Club:
    """A club of its own in a SQLite file, to compare with."""
    folder = tmp_path / "other"
    folder.mkdir()
    club = Club(f"sqlite:///{folder / 'other.db'}", folder)
    club.run("init", "--time-zone", "America/Sao_Paulo")
    return club
