"""``ratingstore erase``: a person's name, code and ids leave the store."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import writing_options
from ratingstore.cli.settings import Settings
from ratingstore.errors import UsageError
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing


@click.command(
    cls=Command,
    help=_(
        "Erase who a player is: his name, codes and ids. "
        "They go with the remarks and waiting rows that hold them, also from the bytes of the store's files. "
        "This cannot be undone. "
        "Games, ratings and the facts that rules read (birth date, sex, federation, title) stay under a "
        "number, so no rating moves and the log can still be verified. "
        "Backups, exports and a server's own logs are out of reach."
    ),
)
@click.argument("player", help=_("The player's code; one that begins with a dash goes after --."))
@click.option("--yes", is_flag=True, help=_("Do not ask; needed where nobody can be asked."))
@writing_options
@click.pass_obj
def command(settings: Settings, player: str, yes: bool, writing: Writing) -> None:
    """Erase a player."""
    if not writing.reason.strip():
        raise UsageError(
            _("an erasure needs a reason"), _('give it without the name: --reason "asked for in writing"')
        )
    from ratingstore.api import proving

    with settings.store(dry_run=writing.dry_run) as store:
        if not writing.dry_run and not yes:
            _confirm(proving.erasable(store.engine, player))
        report = store.erase(player, writing)
    for line in report.lines:
        output.say(settings, line)
    for sentence in report.notes:
        output.note(settings, _("note: {sentence}").format(sentence=sentence))
    if writing.dry_run:
        output.note(settings, _("dry run: nothing was written"))


def _confirm(shown: str) -> None:
    if not sys.stdin.isatty():
        raise UsageError(
            _("erasing {player} cannot be undone, and nobody can be asked").format(player=shown),
            _("give --yes if you are sure; --dry-run shows what would go"),
        )
    click.confirm(_("Erase {player}? This cannot be undone.").format(player=shown), abort=True)
