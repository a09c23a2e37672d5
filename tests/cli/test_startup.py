"""Help and completion answer at once: they load no database, no migrations, no numbers."""

from __future__ import annotations

import os
import subprocess
import sys

import click
import pytest

from ratingstore.cli.group import LazyGroup, program

HEAVY = ("alembic", "numpy", "psycopg", "ratingstore.api", "sqlalchemy", "sqlite3")

SCRIPT = """
import sys
from ratingstore.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


def commands(group: LazyGroup, *path: str) -> list[tuple[tuple[str, ...], click.Command]]:
    """Every command of the program with the words that call it."""
    found: list[tuple[tuple[str, ...], click.Command]] = []
    for name in group.modules:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        found.append(((*path, name), command))
        if isinstance(command, LazyGroup):
            found += commands(command, *path, name)
    return found


assert isinstance(program, LazyGroup)
COMMANDS = commands(program)


def loaded_by(*words: str, **environment: str) -> tuple[str, list[str]]:
    """What the program prints, and the heavy modules that it has loaded by then."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )
    modules = done.stderr.splitlines()[-1].split()
    assert "ratingstore.cli.group" in modules
    return done.stdout, [name for name in modules if name in HEAVY]


@pytest.mark.parametrize("words", [(), *[path for path, _command in COMMANDS]], ids=" ".join)
def test_help_loads_nothing_heavy(words: tuple[str, ...]) -> None:
    text, heavy = loaded_by(*words, "--help")
    assert text.startswith(" ".join(["Usage: ratingstore", *words]))
    assert heavy == []


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ratingstore ", "plain,ingest"),
        ("ratingstore rules ", "plain,adopt"),
        ("ratingstore list --format ", "plain,jsonl"),
        ("ratingstore list --kn", "plain,--known-at"),
    ],
)
def test_completion_loads_nothing_heavy(line: str, offered: str) -> None:
    words = line.split(" ")
    text, heavy = loaded_by(
        COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), _RATINGSTORE_COMPLETE="bash_complete"
    )
    assert offered in text.splitlines()
    assert heavy == []


def test_version_loads_nothing_heavy() -> None:
    text, heavy = loaded_by("--version")
    assert text.startswith("ratingstore ")
    assert heavy == []


def test_what_counts_as_heavy_would_be_seen() -> None:
    script = "import sqlalchemy, numpy, alembic\n" + SCRIPT
    done = subprocess.run(
        [sys.executable, "-c", script, "--help"], capture_output=True, text=True, check=True
    )
    assert {"sqlalchemy", "numpy", "alembic"} <= set(done.stderr.split())


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[" ".join(path) for path, _command in COMMANDS])
def test_every_command_and_option_says_what_it_does(path: tuple[str, ...], command: click.Command) -> None:
    assert command.help
    silent = [one.name for one in command.params if isinstance(one, click.Option) and not one.help]
    assert silent == []
    assert len(command.get_short_help_str(64)) <= 64
    assert not command.get_short_help_str(64).endswith("...")
