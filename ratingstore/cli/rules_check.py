"""``ratingstore rules check``: whether a club's own rule set could be adopted, and if not, every reason."""

from __future__ import annotations

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
    findings, said, whole = _checked(file)
    if to.format != "table":
        output.show(settings, RowSet(COLUMNS, findings), None, to)
        output.note(settings, said)
        return UNSOUND if findings else SOUND
    place = f"{file}: " if whole else ""
    lines = [f"{place}{path}: {sentence}" for path, sentence in findings]
    output.deliver(settings, "".join(f"{line}\n" for line in [*lines, said]), to)
    return UNSOUND if findings else SOUND


def _checked(file: Path) -> tuple[tuple[tuple[str, str], ...], str, bool]:
    """The findings about a file, a sentence on all of them, and whether it is no rule set at all."""
    from ratingstore.rulebook import catalogue, loader

    try:
        found = catalogue.from_file(file)
        rules = loader.load(found.text, found.tables)
    except RuleSetInvalid as error:
        count = len(error.findings)
        sentence = plural("{file}: {count} finding", "{file}: {count} findings", count)
        return error.findings, sentence.format(file=file, count=count), error.name == str(file)
    sentence = _("{file}: {rule_set} is sound; valid from {day}")
    return (), sentence.format(file=file, rule_set=rules.id, day=rules.valid_from), False
