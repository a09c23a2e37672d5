"""Rows of players: names and owners' ids beside the log, facts that rules read in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ratingstore.events import days
from ratingstore.events.days import NEVER
from ratingstore.events.facts import PlayerFact
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.ingest.people import People, id_value, known_number
from ratingstore.ingest.spelling import folded
from ratingstore.store import existing
from ratingstore.store.append import Remark
from ratingstore.store.engine import Connection
from ratingstore.store.identities import Person

ALWAYS: Final = 0
"""The day from which an undated fact holds."""
_FROM_WHEN_SEEN: Final = frozenset({"title", "club"})


class Players:
    """Matches the rows of one file that state something of a player."""

    def __init__(self, connection: Connection, draft: Draft, people: People) -> None:
        self._connection = connection
        self._draft = draft
        self._people = people
        self._facts: dict[tuple[int, str], dict[int, str]] = defaultdict(dict)
        self._said: dict[tuple[int, str], set[tuple[int, str]]] = defaultdict(set)
        self._held: dict[tuple[int, str, int], Mapping[str, Any]] = {}
        self._recall(existing.player_facts(connection))
        self._first_games: Mapping[int, int] | None = None

    def _recall(self, versions: Iterable[Mapping[str, Any]]) -> None:
        """Note what stands, what was said before it was corrected, and which event holds which key."""
        newest: dict[int, Mapping[str, Any]] = {}
        keys: dict[tuple[int, str, int], int] = {}
        for row in versions:
            self._said[row["player"], row["fact"]].add((row["valid_from"], row["value"]))
            newest[row["root"]] = row
            if row["claims"]:
                keys[row["player"], row["fact"], row["valid_from"]] = row["root"]
        for row in sorted(newest.values(), key=lambda row: int(row["position"])):
            if row["value"]:
                self._facts[row["player"], row["fact"]][row["valid_from"]] = row["value"]
        self._held = {key: newest[root] for key, root in keys.items()}

    def match(self, fact: PlayerFact) -> None:
        """Draft what the row adds, or report what contradicts; a row is taken whole or not at all."""
        waiting = self._known_by_id(fact)
        day = fact.valid_from
        number = self._people.number(fact, "player", fact.player, day) if waiting is None else waiting
        if number is None or not (self._name_fits(fact, number) and self._ids_fit(fact, number)):
            return
        stated = list(_stated(fact))
        if not all(self._fits(fact, number, name, value, valid_from) for name, value, valid_from in stated):
            return
        if waiting is not None:
            self._draft.recode(number, fact.player)
        events = [self._add(fact, number, *one) for one in stated]
        beside = [
            waiting is not None,
            self._name(fact, number),
            self._link(fact, number),
            self._first_named(number),
        ]
        if fact.note and any(beside) and not any(events):
            # There is no event that the note could go with.
            self._draft.remarks.append(Remark(kind="note", text=fact.note))
        self._draft.counts["players", "new" if any(events + beside) else "known"] += 1

    def _known_by_id(self, fact: PlayerFact) -> int | None:
        """The player whom only an owner's id named so far, where this row gives that id a new code."""
        keys = [(scheme, id_value(scheme, value)) for scheme, value in fact.ids]
        owners = {self._draft.owner_ids[key]: key for key in keys if key in self._draft.owner_ids}
        if len(owners) != 1 or known_number(self._draft, fact.player) is not None:
            return None
        if self._people.is_asked_about(fact.player):
            return None
        ((number, key),) = owners.items()
        return number if self._draft.persons[number].code == ":".join(key) else None

    def _first_named(self, number: int) -> bool:
        first = self._people.is_new(number) and number not in self._draft.taken
        self._draft.taken.add(number)
        return first

    def _name_fits(self, fact: PlayerFact, number: int) -> bool:
        there = self._draft.persons[number].name
        if not fact.name or not there or folded(fact.name) == folded(there) or self._is_alias(fact, number):
            return True
        self._conflict(fact, "name", there, fact.name)
        return False

    def _is_alias(self, fact: PlayerFact, number: int) -> bool:
        """Whether the row calls him by a code that was another player's until they were merged."""
        own = self._draft.people.get(fact.player)
        return own is not None and own.number != number

    def _ids_fit(self, fact: PlayerFact, number: int) -> bool:
        for scheme, value in fact.ids:
            owner = self._draft.owner_ids.get((scheme, id_value(scheme, value)))
            if owner not in (None, number):
                code = self._draft.persons[owner].code if owner else ""
                self._draft.report(fact, "RS052", f"{scheme}_id", scheme=scheme, id=value, owner=code)
                return False
        return True

    def _fits(self, fact: PlayerFact, number: int, name: str, value: str, valid_from: int | None) -> bool:
        if self._was_said(fact, number, name, value, valid_from):
            return True
        there = self._contradicted(number, name, value, valid_from)
        held = self._held.get((number, name, ALWAYS if valid_from is None else valid_from))
        if there is not None:
            self._conflict(fact, name, there, value)
        elif held is not None and held["player"] != number:
            self._draft.report(fact, "RS084", name, position=held["position"])
            return False
        return there is None

    def _was_said(self, fact: PlayerFact, number: int, name: str, value: str, valid_from: int | None) -> bool:
        """Whether an event said this once, and was corrected since, or the player was merged with its."""
        numbers = {number}
        if self._is_alias(fact, number):
            numbers.add(self._draft.people[fact.player].number)
        said = {one for player in numbers for one in self._said.get((player, name), ())}
        if valid_from is None and name in _FROM_WHEN_SEEN:
            return value in {there for _day, there in said}
        return (ALWAYS if valid_from is None else valid_from, value) in said

    def _contradicted(self, number: int, name: str, value: str, valid_from: int | None) -> str | None:
        """What the log says instead, where it does."""
        there = self._facts[number, name]
        if valid_from is not None or name not in _FROM_WHEN_SEEN:
            found = there.get(ALWAYS if valid_from is None else valid_from, value)
            # A year says less than the date that is known, and contradicts nothing.
            return None if found == value or found.startswith(f"{value}-") else found
        return None if not there or value in there.values() else next(reversed(there.values()))

    def _conflict(self, fact: PlayerFact, name: str, there: str, here: str) -> None:
        self._draft.report(
            fact, "RS062", name, player=fact.player, field=name, there=f"“{there}”", here=f"“{here}”"
        )

    def _add(self, fact: PlayerFact, number: int, name: str, value: str, valid_from: int | None) -> bool:
        if self._was_said(fact, number, name, value, valid_from):
            return False
        there = self._facts[number, name]
        if valid_from is None and name in _FROM_WHEN_SEEN:
            if value in there.values():
                return False
            day = self._draft.seen_on
        else:
            day = ALWAYS if valid_from is None else valid_from
        if day in there:
            return False
        there[day] = value
        touches = valid_from if valid_from is not None else self._first_game(number)
        held = self._held.get((number, name, day))  # withdrawn by a correction: said anew
        root = NEW_ROOT if held is None else int(held["root"])
        self._said[number, name].add((day, value))
        self._draft.draft("player_event", fact, root, number, name, value, day, touches)
        return True

    def _first_game(self, number: int) -> int:
        if self._first_games is None:
            self._first_games = existing.first_games(self._connection, self._draft.persons)
        return self._first_games.get(number, NEVER)

    def _name(self, fact: PlayerFact, number: int) -> bool:
        current = self._draft.persons[number]
        if not fact.name or current.name:
            return False
        self._draft.know(Person(number, current.code, fact.name))
        self._draft.new_names[number] = fact.name
        return True

    def _link(self, fact: PlayerFact, number: int) -> bool:
        linked = False
        for scheme, value in fact.ids:
            key = scheme, id_value(scheme, value)
            if key not in self._draft.owner_ids:
                self._draft.owner_ids[key] = self._draft.new_owner_ids[key] = number
                linked = True
        return linked


def _stated(fact: PlayerFact) -> Iterator[tuple[str, str, int | None]]:
    """(fact, value, day from which it holds or None) for what a row states."""
    if fact.born:
        yield "born", fact.born, None
    joined = "" if fact.joined_on is None else days.iso(fact.joined_on)
    if joined:
        yield "joined_on", joined, None
    for name in ("sex", "federation", "title", "club"):
        value = getattr(fact, name)
        if value:
            yield name, value, fact.valid_from
