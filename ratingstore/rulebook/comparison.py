"""What differs between two rule sets: the rows of ``rules diff``.

Values are compared, with what a file leaves out at its default; titles and documents too, under
``title`` and ``sources.KEY``, which are no values: two versions that differ in nothing else rate alike.
Ids, notes and the days on which documents were looked at are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from ratingstore.language import _
from ratingstore.rulebook.describe import HEAD, entries, place
from ratingstore.rulebook.sections import every_section
from ratingstore.rules.ruleset import MILLIONTHS, Expected, FirstRating, RuleSet, Source


class Difference(NamedTuple):
    """A value that differs. "" where a rule set has none; a source ends in "(inferred)" where it is so."""

    path: str
    a: str
    b: str
    source_a: str
    source_b: str


class _Value(NamedTuple):
    text: str
    source: str


_NOTHING: Final = _Value("", "")
_NAMES: Final = ("id",)
_UNSAID: Final = ("0", "false")
"""What a number or a switch is where a file does not speak of it."""


def differing(a: RuleSet, b: RuleSet) -> list[Difference]:
    """The values that differ, in the order of a file."""
    left, right = dict(_values(a)), dict(_values(b))
    # Where only one has a table, its name says so.
    paths = [
        path for path in dict.fromkeys([*left, *right]) if not _is_row(path) or path in left.keys() & right
    ]
    pairs = ((path, left.get(path, _NOTHING), right.get(path, _NOTHING)) for path in sorted(paths, key=place))
    return [
        Difference(path, one.text, other.text, one.source, other.source)
        for path, one, other in pairs
        if one.text != other.text
    ]


def _values(rule_set: RuleSet) -> Iterator[tuple[str, _Value]]:
    inferred = {note.path for note in rule_set.notes if note.inferred}

    def value(path: str, text: str, source: str, section_inferred: bool = False) -> tuple[str, _Value]:
        marked = section_inferred or any(one == path or one.startswith(f"{path}.") for one in inferred)
        return path, _Value(text, _("{source} (inferred)").format(source=source) if marked else source)

    for key in HEAD:
        if key not in _NAMES and getattr(rule_set, key):
            yield value(key, getattr(rule_set, key), rule_set.source)
    for path, section in every_section(rule_set):
        for key, text, is_default in entries(section):
            if text and not (is_default and text in _UNSAID):
                yield value(f"{path}.{key}", text, section.source, section.inferred)
        for row, text in _rows(section):
            yield value(f"{path}.table.{row}", text, section.source, section.inferred)
    if rule_set.settable:
        yield value("settable", ", ".join(rule_set.settable), rule_set.source)
    for document in rule_set.sources:
        yield f"sources.{document.key}", _Value(_document(document), "")


def _document(document: Source) -> str:
    return f"{document.title} ({document.published_on})" if document.published_on else document.title


def rates_nothing(row: Difference) -> bool:
    """Whether a difference is one of titles or documents, which change no number."""
    return row.path == "title" or row.path.startswith("sources.")


def _is_row(path: str) -> bool:
    return ".table.rows[" in path


def _rows(section: object) -> Iterator[tuple[str, str]]:
    """The rows of the table that a section names: two tables of one name may differ."""
    if isinstance(section, Expected):
        lows = (0, *(edge + 1 for edge in section.upper))
        for number, (low, high) in enumerate(zip(lows, section.high, strict=False), 1):
            edge = str(section.upper[number - 1]) if number <= len(section.upper) else ""
            yield f"rows[{number}]", f"{low}-{edge}: {Decimal(high) / MILLIONTHS:.2f}"
    if isinstance(section, FirstRating):
        for number, difference in enumerate(section.differences, 1):
            yield f"rows[{number}]", f"{Decimal(49 + number) / 100:.2f}: {difference}"
