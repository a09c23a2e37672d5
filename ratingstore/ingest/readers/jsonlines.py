"""JSON lines: one object a line, whose ``type`` says what it states."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ratingstore.errors import FileUnusable
from ratingstore.events.facts import Fact
from ratingstore.ingest.readers.adoptions import PARAMETER
from ratingstore.ingest.readers.corrections import LISTED, YES
from ratingstore.ingest.readers.dialect import Text
from ratingstore.ingest.readers.games import name_tournament
from ratingstore.ingest.readers.headers import Layout
from ratingstore.ingest.readers.kinds import (
    ADOPTIONS,
    CORRECTIONS,
    GAMES,
    PLAYERS,
    PUBLICATIONS,
    RATINGS,
    TOURNAMENTS,
    RowKind,
)
from ratingstore.ingest.readers.reading import Reading, ReadOptions
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.values import clean
from ratingstore.language import _
from ratingstore.problems import Problem

KINDS: Final = {
    kind.one: kind for kind in (PLAYERS, RATINGS, TOURNAMENTS, GAMES, ADOPTIONS, CORRECTIONS, PUBLICATIONS)
}
_DECISIONS: Final = (ADOPTIONS, CORRECTIONS, PUBLICATIONS)
"""Kinds of which a misspelt word is refused, not kept as a note: it would decide something else."""
_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")
_WHOLE: Final = re.compile(r"(-?\d+)\.0+")


class _Twice(Exception):
    """A key that stands twice in one object."""


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs:
        if key in values:
            raise _Twice(key)
        values[key] = value
    return values


def _no_constant(name: str) -> object:
    raise ValueError(name)


# Numbers stay as they are written: 1850.50 passes through no float.
_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_int=str,
    parse_float=lambda text: _WHOLE.sub(r"\1", text),
    parse_constant=_no_constant,
)


@dataclass(slots=True)
class _Lines:
    """A file under way. A layout is worked out once for each set of keys."""

    options: ReadOptions
    facts: list[Fact] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    rows: int = 0
    objects: int = 0
    layouts: dict[tuple[str, ...], Layout] = field(default_factory=dict)
    warned: set[str] = field(default_factory=set)


def read_jsonlines(text: Text, options: ReadOptions) -> Reading:
    """The facts and requests of a file of JSON lines; FileUnusable where no line is an object."""
    file = _Lines(options)
    for number, line in enumerate(text.lines, 1):
        if line.strip():
            _read_line(file, number, line.rstrip("\n"))
    if not file.objects:
        message = _("{file} holds no line that is a JSON object").format(file=options.file)
        raise FileUnusable(message, _("write one whole object on each line, without a list around them"))
    more, about_name = name_tournament(file.facts, options)
    return Reading(
        kind="jsonl",
        encoding=text.encoding,
        facts=(*file.facts, *more),
        problems=(*about_name, *file.problems),
        rows=file.rows,
    )


def lines_as_json(text: Text, options: ReadOptions) -> Iterator[tuple[int, str]]:
    """(line, the line) of each line that is an object."""
    for number, line in enumerate(text.lines, 1):
        row = Row(line=number, text=line.rstrip("\n"), cells={}, extras=[], options=options)
        if line.strip() and _object(row) is not None and not row.problems:
            yield number, row.text


def _read_line(file: _Lines, number: int, line: str) -> None:
    file.rows += 1
    row = Row(line=number, text=line, cells={}, extras=[], options=file.options)
    values = _object(row)
    if values is not None:
        file.objects += 1
        kind = _kind(row, values)
        if kind is not None:
            _fill(file, row, kind, values)
            fact = kind.read(row)
            file.facts.extend([fact] if fact else [])
    file.problems.extend(row.problems)


def _object(row: Row) -> dict[str, object] | None:
    try:
        values = _DECODER.decode(row.text)
    except _Twice as twice:
        row.report("RS044", str(twice))
        return {}
    except json.JSONDecodeError as error:
        row.report("RS040", "", {"reason": error.msg, "at": error.colno})
        return None
    except (ValueError, RecursionError) as error:
        row.report("RS040", "", {"reason": type(error).__name__, "at": 1})
        return None
    if not isinstance(values, dict):
        row.report("RS040", "", {"reason": type(values).__name__, "at": 1})
        return None
    return values


def _kind(row: Row, values: dict[str, object]) -> RowKind | None:
    said = values.pop("type", None)
    known = ", ".join(KINDS)
    if row.problems:
        return None
    if not isinstance(said, str) or not said.strip():
        row.report("RS041", "type", {"known": known})
        return None
    row.cells["type"] = clean(said)
    word = row.word("type", tuple(KINDS), "")
    del row.cells["type"]  # a tournament has a type of its own
    return KINDS.get(word or "")


def _fill(file: _Lines, row: Row, kind: RowKind, values: dict[str, object]) -> None:
    """Put the values of an object under the names of columns, as a table's row has them."""
    if kind is ADOPTIONS:
        _parameters(row, values.pop("parameters", None))
    layout = _layout(file, row, kind, tuple(values))
    for column, _one, other in layout.ambiguous:
        row.report("RS044", column, {"text": other})
    for name, label, value in zip(layout.names, layout.labels, values.values(), strict=True):
        text = _correcting(name, value) if kind is CORRECTIONS else _plain(value, as_list=name == "lists")
        if name and text is None:
            row.report("RS043", name)
            continue
        kept = json.dumps(value, ensure_ascii=True) if text is None else text
        if _UNSTORABLE.search(label + kept):
            row.report("RS045", name or ascii(label))
        elif name:
            row.cells[name] = kept
        elif kept:
            row.extras.append((label, kept))


def _layout(file: _Lines, row: Row, kind: RowKind, keys: tuple[str, ...]) -> Layout:
    layout = file.layouts.get((kind.name, *keys))
    if layout is None:
        layout = file.layouts[(kind.name, *keys)] = kind.lay_out(list(keys))
    columns = (*kind.columns, "parameters") if kind is ADOPTIONS else kind.columns
    slips = layout.slips(columns) if layout.unknown else []
    for label, column in slips:
        if kind in _DECISIONS:
            if kind is not CORRECTIONS:  # whose reader knows which words an action has
                row.report("RS046", label, {"text": label, "near": column})
        elif label not in file.warned:
            file.warned.add(label)
            row.report("RS005", label, {"text": label, "near": column})
    return layout


def _parameters(row: Row, given: object) -> None:
    if given is None:
        return
    if not isinstance(given, dict):
        row.report("RS043", "parameters")
        return
    for name, value in given.items():
        text = _plain(value)
        if text is None:
            row.report("RS043", PARAMETER + name)
        else:
            row.cells[PARAMETER + name] = text


def _correcting(name: str, value: object) -> str | None:
    """As ``_plain``; a word of a correction can be there or not, or have several values."""
    if isinstance(value, bool):
        return YES if value else ""
    if isinstance(value, list) and name in LISTED and all(isinstance(item, str) for item in value):
        return (" " if name == "lists" else "\n").join(clean(item) for item in value)
    return _plain(value)


def _plain(value: object, *, as_list: bool = False) -> str | None:
    """A text or number as text, "" for null; None for anything else."""
    if value is None:
        return ""
    if as_list and isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    return clean(value) if isinstance(value, str) else None
