"""Every value of a rule set as its file writes it, with its source: the rows of ``rules show``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from decimal import Decimal
from typing import Any, Final, NamedTuple

from ratingstore.language import _
from ratingstore.rulebook.bands import HIGHEST, LOWEST
from ratingstore.rulebook.schema import first_word
from ratingstore.rulebook.sections import every_section
from ratingstore.rules.ruleset import (
    HUNDREDTHS,
    MILLIONTHS,
    UNRATED,
    Band,
    Expected,
    FirstRating,
    KCondition,
    KFactor,
    Note,
    RuleSet,
    Score,
    Section,
    Source,
)


class Row(NamedTuple):
    """One value. ``note`` begins with "inferred" where the source does not state the value."""

    path: str
    value: str
    source: str
    note: str


HEAD: Final = (
    "id",
    "body",
    "title",
    "valid_from",
    "decided_on",
    "published_on",
    "status",
    "trial_until",
    "revoked_on",
    "frozen_until",
)
_ORDER: Final = (
    *HEAD,
    "unit",
    "references",
    "score",
    "expected",
    "cap",
    "not_rated",
    "k",
    "game_rounding",
    "unit_rounding",
    "unrated_opponent",
    "first_rating",
    "bounds",
    "floor",
    "shown",
    "late",
    "settable",
    "sources",
)
_ORIGIN: Final = ("source", "note", "inferred")
_POINTS: Final = (
    "step",
    "points",
    "low",
    "high",
    "per_share",
    "per_point",
    "unrated_as",
    "per_half_point",
    "least",
    "olympiad",
    "olympiad_women",
    "hypothetical_rating",
    "block_least",
    "highest",
    "exempt_from",
    "gap_from",
    "above",
)
_CONDITIONS: Final = (
    "rating_from",
    "rating_below",
    "games_below",
    "peak_from",
    "peak_below",
    "age_to",
)
_HALF_POINTS: Final = ("minimum_score", "block_score", "first_score")


def describe(rule_set: RuleSet) -> list[Row]:
    """All rows: the head, the sections with the notes about them, what can be set, the documents.

    A note about something that the rule set does not have (a cap, bounds) has a row without a value.
    """
    notes = _Notes(rule_set.notes)
    rows = [
        Row(key, value, rule_set.source, notes.take(key))
        for key in HEAD
        if (value := getattr(rule_set, key)) or notes.has(key)
    ]
    for path, section in every_section(rule_set):
        rows += _section(path, section, notes)
    if rule_set.settable:
        rows.append(Row("settable", ", ".join(rule_set.settable), "", notes.take("settable")))
    rows += [_document(source) for source in rule_set.sources]
    rows += [Row(path, "", "", text) for path, text in notes.rest()]
    return sorted(rows, key=lambda row: place(row.path))


def place(path: str) -> int:
    """Where a key path stands among all: in the order of a file's sections."""
    section = first_word(path)
    return _ORDER.index(section) if section in _ORDER else len(_ORDER)


class _Notes:
    """The notes by path; what has been taken is not shown again."""

    def __init__(self, notes: tuple[Note, ...]) -> None:
        self._left: dict[str, list[str]] = {}
        for note in notes:
            self._left.setdefault(note.path, []).append(_marked(note.text, note.inferred))

    def has(self, path: str) -> bool:
        return path in self._left

    def take(self, path: str) -> str:
        return " ".join(self._left.pop(path, []))

    def rest(self) -> list[tuple[str, str]]:
        return [(path, " ".join(texts)) for path, texts in self._left.items()]


def _marked(text: str, inferred: bool) -> str:
    if not inferred:
        return text
    return _("inferred: {note}").format(note=text) if text else _("inferred")


def _section(path: str, section: Section, notes: _Notes) -> Iterator[Row]:
    own = _marked(section.note, section.inferred) if section.note else ""
    about = " ".join(filter(None, (own, notes.take(path))))
    if about:
        yield Row(path, "", section.source, about)
    for key, value in _values(path, section, notes):
        note = notes.take(f"{path}.{key}") or _marked("", section.inferred)
        yield Row(f"{path}.{key}", value, section.source, note)


def _values(path: str, section: Section, notes: _Notes) -> Iterator[tuple[str, str]]:
    """Keys and values of a section; one that has its default stands only where a note speaks of it."""
    for key, value, is_default in entries(section):
        if not is_default or notes.has(f"{path}.{key}"):
            yield key, value


def entries(section: Section) -> Iterator[tuple[str, str, bool]]:
    """Keys and values of a section as a file writes them, and whether a file may leave that out."""
    if isinstance(section, KFactor):
        for number, band in enumerate(section.bands, 1):
            yield f"bands[{number}]", _band(band), False
        for number, condition in enumerate(section.conditions, 1):
            yield f"conditions[{number}]", _condition(condition), False
    for field in fields(section):
        value = getattr(section, field.name)
        if field.name not in _hidden(section) and not isinstance(value, Section) and value not in (None, ""):
            yield field.name, _written(section, field.name, value), _is_default(field, value)


def _hidden(section: Section) -> tuple[str, ...]:
    """What has its own place in a row, and a table's rows: they are the table's, shown by its name."""
    numbers = {Expected: ("upper", "high"), FirstRating: ("differences",), KFactor: ("bands", "conditions")}
    return (*_ORIGIN, *numbers.get(type(section), ()))


def _is_default(field: Field[Any], value: object) -> bool:
    return field.default is not MISSING and field.default == value


def _written(section: Section, key: str, value: object) -> str:
    """The value as a file writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, int) or value == UNRATED:
        return "" if value == UNRATED else str(value)
    if key == "multiplier":
        return _number(value, MILLIONTHS)
    if key in _HALF_POINTS:
        return _number(value, 2)
    return _number(value, HUNDREDTHS if key in _POINTS and not isinstance(section, Score) else 1)


def _number(value: int, unit: int) -> str:
    number = Decimal(value) / unit
    return str(int(number)) if number == int(number) else f"{number.normalize():f}"


def _band(band: Band) -> str:
    low = "" if band.low == LOWEST else f"low {band.low // HUNDREDTHS}, "
    # A band is kept up to a hundredth below the next one; the file writes the whole point.
    high = "" if band.high == HIGHEST else f"high {band.high // HUNDREDTHS}, "
    return f"{low}{high}k {band.k}"


def _condition(condition: KCondition) -> str:
    """The condition as its file writes it, K last."""
    ages = ("age_by",) if condition.age_to is not None else ()
    said = [f"{key} {_limit(condition, key)}" for key in _CONDITIONS if getattr(condition, key) is not None]
    return ", ".join([*said, *(f"{key} {getattr(condition, key)}" for key in ages), f"k {condition.k}"])


def _limit(condition: KCondition, key: str) -> str:
    return _number(getattr(condition, key), HUNDREDTHS if key.startswith(("rating", "peak")) else 1)


def _document(source: Source) -> Row:
    dates = {"published_on": source.published_on, "checked_on": source.checked_on}
    said = [f"{key} {day}" for key, day in dates.items() if day]
    return Row(f"sources.{source.key}", source.title, "", "; ".join([*said, *filter(None, [source.note])]))
