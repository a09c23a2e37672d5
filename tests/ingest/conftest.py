"""A desk with an empty store, for the matching of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.desk import Desk


@pytest.fixture
def desk(store_url: str, tmp_path: Path) -> Desk:
    """A desk whose store has just been made."""
    return Desk(store_url, tmp_path)


@pytest.fixture
def desk_on_a_file(tmp_path: Path) -> Desk:
    """A desk with a SQLite file, where the database makes no difference."""
    folder = tmp_path / "desk"
    folder.mkdir()
    return Desk(str(folder / "club.db"), folder)
