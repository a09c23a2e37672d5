"""Rows of the log that are kept in columns, and read as the rows they are where somebody asks for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from ratingstore.store.rows import RatingRow, TournamentRow

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

OPENING: Final = 1
ADJUSTMENT: Final = 2
PURPOSES: Final = {"opening": OPENING, "adjustment": ADJUSTMENT, "published": 3}
"""Numbers that stand for the purposes of ratings."""
UNSTATED: Final = -1
"""Stands for games that a rating does not state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings(Sequence[RatingRow]):
    """Openings and adjustments in columns; a sequence of ``RatingRow``. ``reasons`` are by position."""

    position: Ints
    player: Ints
    list: Ints
    purpose: Ints
    rated_on: Ints
    rating: Ints
    relative: Ints
    games: Ints
    reasons: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[RatingRow]) -> Ratings:
        """The columns of rows."""
        if isinstance(rows, Ratings):
            return rows
        columns = {name: np.array([_cell(row, name) for row in rows], dtype=np.int64) for name in _NAMES}
        return cls(**columns, reasons={row.position: row.reason for row in rows if row.reason})

    def at(self, rows: Ints | Flags) -> Ratings:
        """Some of them."""
        return Ratings(**{name: getattr(self, name)[rows] for name in _NAMES}, reasons=self.reasons)

    def __len__(self) -> int:
        return len(self.position)

    @overload
    def __getitem__(self, at: int) -> RatingRow: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[RatingRow]: ...
    def __getitem__(self, at: int | slice) -> RatingRow | Sequence[RatingRow]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        cells = {name: int(getattr(self, name)[at]) for name in _NAMES}
        purpose = next(word for word, number in PURPOSES.items() if number == cells["purpose"])
        games = None if cells["games"] == UNSTATED else cells["games"]
        reason = self.reasons.get(cells["position"], "")
        told = {"purpose": purpose, "games": games, "relative": bool(cells["relative"]), "reason": reason}
        return RatingRow(**{**cells, **told})  # type: ignore[arg-type]


_NAMES: Final = ("position", "player", "list", "purpose", "rated_on", "rating", "relative", "games")


def _cell(row: RatingRow, name: str) -> int:
    if name == "purpose":
        return PURPOSES[row.purpose]
    if name == "games":
        return UNSTATED if row.games is None else row.games
    return int(getattr(row, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentClaims(Mapping[int, TournamentRow]):
    """What is claimed of tournaments, a row each, by ``number``; 0 and "" where nothing is.

    ``lists``, ``type`` and ``status`` are places in ``words``.
    """

    number: Ints
    start_on: Ints
    end_on: Ints
    points: Ints
    rounds: Ints
    implied_list: Ints
    lists: Ints
    type: Ints
    status: Ints
    words: tuple[str, ...]

    @classmethod
    def of(cls, claims: Mapping[int, TournamentRow]) -> TournamentClaims:
        """The columns of claims by tournament number."""
        if isinstance(claims, TournamentClaims):
            return claims
        return cls.of_cells([
            (number, row.start_on, row.end_on, row.points, row.rounds, row.implied_list,
             " ".join(row.lists), row.type, row.status)
            for number, row in claims.items()
        ])  # fmt: skip

    @classmethod
    def of_cells(cls, rows: Sequence[Sequence[int | str | None]]) -> TournamentClaims:
        """The columns of rows whose cells stand in the order of the columns; of one number the last."""
        rows = list({row[0]: row for row in rows}.values())
        names = (
            "number",
            "start_on",
            "end_on",
            "points",
            "rounds",
            "implied_list",
            "lists",
            "type",
            "status",
        )
        cells = dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(names, ())
        words = tuple(sorted({str(word) for name in names[6:] for word in set(cells[name])}))
        places: dict[object, int] = {word: at for at, word in enumerate(words)}
        numbers = {name: [cell or 0 for cell in cells[name]] for name in names[:6]}
        numbers |= {name: [places[cell] for cell in cells[name]] for name in names[6:]}
        return cls(
            **{name: np.array(column, dtype=np.int64) for name, column in numbers.items()}, words=words
        )

    def __len__(self) -> int:
        return len(self.number)

    def __iter__(self) -> Iterator[int]:
        return iter(self.number.tolist())

    def __getitem__(self, number: int) -> TournamentRow:
        (at,) = np.flatnonzero(self.number == number).tolist()
        return TournamentRow(
            lists=tuple(self.words[self.lists[at]].split()),
            type=self.words[self.type[at]],
            status=self.words[self.status[at]],
            **{name: int(getattr(self, name)[at]) or None for name in _NUMBERS[1:]},
        )

    def such(self, column: Ints, wanted: Sequence[str]) -> Flags:
        """Whether each row's word in ``column`` is one of those wanted."""
        flags: Flags = np.isin(column, [at for at, word in enumerate(self.words) if word in wanted])
        return flags

    def naming(self, list_code: str) -> tuple[Flags, Flags]:
        """Whether each row claims any list, and whether it claims this one."""
        some = [word for word in self.words if word]
        of_list = [word for word in some if list_code in word.split()]
        return self.such(self.lists, some), self.such(self.lists, of_list)


_NUMBERS: Final = ("number", "start_on", "end_on", "points", "rounds", "implied_list")
_WORDS: Final = ("lists", "type", "status")
