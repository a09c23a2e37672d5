"""Readers: the bytes of a file -> facts, requests and problems. They know no database.

``read`` is the whole face. A format is an entry of ``FORMATS``; a new one is a module with a
function ``(Text, ReadOptions) -> Reading`` and a line here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from ratingstore.errors import UsageError
from ratingstore.ingest.readers.dialect import Text, decode
from ratingstore.ingest.readers.jsonlines import lines_as_json, read_jsonlines
from ratingstore.ingest.readers.reading import DateOrder, Reading, ReadOptions
from ratingstore.ingest.readers.table import read_table, rows_as_json
from ratingstore.language import _
from ratingstore.problems import Problem

__all__ = ["FORMATS", "DateOrder", "Format", "ReadOptions", "Reading", "as_json", "read"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name for ``--input-format``, whether a text looks like it, its reader, and its rows
    as JSON lines."""

    name: str
    claims: Callable[[Text], bool]
    read: Callable[[Text, ReadOptions], Reading]
    as_json: Callable[[Text, ReadOptions], Iterator[tuple[int, str]]]


def _begins_as_json(text: Text) -> bool:
    first = next((line for line in text.lines if line.strip()), "")
    return first.lstrip().startswith(("{", "["))


# Asked in this order; a table is what nobody else claims.
_JSONL: Final = Format("jsonl", _begins_as_json, read_jsonlines, lines_as_json)
_CSV: Final = Format("csv", lambda text: True, read_table, rows_as_json)
FORMATS: Final = {form.name: form for form in (_JSONL, _CSV)}


def read(content: bytes, options: ReadOptions) -> Reading:
    """Read a file.

    Raises FileUnusable where nothing can be read of it, UsageError for a format that is not known.
    """
    text = decode(content, options.file)
    reading = _format(text, options).read(text, options)
    if not text.first_foreign:
        return reading
    note = Problem(code="RS004", file=options.file, values={"first": text.first_foreign})
    return dataclasses.replace(reading, problems=(note, *reading.problems))


def as_json(content: bytes, options: ReadOptions) -> dict[int, str]:
    """The rows of a file as JSON lines, by line: what an answer to a question about a row mends.

    A row whose cells cannot be told apart is not among them.
    """
    text = decode(content, options.file)
    return dict(_format(text, options).as_json(text, options))


def _format(text: Text, options: ReadOptions) -> Format:
    if options.input_format is None:
        return next(form for form in FORMATS.values() if form.claims(text))
    if options.input_format in FORMATS:
        return FORMATS[options.input_format]
    message = _("the input format {name} is not known").format(name=options.input_format)
    raise UsageError(message, _("known are: {names}").format(names=", ".join(sorted(FORMATS))))
