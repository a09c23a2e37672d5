"""Rows of games that say nothing but the game itself, in columns: a file of a million is read at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ratingstore.events.facts import Fact, GameFact
from ratingstore.ingest.readers.results import Result

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

PENDING: Final = -1
"""Stands for the half points of a game whose result is not yet known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameColumns:
    """Dated games in the order of the file, nothing wrong with them; all columns of one length.

    ``tournament``, ``white``, ``black`` and ``result`` are places in ``tournaments``, ``players``
    and ``results``. ``round`` and ``board``: 0 where the row has none. ``lines`` are those of the file.
    """

    line: Ints
    tournament: Ints
    white: Ints
    black: Ints
    played_on: Ints
    round: Ints
    board: Ints
    game_no: Ints
    result: Ints
    tournaments: Sequence[str]
    players: Sequence[str]
    results: Sequence[Result]
    lines: Sequence[str]

    def __len__(self) -> int:
        return len(self.line)

    def at(self, rows: Flags | slice) -> GameColumns:
        """Some of the rows."""
        return replace(self, **{name: getattr(self, name)[rows] for name in COLUMNS})

    def of_tournaments(self, codes: Iterable[str]) -> Flags:
        """Whether each row is of one of these tournaments."""
        wanted = set(codes)
        return np.array([code in wanted for code in self.tournaments], dtype=np.bool_)[self.tournament]

    @property
    def slot(self) -> Ints:
        """The round, else the day."""
        return np.where(self.round > 0, self.round, self.played_on)

    def of_results(self, such: Callable[[Result], object]) -> Flags:
        """Whether each row's result is such a one."""
        return np.array([bool(such(one)) for one in self.results], dtype=np.bool_)[self.result]

    def halves(self) -> tuple[Ints, Ints]:
        """Half points of White and of Black; ``PENDING`` where there is no result yet."""
        sides = ([one.white for one in self.results], [one.black for one in self.results])
        white, black = (
            np.array([PENDING if half is None else half for half in side], dtype=np.int64)[self.result]
            for side in sides
        )
        return white, black

    def spans(self) -> Iterator[tuple[int, str, int, int]]:
        """(first line, code, first day, last day) of each tournament."""
        size = len(self.tournaments)
        lines, first = np.full((2, size), np.iinfo(np.int64).max)
        last = np.zeros(size, dtype=np.int64)
        np.minimum.at(lines, self.tournament, self.line)
        np.minimum.at(first, self.tournament, self.played_on)
        np.maximum.at(last, self.tournament, self.played_on)
        for at in np.flatnonzero(last).tolist():
            yield int(lines[at]), self.tournaments[at], int(first[at]), int(last[at])

    def named(self) -> Iterator[tuple[str, int, int]]:
        """(code, how many rows name it, its first place) of each player; a line has two places."""
        codes = np.stack([self.white, self.black], axis=1).ravel()
        found, first, counts = np.unique(codes, return_index=True, return_counts=True)
        places = 2 * self.line[first // 2] + first % 2
        for at, count, place in zip(found.tolist(), counts.tolist(), places.tolist(), strict=True):
            yield self.players[at], count, place

    def facts(self) -> Iterator[GameFact]:
        """The rows as the facts they are."""
        for cells in zip(*(getattr(self, name).tolist() for name in COLUMNS), strict=True):
            line, tournament, white, black, played_on, round_, board, game_no, result = cells
            told = self.results[result]
            yield GameFact(
                line=line,
                row=self.lines[line - 1].rstrip("\n"),
                tournament=self.tournaments[tournament],
                white=self.players[white],
                black=self.players[black],
                played_on=played_on,
                round=round_ or None,
                board=board or None,
                game_no=game_no,
                white_half=told.white,
                black_half=told.black,
                scale=told.scale,
                played="forfeit" if told.forfeit else "yes",
            )


COLUMNS: Final = (
    "line", "tournament", "white", "black", "played_on", "round", "board", "game_no", "result",
)  # fmt: skip
_NOTHING: Final = np.zeros(0, dtype=np.int64)
NO_GAMES: Final = GameColumns(
    **dict.fromkeys(COLUMNS, _NOTHING),
    tournaments=(),
    players=(),
    results=(),
    lines=(),
)


def aside(facts: list[Fact], games: GameColumns, rows: Flags) -> tuple[list[Fact], GameColumns]:
    """The facts with some of the games among them, and the games that are left."""
    return (in_order(facts, games.at(rows)), games.at(~rows)) if rows.any() else (facts, games)


def in_order(facts: Iterable[Fact], games: GameColumns) -> list[Fact]:
    """Facts that were read one by one and those in columns, as the file has them."""
    return sorted((*facts, *games.facts()), key=lambda fact: fact.line)
