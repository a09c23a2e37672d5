"""What a test needs and a machine may lack: skipped with the reason, but never in CI."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"


def missing(reason: str) -> NoReturn:
    """Skip the test with this reason; fail it where CI is set, which must lack nothing."""
    if os.environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
