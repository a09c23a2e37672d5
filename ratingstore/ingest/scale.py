"""Whether a result's spelling fits the points that a game of its tournament is worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ratingstore.events.facts import GameFact
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.readers.game_columns import Flags, GameColumns
from ratingstore.ingest.tournaments import Tournaments
from ratingstore.replay import choice
from ratingstore.store.rows import AdoptionRow


class Scales:
    """Points a game by tournament: its own, else those of its lists' rule sets."""

    def __init__(self, tournaments: Tournaments, adoptions: Sequence[AdoptionRow]) -> None:
        self._tournaments = tournaments
        self._adoptions = adoptions
        self._found: dict[tuple[int, tuple[int, ...]], int] = {}

    def fits(self, draft: Draft, fact: GameFact, tournament: int, lists: tuple[int, ...]) -> bool:
        """Whether the result can be read as it is spelled; reports where it cannot."""
        if fact.scale == 0:
            return True
        points = self.points(tournament, lists)
        if fact.scale == 2 and points != 2:
            draft.report(fact, "RS071", "result", tournament=fact.tournament, points=points)
        elif fact.scale == 1 and points != 1:
            draft.report(fact, "RS072", "result")
        return fact.scale == points

    def differing_in(self, games: GameColumns, draft: Draft, default_list: int | None) -> Flags:
        """Rows of tournaments in which some result is spelled for other points than they count."""
        found = set()
        spelled = games.of_results(lambda one: one.scale == 1), games.of_results(lambda one: one.scale == 2)
        for points, rows in enumerate(spelled, 1):
            for at in np.unique(games.tournament[rows]).tolist():
                number = draft.tournaments[games.tournaments[at]]
                lists = self._tournaments.lists_or(number, default_list)
                if self.points(number, lists) != points:
                    found.add(games.tournaments[at])
        return games.of_tournaments(found)

    def differing(self, lists: tuple[int, ...], points: int, draft: Draft) -> list[tuple[str, int]]:
        """(code, points a game) of the lists whose rules count other points than a tournament does."""
        codes = {number: code for code, number in draft.lists.items()}
        usual = [(codes[number], self._of_list(number, 0)) for number in lists]
        return [(code, found) for code, found in usual if found != points]

    def points(self, tournament: int, lists: tuple[int, ...]) -> int:
        """Points a game of a tournament that these lists rate: its own, else those of their rules."""
        key = (tournament, lists)
        if key not in self._found:
            self._found[key] = self._tournaments.points(tournament) or max(
                (self._of_list(number, tournament) for number in lists), default=1
            )
        return self._found[key]

    def _of_list(self, number: int, tournament: int) -> int:
        adopted = choice.adopted(self._adoptions, number)
        current = choice.in_force(adopted, self._tournaments.start(tournament) or 0)
        rules = current or (adopted[-1] if adopted else None)
        return 1 if rules is None else rules.rules.score.points
