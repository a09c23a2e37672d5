"""``ratingstore rules check``: whether a club's own rule set could be adopted, and if not, every reason."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.errors import RuleSetInvalid
from ratingstore.formats import RowSet
from ratingstore.language import _, plural

COLUMNS = ("path", "finding")
SOUND, UNSOUND = 0, 1
_NO_KEY = re.compile(r"line \d+, column \d+|end of document")


@click.command(
    "check",
    cls=Command,
    help=_(
        "Check a rule-set file. Everything that is wrong with it is printed, each with its key. "
        "The exit code is 1 where it cannot be adopted. Nothing is written."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE", help=_("A rule-set file (TOML)."))
@row_options
@click.pass_obj
def command(settings: Settings, file: Path, to: Target) -> int:
    """Check a file; 1 where it is refused."""
    findings, said = _checked(file)
    if to.format != "table":
        output.show(settings, RowSet(COLUMNS, findings), None, to)
        output.note(settings, said)
        return UNSOUND if findings else SOUND
    lines = [f"{_place(file, path)}: {sentence}" for path, sentence in findings]
    output.deliver(settings, "".join(f"{line}\n" for line in [*lines, said]), to)
    return UNSOUND if findings else SOUND


def _place(file: Path, path: str) -> str:
    """The key, or the place in a file that is no TOML: that says nothing without the file's name."""
    return f"{file}: {path}" if _NO_KEY.fullmatch(path) else path


def _checked(file: Path) -> tuple[tuple[tuple[str, str], ...], str]:
    """The findings about a file, and a sentence on all of them."""
    from ratingstore.rulebook import catalogue, loader

    try:
        found = catalogue.from_file(file)
        rules = loader.load(found.text, found.tables)
    except RuleSetInvalid as error:
        count = len(error.findings)
        sentence = plural("{file}: {count} finding", "{file}: {count} findings", count)
        return error.findings, sentence.format(file=file, count=count)
    sentence = _("{file}: {rule_set} is sound; valid from {day}")
    return (), sentence.format(file=file, rule_set=rules.id, day=rules.valid_from)
