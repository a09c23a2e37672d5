"""Row sets and how they are written: table, csv, json, jsonl, md.

The same fields in the same order in every format. ``table`` and ``md`` are for people and follow
the language (decimal comma, 31/03/2012); the others are for programs and never do. Nothing is cut.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath
from typing import Final, Literal, cast

from ratingstore.errors import UsageError
from ratingstore.language import _

Cell = str | int | Decimal | None
Format = Literal["table", "csv", "json", "jsonl", "md"]

FORMATS: Final[tuple[Format, ...]] = ("table", "csv", "json", "jsonl", "md")

_ENDINGS: Final[dict[str, Format]] = {
    ".txt": "table",
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".md": "md",
}
_ISO_DATE: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_CSV_SPECIAL: Final = re.compile(r'[",\r\n]')
# Codes are literal text and may look like a date, so a column is a date by its name, not its content.
_DATE_COLUMN: Final = re.compile(r"(.*_)?(date|on|from|until|through)|last_played|as_of|known_at|birth_date")


@dataclass(frozen=True, slots=True)
class RowSet:
    """Rows under named columns. Dates are ISO texts, ratings Decimal or int, None is "not known"."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Meta:
    """What an answer says beside its rows, in order: list, as_of, known_at, head, digest, ...

    ``notes`` are sentences to a person; they are no part of any format.
    """

    values: tuple[tuple[str, object], ...]
    notes: tuple[str, ...] = ()


def format_of(path: str | PurePath) -> Format:
    """The format that goes with a file's ending. UsageError where the ending says nothing."""
    found = _ENDINGS.get(PurePath(path).suffix.lower())
    if found is None:
        raise UsageError(
            _("the ending of {file} names no format").format(file=path),
            _("give one of {endings}, or --format").format(endings=" ".join(_ENDINGS)),
        )
    return found


def write(rowset: RowSet, format: Format, meta: Meta | None = None, language: str = "en") -> str:
    """The rows as text, ending in a line feed.

    ``json``: an object of the meta and ``rows``, or an array of objects without meta. ``table`` and
    ``md``: the meta stands in lines under the rows. ``csv`` and ``jsonl`` hold rows only: who needs
    the meta there prints ``meta_lines`` elsewhere.
    """
    if format == "csv":
        return _csv(rowset)
    if format == "json" and meta is not None:
        return to_json(dict(meta.values) | {"rows": _objects(rowset)})
    if format == "json" or format == "jsonl":
        return write_objects(_objects(rowset), format)
    body = (_markdown if format == "md" else _table)(rowset, language)
    return body if meta is None else f"{body}\n{meta_lines(meta, language, '- ' if format == 'md' else '')}"


def write_objects(objects: Sequence[Mapping[str, object]], format: Literal["json", "jsonl"]) -> str:
    """Objects that may hold others: an array (``json``), or an object a line (``jsonl``)."""
    if format == "json":
        return to_json(objects)
    return "".join(_inline(item) + "\n" for item in objects)


def meta_lines(meta: Meta, language: str = "en", bullet: str = "") -> str:
    """``name: value`` a line; what is empty is left out."""
    shown = ((name, value) for name, value in meta.values if value not in (None, "", (), []))
    return "".join(f"{bullet}{name}: {_meta_text(name, value, language)}\n" for name, value in shown)


def to_json(value: object) -> str:
    """JSON for people and programs: Decimals as exact numbers, innermost objects on one line."""
    return _nested(value, "") + "\n"


def visible(text: str) -> str:
    """The text with control characters spelt out: a name must not move the cursor or end a row."""
    if text.isprintable():
        return text
    return "".join(
        _spelt(char) if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text
    )


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def _spelt(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


# --- text of one cell ---------------------------------------------------------------------------


def _plain(cell: object) -> str:
    if isinstance(cell, Decimal):
        return format(cell, "f")  # never 1E+1
    return "" if cell is None else str(cell)


def shown(column: str, cell: object, language: str) -> str:
    """A cell as a person reads it in a table; the column tells whether a text is a date."""
    text = _plain(cell)
    if language == "pt-BR":
        if isinstance(cell, Decimal | float):
            return text.replace(".", ",")
        if isinstance(cell, str) and _DATE_COLUMN.fullmatch(column):
            text = _ISO_DATE.sub(r"\3/\2/\1", text) if _ISO_DATE.fullmatch(text) else text
    return visible(text)


def _meta_text(name: str, value: object, language: str) -> str:
    if isinstance(value, Mapping):
        return _inline(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_meta_text(name, item, language) for item in value)
    return shown(name, value, language)


def _is_numeric(cells: Sequence[object]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return bool(known) and all(isinstance(cell, int | float | Decimal) for cell in known)


# --- table and md -------------------------------------------------------------------------------


def _columns(rowset: RowSet, language: str) -> list[tuple[list[str], bool]]:
    """For every column its heading and cells as text, and whether it holds numbers."""
    columns = []
    for index, name in enumerate(rowset.columns):
        cells = [row[index] for row in rowset.rows]
        columns.append(
            ([visible(name), *(shown(name, cell, language) for cell in cells)], _is_numeric(cells))
        )
    return columns


def _table(rowset: RowSet, language: str) -> str:
    mark = "," if language == "pt-BR" else "."
    ready = [
        _padded(_points_aligned(texts, mark) if numeric else texts, numeric)
        for texts, numeric in _columns(rowset, language)
    ]
    lines = ["  ".join(cells).rstrip() for cells in zip(*ready, strict=True)]
    rule = "  ".join("-" * width(column[0]) for column in ready)
    return "".join(f"{line}\n" for line in [*lines[:1], rule, *lines[1:]])


def _points_aligned(texts: list[str], mark: str) -> list[str]:
    """Numbers padded on the right so that 11.5 and 6 keep their units under each other."""
    heading, cells = texts[0], texts[1:]
    tails = [len(text) - text.index(mark) if mark in text else 0 for text in cells]
    widest = max(tails)
    return [heading, *(text + " " * (widest - tail) for text, tail in zip(cells, tails, strict=True))]


def _padded(texts: list[str], right: bool) -> list[str]:
    widest = max(width(text) for text in texts)
    blanks = [" " * (widest - width(text)) for text in texts]
    return [blank + text if right else text + blank for text, blank in zip(texts, blanks, strict=True)]


def _markdown(rowset: RowSet, language: str) -> str:
    columns = _columns(rowset, language)
    ready = [_padded([text.replace("|", "\\|") for text in texts], numeric) for texts, numeric in columns]
    lines = ["| " + " | ".join(cells) + " |" for cells in zip(*ready, strict=True)]
    rules = [
        "-" * max(2, width(column[0]) - 1) + (":" if numeric else "-")
        for column, (__, numeric) in zip(ready, columns, strict=True)
    ]
    return "".join(f"{line}\n" for line in [*lines[:1], "| " + " | ".join(rules) + " |", *lines[1:]])


# --- csv and json -------------------------------------------------------------------------------


def _csv(rowset: RowSet) -> str:
    rows = [rowset.columns, *([_plain(cell) for cell in row] for row in rowset.rows)]
    return "".join(_csv_line(row) + "\n" for row in rows)


def _csv_line(cells: Sequence[str]) -> str:
    # The standard writer with LF line ends leaves a lone CR bare, and readers end the row there.
    if list(cells) == [""]:
        return '""'  # a blank line would be no row
    return ",".join(_csv_cell(cell) for cell in cells)


def _csv_cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _CSV_SPECIAL.search(text) else text


def _objects(rowset: RowSet) -> list[dict[str, Cell]]:
    keys = _keys(rowset.columns)
    return [dict(zip(keys, row, strict=True)) for row in rowset.rows]


def _keys(columns: tuple[str, ...]) -> list[str]:
    """The columns' names; a query may name two alike, and an object would lose the first."""
    keys: list[str] = []
    for name in columns:
        number, key = 1, name
        while key in keys:
            number += 1
            key = f"{name}_{number}"
        keys.append(key)
    return keys


def _nested(value: object, indent: str) -> str:
    deeper = indent + "  "
    if isinstance(value, Mapping) and any(_is_container(item) for item in value.values()):
        items = [
            f"{json.dumps(str(key), ensure_ascii=False)}: {_nested(item, deeper)}"
            for key, item in value.items()
        ]
        return _bracketed("{}", items, indent)
    if _is_list(value) and any(_is_container(item) for item in cast("Sequence[object]", value)):
        return _bracketed("[]", [_nested(item, deeper) for item in cast("Sequence[object]", value)], indent)
    return _inline(value)


def _bracketed(pair: str, items: list[str], indent: str) -> str:
    return f"{pair[0]}\n" + ",\n".join(f"{indent}  {item}" for item in items) + f"\n{indent}{pair[1]}"


def _inline(value: object) -> str:
    if isinstance(value, Decimal):
        return _number(value)
    if isinstance(value, Mapping):
        pairs = (
            f"{json.dumps(str(key), ensure_ascii=False)}: {_inline(item)}" for key, item in value.items()
        )
        return "{" + ", ".join(pairs) + "}"
    if _is_list(value):
        return "[" + ", ".join(_inline(item) for item in cast("Sequence[object]", value)) + "]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _number(value: Decimal) -> str:
    """The Decimal with the digits it was given; JSON has no NaN and no infinity."""
    if not value.is_finite():
        raise ValueError(f"{value} is no number that JSON can hold")
    return format(value, "f")


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _is_container(value: object) -> bool:
    return _is_list(value) or isinstance(value, Mapping)
