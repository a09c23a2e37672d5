"""The shipped rule sets and calendars, and a club's own file.

The files lie in the package, so that an installed wheel needs nothing else.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ratingstore.errors import FileUnusable, RuleSetInvalid, UnknownName
from ratingstore.language import _
from ratingstore.rulebook.calendars import (
    Calendar,
    CalendarAdjustment,
    CalendarEntry,
    read_calendar,
)
from ratingstore.rulebook.document import NotToml, normalised, parse
from ratingstore.rulebook.loader import load
from ratingstore.rulebook.schema import NAME

__all__ = [
    "Calendar",
    "CalendarAdjustment",
    "CalendarEntry",
    "ShippedRuleSet",
    "calendar",
    "calendars",
    "find",
    "from_file",
    "named",
    "shipped",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedRuleSet:
    """A rule set as text: what ``loader.load`` and ``loader.digest`` take, and an adoption stores.

    ``tables`` holds the texts of the tables that it names; ``path`` is relative to the rulebook's
    data, or the path of a club's own file.
    """

    id: str
    body: str
    text: str
    tables: Mapping[str, str]
    path: str


@cache
def shipped() -> tuple[ShippedRuleSet, ...]:
    """All shipped rule sets, by body and then by id, which is by date within a body."""
    data = files("ratingstore.rulebook") / "data"
    tables = _shipped_tables()
    found = [
        _rule_set(one.read_text("utf-8"), tables, f"{folder.name}/{one.name}")
        for folder in data.iterdir()
        if folder.is_dir() and folder.name not in ("calendars", "tables")
        for one in _toml_files(folder)
    ]
    return tuple(sorted(found, key=lambda one: (one.body, one.id)))


def find(rule_set_id: str) -> ShippedRuleSet:
    """The shipped rule set of this id; UnknownName with a hint where there is none."""
    known = {one.id: one for one in shipped()}
    if rule_set_id in known:
        return known[rule_set_id]
    near = difflib.get_close_matches(rule_set_id.lower(), known, n=1)
    hint = _("did you mean {near}?").format(near=near[0]) if near else ""
    raise UnknownName(
        _("there is no rule set {id} in the rulebook").format(id=rule_set_id),
        hint or _("the rulebook has {known}").format(known=", ".join(known)),
    )


def named(what: str) -> ShippedRuleSet:
    """A shipped rule set by its id, or a club's own by the path of its file.

    Raises UnknownName, FileUnusable, and RuleSetInvalid as ``from_file`` does.
    """
    path = Path(what)
    return from_file(path) if path.suffix == ".toml" or path.is_file() else find(what)


@cache
def calendars() -> tuple[Calendar, ...]:
    """All shipped calendars, by code."""
    folder = files("ratingstore.rulebook") / "data" / "calendars"
    read = (read_calendar(_stem(one), one.read_text("utf-8")) for one in _toml_files(folder))
    return tuple(sorted(read, key=lambda one: one.code))


def calendar(code: str) -> Calendar | None:
    """The shipped calendar of this code, None where there is none."""
    return next((one for one in calendars() if one.code == code), None)


def from_file(path: Path) -> ShippedRuleSet:
    """A club's own file. A table that it names is looked for beside it (``NAME.toml``), then here.

    Raises FileUnusable where it cannot be read, RuleSetInvalid with the file's path as name where
    it is no rule set at all; whether its rules are sound is for ``loader.load`` to say.
    """
    text = _read_text(path)
    try:
        return _rule_set(text, {**_shipped_tables(), **_tables_beside(path, text)}, str(path))
    except RuleSetInvalid as error:
        # The text has no name of its own by which a person could find it.
        raise RuleSetInvalid(str(path), error.findings) from None


def _rule_set(text: str, tables: Mapping[str, str], path: str) -> ShippedRuleSet:
    values = _values(text)
    rule_set_id, body, names = values.get("id"), values.get("body"), _table_names(values)
    if not isinstance(rule_set_id, str) or not isinstance(body, str):
        load(text, tables)  # raises, with all that is wrong
        raise AssertionError("a rule set without id or body was loaded")
    # Where a table is not to be found, those that are known help the loader to say so.
    named = {name: tables[name] for name in sorted(names)} if tables.keys() >= names else tables
    return ShippedRuleSet(id=rule_set_id, body=body, text=text, tables=named, path=path)


def _values(text: str) -> Mapping[str, object]:
    try:
        return parse(text)
    except NotToml:
        return {}


def _table_names(values: Mapping[str, object]) -> set[str]:
    """The tables that a file names, as far as they can be names of files."""
    sections = (values.get(key) for key in ("expected", "first_rating"))
    names = (section.get("table") for section in sections if isinstance(section, dict))
    return {name for name in names if isinstance(name, str) and NAME.fullmatch(name)}


def _tables_beside(path: Path, text: str) -> dict[str, str]:
    beside = {name: path.with_name(f"{name}.toml") for name in sorted(_table_names(_values(text)))}
    return {name: _read_text(file) for name, file in beside.items() if file.is_file()}


def _read_text(path: Path) -> str:
    try:
        return normalised(path.read_bytes().decode("utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileUnusable(_("{path} cannot be read: {reason}").format(path=path, reason=reason)) from error
    except UnicodeDecodeError as error:
        message = _("{path} is not UTF-8 text (byte {place})").format(path=path, place=error.start + 1)
        raise FileUnusable(message, _("save it as UTF-8")) from error


@cache
def _shipped_tables() -> Mapping[str, str]:
    folder = files("ratingstore.rulebook") / "data" / "tables"
    return {_stem(one): one.read_text("utf-8") for one in _toml_files(folder)}


def _toml_files(folder: Traversable) -> Iterator[Traversable]:
    return (one for one in folder.iterdir() if one.name.endswith(".toml"))


def _stem(file: Traversable) -> str:
    return file.name.removesuffix(".toml")
