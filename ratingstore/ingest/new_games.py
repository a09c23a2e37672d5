"""Rows of new games drafted many at once, in the order of the file among those matched one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from ratingstore.events.facts import GameFact
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.ingest.likeness import Ints
from ratingstore.ingest.match_games import Games
from ratingstore.ingest.people import People
from ratingstore.ingest.readers.game_columns import PENDING, GameColumns
from ratingstore.store.copying import Columns

_CLAIMS: Final = 1


def match_in_turn(
    draft: Draft, people: People, games: Games, facts: Iterable[GameFact], new: GameColumns
) -> None:
    """Match facts one by one, and draft the new games between them where they stand in the file."""
    rows = _NewGames(draft, people, games, new)
    # A game without a date needs one that has it; that one's row may stand further down.
    for fact in sorted(facts, key=lambda game: game.played_on is None):
        rows.until(None if fact.played_on is None else fact.line)
        games.match(fact)
    rows.until()


class _NewGames:
    """Games of which nothing is to be asked; ``games`` matches the others."""

    def __init__(self, draft: Draft, people: People, games: Games, new: GameColumns) -> None:
        self._draft = draft
        self._people = people
        self._new = new
        self._done = 0
        self._numbers = np.zeros(len(new.players), dtype=np.int64)
        told = {
            code: games.told_of(draft.tournaments[code], first) for _line, code, first, _last in new.spans()
        }
        of_all = [told.get(code, (0, None, 0)) for code in new.tournaments]
        self._tournament = np.array([number for number, _list, _day in of_all], dtype=np.int64)
        self._implied = [implied for _number, implied, _day in of_all]
        self._touches = np.array([day for _number, _list, day in of_all], dtype=np.int64)

    def until(self, line: int | None = None) -> None:
        """Draft the games that stand above a line of the file; None: all."""
        stop = len(self._new) if line is None else int(np.searchsorted(self._new.line, line))
        if stop > self._done:
            games = self._new.at(slice(self._done, stop))
            self._done = stop
            self._name(games)
            self._draft.add_games(self._columns(games))

    def _name(self, games: GameColumns) -> None:
        """Find or make the players, in the order in which the rows name them."""
        sides = np.stack([games.white, games.black], axis=1).ravel()
        found, first = np.unique(sides[self._numbers[sides] == 0], return_index=True)
        for at in found[np.argsort(first)].tolist():
            self._numbers[at] = self._people.named(games.players[at])

    def _columns(self, games: GameColumns) -> Columns:
        """The cells of the rows, as a table of the log has them: (root, claims, line, *content)."""
        size, played = len(games), [one.forfeit for one in games.results]
        white, black = self._numbers[games.white], self._numbers[games.black]
        return [
            np.full(size, NEW_ROOT),
            np.full(size, _CLAIMS),
            games.line,
            self._tournament[games.tournament],
            games.slot,
            np.minimum(white, black),
            np.maximum(white, black),
            games.game_no,
            games.played_on,
            _or_none(games.round, 0),
            _or_none(games.board, 0),
            white,
            black,
            *(_or_none(half, PENDING) for half in games.halves()),
            ["forfeit" if played[at] else "yes" for at in games.result.tolist()],
            [None] * size,
            [None] * size,
            [self._implied[at] for at in games.tournament.tolist()],
            self._touches[games.tournament],
        ]


def _or_none(column: Ints, nothing: int) -> Ints | list[int | None]:
    """A column in which a number stands for no value."""
    if not (column == nothing).any():
        return column
    return [None if cell == nothing else cell for cell in column.tolist()]
