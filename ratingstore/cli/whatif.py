"""``ratingstore whatif``: the same log under another rule set."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.options import reading_options, row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(
    cls=Command,
    help=_(
        "Compute a list as it would be under another rule set. It stands beside the list as it is, in the "
        "columns now, then and difference. Nothing is written."
    ),
)
@reading_options
@click.option(
    "--rules",
    required=True,
    metavar="RULE_SET|FILE",
    help=_("A shipped or adopted rule set, or a rule-set file."),
)
@click.option(
    "--from",
    "from_day",
    type=Day(),
    metavar="DATE",
    help=_("First day of that rule set; it then replaces all later ones. [default: from the first fact on]"),
)
@row_options
@click.pass_obj
def command(
    settings: Settings,
    list_code: str | None,
    as_of: str | None,
    known_at: str | None,
    rules: str,
    from_day: str | None,
    to: Target,
) -> None:
    """Compute a list under other rules."""
    with settings.store() as store:
        answer = store.whatif(list_code, rules, from_day=from_day, as_of=as_of, known_at=known_at)
    output.show(settings, answer.rows, answer.meta, to)
