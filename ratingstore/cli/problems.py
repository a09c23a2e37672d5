"""``ratingstore problems``: what a problem code means."""

from __future__ import annotations

import re

import click

from ratingstore import problems
from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.errors import UnknownName
from ratingstore.formats import RowSet
from ratingstore.language import _

COLUMNS = ("code", "severity", "sentence", "hint", "meaning")
_BLANK = re.compile(r"\{(\w+)[^{}]*\}")


@click.command(cls=Command, help=_("What the codes of problems mean. Without a code: list them all."))
@click.argument("code", required=False, help=_("A code such as RS001."))
@row_options
@click.pass_obj
def command(settings: Settings, code: str | None, to: Target) -> None:
    """List the codes, or print one."""
    if code is None:
        rows = tuple(_row(kind)[:3] for _code, kind in sorted(problems.CATALOGUE.items()))
        output.show(settings, RowSet(COLUMNS[:3], rows), None, to)
        return
    kind = problems.CATALOGUE.get(code.upper())
    if kind is None:
        raise UnknownName(
            _("there is no problem code {code}").format(code=code), _("ratingstore problems lists them all")
        )
    if to.format == "table":
        output.deliver(settings, _page(kind), to)
    else:
        output.show(settings, RowSet(COLUMNS, (_row(kind),)), None, to)


def _row(kind: problems.Kind) -> tuple[str, ...]:
    return (kind.code, kind.severity, _general(kind.sentence), _general(kind.hint), _(kind.meaning))


def _general(template: str) -> str:
    """A sentence without a row: what the row would say stands as ``<field>``."""
    return _BLANK.sub(r"<\1>", _(template))


def _page(kind: problems.Kind) -> str:
    code, severity, sentence, hint, meaning = _row(kind)
    lines = [f"{code} ({severity})", f"  {sentence}", "", meaning]
    return "\n".join([*lines, "", _("hint:") + f" {hint}"] if hint else lines) + "\n"
