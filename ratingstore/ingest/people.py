"""Codes in a file to players of the store: known, new, or asked about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from ratingstore.events.facts import Fact, GameCorrection, GameFact, PlayerFact, RatingFact, Split
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.readers.game_columns import NO_GAMES, GameColumns
from ratingstore.ingest.spelling import folded
from ratingstore.store.identities import Person

NUMERIC_SCHEMES = frozenset({"fide", "cbx"})
"""Owners whose ids are numbers: 0005 is 5. Ids of other owners are literal text."""


def owner_id(text: str) -> tuple[str, str] | None:
    """``fide:2200000`` as (scheme, id); None where a code is no owner's id."""
    scheme, colon, value = text.partition(":")
    if not colon or not scheme or not value:
        return None
    return scheme.lower(), id_value(scheme.lower(), value)


def id_value(scheme: str, value: str) -> str:
    """An owner's id as it is compared."""
    return str(int(value)) if scheme in NUMERIC_SCHEMES and value.isdecimal() else value


def known_number(draft: Draft, code: str, day: int | None = None) -> int | None:
    """The number of a player known by a code of his own or by an owner's id; of two players who bear one
    code after each other, the one of ``day``."""
    owner = owner_id(code)
    for name in (code, code if owner is None else ":".join(owner)):
        meant = _alias(draft, name, day)
        if meant is not None:
            return meant
    person = draft.people.get(code)
    if person is not None:
        return person.number
    return None if owner is None else draft.owner_ids.get(owner)


def _alias(draft: Draft, code: str, day: int | None) -> int | None:
    since = [player for valid_from, player in draft.aliases.get(code, ()) if valid_from <= (day or 0)]
    return since[-1] if since else None


def players_of(draft: Draft, code: str) -> set[int]:
    """The numbers of all players whom a code means on any day."""
    found = {known_number(draft, code)} | {player for _day, player in draft.aliases.get(code, ())}
    return {number for number in found if number is not None}


class People:
    """Finds or makes the players of one file's rows."""

    def __init__(
        self,
        draft: Draft,
        facts: Sequence[Fact],
        sure: frozenset[str] = frozenset(),
        games: GameColumns = NO_GAMES,
    ) -> None:
        self._draft = draft
        self._first_new = self._next = max(draft.persons, default=0) + 1
        self._asked = _nearly_known(draft, _codes(facts, games), sure)

    def number(self, fact: Fact, field: str, code: str, day: int | None = None) -> int | None:
        """The number of a code on a day, made where it is new; None where it is asked about."""
        found = known_number(self._draft, code, day)
        if found is not None:
            return found
        if code in self._asked:
            self._draft.report(fact, "RS051", field, text=code, candidates=", ".join(self._asked[code]))
            return None
        return self._make(code, owner_id(code))

    def named(self, code: str) -> int:
        """The number of a code that means one player on every day and that nothing is asked about."""
        found = known_number(self._draft, code)
        return self._make(code, owner_id(code)) if found is None else found

    def is_asked_about(self, code: str) -> bool:
        """Whether an unknown code is so like another that only a person can tell them apart."""
        return code in self._asked

    def candidates(self, code: str) -> list[str]:
        """Whom an unknown code may mean."""
        return self._asked.get(code, [])

    def is_new(self, number: int) -> bool:
        """Whether the file is the first to name this player."""
        return number >= self._first_new

    def _make(self, code: str, owner: tuple[str, str] | None) -> int:
        number, self._next = self._next, self._next + 1
        canonical = code if owner is None else ":".join(owner)
        person = Person(number, canonical, "")
        self._draft.new_people.append(person)
        self._draft.know(person)
        if owner is not None:
            self._draft.owner_ids[owner] = self._draft.new_owner_ids[owner] = number
        return number


def _codes(facts: Sequence[Fact], games: GameColumns) -> Counter[str]:
    """How many rows name each code, in the order in which they first do."""
    found: Counter[str] = Counter()
    if len(games):
        first: dict[str, int] = {}
        for code, rows, place in games.named():
            found[code], first[code] = rows, place
        for fact in facts:
            if isinstance(fact, GameFact):
                for place, code in enumerate((fact.white, fact.black), 2 * fact.line):
                    found[code] += 1
                    first[code] = min(place, first.get(code, place))
        return Counter({code: found[code] for code in sorted(found, key=first.__getitem__)})
    for fact in facts:
        if isinstance(fact, GameFact):
            found.update((fact.white, fact.black))
        elif isinstance(fact, PlayerFact | RatingFact):
            found[fact.player] += 1
        elif isinstance(fact, GameCorrection | Split):
            # The players that a correction names as right; the others have to be there.
            named = (fact.to,) if isinstance(fact, Split) else (fact.new_white, fact.new_black)
            found.update(code for code in named if code)
    return found


def _nearly_known(draft: Draft, codes: Counter[str], sure: frozenset[str]) -> dict[str, list[str]]:
    """Unknown codes that differ from another code or name only in spelling, with the candidates.

    Of new codes of one file that are so alike the one that most rows name is the player's, the first
    of them where rows are equal; the others are asked about.
    """
    # Stable: codes with equally many rows stay in the order of the file.
    unknown = [
        code for code, _rows in codes.most_common() if code not in draft.people and owner_id(code) is None
    ]
    if not unknown:
        return {}
    near: dict[str, set[str]] = defaultdict(set)
    for code, person in draft.people.items():
        near[folded(code)].add(code)
        if person.name:
            near[folded(person.name)].add(code)
    asked: dict[str, set[str]] = {}
    for code in unknown:
        alike = near[folded(code)] - {code}
        if alike and code not in sure:
            asked[code] = alike
        near[folded(code)].add(code)
    return {code: sorted(_shown(draft, other) for other in alike) for code, alike in asked.items()}


def _shown(draft: Draft, code: str) -> str:
    name = draft.people[code].name if code in draft.people else ""
    return f"{code} ({name})" if name else code
