"""``ratingstore rules``: the rulebook."""

from __future__ import annotations

import click

from ratingstore.cli.group import LazyGroup
from ratingstore.language import _


@click.command(
    cls=LazyGroup,
    modules={name: f"ratingstore.cli.rules_{name}" for name in ("list", "show", "diff", "check", "adopt")},
    help=_("The rulebook: what rule sets say, and which are in force."),
)
def command() -> None:
    """Nothing of its own: every command does its work."""
