"""``ratingstore list``: a list from the stored projections."""

from __future__ import annotations

import re
from typing import Final

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import reading_options, row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _

NEWEST: Final = "v0"


def _version(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """The number of ``v2``; 0 stands for the newest, None for a list that is computed."""
    if value is None:
        return None
    found = re.fullmatch(r"v(\d+)", value, re.ASCII)
    if found is None:
        message = _("{value} is no version of a publication: write v1, v2, ...").format(value=value)
        raise click.BadParameter(message, ctx, param)
    return int(found[1])


@click.command(cls=Command, help=_("Print the list in force on a day, or as it was published."))
@reading_options
@click.option("--all", "everyone", is_flag=True, help=_("Unrated players too."))
@click.option(
    "--published",
    is_flag=False,
    flag_value=NEWEST,
    metavar="[vN]",
    callback=_version,
    help=_(
        "As it went out: the newest publication of the last list on or before the day, or version N of it."
    ),
)
@row_options
@click.pass_obj
def command(
    settings: Settings,
    list_code: str | None,
    as_of: str | None,
    known_at: str | None,
    everyone: bool,
    published: int | None,
    to: Target,
) -> None:
    """Print a list."""
    if published is not None and everyone:
        raise click.UsageError(_("--published has the players who went out: leave --all out"))
    with settings.store() as store:
        if published is None:
            answer = store.list(list_code, as_of=as_of, known_at=known_at, everyone=everyone)
        else:
            answer = store.published(list_code, version=published or None, as_of=as_of, known_at=known_at)
    output.show(settings, answer.rows, answer.meta, to)
