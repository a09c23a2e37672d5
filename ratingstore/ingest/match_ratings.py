"""Rows of ratings: openings, adjustments, and published ratings as claims."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ratingstore.events import days
from ratingstore.events.days import NEVER
from ratingstore.events.facts import RatingFact
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.ingest.people import People
from ratingstore.replay import choice
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS, Bounds
from ratingstore.store import changes, existing
from ratingstore.store.engine import Connection
from ratingstore.store.rows import AdoptionRow

CONTENT: Final = ("rated_on", "rating", "relative", "games", "k", "status")
Content = tuple[object, ...]
"""Cells of the columns ``CONTENT``."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a player in a list: its root and what it states."""

    root: int
    content: Content


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
        self._openings: dict[tuple[int, int], Opening] = {}
        self._rated_since = changes.rated_since(connection)
        self._stated: dict[tuple[str, int, int], dict[Content, None]] = defaultdict(dict)
        self._moved: dict[tuple[int, int], int] = {}
        self._recall(existing.ratings(connection))

    def _recall(self, versions: Iterable[Mapping[str, Any]]) -> None:
        """Note what stands, what was stated before it was corrected, and openings that were taken away."""
        newest: dict[int, Mapping[str, Any]] = {}
        claimed: dict[tuple[int, int], int] = {}
        for row in versions:
            newest[row["root"]] = row
            self._stated[row["purpose"], row["player"], row["list"]][_content(row)] = None
            if row["claims"] and row["purpose"] == "opening":
                claimed[row["player"], row["list"]] = row["root"]
        for row in newest.values():
            self._note(row["purpose"], row["player"], row["list"], row["root"], _content(row))
        self._moved = {
            key: int(newest[root]["position"]) for key, root in claimed.items() if key not in self._openings
        }

    def _note(self, purpose: str, player: int, list_number: int, root: int, content: Content) -> None:
        self._stated[purpose, player, list_number][content] = None
        if purpose == "opening":
            self._openings[player, list_number] = Opening(root, content)

    def match(self, fact: RatingFact) -> None:
        """Draft the row, or report what contradicts."""
        list_number = self._draft.lists.get(fact.list) if fact.list else self._default
        if list_number is None:
            if not fact.list:
                self._draft.report(fact, "RS001", "list", column="list")
            return  # a list that nothing opens was reported when lists were opened
        player = self._people.number(fact, "player", fact.player, fact.rated_on)
        if player is None:
            return
        content: Content = (
            fact.rated_on, fact.rating, int(fact.relative), fact.games, fact.k, fact.status
        )  # fmt: skip
        opening = fact.purpose == "opening"
        there = self._openings.get((player, list_number)) if opening else None
        stated = self._stated[fact.purpose, player, list_number]
        if content in stated or (opening and any(_filled(old, content) == old for old in stated)):
            self._draft.known("ratings")
        elif there is not None:
            self._again(fact, player, list_number, there, _filled(there.content, content))
        elif opening and (player, list_number) in self._moved:
            self._draft.report(fact, "RS084", "rating", position=self._moved[player, list_number])
        elif fact.purpose != "opening" or self._in_bounds(fact, list_number):
            self._late(fact, player, list_number)
            self._add(fact, player, list_number, NEW_ROOT, content)

    def _again(
        self, fact: RatingFact, player: int, list_number: int, there: Opening, content: Content
    ) -> None:
        """A version of an opening that fills an empty field, or a second opening, which is asked about."""
        if all(old in (None, "", new) for old, new in zip(there.content, content, strict=True)):
            self._add(fact, player, list_number, there.root, content)
            return
        shown = {"there": _shown(there.content), "here": _shown(content)}
        self._draft.report(fact, "RS063", "rating", player=fact.player, list=self._code(list_number), **shown)

    def _late(self, fact: RatingFact, player: int, list_number: int) -> None:
        """An opening after the history began is taken, whatever came first, but said."""
        since = self._rated_since.get((player, list_number))
        if fact.purpose == "opening" and since is not None and since < fact.rated_on:
            shown = {"player": fact.player, "list": self._code(list_number), "since": days.iso(since)}
            self._draft.report(fact, "RS082", "date", **shown)

    def _code(self, list_number: int) -> str:
        return next(code for code, number in self._draft.lists.items() if number == list_number)

    def _in_bounds(self, fact: RatingFact, list_number: int) -> bool:
        bounds = self._bounds(list_number, fact.rated_on)
        if bounds is None or bounds.low <= fact.rating <= bounds.high:
            return True
        numbers = {"rating": fact.rating, "low": bounds.low, "high": bounds.high}
        texts = {name: str(points(value, HUNDREDTHS)) for name, value in numbers.items()}
        self._draft.report(fact, "RS073", "rating", list=self._code(list_number), **texts)
        return False

    def _bounds(self, list_number: int, day: int) -> Bounds | None:
        """The bounds of the rule set in force on a day, or of the list's first one before that."""
        adopted = choice.adopted(self._adoptions, list_number)
        current = choice.in_force(adopted, day) or (adopted[-1] if adopted else None)
        return None if current is None else current.rules.bounds

    def _add(self, fact: RatingFact, player: int, list_number: int, root: int, content: Content) -> None:
        touches = NEVER if fact.purpose == "published" else fact.rated_on
        root = self._draft.add(
            "rating_event", "ratings", fact, root, player, list_number, fact.purpose, *content, touches
        )
        self._draft.remark("reason", fact.reason, "rating_event")
        self._note(fact.purpose, player, list_number, root, content)


def _content(row: Mapping[str, Any]) -> Content:
    return tuple(row[name] for name in CONTENT)


def _filled(there: Content, here: Content) -> Content:
    """What a row states, with what it leaves open taken from the opening that stands."""
    return tuple(old if new in (None, "") else new for old, new in zip(there, here, strict=True))


def _shown(content: Content) -> str:
    """``1500 (2010-12-01)``, and what else is stated: ``1500 (2010-12-01, games 12)``."""
    said = dict(zip(CONTENT, content, strict=True))
    more = [f"{name} {said[name]}" for name in ("games", "status") if said[name] not in (None, "")]
    more += [] if said["k"] is None else [f"k {_points(said['k'])}"]
    return f"{_points(said['rating'])} ({', '.join([days.iso(int(str(said['rated_on']))), *more])})"


def _points(hundredths: object) -> str:
    return str(points(int(str(hundredths)), HUNDREDTHS))
