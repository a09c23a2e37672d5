"""``ratingstore correct tournament``: what is right of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli.correcting import carry_out
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    "tournament",
    cls=Command,
    help=_(
        "Correct a tournament: dates, lists, scale, whether it is rated. "
        "One that is pending or refused is kept and not rated."
    ),
)
@click.argument("tournament", metavar="CODE")
@click.option("--start", type=Day(), metavar="DATE", help=_("The right first day."))
@click.option("--end", type=Day(), metavar="DATE", help=_("The right last day."))
@click.option("--lists", metavar="LISTS", help=_("All lists that rate it: cbx,fide-standard."))
@click.option(
    "--status", type=click.Choice(("rated", "pending", "refused", "void")), help=_("Whether it is rated.")
)
@click.option("--name", metavar="NAME", help=_("The right name."))
@click.option(
    "--type", metavar="TYPE", help=_("swiss, round_robin, match, team, knockout, olympiad or olympiad_women.")
)
@click.option("--rounds", type=int, metavar="N", help=_("How many rounds it has."))
@click.option("--points", type=int, metavar="1|2", help=_("What a win counts."))
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, **words: object) -> int:
    """Correct a tournament."""
    return carry_out(settings, "tournament", words, writing)
