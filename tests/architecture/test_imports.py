"""The import contracts of ``pyproject.toml`` hold, and each refuses what it is there to refuse."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.evidence import ROOT

BROKEN = [
    ("layers", "rules/stray.py", "import ratingstore.rulebook", "ratingstore.rules.stray"),
    ("layers", "ingest/stray.py", "import ratingstore.projections", "ratingstore.ingest.stray"),
    ("layers", "newcomer/__init__.py", "", "newcomer"),
    ("pure", "events/stray.py", "def late():\n    import sqlite3", "ratingstore.events.stray"),
    ("no-world", "rules/stray.py", "from time import monotonic", "ratingstore.rules.stray"),
    ("no-world", "events/stray.py", "from pathlib import Path", "ratingstore.events.stray"),
    ("one-database-layer", "replay/stray.py", "from sqlalchemy import text", "ratingstore.replay.stray"),
    ("one-terminal-layer", "ingest/stray.py", "import click", "ratingstore.ingest.stray"),
]


def lint(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as go; go()"]
    command += ["--no-logo", "--no-cache", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_every_import_contract_is_kept() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("contract", "module", "text", "named"), BROKEN)
def test_an_import_that_breaks_a_contract_is_refused_by_name(
    tmp_path: Path, contract: str, module: str, text: str, named: str
) -> None:
    shutil.copytree(ROOT / "ratingstore", tmp_path / "ratingstore")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    stray = tmp_path / "ratingstore" / module
    stray.parent.mkdir(exist_ok=True)
    stray.write_text(text, encoding="utf-8")
    done = lint(tmp_path, "--contract", contract)
    assert done.returncode == 1
    assert named in done.stdout
