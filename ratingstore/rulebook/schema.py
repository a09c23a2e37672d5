"""Typed reading of a parsed file: every value by its key path, every fault collected, nothing guessed.

A reading method returns a usable value even where the file has none, so that one pass finds all
faults; whoever reads must look at ``Findings`` before using what was built.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, TypeVar

from ratingstore.language import _
from ratingstore.rules.ruleset import HUNDREDTHS

Finding = tuple[str, str]
"""Key path and sentence."""
Choice = TypeVar("Choice", bound=str | int)

NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""How rule sets, bodies, tables and documents are named."""
MOST: Final = 1_000_000
"""No rating, K or amount is larger; keeps every number inside the columns of the fold."""
SMALLEST: Final = Decimal("0.01")
"""The smallest amount of rating that a store can keep, in points."""
_ISO_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_VAGUE_DAY: Final = re.compile(r"\d{4}(-(0[1-9]|1[0-2]))?")
_SEGMENT: Final = re.compile(r"[^.\[]*")


class Findings:
    """What is wrong with a file, and every key path that it may hold."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.known: set[str] = set()

    def add(self, path: str, sentence: str) -> None:
        self.found.append((path, sentence))

    def faulty(self) -> set[str]:
        """Names of the sections (first words of the paths) in which something is wrong."""
        return {first_word(path) for path, _sentence in self.found}

    def any_under(self, path: str) -> bool:
        """Whether something is wrong at ``path`` or below it."""
        return any(one == path or one.startswith((f"{path}.", f"{path}[")) for one, _sentence in self.found)


def first_word(path: str) -> str:
    """``k`` of ``k.bands[2].high``."""
    match = _SEGMENT.match(path)
    return match[0] if match else path


class Table:
    """A table of the file under reading. ``close`` reports the keys that nobody asked for."""

    def __init__(self, values: Mapping[str, Any], path: str, findings: Findings) -> None:
        self.values = values
        self.path = path
        self.findings = findings
        self._asked: dict[str, None] = {}
        findings.known.add(path)

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, sentence: str) -> None:
        self.findings.add(self.at(key), sentence)

    def close(self) -> None:
        for key in self.values:
            if key not in self._asked:
                self.fault(key, _unknown(key, list(self._asked)))

    def _value(self, key: str, required: bool) -> Any:
        self._asked[key] = None
        self.findings.known.add(self.at(key))
        value = self.values.get(key)
        if value is None and required:
            self.fault(key, _("is missing"))
        return value

    def text(self, key: str, *, required: bool = True) -> str:
        value = self._value(key, required)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.fault(key, _("must be a text, not {found}").format(found=called(value)))
            return ""
        if not value.strip():
            self.fault(key, _("must not be empty"))
        return value.strip()

    def name(self, key: str, *, required: bool = True) -> str:
        value = self.text(key, required=required)
        if value and not NAME.fullmatch(value):
            sentence = _("must be small letters, digits and hyphens, such as cxc-2012; not {found}")
            self.fault(key, sentence.format(found=called(value)))
        return value

    def choice(self, key: str, options: tuple[Choice, ...], default: Choice | None = None) -> Choice:
        value = self._value(key, required=default is None)
        if value is None:
            return options[0] if default is None else default
        for option in options:
            if option == value and type(option) is type(value):
                return option
        known = ", ".join(_quoted(option) for option in options)
        self.fault(key, _("must be one of {known}; not {found}").format(known=known, found=called(value)))
        return options[0]

    def flag(self, key: str) -> bool:
        value = self._value(key, required=False)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.fault(key, _("must be true or false, not {found}").format(found=called(value)))
        return False

    def whole(self, key: str, *, least: int | None = None, default: int | None = None) -> int:
        value = self._value(key, required=default is None)
        if value is None:
            return default or 0
        if not isinstance(value, int) or isinstance(value, bool):
            self.fault(key, _("must be a whole number, not {found}").format(found=called(value)))
            return default or 0
        return value if self._within(key, Decimal(value), least) else default or 0

    def scaled(self, key: str, unit: int, *, least: Decimal | None = None, default: int | None = None) -> int:
        """A number, in ``1/unit``; what is finer is a fault. ``default`` is scaled already."""
        value = self._value(key, required=default is None)
        if value is None:
            return default or 0
        if not isinstance(value, (int, Decimal)) or isinstance(value, bool) or not Decimal(value).is_finite():
            self.fault(key, _("must be a number, not {found}").format(found=called(value)))
            return default or 0
        if not self._within(key, Decimal(value), least):
            return default or 0
        scaled = Decimal(value) * unit
        if scaled != scaled.to_integral_value():
            step = Decimal(1) / unit
            self.fault(key, _("must be a multiple of {step}, not {found}").format(step=step, found=value))
        return int(scaled)

    def points(self, key: str, *, least: Decimal | None = None, default: int | None = None) -> int:
        """A rating or an amount of points, in hundredths."""
        return self.scaled(key, HUNDREDTHS, least=least, default=default)

    def stated_points(self, key: str) -> int | None:
        """The same, above 0; None where the file has none."""
        return self.points(key, least=SMALLEST, default=0) or None

    def stated_whole(self, key: str) -> int | None:
        """A whole number above 0; None where the file has none."""
        return self.whole(key, least=1, default=0) or None

    def _within(self, key: str, value: Decimal, least: Decimal | int | None) -> bool:
        if least is not None and value < least:
            self.fault(key, _("must be at least {least}, not {found}").format(least=least, found=value))
        elif abs(value) > MOST:
            self.fault(key, _("must be at most {most}, not {found}").format(most=MOST, found=value))
        else:
            return True
        return False

    def day(self, key: str, *, required: bool = False) -> str:
        """An ISO date, or "" where the file has none."""
        return self._day(self._value(key, required), key)

    def vague_day(self, key: str) -> str:
        """A date of which the day or the month may not be known: "2012-02", "2012"."""
        value = self._value(key, required=False)
        if isinstance(value, str) and _VAGUE_DAY.fullmatch(value):
            return value
        return self._day(value, key)

    def _day(self, value: Any, key: str) -> str:
        if value is None:
            return ""
        if isinstance(value, date) and not isinstance(value, datetime):
            return value.isoformat()
        if isinstance(value, str) and _ISO_DAY.fullmatch(value) and not _is_day(value):
            self.fault(key, _("there is no day {found}").format(found=value))
        else:
            sentence = _("must be a date without quotes, such as 2012-01-31; not {found}")
            self.fault(key, sentence.format(found=called(value)))
        return ""

    def table(self, key: str, *, required: bool = True) -> Table | None:
        value = self._value(key, required)
        if value is None or isinstance(value, dict):
            return None if value is None else Table(value, self.at(key), self.findings)
        self.fault(key, _("must be a table of keys, not {found}").format(found=called(value)))
        return None

    def tables(self, key: str, *, required: bool = True) -> list[Table]:
        """The tables of a list; in paths they count from 1."""
        value = self._value(key, required)
        if value is None:
            return []
        if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
            self.fault(key, _("must be a list of tables of keys, one at least"))
            return []
        return [Table(one, f"{self.at(key)}[{n}]", self.findings) for n, one in enumerate(value, 1)]


def called(value: Any) -> str:
    """How a sentence calls a value that does not fit."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _("the text {value}").format(value=_quoted(value))
    if isinstance(value, (int, Decimal)):
        return _("the number {value}").format(value=value)
    if isinstance(value, dict):
        return _("a table of keys")
    if isinstance(value, list):
        return _("a list")
    return _("the date or time {value}").format(value=value)


def _quoted(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _unknown(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    if near:
        return _("is no key of this section; did you mean {near}?").format(near=near[0])
    return _("is no key of this section; it may have {known}").format(known=", ".join(known))
