"""From bytes to lines and records: encoding, line ends, quotes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from ratingstore.errors import FileUnusable
from ratingstore.language import _

DELIMITERS: Final = (",", ";", "\t")
_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_END_OF_DOS_FILE: Final = b"\x1a"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A file as text. ``lines`` keep one ``\\n`` each, whatever the file has; there is no BOM.

    ``encoding``: utf-8, utf-8-sig or cp1252; ``first_foreign`` is the 1-based line of the first
    byte that is not UTF-8, 0 where there is none.
    """

    lines: list[str]
    encoding: str
    first_foreign: int = 0


def decode(content: bytes, file: str) -> Text:
    """The text of a file: UTF-8 with or without BOM, else cp1252; FileUnusable where it is none."""
    _refuse_binary(content, file)
    body = content.removeprefix(_BOM).rstrip(_END_OF_DOS_FILE)
    try:
        text, foreign = body.decode("utf-8"), 0
    except UnicodeDecodeError as error:
        text, foreign = _cp1252(body, file), _line_at(body, error.start)
    if not text.strip():
        raise FileUnusable(_("{file} is empty").format(file=file))
    encoding = "cp1252" if foreign else "utf-8-sig" if content.startswith(_BOM) else "utf-8"
    return Text(lines=_lines(text), encoding=encoding, first_foreign=foreign)


def _refuse_binary(content: bytes, file: str) -> None:
    save_as = _("save it as CSV with the encoding UTF-8")
    if content.startswith(_WORKBOOKS):
        raise FileUnusable(_("{file} is a workbook of a spreadsheet program").format(file=file), save_as)
    if content.startswith(_UTF16):
        raise FileUnusable(_("{file} is written in UTF-16").format(file=file), save_as)
    if b"\0" in content:
        raise FileUnusable(_("{file} is not a text file").format(file=file), save_as)


def _cp1252(body: bytes, file: str) -> str:
    try:
        return body.decode("cp1252")
    except UnicodeDecodeError as error:
        message = _("{file} is neither UTF-8 nor cp1252 (line {line})")
        line = _line_at(body, error.start)
        raise FileUnusable(
            message.format(file=file, line=line), _("save it with the encoding UTF-8")
        ) from error


def _line_at(body: bytes, offset: int) -> int:
    before = body[:offset].replace(b"\r\n", b"\n")
    return before.count(b"\n") + before.count(b"\r") + 1


def _lines(text: str) -> list[str]:
    # Not splitlines: it also breaks at form feeds and at separators inside a cell.
    return list(io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"), newline="\n"))


class Record(NamedTuple):
    """One record: its first line (1-based), its text, its cells; None where the quotes do not pair."""

    line: int
    text: str
    cells: list[str] | None


class _Cursor:
    """The lines from a place on; the place can be read and set while they are read."""

    def __init__(self, lines: list[str], at: int) -> None:
        self.lines = lines
        self.at = at

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self.at >= len(self.lines):
            raise StopIteration
        self.at += 1
        return self.lines[self.at - 1]


def records(lines: list[str], start: int, delimiter: str) -> Iterator[Record]:
    """The records from the line with index ``start`` on, empty lines among them.

    A quote that never closes would swallow the rest of the file. Such a record is given up after
    its first line, and reading goes on with the second; the csv module's limit for the size of a
    field keeps that linear.
    """
    cursor = _Cursor(lines, start)
    reader = _reader(cursor, delimiter)
    while cursor.at < len(lines):
        first = cursor.at
        cells: list[str] | None
        try:
            cells = next(reader)
        except csv.Error:
            cells, cursor.at = None, first + 1
            reader = _reader(cursor, delimiter)
        yield Record(first + 1, "".join(lines[first : cursor.at]).rstrip("\n"), cells)


def in_one_line(lines: list[str], delimiter: str) -> list[list[str]] | None:
    """The cells of lines of which each is a record; None where that is not so, or quotes do not pair."""
    try:
        cells = list(_reader(iter(lines), delimiter))
    except csv.Error:
        return None
    return cells if len(cells) == len(lines) else None


def _reader(source: Iterator[str], delimiter: str) -> Iterator[list[str]]:
    return csv.reader(source, delimiter=delimiter, strict=True, skipinitialspace=True)
