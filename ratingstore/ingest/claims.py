"""What a games file claims of its players beside the games: checked, never stored, never used to rate."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from ratingstore.events.days import NEVER
from ratingstore.events.facts import GameFact
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.spelling import folded
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS
from ratingstore.store import changes
from ratingstore.store.engine import Connection

_FAR: Final = 400 * HUNDREDTHS


class Claims:
    """Names and ratings beside games against those of the store; the lists as they are projected."""

    def __init__(self, connection: Connection, draft: Draft, facts: Sequence[GameFact]) -> None:
        self._draft = draft
        claimed = any(fact.white_rating or fact.black_rating for fact in facts)
        self._shown = changes.shown(connection) if claimed else {}

    def check(self, fact: GameFact, white: int, black: int, lists: tuple[int, ...]) -> None:
        """Report what does not fit the players; the row is taken as it stands."""
        self._name(fact, white, fact.white_name, "white_name")
        self._name(fact, black, fact.black_name, "black_name")
        self._rating(fact, white, fact.white_rating, "white_rating", lists)
        self._rating(fact, black, fact.black_rating, "black_rating", lists)

    def _name(self, fact: GameFact, player: int, claimed: str, field: str) -> None:
        person = self._draft.persons[player]
        if claimed and person.name and folded(claimed) != folded(person.name):
            self._draft.report(fact, "RS053", field, player=person.code, text=claimed, name=person.name)

    def _rating(
        self, fact: GameFact, player: int, claimed: int | None, field: str, lists: tuple[int, ...]
    ) -> None:
        """A rating may be that of any of the tournament's lists: far from the nearest is far from all."""
        day = NEVER if fact.played_on is None else fact.played_on
        there = [
            (rating, number) for number in lists if (rating := self._on(player, number, day)) is not None
        ]
        if not claimed or not there:
            return
        rating, number = min(there, key=lambda one: abs(one[0] - claimed))
        if abs(rating - claimed) >= _FAR:
            code = next(code for code, known in self._draft.lists.items() if known == number)
            shown = {"here": points(claimed, HUNDREDTHS), "there": points(rating, HUNDREDTHS), "list": code}
            self._draft.report(fact, "RS054", field, player=self._draft.persons[player].code, **shown)

    def _on(self, player: int, number: int, day: int) -> int | None:
        """The rating that a list showed on a day."""
        steps = self._shown.get((player, number), [])
        at = bisect_right(steps, day, key=lambda step: step[0])
        return steps[at - 1][1] if at else None
