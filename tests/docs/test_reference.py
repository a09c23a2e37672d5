"""Nothing that a person can type or be told is missing from the reference pages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from ratingstore.cli.group import program
from ratingstore.problems import CATALOGUE
from ratingstore.rulebook import catalogue
from ratingstore.store import audit
from tests.evidence import ROOT


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """The text under a heading, up to the next."""
    _, found, rest = text.partition(f"\n## {heading}\n")
    assert found, f"no section {heading}"
    return rest.partition("\n## ")[0]


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


def test_the_pages_are_what_the_program_says() -> None:
    check = [sys.executable, str(ROOT / "scripts" / "docs_reference.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("path", "command"), list(commands(program, "ratingstore")))
def test_every_command_and_each_of_its_options_is_documented(path: str, command: click.Command) -> None:
    text = page("commands.md")
    told = section(text, path)
    globally = text.partition("\n## ")[0]
    assert command.help
    assert command.help in told
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, param.name
            for name in param.opts:
                assert name in told or name in globally, name


def test_every_problem_code_is_documented_with_its_sentence_hint_and_meaning() -> None:
    text = page("problems.md")
    for kind in CATALOGUE.values():
        told = section(text, f"{kind.code} ({kind.severity})")
        assert kind.sentence in told
        assert kind.hint in told
        assert kind.meaning in told


def test_every_shipped_rule_set_and_calendar_is_documented() -> None:
    text = page("rules.md")
    assert len(catalogue.shipped()) >= 6
    for rule_set in catalogue.shipped():
        assert f"\n## `{rule_set.id}`: " in text
    for calendar in catalogue.calendars():
        assert f"\n## Calendar `{calendar.code}`: " in text


def test_every_audit_query_is_documented_with_its_parameters_and_its_sql() -> None:
    text = page("queries.md")
    assert len(audit.queries()) >= 13
    for query in audit.queries():
        told = section(text, query.name)
        assert query.answers in told
        assert query.note in told
        assert query.sql in told
        assert all(f"| `{one.name}` | {one.about} |" in told for one in query.parameters)
