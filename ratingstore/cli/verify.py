"""``ratingstore verify``: every value of the store read once more."""

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
    from ratingstore.api import Verification

SOUND, UNSOUND = 0, 1


@click.command(
    cls=Command,
    help=_(
        "Read every value of the store and compare it. "
        "It looks at pages, guards, positions, the hash chain, players, "
        "remarks, stored changes and published lists. A row a check or a fault; nothing is written. "
        "The exit code is 1 where something is not as it was written. "
        "A log that was cut off at its end is whole as far as it goes: it shows only against a head that "
        "was kept elsewhere, such as the one printed under a published list."
    ),
)
@click.option(
    "--expect-head",
    metavar="H",
    help=_("A HASH or POSITION:HASH kept elsewhere, which the chain must hold."),
)
@click.option("--log-only", is_flag=True, help=_("Only what was recorded, not what is computed from it."))
@row_options
@click.pass_obj
def command(settings: Settings, expect_head: str | None, log_only: bool, to: Target) -> int:
    """Verify the store."""
    from ratingstore import api

    found = api.verify(settings.db, expect_head=expect_head, log_only=log_only)
    output.show(settings, found.rows, found.meta, to)
    output.note(settings, _summary(found))
    return UNSOUND if found.faults else SOUND


def _summary(found: Verification) -> str:
    if not found.faults:
        return _("everything is as it was written; keep the head outside the store, for --expect-head")
    return plural("{count} fault", "{count} faults", found.faults).format(count=found.faults)
