"""``ratingstore quarantine``: rows that wait for a person's answer."""

from __future__ import annotations

import click

from ratingstore.cli.group import LazyGroup
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.language import _


@click.command(
    cls=LazyGroup,
    modules={name: f"ratingstore.cli.quarantine_{name}" for name in ("list", "answer")},
    invoke_without_command=True,
    help=_("Rows of files that wait for a person's answer. Without a command: list them."),
)
@row_options
@click.pass_context
def command(ctx: click.Context, to: Target) -> None:
    """List what waits, unless a command follows; that inherits what stood before its name."""
    if ctx.invoked_subcommand is None:
        from ratingstore.cli.quarantine_list import show

        show(ctx.obj, to)
    else:
        given = {name: value for name, value in ctx.params.items() if value is not None}
        ctx.default_map = {ctx.invoked_subcommand: given}
