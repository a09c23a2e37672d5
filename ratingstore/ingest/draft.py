"""The batch that a file makes, while its rows meet what the store knows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ratingstore.events import canonical
from ratingstore.events.facts import Fact, PublicationRequest
from ratingstore.problems import Problem
from ratingstore.store import identities
from ratingstore.store.append import Cells, Remark
from ratingstore.store.copying import Column, Columns
from ratingstore.store.engine import Connection
from ratingstore.store.identities import Person
from ratingstore.store.tables import EVENT_TABLES, game_event

NEW_ROOT = 0
"""The root of a row that is the first version of itself."""
_PLAYERS = ("white", "black", "player")
_GAMES = game_event.name


@dataclass(frozen=True, slots=True)
class Done:
    """A correction that was drafted: what it changes, in a sentence, and one of its rows."""

    sentence: str
    table: str
    row: int


@dataclass(frozen=True, slots=True)
class Block:
    """Games drafted at once, behind so many that were drafted one by one: cells in columns."""

    behind: int
    columns: Columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A state of a draft: rows by table, remarks, new players, and lines whose notes are kept."""

    rows: Mapping[str, int]
    remarks: int
    people: int
    noted: frozenset[int]


@dataclass(slots=True, kw_only=True)
class Draft:
    """Rows by table, identities and remarks to append; problems, counts and notes to report.

    ``blocks`` are games that stand between those of ``rows``; a file that has such has no corrections.
    ``notes`` say what was derived or opened, ``warnings`` what holds also where nothing is written.
    ``seen_on`` is the day on which the file was seen: what holds from then without saying when.
    ``taken`` are players of whom a row that makes no event was taken: a code, a name, an id.
    ``new_aliases`` (code, from which day; None: no longer) and ``moved_ids`` are what corrections
    change beside the log, ``done`` what they change, and ``after`` the position that the batch follows;
    ``publications`` wait until the batch is written, for they need its fold.
    """

    file: str
    seen_on: int
    people: dict[str, Person]
    owner_ids: dict[tuple[str, str], int]
    aliases: dict[str, list[tuple[int, int]]]
    tournaments: dict[str, int]
    lists: dict[str, int]
    rows: dict[str, list[Cells]] = field(default_factory=lambda: defaultdict(list))
    blocks: list[Block] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    persons: dict[int, Person] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    taken: set[int] = field(default_factory=set)
    new_people: list[Person] = field(default_factory=list)
    new_names: dict[int, str] = field(default_factory=dict)
    new_codes: dict[int, str] = field(default_factory=dict)
    new_owner_ids: dict[tuple[str, str], int] = field(default_factory=dict)
    new_aliases: dict[tuple[str, int], int | None] = field(default_factory=dict)
    moved_ids: dict[tuple[str, str], int] = field(default_factory=dict)
    publications: list[PublicationRequest] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    new_tournaments: dict[str, int] = field(default_factory=dict)
    new_lists: dict[str, int] = field(default_factory=dict)
    answers: int = 0
    after: int = 0
    _in_blocks: int = 0
    _noted: set[int] = field(default_factory=set)

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
            aliases=identities.aliases(connection),
            tournaments=identities.tournaments(connection),
            lists=identities.lists(connection),
        )

    def report(self, fact: Fact, code: str, field_name: str, **values: object) -> None:
        """Note a problem of a fact's row."""
        self.problems.append(
            Problem(code=code, file=self.file, line=fact.line, field=field_name, row=fact.row, values=values)
        )

    def add(
        self, table: str, kind: str, fact: Fact, root: int, *content: object, claims: bool = False
    ) -> int:
        """Note an event row; ``root`` as in ``NEW_ROOT`` or that of the row it is a version of.

        ``claims``: a version that takes a key which its row never held. Returns the root that a later
        version of the row names.
        """
        self.counts[kind, "new"] += 1
        return self.draft(table, fact, root, *content, claims=claims)

    def draft(self, table: str, fact: Fact, root: int, *content: object, claims: bool = False) -> int:
        """The same without counting: a row of a file can make several events."""
        self.rows[table].append((root, 1 if claims or root == NEW_ROOT else 0, fact.line, *content))
        if fact.note and fact.line not in self._noted:
            self._noted.add(fact.line)
            self.remark("note", fact.note, table)
        return root or -self.size(table)

    def add_games(self, columns: Columns) -> None:
        """Note events of new games: (root, claims, line, *content) in columns."""
        self.counts["games", "new"] += len(columns[0])
        self.blocks.append(Block(len(self.rows[_GAMES]), columns))
        self._in_blocks += len(columns[0])

    def size(self, table: str) -> int:
        """How many rows are drafted for a table."""
        return len(self.rows.get(table, ())) + (self._in_blocks if table == _GAMES else 0)

    def columns(self) -> dict[str, Columns]:
        """The rows of each table in columns, in their order."""
        found: dict[str, Columns] = {}
        for table, rows in self.rows.items():
            found[table] = tuple(zip(*rows, strict=True))
        if self.blocks:
            found[_GAMES] = self._games()
        return found

    def _games(self) -> Columns:
        parts: list[Columns] = []
        done, rows = 0, self.rows[_GAMES]
        for block in self.blocks:
            parts += [tuple(zip(*rows[done : block.behind], strict=True)), block.columns]
            done = block.behind
        parts.append(tuple(zip(*rows[done:], strict=True)))
        return [_joined(cells) for cells in zip(*filter(None, parts), strict=True)]

    def remark(self, kind: str, text: str, table: str) -> None:
        """Keep words that go with the event row drafted last in a table."""
        if text:
            self.remarks.append(Remark(kind=kind, text=text, table=table, row=self.size(table) - 1))

    def mark(self) -> Mark:
        """How far the draft has come, to go back there."""
        return Mark(
            rows={table: len(rows) for table, rows in self.rows.items()},
            remarks=len(self.remarks),
            people=len(self.new_people),
            noted=frozenset(self._noted),
        )

    def forget(self, since: Mark) -> None:
        """Forget the rows, remarks and players drafted since a mark."""
        for table, rows in self.rows.items():
            del rows[since.rows.get(table, 0) :]
        del self.remarks[since.remarks :]
        for person in self.new_people[since.people :]:
            del self.people[person.code], self.persons[person.number]
            self.new_owner_ids = {key: one for key, one in self.new_owner_ids.items() if one != person.number}
        del self.new_people[since.people :]
        self.owner_ids = {key: one for key, one in self.owner_ids.items() if one in self.persons}
        self._noted = set(since.noted)

    def known(self, kind: str) -> None:
        """Count a fact that the log already has."""
        self.counts[kind, "known"] += 1

    def know(self, person: Person) -> None:
        """Take in a new player, or one whose name became known."""
        self.people[person.code] = self.persons[person.number] = person

    def recode(self, number: int, code: str) -> None:
        """Give a player who was known by an owner's id only his own code."""
        before = self.persons[number]
        del self.people[before.code]
        self.know(Person(number, code, before.name))
        self.new_codes[number] = code

    def alias(self, code: str, valid_from: int, player: int | None) -> None:
        """Let a code mean a player from a day on; None: no longer."""
        kept = [one for one in self.aliases.pop(code, []) if one[0] != valid_from]
        if player is not None:
            kept.append((valid_from, player))
        if kept:
            self.aliases[code] = sorted(kept)
        self.new_aliases[code, valid_from] = player

    def move_id(self, owner: tuple[str, str], player: int) -> None:
        """Give an owner's id that is known to another player."""
        self.owner_ids[owner] = self.moved_ids[owner] = player

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
    def has_news(self) -> bool:
        """Whether the log learns something; that a list was opened for the file is not enough."""
        asked_for = self.counts["adoptions", "new"] or self.counts["corrections", "new"] or self.answers
        facts = self.blocks or any(rows for table, rows in self.rows.items() if table != "admin_event")
        return bool(facts or asked_for or self.new_people or self.new_owner_ids or self.new_codes)

    def starts(self) -> dict[str, int]:
        """The position that the first row of each table gets in the batch."""
        position, found = self.after + 1, {}
        for table in EVENT_TABLES:
            found[table.name] = position
            position += self.size(table.name)
        return found

    def place_subjects(self) -> None:
        """Let exemptions of games that the draft itself brings name them by their positions."""
        names = canonical.columns("admin_event")[1:]
        kind, subject = names.index("kind"), names.index("subject")
        first, rows = self.starts()["game_event"], self.rows["admin_event"]
        for at, cells in enumerate(rows):
            if cells[kind] == "exemption" and (own := int(str(cells[subject]))) < 0:
                rows[at] = (*cells[:subject], str(first - own - 1), *cells[subject + 1 :])

    @property
    def refused_lines(self) -> set[int]:
        """Lines with a problem that keeps them out of the log."""
        return {one.line for one in self.problems if one.severity == "refused"}

    def settle(self) -> None:
        """Forget what only refused rows name: a slip of a code must not become a known player."""
        if not self.refused_lines:
            return
        players = self.taken | self._named(*_PLAYERS)
        made = {person.number for person in self.new_people}
        self.new_people = [person for person in self.new_people if person.number in players]
        self.new_owner_ids = {
            key: number
            for key, number in self.new_owner_ids.items()
            if number in players or number not in made
        }
        tournaments = self._named("tournament")
        self.new_tournaments = {
            code: number for code, number in self.new_tournaments.items() if number in tournaments
        }

    def _named(self, *columns: str) -> set[int]:
        """The numbers that the drafted rows hold in these columns."""
        found: set[int] = set()
        for table, cells in self.columns().items():
            named = zip(canonical.columns(table)[1:], cells, strict=bool(cells))  # no position yet
            for name, column in named:
                if name in columns:
                    found.update(np.unique(column).tolist())
        return found


def _joined(parts: Sequence[Column]) -> Column:
    """One column after the other; an array if all are."""
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(part, np.ndarray) for part in parts):
        return np.concatenate(parts)
    return [cell for part in parts for cell in (part.tolist() if isinstance(part, np.ndarray) else part)]
