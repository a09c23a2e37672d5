"""Options that several commands share, each written once.

The decorators for families of options also turn them into one value: ``@row_options`` gives the
command ``to`` (a Target), ``@writing_options`` gives ``writing`` (an ``api.Writing``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ratingstore import language
from ratingstore.cli.dates import Day, Known, Moment
from ratingstore.cli.output import Target
from ratingstore.cli.settings import DATABASE, DATABASE_VARIABLE, settings_of
from ratingstore.formats import FORMATS, Format
from ratingstore.language import _

Function = Callable[..., Any]


def global_options() -> list[click.Parameter]:
    """The options that every command takes, before and after its name."""
    return [
        click.Option(
            ["--db"],
            metavar="URL|PATH",
            expose_value=False,
            callback=_remember_db,
            help=_("The store: a file or a database URL. [env var: {variable}; default: {default}]").format(
                variable=DATABASE_VARIABLE, default=DATABASE
            ),
        ),
        click.Option(
            ["--lang"],
            type=_Spelt(language.LANGUAGES, case_sensitive=False),
            metavar="|".join(language.LANGUAGES),
            expose_value=False,
            help=_("Language of messages and tables. [env var: RATINGSTORE_LANG]"),
        ),
        click.Option(
            ["-q", "--quiet"],
            is_flag=True,
            expose_value=False,
            callback=_remember_quiet,
            help=_("Print rows and problems only."),
        ),
        click.Option(
            ["--no-color"],
            is_flag=True,
            expose_value=False,
            callback=_remember_no_colour,
            help=_("No colours, even on a terminal. [env var: NO_COLOR]"),
        ),
    ]


class _Spelt(click.Choice[str]):
    """A choice in any case that lists its words as they are written: pt-BR, not pt-br."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        return click.Choice(self.choices).get_invalid_choice_message(value, ctx)


def _remember_db(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    settings = settings_of(ctx)
    settings.db = value or settings.db


def _remember_quiet(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    settings = settings_of(ctx)
    settings.quiet = value or settings.quiet


def _remember_no_colour(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    settings = settings_of(ctx)
    settings.colour = settings.colour and not value


def list_option(function: Function) -> Function:
    """``--list``: which list; may be left out where the store has one."""
    return click.option(
        "--list", "list_code", metavar="LIST", help=_("The list; needed where the store has several.")
    )(function)


def reading_options(function: Function) -> Function:
    """``--list --as-of --known-at``: which list, of which day, as known when."""
    known_at = click.option(
        "--known-at",
        type=Known(),
        metavar="T",
        help=_(
            "Use only what was recorded by then: a position, a date, a time or LIST@DATE of a publication. "
            "[default: all]"
        ),
    )
    as_of = click.option(
        "--as-of",
        type=Day(),
        metavar="DATE",
        help=_("The list in force at the end of that day, the day included. [default: today]"),
    )
    return list_option(as_of(known_at(function)))


def row_options(function: Function) -> Function:
    """``--format -o``: how rows are written and where; the command gets ``to``."""

    @functools.wraps(function)
    def with_target(*args: Any, format: Format | None, output: Path | None, **kwargs: Any) -> Any:
        return function(*args, to=Target.of(format, output), **kwargs)

    file = click.option(
        "-o",
        "--output",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help=_("Write the rows to a file; its ending names the format."),
    )
    kind = click.option(
        "--format",
        type=click.Choice(FORMATS),
        metavar="|".join(FORMATS),
        help=_("How the rows are written. [default: table]"),
    )
    return kind(file(with_target))


def writing_options(function: Function) -> Function:
    """``--recorded-at --by --reason --dry-run``; the command gets ``writing``."""

    @functools.wraps(function)
    def with_writing(
        *args: Any, recorded_at: str | None, by: str | None, reason: str, dry_run: bool, **kwargs: Any
    ) -> Any:
        from ratingstore.api import Writing

        return function(
            *args, writing=Writing(recorded_at=recorded_at, by=by, reason=reason, dry_run=dry_run), **kwargs
        )

    recorded_at = click.option(
        "--recorded-at",
        type=Moment(),
        metavar="T",
        help=_("When the log learned it; never earlier than its last entry. [default: now]"),
    )
    by = click.option("--by", metavar="WHO", help=_("Who writes. [default: the user of this system]"))
    reason = click.option("--reason", default="", metavar="TEXT", help=_("Why; kept beside the log."))
    return recorded_at(by(reason(dry_run_option(with_writing))))


def dry_run_option(function: Function) -> Function:
    """``--dry-run``: everything as in the real run, in a transaction that is rolled back."""
    return click.option(
        "--dry-run", is_flag=True, help=_("Do everything, report it, and take it back: nothing is written.")
    )(function)
