"""``ratingstore correct adjust``: many ratings moved at once."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Final

import click

from ratingstore.cli.correcting import carry_out
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing

_AMOUNT: Final = re.compile(r"[+-]\d+([.,]\d+)?")


@click.command(
    "adjust",
    cls=Command,
    help=_(
        "Move ratings of a list by an amount, to a value or by a formula. "
        "Who is moved must be said; --all are all rated players, and every further condition has to hold. "
        "A signed number after --by is the amount, anything else who writes."
    ),
)
@click.option("--list", metavar="LIST", required=True, help=_("The list."))
@click.option("--date", type=Day(), metavar="DATE", required=True, help=_("The day of the adjustment."))
@click.option("--player", multiple=True, metavar="P", help=_("This player; may be repeated."))
@click.option("--all", is_flag=True, help=_("All rated players."))
@click.option("--except", "except_", multiple=True, metavar="P", help=_("Not this one; may be repeated."))
@click.option("--federation", metavar="F", help=_("Players of this federation."))
@click.option("--sex", type=click.Choice(("m", "f")), help=_("Players of this sex."))
@click.option("--rating-from", metavar="N", help=_("Rated so much or more."))
@click.option("--rating-below", metavar="N", help=_("Rated less."))
@click.option("--active-since", type=Day(), metavar="DATE", help=_("With a rated game on that day or later."))
@click.option("--to-rating", metavar="N", help=_("The new rating."))
@click.option(
    "--formula", metavar="TEXT", help=_("The new rating by a formula over R and S: R + 0.4 * (2000 - R).")
)
@click.option("--other-list", metavar="LIST", help=_("The list whose rating is S."))
@click.option("--step", metavar="N", help=_("Rounded to so much. [default: 1; by an amount exactly]"))
@click.option("--mode", metavar="MODE", help=_("How halves are rounded: half-up or half-away-from-zero."))
@click.option("--least", metavar="N", help=_("Nobody is moved below."))
@click.option("--amount", metavar="+N|-N", help=_("The same as --by with a signed number."))
@writing_options
@click.pass_obj
def command(settings: Settings, /, writing: Writing, except_: tuple[str, ...], **words: object) -> int:
    """Adjust ratings."""
    if writing.by and _AMOUNT.fullmatch(writing.by) and not words["amount"]:
        words["amount"], writing = writing.by, dataclasses.replace(writing, by=None)
    return carry_out(settings, "adjust", {**words, "except": except_}, writing)
