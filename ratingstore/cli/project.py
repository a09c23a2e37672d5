"""``ratingstore project``: bring the stored projections up to the head of the log."""

from __future__ import annotations

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import dry_run_option, list_option
from ratingstore.cli.settings import Settings
from ratingstore.language import _


@click.command(cls=Command, help=_("Bring the stored lists up to the log. Ingest does it by itself."))
@list_option
@click.option("--full", is_flag=True, help=_("Rebuild them from the first fact on."))
@dry_run_option
@click.pass_obj
def command(settings: Settings, list_code: str | None, full: bool, dry_run: bool) -> None:
    """Bring projections up to the head."""
    with settings.store() as store:
        for report in store.project(list_code, full=full, dry_run=dry_run):
            output.say(settings, str(report))
