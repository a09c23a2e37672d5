"""Fixtures for all tests."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.evidence import SHARED, missing

pytest_plugins = ["tests.postgres"]

# The same examples on every machine and in every run; a found fault is found again.
hypothesis.settings.register_profile("house", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("house")

ENVIRONMENT = (
    "FORCE_COLOR", "LANG", "LC_ALL", "LC_MESSAGES", "RATINGSTORE_DB", "RATINGSTORE_LANG",
)  # fmt: skip


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test sees the developer's own settings, nor the language that the test before it chose."""
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("NO_COLOR", "1")
    domain = gettext.textdomain()
    yield
    gettext.textdomain(domain)


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address where no store stands yet, on each database that the product knows."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of evidence beside the checkout."""
    if not SHARED.is_dir():
        missing(f"the evidence is not beside the checkout ({SHARED.name}/ next to the repository's folder)")
    return SHARED
