"""``ratingstore rules diff``: what changed from one rule set to another, with the sources of both."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Final

import click

from ratingstore import formats
from ratingstore.cli import output
from ratingstore.cli.group import Command
from ratingstore.cli.options import row_options
from ratingstore.cli.output import Target
from ratingstore.cli.settings import Settings
from ratingstore.formats import RowSet
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.rulebook.comparison import Difference
    from ratingstore.rules.ruleset import RuleSet

COLUMNS = ("path", "a", "b", "source_a", "source_b")
WIDTH = 100
_OF_A_LIST: Final = re.compile(r"(?P<list>.+)@(?P<day>\d{4}-\d{2}-\d{2})")


@click.command(
    "diff",
    cls=Command,
    help=_(
        "Show what differs between two rule sets. "
        "Values, status and dates with the sources of both, and documents; notes are not compared. "
        "The exit code is 0 with and without differences."
    ),
)
@click.argument(
    "a", metavar="A", help=_("The id of a rule set, a file, or LIST@DATE: what the list has adopted.")
)
@click.argument("b", metavar="B", help=_("The other one."))
@row_options
@click.pass_obj
def command(settings: Settings, a: str, b: str, to: Target) -> None:
    """Compare two rule sets."""
    from ratingstore.rulebook import comparison

    one, other = _rules(settings, a), _rules(settings, b)
    found = comparison.differing(one, other)
    head = [f"a: {one.id}: {one.title}", f"b: {other.id}: {other.title}"]
    if all(comparison.rates_nothing(row) for row in found):
        head.append(_("no value differs"))
    if to.format == "table":
        output.deliver(settings, page(head, found), to)
        return
    output.show(settings, RowSet(COLUMNS, tuple(tuple(row) for row in found)), None, to)
    for line in head:
        output.note(settings, line)


def _rules(settings: Settings, what: str) -> RuleSet:
    from ratingstore.rulebook import catalogue, loader

    of_a_list = _OF_A_LIST.fullmatch(what)
    if of_a_list:
        with settings.store() as store:
            return store.rules_in_force(of_a_list["list"], of_a_list["day"]).rules
    found = catalogue.named(what)
    return loader.load(found.text, found.tables)


def page(head: list[str], found: list[Difference]) -> str:
    """One screen: the values side by side, under them where they come from, then other documents."""
    from ratingstore.rulebook import comparison

    lines = "".join(f"{line}\n" for line in head)
    valued = [row for row in found if not comparison.rates_nothing(row)]
    if valued:
        values = tuple((row.path, row.a, row.b) for row in valued)
        lines += f"\n{formats.write(RowSet(COLUMNS[:3], values), 'table')}\n{_sources(valued)}"
    return lines + _documents([row for row in found if row.path.startswith("sources.")])


def _documents(found: list[Difference]) -> str:
    """The documents that only one side has, or has otherwise; titles stand in the first lines."""
    told = [
        _filled(f"{side}: {row.path.removeprefix('sources.')}: {title}")
        for row in found
        for side, title in (("a", row.a), ("b", row.b))
        if title
    ]
    return "".join(["\n", _("documents"), "\n", *told]) if told else ""


def _filled(text: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_long_words=False) + "\n"


def _sources(found: list[Difference]) -> str:
    """A paragraph for each pair of sources, however many values come from it."""
    paths: dict[tuple[str, str], list[str]] = {}
    for row in found:
        paths.setdefault((row.source_a, row.source_b), []).append(row.path)
    return "".join(_paragraph(*sources, values) for sources, values in paths.items())


def _paragraph(source_a: str, source_b: str, paths: list[str]) -> str:
    sides = [f"{side}: {source}" for side, source in (("a", source_a), ("b", source_b)) if source]
    told = source_a if source_a == source_b else "; ".join(sides)
    return _filled(f"{', '.join(_shortened(paths))}: {told}")


def _shortened(paths: list[str]) -> list[str]:
    """The paths without the section where the one before them names it already."""
    sections = ["", *(path.rpartition(".")[0] for path in paths)]
    return [
        path.removeprefix(f"{before}.") if before else path
        for before, path in zip(sections, paths, strict=False)
    ]
