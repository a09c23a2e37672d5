"""The page for auditors names every view and every column, in their order."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ratingstore import api
from tests.evidence import ROOT

PAGE = (ROOT / "docs" / "views.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE, re.S | re.M))
QUERIES = re.findall(r"^--.*?;$", PAGE, re.S | re.M)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A new store, as a file."""
    path = tmp_path / "store.db"
    with api.init(str(path), "UTC"):
        return path


def test_every_view_and_each_of_its_columns_is_documented_in_order(store: Path) -> None:
    with closing(sqlite3.connect(store)) as connection:
        names = [name for (name,) in connection.execute("select name from sqlite_master where type = 'view'")]
        columns = {name: _columns(connection, name) for name in names}
    told = {name: re.findall(r"^\| `(\w+)` \|", text, re.M) for name, text in SECTIONS.items()}
    assert told == columns


def test_the_queries_of_the_page_run(store: Path) -> None:
    assert len(QUERIES) >= 3
    with closing(sqlite3.connect(store)) as connection:
        for query in QUERIES:
            assert connection.execute(query).fetchall() == []


def _columns(connection: sqlite3.Connection, view: str) -> list[str]:
    return [row[1] for row in connection.execute(f"pragma table_info({view})")]
