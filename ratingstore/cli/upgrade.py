"""``ratingstore upgrade``: bring a store's schema to this program's."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(cls=Command, help=_("Bring the schema of an older store to the one of this program."))
@click.pass_obj
def command(settings: Settings) -> None:
    """Migrate the store's schema."""
    from ratingstore import api

    before, after = api.upgrade(settings.db)
    if before == after:
        output.say(settings, _("schema {after}: nothing to do").format(after=after))
    else:
        output.say(settings, _("schema {before} is now {after}").format(before=before, after=after))
