"""Delimited text: finds the header, then reads row by row."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from ratingstore.errors import FileUnusable
from ratingstore.events.facts import Fact
from ratingstore.ingest.readers.dialect import DELIMITERS, Record, Text, records
from ratingstore.ingest.readers.game_columns import NO_GAMES
from ratingstore.ingest.readers.game_table import GameTable
from ratingstore.ingest.readers.games import name_tournament
from ratingstore.ingest.readers.headers import Layout, nearest
from ratingstore.ingest.readers.kinds import GAMES, OF_TABLES, RATINGS, RowKind, told_by
from ratingstore.ingest.readers.reading import Reading, ReadOptions
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.values import clean
from ratingstore.language import _
from ratingstore.problems import Problem

_TITLE_ROWS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """``line`` is the header's (1-based), ``after`` the index of the line behind it."""

    line: int
    after: int
    delimiter: str
    kind: RowKind
    layout: Layout


def read_table(text: Text, options: ReadOptions) -> Reading:
    """The facts of a table; FileUnusable where no header is found or it says too little."""
    header = find_header(text.lines, options)
    _check(header, options)
    facts: list[Fact] = []
    problems = _slips(header, options)
    table = GameTable(header.layout.names, text.lines, options) if header.kind is GAMES else None
    rows = 0
    for record in _records(text.lines, header, table):
        row = _row(record, header, options)
        if row is None:
            continue
        rows += 1
        fact = None if row.problems else header.kind.read(row)
        if fact is not None:
            facts.append(fact)
        problems.extend(row.problems)
    games = NO_GAMES if table is None else table.games()
    more, about_name = name_tournament(facts, options, (code for _line, code, *_days in games.spans()))
    return Reading(
        kind=header.kind.name,
        encoding=text.encoding,
        facts=(*facts, *more),
        problems=(*about_name, *problems),
        rows=rows + len(games),
        games=games,
    )


def _records(lines: list[str], header: Header, table: GameTable | None) -> Iterator[Record]:
    """The records that are read row by row: all, or those that a table of games does not take."""
    if table is None:
        return records(lines, header.after, header.delimiter)
    return table.others(header.after, header.delimiter)


def rows_as_json(text: Text, options: ReadOptions) -> Iterator[tuple[int, str]]:
    """(line, the row as a JSON line) of each row whose cells stand where the header says."""
    header = find_header(text.lines, options)
    for record in records(text.lines, header.after, header.delimiter):
        row = _row(record, header, options)
        if row is not None and not row.problems:
            yield row.line, row.as_json(header.kind.one)


def _row(record: Record, header: Header, options: ReadOptions) -> Row | None:
    """The record as a row; None where it is empty.

    Of a row with too many cells it is not known what belongs where: nothing else is said of it.
    """
    cells = [clean(cell) for cell in record.cells or ()]
    if record.cells is not None and not any(cells):
        return None
    layout = header.layout
    row = Row(
        line=record.line,
        text=record.text,
        cells=dict(zip(layout.names, cells, strict=False)),
        extras=[(name, cells[i]) for i, name in header.layout.unknown if i < len(cells) and cells[i]],
        options=options,
    )
    if record.cells is None:
        row.report("RS003")
    width = len(layout.names)
    if any(cells[width:]):
        row.report("RS002", "", {"found": len(cells), "wanted": width, "delimiter": header.delimiter})
    return row


def find_header(lines: list[str], options: ReadOptions) -> Header:
    """The first row that names the necessary columns of a kind; titles may stand above it."""
    filled = [at for at, line in enumerate(islice(lines, 10 * _TITLE_ROWS)) if line.strip()]
    for at in filled[:_TITLE_ROWS]:
        candidates = [header for mark in DELIMITERS if (header := _header_at(lines, at, mark, options))]
        if candidates:
            return max(candidates, key=lambda header: len(header.layout.found))
    raise _no_header([lines[at] for at in filled[:_TITLE_ROWS]], options)


def _header_at(lines: list[str], at: int, delimiter: str, options: ReadOptions) -> Header | None:
    record = next(records(lines, at, delimiter))
    told = told_by(record.cells, options) if record.cells else None
    if told is None:
        return None
    kind, layout = told
    after = at + record.text.count("\n") + 1
    return Header(line=record.line, after=after, delimiter=delimiter, kind=kind, layout=layout)


def _check(header: Header, options: ReadOptions) -> None:
    """Refuse a header that is ambiguous, or lacks what every row needs and no option gives."""
    for column, one, other in header.layout.ambiguous:
        message = _("{file}: both “{one}” and “{other}” can be the column {column}")
        raise FileUnusable(
            message.format(file=options.file, one=one, other=other, column=column),
            _("name the right one {column} and the other one differently").format(column=column),
        )
    if header.kind is GAMES and not options.tournament and "tournament" not in header.layout.found:
        message = _("{file} does not say which tournament its games belong to")
        hint = _("add the column tournament, or name it with --tournament CODE")
        raise FileUnusable(message.format(file=options.file), hint)
    if header.kind is RATINGS and options.date is None and "date" not in header.layout.found:
        message = _("{file} does not say of which date its ratings are")
        hint = _("add the column date, or name it with --date YYYY-MM-DD")
        raise FileUnusable(message.format(file=options.file), hint)


def _slips(header: Header, options: ReadOptions) -> list[Problem]:
    return [
        Problem(
            code="RS005",
            file=options.file,
            line=header.line,
            field=label,
            values={"text": label, "near": column},
        )
        for label, column in header.layout.slips(header.kind.columns)
    ]


def _no_header(lines: list[str], options: ReadOptions) -> FileUnusable:
    message = _("{file} has no header that says what its rows are").format(file=options.file)
    wanted = _(
        "a header names at least white, black and result (games); tournament and one of name, lists, "
        "start_date, end_date (tournaments); player (players); or player and rating (ratings)"
    )
    slips = "; ".join(
        _("“{text}”: did you mean {near}?").format(text=label, near=near)
        for label, near in _near_misses(lines)
    )
    return FileUnusable(message, f"{slips} {wanted}" if slips else wanted)


def _near_misses(lines: list[str]) -> list[tuple[str, str]]:
    """Cells of the first lines that are almost, but not quite, the name of a column."""
    columns = tuple(dict.fromkeys(column for kind in OF_TABLES for column in kind.columns))
    found = {}
    for line in lines:
        for delimiter in DELIMITERS:
            for cell in next(csv.reader([line], delimiter=delimiter), []):
                label = clean(cell)
                if label and label not in columns and (near := nearest(label, columns)):
                    found[label] = near
    return list(found.items())
