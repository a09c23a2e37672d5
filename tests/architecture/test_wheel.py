"""What pip installs is the whole product: migrations, rulebook, translations, and a command that works."""

from __future__ import annotations

import csv
import io
import os
import re
import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.evidence import ROOT

pytestmark = pytest.mark.xdist_group("wheel")  # one build, one installation

DEMO = ROOT / "scripts" / "demo_data"
# Of players 0001 to 0010, worked out apart from the program, with Decimal, from the notice's rules.
# Player 0010 has four games in 2011, which count for nothing, and eleven from January to March 2012.
LISTS = {
    "2011-12-31": "2210 2032 2001 1882 1765 1665 1545 1454 1410",
    "2012-02-01": "2231 2035 1986 1878 1778 1669 1573 1439 1394",
    "2012-04-01": "2243 2040 1981 1851 1779 1669 1585 1445 1393 1749",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    # With this environment's build backend: nothing is downloaded for it.
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


@dataclass
class Installation:
    """A fresh environment that holds the wheel and what it asks for, and a folder to work in."""

    programs: Path
    folder: Path

    def run(self, program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        names = ("HOME", "PATH", "SYSTEMROOT", "TEMP", "TMP")
        kept = {name: os.environ[name] for name in names if name in os.environ}
        pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        return subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            env={**kept, **pip, "RATINGSTORE_LANG": "en", "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def ratingstore(self, *arguments: str | Path) -> str:
        done = self.run("ratingstore", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The wheel in a fresh environment, without extras."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    fresh = Installation(programs, folder)
    done = fresh.run("python", "-m", "pip", "install", "--quiet", wheel)
    assert done.returncode == 0, done.stdout + done.stderr
    return fresh


def test_the_wheel_carries_every_file_of_the_package_and_every_migration(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        carried = set(archive.namelist())
    package = {path.relative_to(ROOT).as_posix() for path in _files(ROOT / "ratingstore")}
    migrations = {
        f"ratingstore/_migrations/{path.relative_to(ROOT / 'migrations').as_posix()}"
        for path in _files(ROOT / "migrations")
    }
    assert package - carried == set()
    assert migrations - carried == set()
    assert any(re.fullmatch(r"ratingstore/_migrations/versions/\w+\.py", name) for name in carried)
    assert any(name.startswith("ratingstore/rulebook/data/") and name.endswith(".toml") for name in carried)
    assert any(name.startswith("ratingstore/locale/") and name.endswith(".mo") for name in carried)


def test_an_installed_wheel_takes_the_demo_season_and_lists_it(installation: Installation) -> None:
    assert re.search(r"\d+\.\d+\.\d+", installation.ratingstore("--version"))
    installation.ratingstore("init")
    installation.ratingstore("ingest", *sorted(DEMO.glob("*.csv")), "--list", "cxc")
    for day, ratings in LISTS.items():
        shown = installation.ratingstore("list", "--list", "cxc", "--as-of", day, "--format", "csv")
        rows = sorted(csv.DictReader(io.StringIO(shown)), key=lambda row: row["player"])
        assert " ".join(row["rating"] for row in rows) == ratings, day


def test_without_the_extra_an_address_of_postgresql_is_answered_with_how_to_install_it(
    installation: Installation,
) -> None:
    done = installation.run("ratingstore", "--db", "postgresql:///ratings", "list")
    assert done.returncode == 2
    assert "ratingstore[pg]" in done.stderr
    assert "Traceback" not in done.stderr


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
