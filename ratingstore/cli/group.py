"""The program's commands: a table of names and modules, each loaded when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

import ratingstore
from ratingstore.cli.options import global_options
from ratingstore.language import _

EXIT_CODES = (
    (0, _("done, or the answer is yes")),
    (1, _("problems and nothing was written, or the answer is no")),
    (2, _("usage; a file, database or schema that cannot be used")),
    (3, _("at least one row went to quarantine or contradicts the log")),
    (70, _("a bug in this program")),
    (130, _("interrupted")),
)


class Command(click.Command):
    """A command that takes the global options too, and lists them apart."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.shared = global_options()
        self.params.extend(self.shared)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = [param for param in self.get_params(ctx) if param not in self.shared]
        for heading, params in ((_("Options"), own), (_("Global options"), self.shared)):
            records = [param.get_help_record(ctx) for param in params if isinstance(param, click.Option)]
            if shown := [record for record in records if record]:
                with formatter.section(heading):
                    formatter.write_dl(shown)


class LazyGroup(Command, click.Group):
    """A group whose commands live in ``modules``: name -> module with a ``command``."""

    def __init__(self, *args: Any, modules: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)  # in the order of an officer's work, not of the alphabet

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return None
        command: click.Command = importlib.import_module(self.modules[cmd_name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            # Click looks for alike names among commands already loaded, and here none is.
            raise click.NoSuchCommand(error.command_name, possibilities=self.modules, ctx=ctx) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


class Program(LazyGroup):
    """The program itself: its help ends with the exit codes."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Exit codes")):
            formatter.write_dl([(str(code), meaning) for code, meaning in EXIT_CODES])


@click.command(
    cls=Program,
    modules={
        name: f"ratingstore.cli.{name}"
        for name in (
            "init",
            "upgrade",
            "doctor",
            "ingest",
            "list",
            "replay",
            "history",
            "explain",
            "correct",
            "close",
            "publish",
            "compare",
            "whatif",
            "project",
            "rules",
            "quarantine",
            "erase",
            "query",
            "verify",
            "problems",
        )
    },
    context_settings={"help_option_names": ["-h", "--help"]},
    help=_(
        "The rating history of a club or federation: facts go in, the list of any date comes out, "
        "as known now or as it was known then, with every point explained."
    ),
)
@click.version_option(ratingstore.__version__, message="%(prog)s %(version)s")
def program() -> None:
    """Nothing of its own: every command does its work."""
