"""The batch that a file makes, while its rows meet what the store knows."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from ratingstore.events.facts import Fact
from ratingstore.problems import Problem
from ratingstore.store import identities
from ratingstore.store.append import Cells, Remark
from ratingstore.store.engine import Connection
from ratingstore.store.identities import Person

NEW_ROOT = 0
"""The root of a row that is the first version of itself."""


@dataclass(slots=True, kw_only=True)
class Draft:
    """Rows by table, identities and remarks to append; problems, counts and notes to report.

    ``seen_on`` is the day on which the file was seen: what holds from then without saying when.
    """

    file: str
    seen_on: int
    people: dict[str, Person]
    owner_ids: dict[tuple[str, str], int]
    tournaments: dict[str, int]
    lists: dict[str, int]
    rows: dict[str, list[Cells]] = field(default_factory=lambda: defaultdict(list))
    remarks: list[Remark] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    persons: dict[int, Person] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    new_people: list[Person] = field(default_factory=list)
    new_names: dict[int, str] = field(default_factory=dict)
    new_owner_ids: dict[tuple[str, str], int] = field(default_factory=dict)
    new_tournaments: dict[str, int] = field(default_factory=dict)
    new_lists: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, connection: Connection, file: str, seen_on: int) -> Draft:
        """An empty draft over what the store knows."""
        people = identities.people(connection)
        return cls(
            file=file,
            seen_on=seen_on,
            people=people,
            persons={person.number: person for person in people.values()},
            owner_ids=identities.owner_ids(connection),
            tournaments=identities.tournaments(connection),
            lists=identities.lists(connection),
        )

    def refuse(self, fact: Fact, code: str, field_name: str, **values: object) -> None:
        """Note a problem of a fact's row."""
        self.problems.append(
            Problem(code=code, file=self.file, line=fact.line, field=field_name, row=fact.row, values=values)
        )

    def add(self, table: str, kind: str, fact: Fact, root: int, *content: object) -> None:
        """Note an event row; ``root`` as in ``NEW_ROOT`` or the position it is a version of."""
        rows = self.rows[table]
        if fact.note and root == NEW_ROOT:
            self.remarks.append(Remark(kind="note", text=fact.note, table=table, row=len(rows)))
        rows.append((root, 1 if root == NEW_ROOT else 0, fact.line, *content))
        self.counts[kind, "new"] += 1

    def known(self, kind: str) -> None:
        """Count a fact that the log already has."""
        self.counts[kind, "known"] += 1

    def know(self, person: Person) -> None:
        """Take in a new player, or one whose name became known."""
        self.people[person.code] = self.persons[person.number] = person

    def tournament(self, code: str) -> int:
        """The number of a tournament, made where it is new."""
        number = self.tournaments.get(code)
        if number is None:
            number = max(self.tournaments.values(), default=0) + 1
            self.tournaments[code] = self.new_tournaments[code] = number
        return number

    def list(self, code: str) -> int:
        """The number of a list, made where it is new."""
        number = self.lists.get(code)
        if number is None:
            number = max(self.lists.values(), default=0) + 1
            self.lists[code] = self.new_lists[code] = number
        return number

    @property
    def refused_lines(self) -> set[int]:
        """Lines with a problem that keeps them out of the log."""
        return {one.line for one in self.problems if one.severity == "refused"}
