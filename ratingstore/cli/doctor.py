"""``ratingstore doctor``: whether everything that the program stands on is in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _, plural

if TYPE_CHECKING:
    from ratingstore.api import Diagnosis

SOUND, UNSOUND, NOT_USABLE = 0, 1, 2


@click.command(
    cls=Command,
    help=_(
        "Check programs, database settings, guards, schema, clock, rules. Nothing is written. "
        "The exit code is 1 where something is a problem, 2 where there is no store to look into."
    ),
)
@row_options
@click.pass_obj
def command(settings: Settings, to: Target) -> int:
    """Look at everything; a row a finding."""
    from ratingstore import api

    found = api.doctor(settings.db)
    output.show(settings, found.rows, None, to)
    output.note(settings, _summary(found))
    if not found.usable:
        return NOT_USABLE
    return UNSOUND if found.count("problem") else SOUND


def _summary(found: Diagnosis) -> str:
    problems, warnings = found.count("problem"), found.count("warning")
    parts = (
        plural("{count} problem", "{count} problems", problems).format(count=problems),
        plural("{count} warning", "{count} warnings", warnings).format(count=warnings),
    )
    return ", ".join(parts)
