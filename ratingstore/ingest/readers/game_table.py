"""A table of games: its plain rows in columns, block by block, the others as the records they are.

A row is plain if it says nothing but a dated game of two players, and nothing is wrong with it. Files
hold few distinct texts in many rows: of each column a text is looked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import Final

import numpy as np

from ratingstore.ingest.readers.dates import parse_day
from ratingstore.ingest.readers.dialect import Record, in_one_line, records
from ratingstore.ingest.readers.game_columns import COLUMNS, NO_GAMES, Flags, GameColumns, Ints
from ratingstore.ingest.readers.games import is_bye
from ratingstore.ingest.readers.reading import ReadOptions
from ratingstore.ingest.readers.results import Result, parse_result
from ratingstore.ingest.readers.values import Wrong, clean, parse_ordinal

_AT_ONCE: Final = 16_384
"""Lines of a block."""
_NOT_PLAIN: Final = -1


class _Known(dict[str, int]):
    """What the cells of a column say, by their text."""

    def __init__(self, parse: Callable[[str], int]) -> None:
        self._parse = parse

    def __missing__(self, text: str) -> int:
        found = self[text] = self._parse(clean(text))
        return found


class _Places(dict[str, int]):
    """Texts by their places, in the order in which they come."""

    def of(self, text: str) -> int:
        """The place of a text; there is none for no text."""
        return self.setdefault(text, len(self)) if text else _NOT_PLAIN


class GameTable:
    """Takes the plain rows of a table whose columns have these names; ``games`` are those taken so far."""

    def __init__(self, names: Sequence[str], lines: list[str], options: ReadOptions) -> None:
        self.lines = lines
        self._options = options
        self._tournaments, self._players = _Places(), _Places()
        self._results: dict[Result, int] = {}
        self._parts: list[Mapping[str, Ints]] = []
        parsers = self._parsers()
        self._known = [(name, _Known(parsers[name]) if name in parsers else None) for name in names]
        # What a file has no column for is in every row what it is in a row with an empty cell.
        self._otherwise = {name: parse("") for name, parse in parsers.items()}

    def _parsers(self) -> dict[str, Callable[[str], int]]:
        return {
            "tournament": lambda text: self._tournaments.of(text or self._options.tournament or ""),
            "date": self._day,
            "round": lambda text: _ordinal(text, 0),
            "board": lambda text: _ordinal(text, 0),
            "game_no": lambda text: _ordinal(text, 1),
            "white": self._player,
            "black": self._player,
            "result": self._result,
            "played": lambda text: 0 if text.casefold() in ("", "yes") else _NOT_PLAIN,
        }

    def _day(self, text: str) -> int:
        day = parse_day(text, self._options.date_order) if text else self._options.date
        return _NOT_PLAIN if day is None or isinstance(day, Wrong) else day

    def _player(self, text: str) -> int:
        return _NOT_PLAIN if is_bye(text) else self._players.of(text)

    def _result(self, text: str) -> int:
        result = parse_result(text)
        if isinstance(result, Wrong) or result.nobody_scored:
            return _NOT_PLAIN
        return self._results.setdefault(result, len(self._results))

    def others(self, start: int, delimiter: str) -> Iterator[Record]:
        """Take the plain rows from the line with index ``start`` on; the records that are not plain."""
        while start < len(self.lines):
            stop = min(start + _AT_ONCE, len(self.lines))
            cells = in_one_line(self.lines[start:stop], delimiter)
            if cells is None:
                for record in records(self.lines, start, delimiter):
                    if start >= stop:
                        break
                    yield record
                    start += record.text.count("\n") + 1
                continue
            plain = self._take(start, cells)
            for at in np.flatnonzero(~plain).tolist():
                yield Record(start + at + 1, self.lines[start + at].rstrip("\n"), cells[at])
            start = stop

    def _take(self, start: int, cells: list[list[str]]) -> Flags:
        """Take what is plain of the rows of consecutive lines; whether each is."""
        width = len(self._known)
        plain: Flags = np.fromiter(map(len, cells), dtype=np.int64, count=len(cells)) == width
        flat = list(chain.from_iterable(cells if plain.all() else compress(cells, plain)))
        size = len(flat) // width
        found = {name: np.full(size, value) for name, value in self._otherwise.items()}
        good = np.ones(size, dtype=np.bool_)
        for at, (name, known) in enumerate(self._known):
            column = flat[at::width]
            if known is not None:
                found[name] = np.fromiter(map(known.__getitem__, column), dtype=np.int64, count=size)
            elif any(column):
                good &= ~np.fromiter(map(bool, column), dtype=np.bool_, count=size)
        for column_found in found.values():
            good &= column_found != _NOT_PLAIN
        good &= found["white"] != found["black"]
        found["line"] = np.flatnonzero(plain) + start + 1
        found["played_on"] = found["date"]
        self._parts.append({name: found[name][good] for name in COLUMNS})
        plain[plain] = good
        return plain

    def games(self) -> GameColumns:
        """The plain rows taken so far."""
        if not self._parts:
            return NO_GAMES
        columns = {name: np.concatenate([part[name] for part in self._parts]) for name in COLUMNS}
        texts = {"tournaments": tuple(self._tournaments), "players": tuple(self._players)}
        return GameColumns(**columns, **texts, results=tuple(self._results), lines=self.lines)  # type: ignore[arg-type]


def _ordinal(text: str, otherwise: int) -> int:
    number = parse_ordinal(text) if text else otherwise
    return _NOT_PLAIN if isinstance(number, Wrong) else number
