"""What the table stands under: machine, versions, date and commit."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from scripts.benchmarks.workload import ROOT
from tests import postgres

_PROCESSOR = Path("/proc/cpuinfo")


def heading(games: int, runs: int) -> str:
    """One sentence on how and where the table was made."""
    versions = (
        f"Python {platform.python_version()}",
        f"numpy {np.__version__}",
        f"SQLite {sqlite3.sqlite_version}",
        f"PostgreSQL {_postgresql()}",
    )
    return (
        f"{games:,} games, medians of {runs}, on {datetime.now(UTC).date()}, commit {_commit()},"
        f" {os.cpu_count()} cores of {_processor()}, {platform.system()} {platform.release()},"
        f" {', '.join(versions)}:\n"
    )


def _processor() -> str:
    said = _PROCESSOR.read_text(encoding="utf-8") if _PROCESSOR.exists() else ""
    found = re.search(r"model name\s*:\s*(.+)", said)
    return found[1] if found else platform.processor() or platform.machine()


def _postgresql() -> str:
    programs = postgres.binaries()
    if programs is None:
        return "missing"
    said = _said(str(programs / "postgres"), "--version").split()
    return said[2] if len(said) > 2 else "unknown"


def _commit() -> str:
    return _said("git", "describe", "--always", "--dirty", "--exclude=*") or "unknown"


def _said(*command: str) -> str:
    """What a program prints; "" where it fails or is not there."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
