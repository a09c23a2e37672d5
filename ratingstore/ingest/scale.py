"""Whether a result's spelling fits the points that a game of its tournament is worth."""

from __future__ import annotations

from collections.abc import Sequence

from ratingstore.events.facts import GameFact
from ratingstore.ingest.draft import Draft
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
