"""One row under its column names, with the problems found in it so far."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from ratingstore.ingest.readers.dates import parse_birth, parse_day
from ratingstore.ingest.readers.reading import ReadOptions
from ratingstore.ingest.readers.values import Word, Wrong, parse_word
from ratingstore.problems import Problem

Value = TypeVar("Value")


@dataclass(slots=True, kw_only=True)
class Row:
    """A row of any kind of file.

    ``cells``: column to cleaned text, absent or "" where there is none. ``extras``: what stands
    under names that are not known, ``(name, text)``.
    """

    line: int
    text: str
    cells: dict[str, str]
    extras: list[tuple[str, str]]
    options: ReadOptions
    problems: list[Problem] = field(default_factory=list)

    @property
    def refused(self) -> bool:
        return any(problem.severity == "refused" for problem in self.problems)

    @property
    def note(self) -> str:
        """The column ``note`` and the unknown columns: ``text; column=value; ...``.

        Sorted, because a note is content and the order of columns is free.
        """
        parts = [self.get("note")] if self.get("note") else []
        return "; ".join(parts + [f"{name}={text}" for name, text in sorted(self.extras)])

    def as_json(self, kind: str) -> str:
        """The row as a JSON line of this kind, empty cells left out."""
        cells = {name: text for name, text in self.cells.items() if name and text}
        if kind == "tournament" and "type" in cells:
            cells["tournament_type"] = cells.pop("type")
        return json.dumps({"type": kind, **cells, **dict(self.extras)}, ensure_ascii=False)

    def get(self, column: str) -> str:
        return self.cells.get(column, "")

    def needed(self, column: str, otherwise: str | None = None) -> str:
        """The column's text, else ``otherwise``; a problem where both are empty."""
        text = self.get(column) or otherwise or ""
        if not text:
            self.missing(column)
        return text

    def missing(self, column: str, code: str = "RS001") -> None:
        """Report an empty column, unless it is empty because what stood there was wrong."""
        if not any(problem.field == column for problem in self.problems):
            self.report(code, column)

    def read(self, column: str, parse: Callable[[str], Value | Wrong]) -> Value | None:
        """The column's value; None where it is empty, or wrong, which is reported."""
        text = self.get(column)
        if not text:
            return None
        value = parse(text)
        if isinstance(value, Wrong):
            self.report(value.code, column, value.values)
            return None
        return value

    def word(self, column: str, known: tuple[Word, ...], otherwise: Word) -> Word | None:
        """One of the known words; ``otherwise`` where the column is empty, None where it is wrong."""
        return self.read(column, lambda text: parse_word(text, known)) if self.get(column) else otherwise

    def day(self, column: str, otherwise: int | None = None) -> int | None:
        """The day of a date in the order of the options; ``otherwise`` where the column is empty."""
        order = self.options.date_order
        return self.read(column, lambda text: parse_day(text, order)) if self.get(column) else otherwise

    def birth(self, column: str) -> str:
        """A birth date as ``YYYY`` or ISO, "" where there is none."""
        order = self.options.date_order
        return self.read(column, lambda text: parse_birth(text, order)) or ""

    def report(self, code: str, column: str = "", values: dict[str, object] | None = None) -> None:
        """Add a problem; ``column`` and ``text`` are among its values without being named."""
        place: dict[str, object] = {"column": column, "text": self.get(column)}
        self.problems.append(
            Problem(
                code=code,
                file=self.options.file,
                line=self.line,
                field=column,
                row=self.text,
                values=place | (values or {}),
            )
        )
