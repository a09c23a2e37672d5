"""Names that people read: codes of players and tournaments, and how a unit is written."""

from __future__ import annotations

from collections.abc import Sequence

from ratingstore.events import days
from ratingstore.replay.derive import RatedGames
from ratingstore.store.read import Ints, Log


class Naming:
    """Codes by number, and the names of units."""

    def __init__(self, log: Log, games: RatedGames) -> None:
        self._log = log
        self._games = games

    def player(self, number: int) -> str:
        """A player's code."""
        return self._log.player_codes[number]

    def tournament(self, number: int) -> str:
        """A tournament's code."""
        return self._log.tournament_codes[number]

    def round(self, row: int) -> int | None:
        """The round of a game; None where it has none."""
        return int(self._games.round[row]) or None

    def games(self, rows: Ints) -> str:
        """The unit of one game is its key, of several that tie what they share.

        ``T1/3/ana-bia`` (tournament, round or else day, players), with ``/2`` for a second game.
        """
        row = int(rows[0])
        games = self._games
        slot = str(games.round[row]) if games.round[row] else days.iso(int(games.played_on[row]))
        shared = f"{self.tournament(int(games.tournament[row]))}/{slot}"
        if len(rows) > 1:
            return shared
        pair = f"{self.player(int(games.white[row]))}-{self.player(int(games.black[row]))}"
        number = int(games.game_no[row])
        return f"{shared}/{pair}" + (f"/{number}" if number > 1 else "")

    def of_ties(self, rows: Ints, ties: Sequence[tuple[int, int]]) -> list[str]:
        """The names of units of games, each from one place of ``rows`` until before another."""
        return [self.games(rows[first:past]) for first, past in ties]
