"""``ratingstore replay``: a list folded from the log itself."""

from __future__ import annotations

from pathlib import Path

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import reading_options, row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(cls=Command, help=_("Compute a list from the log of facts and print it."))
@reading_options
@click.option(
    "--rules",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help=_("Rate by this rule-set file instead of the adopted rule sets."),
)
@click.option("--full", is_flag=True, help=_("From the first fact on, without checkpoints."))
@click.option("--all", "everyone", is_flag=True, help=_("Unrated players too."))
@row_options
@click.pass_obj
def command(
    settings: Settings,
    list_code: str | None,
    as_of: str | None,
    known_at: str | None,
    rules: Path | None,
    full: bool,
    everyone: bool,
    to: Target,
) -> None:
    """Fold the log and print the list."""
    with settings.store() as store:
        answer = store.replay(
            list_code, as_of=as_of, known_at=known_at, rules=rules, full=full, everyone=everyone
        )
    output.show(settings, answer.rows, answer.meta, to)
