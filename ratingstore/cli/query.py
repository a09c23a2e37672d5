"""``ratingstore query``: ready-made audit queries, and read-only SQL over the views for auditors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from ratingstore.cli import output
from ratingstore.cli.dates import Day
from ratingstore.cli.group import Command
from ratingstore.cli.named_values import METAVAR, named_values
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.errors import UsageError
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.formats import RowSet


def _names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    from ratingstore.store import audit

    return [
        CompletionItem(query.name, help=_(query.answers))
        for query in audit.queries()
        if query.name.startswith(begun)
    ]


@click.command(
    cls=Command,
    help=_(
        "Answer a ready-made audit query, or read-only SQL. Without a name: list the queries. "
        "Views for auditors: game_now, game_as_recorded, rating_list_now, rating_change, ingest, adoption, "
        "event, quarantine."
    ),
)
@click.argument("name", required=False, shell_complete=_names, help=_("A query, such as list-of-date."))
@click.option(
    "-p",
    "--parameter",
    "parameters",
    multiple=True,
    callback=named_values,
    metavar=METAVAR,
    help=_("A value that the query asks for, such as list=cxc; may be repeated."),
)
@click.option("--sql", metavar="SQL", help=_("One statement that only reads."))
@row_options
@click.pass_obj
def command(
    settings: Settings, name: str | None, parameters: dict[str, str], sql: str | None, to: Target
) -> None:
    """Answer a query, run a statement, or list what can be asked."""
    if sql is not None:
        _refuse_beside_sql(name, parameters)
        with settings.store() as store:
            output.show(settings, store.query(sql), None, to)
    elif name is not None:
        _answer(settings, name, parameters, to)
    elif parameters:
        raise UsageError(_("-p goes with the name of a query"), _("ratingstore query lists them"))
    else:
        output.show(settings, _listed(), None, to)


def _refuse_beside_sql(name: str | None, parameters: dict[str, str]) -> None:
    if name is not None or parameters:
        raise UsageError(
            _("--sql goes without the name of a query and without -p"),
            _("write the values into the statement"),
        )


def _answer(settings: Settings, name: str, parameters: dict[str, str], to: Target) -> None:
    from ratingstore.store import audit

    dates = {one.name for one in audit.find(name).parameters if one.kind == "date"}
    for parameter, value in parameters.items():
        if parameter in dates and value != audit.TODAY:
            Day().convert(value, None, None)
    with settings.store() as store:
        found = store.audit(name, parameters)
    output.show(settings, found.rows, None, to)
    for note in found.notes:
        output.note(settings, _("note: {sentence}").format(sentence=note))


def _listed() -> RowSet:
    from ratingstore.api import auditing

    return auditing.listed()
