"""The games of the log in columns, for files with more rows than can be looked up one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Final

import numpy as np

from ratingstore.ingest.likeness import Flags, Ints
from ratingstore.store import existing, segments
from ratingstore.store.engine import Connection

UNSTATED: Final = -1
"""Stands for standings that say nothing else than the board."""


class LogGames:
    """Games of the log as they are kept in blocks; read when something of them is asked for."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @cached_property
    def versions(self) -> Mapping[str, Ints]:
        """All versions of all games, in the order of recording."""
        return segments.read(self._connection, "game_event", existing.HEAD)

    @cached_property
    def standing(self) -> Mapping[str, Ints]:
        """The newest version of each game that counts, without those of tournaments that are void."""
        newest = segments.standing(self.versions)
        return _such(newest, (newest["played"] != segments.VOID) & ~self._of_void_tournaments(newest))

    def standing_between(self, first: int, last: int) -> Mapping[str, Ints]:
        """Those of them that were played from one day to another."""
        days = self.standing["valid_on"]
        return _such(self.standing, (first <= days) & (days <= last))

    def _of_void_tournaments(self, games: Mapping[str, Ints]) -> Flags:
        claims = existing.tournament_claims(self._connection)
        void = [number for number, claim in claims.items() if claim["status"] == existing.VOID]
        return np.isin(games["tournament"], void)

    @cached_property
    def untouched(self) -> Mapping[str, Ints]:
        """The games that no later version changed, played like any other."""
        root = self.versions["root"]
        later = root != self.versions["position"]
        touched = later | np.isin(root, root[later]) if later.any() else later
        plain = (self.versions["played"] == segments.PLAYED) & (self.versions["standings_white"] == UNSTATED)
        return _such(self.versions, plain & ~touched & ~self._of_void_tournaments(self.versions))

    def days(self, tournaments: Collection[int]) -> dict[int, tuple[int, int]]:
        """First and last day of the dated games of some tournaments, as they stand; void games have none."""
        if not self._is_read:
            return existing.game_days(self._connection, tournaments) if tournaments else {}
        newest = segments.standing(self.versions)
        games = _such(newest, (newest["played"] != segments.VOID) & (newest["valid_on"] > 0))
        return _extremes(games, "valid_on", tournaments)

    def implied_lists(self, tournaments: Collection[int]) -> dict[int, int]:
        """The list that earlier files implied, of those of some tournaments that have one."""
        if not self._is_read:
            return existing.implied_lists(self._connection, tournaments) if tournaments else {}
        games = _such(self.versions, self.versions["implied_list"] > 0)
        found = _extremes(games, "implied_list", tournaments)
        return {number: first for number, (first, _last) in found.items()}

    @property
    def _is_read(self) -> bool:
        return "versions" in self.__dict__

    @cached_property
    def tournaments(self) -> frozenset[int]:
        """The numbers of all tournaments that a game was ever recorded of."""
        return frozenset(np.unique(self.versions["tournament"]).tolist())


def _such(games: Mapping[str, Ints], flags: Flags) -> Mapping[str, Ints]:
    return games if flags.all() else {name: column[flags] for name, column in games.items()}


def _extremes(
    games: Mapping[str, Ints], column: str, tournaments: Collection[int]
) -> dict[int, tuple[int, int]]:
    """The least and the greatest value of a column by tournament, of some tournaments."""
    values, numbers = games[column], games["tournament"]
    size = max((*tournaments, int(numbers.max(initial=0)))) + 1
    least, greatest = np.full(size, np.iinfo(np.int64).max), np.zeros(size, dtype=np.int64)
    np.minimum.at(least, numbers, values)
    np.maximum.at(greatest, numbers, values)
    return {one: (int(least[one]), int(greatest[one])) for one in tournaments if greatest[one]}
