"""Names that people read: codes of players and tournaments, and how a unit is written."""

from __future__ import annotations

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

    def of_ties(self, rows: Ints, starts: Ints, sizes: Ints) -> list[str]:
        """The names of units of games, of so many rows each from ``starts`` on.

        The unit of one game is its key, of several that tie what they share.
        ``T1/3/ana-bia`` (tournament, round or else day, players), with ``/2`` for a second game.
        """
        games, players, first = self._games, self._log.player_codes, rows[starts]
        iso = {day: days.iso(day) for day in set(games.played_on[first].tolist())}
        columns = (games.tournament, games.round, games.played_on, games.white, games.black, games.game_no)
        cells = zip(*(column[first].tolist() for column in columns), sizes.tolist(), strict=True)
        codes = self._log.tournament_codes
        return [
            f"{codes[tournament]}/{slot or iso[day]}"
            + ("" if size > 1 else f"/{players[white]}-{players[black]}")
            + (f"/{number}" if size == 1 and number > 1 else "")
            for tournament, slot, day, white, black, number, size in cells
        ]
