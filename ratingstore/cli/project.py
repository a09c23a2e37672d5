"""``ratingstore project``: bring the stored projections up to the head of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import dry_run_option, list_option
from ratingstore.cli.settings import Settings
from ratingstore.language import _, plural

if TYPE_CHECKING:
    from ratingstore.api import ProjectReport


@click.command(cls=Command, help=_("Bring the stored lists up to the log. Ingest does it by itself."))
@list_option
@click.option("--full", is_flag=True, help=_("Rebuild them from the first fact on."))
@dry_run_option
@click.pass_obj
def command(settings: Settings, list_code: str | None, full: bool, dry_run: bool) -> None:
    """Bring projections up to the head."""
    with settings.store() as store:
        reports = store.project(list_code, full=full, dry_run=dry_run)
    for report in reports:
        output.say(settings, _sentence(report))
        if report.before_rules:
            output.note(settings, "  " + _before_rules(report.before_rules))
    if not reports:
        output.say(settings, _("nothing to do"))
    if dry_run:
        output.note(settings, _("dry run: nothing was written"))


def _sentence(report: ProjectReport) -> str:
    return _("{list}: {changes} in {units}, {rows}").format(
        list=report.list_code,
        changes=plural("{count} change", "{count} changes", report.changes).format(count=report.changes),
        units=plural("{count} unit", "{count} units", report.units).format(count=report.units),
        rows=plural("{count} row written", "{count} rows written", report.written).format(
            count=report.written
        ),
    )


def _before_rules(games: int) -> str:
    return plural(
        "note: {count} game is older than the first rule set and is not rated",
        "note: {count} games are older than the first rule set and are not rated",
        games,
    ).format(count=games)
