"""``ratingstore correct``: corrections as events; nothing that was recorded is changed."""

from __future__ import annotations

import click

from ratingstore.cli.group import LazyGroup
from ratingstore.language import _

NAMES = (
    "game", "void", "tournament", "player", "opening", "void-player", "withhold", "merge", "split", "adjust",
    "undo",
)  # fmt: skip


@click.command(
    cls=LazyGroup,
    modules={name: f"ratingstore.cli.correct_{name.replace('-', '_')}" for name in NAMES},
    help=_(
        "Correct what the log says, by an event with a reason. What was recorded stays as it was; "
        "lists computed from now on are those of a log in which the right fact stood from the start, "
        "and any correction can be undone. Every command needs --reason."
    ),
)
def command() -> None:
    """Nothing of its own: every command does its work."""
