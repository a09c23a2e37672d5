"""Rows of ratings: openings, adjustments, and published ratings as claims."""

from __future__ import annotations

from ratingstore.events import days
from ratingstore.events.days import NEVER
from ratingstore.events.facts import RatingFact
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.ingest.people import People
from ratingstore.replay import choice
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS, Bounds
from ratingstore.store import existing
from ratingstore.store.append import Remark
from ratingstore.store.engine import Connection
from ratingstore.store.read import AdoptionRow


class Ratings:
    """Matches the rows of one file that state a rating."""

    def __init__(
        self,
        connection: Connection,
        draft: Draft,
        people: People,
        adoptions: list[AdoptionRow],
        default: int | None,
    ) -> None:
        self._draft = draft
        self._people = people
        self._adoptions = adoptions
        self._default = default
        self._openings: dict[tuple[int, int], tuple[object, ...]] = {}
        self._stated: set[tuple[object, ...]] = set()
        for row in existing.ratings(connection):
            self._note(
                row["purpose"], row["player"], row["list"], row["rated_on"], row["rating"], row["relative"],
                row["games"], row["k"], row["status"],
            )  # fmt: skip

    def _note(self, purpose: str, player: int, list_number: int, *content: object) -> None:
        self._stated.add((purpose, player, list_number, *content))
        if purpose == "opening":
            self._openings[player, list_number] = content

    def match(self, fact: RatingFact) -> None:
        """Draft the row, or report what contradicts."""
        list_number = self._draft.lists.get(fact.list) if fact.list else self._default
        if list_number is None:
            if not fact.list:
                self._draft.refuse(fact, "RS001", "list", column="list")
            return  # a list that nothing opens was reported when lists were opened
        player = self._people.number(fact, "player", fact.player)
        if player is None:
            return
        content = (fact.rated_on, fact.rating, int(fact.relative), fact.games, fact.k, fact.status)
        if (fact.purpose, player, list_number, *content) in self._stated:
            self._draft.known("ratings")
        elif fact.purpose != "opening" or self._opens(fact, player, list_number):
            self._add(fact, player, list_number, content)

    def _opens(self, fact: RatingFact, player: int, list_number: int) -> bool:
        there = self._openings.get((player, list_number))
        code = next(code for code, number in self._draft.lists.items() if number == list_number)
        if there is not None:
            shown = {"there": _shown(there), "here": _shown((fact.rated_on, fact.rating))}
            self._draft.refuse(fact, "RS063", "rating", player=fact.player, list=code, **shown)
            return False
        bounds = self._bounds(list_number, fact.rated_on)
        if bounds is None or bounds.low <= fact.rating <= bounds.high:
            return True
        numbers = {"rating": fact.rating, "low": bounds.low, "high": bounds.high}
        texts = {name: str(points(value, HUNDREDTHS)) for name, value in numbers.items()}
        self._draft.refuse(fact, "RS073", "rating", list=code, **texts)
        return False

    def _bounds(self, list_number: int, day: int) -> Bounds | None:
        """The bounds of the rule set in force on a day, or of the list's first one before that."""
        adopted = choice.adopted(self._adoptions, list_number)
        current = choice.in_force(adopted, day) or (adopted[-1] if adopted else None)
        return None if current is None else current.rules.bounds

    def _add(self, fact: RatingFact, player: int, list_number: int, content: tuple[object, ...]) -> None:
        self._note(fact.purpose, player, list_number, *content)
        touches = NEVER if fact.purpose == "published" else fact.rated_on
        if fact.reason:
            row = len(self._draft.rows["rating_event"])
            self._draft.remarks.append(Remark(kind="reason", text=fact.reason, table="rating_event", row=row))
        self._draft.add(
            "rating_event", "ratings", fact, NEW_ROOT, player, list_number, fact.purpose, *content, touches
        )


def _shown(content: tuple[object, ...]) -> str:
    day, rating = content[:2]
    return f"{points(int(str(rating)), HUNDREDTHS)} ({days.iso(int(str(day)))})"
