"""One of two lists that are compared: a list, a day, and what was known of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ratingstore.office import day_list
from ratingstore.office.day_list import DayList
from ratingstore.replay import choice
from ratingstore.replay.choice import Adopted
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Log

GameName = tuple[str, int, int, int]
"""Tournament code, round (0: none), and the numbers of the two players, the lower first."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """A list of a day, as ``known`` then."""

    code: str
    number: int
    day: int
    known: Log

    @cached_property
    def adopted(self) -> tuple[Adopted, ...]:
        """The list's adoptions, newest first."""
        return choice.adopted(self.known.adoptions, self.number)

    @cached_property
    def listed(self) -> DayList:
        """The list itself."""
        return day_list.of_log(self.known, self.code, self.number, self.adopted, self.day)

    @cached_property
    def shown(self) -> dict[int, int]:
        """Who stands on it (by number) and with which rating, in hundredths."""
        hidden = {self.listed.numbers[code] for code in self.listed.withheld}
        everyone = {self.listed.numbers[one.player]: one.shown for one in self.listed.standings}
        return {
            number: shown for number, shown in everyone.items() if shown != UNRATED and number not in hidden
        }

    def games_of(self, tournaments: set[str]) -> dict[GameName, list[int]]:
        """The roots of the games of some tournaments, by name; void ones too."""
        games, codes = self.known.games, self.known.tournament_codes
        numbers = [number for number, code in enumerate(codes) if code in tournaments]
        found: dict[GameName, list[int]] = {}
        for row in np.flatnonzero(np.isin(games.tournament, numbers)).tolist():
            low, high = sorted((int(games.white[row]), int(games.black[row])))
            name = (codes[int(games.tournament[row])], int(games.round[row]), low, high)
            found.setdefault(name, []).append(int(games.root[row]))
        return found
