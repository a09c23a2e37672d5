"""What corrections work on: the draft, the log below it, and versions of both."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ratingstore.events import canonical
from ratingstore.events.facts import Correction
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.ingest.lists import Lists
from ratingstore.ingest.people import People, known_number, players_of
from ratingstore.store import versions
from ratingstore.store.engine import Connection
from ratingstore.store.existing import Record

DRAFTED: Final = 2**62
"""Above every position: where events that are still drafted stand, in their order."""


class Mending:
    """Corrections of one file, or one of the command line, under way."""

    def __init__(self, connection: Connection, draft: Draft, lists: Lists, people: People) -> None:
        self.connection = connection
        self.draft = draft
        self.lists = lists
        self.people = people

    def player(self, request: Correction, word: str, code: str, day: int | None = None) -> int:
        """The number of a player who has to be there."""
        found = known_number(self.draft, code, day)
        if found is None:
            near = ", ".join(difflib.get_close_matches(code, self.draft.people, n=3, cutoff=0.5)) or "–"
            raise Refused("RS090", word, text=code, near=near)
        return found

    def players(self, word: str, code: str) -> set[int]:
        """The numbers of all players whom a code means on any day; one of them has to be there."""
        found = players_of(self.draft, code)
        if not found:
            near = ", ".join(difflib.get_close_matches(code, self.draft.people, n=3, cutoff=0.5)) or "–"
            raise Refused("RS090", word, text=code, near=near)
        return found

    def tournament(self, code: str) -> int:
        """The number of a tournament that has to be there."""
        if code not in self.draft.tournaments:
            near = ", ".join(difflib.get_close_matches(code, self.draft.tournaments, n=3)) or "–"
            raise Refused("RS091", "tournament", tournament=code, near=near)
        return self.draft.tournaments[code]

    def list_number(self, code: str, word: str = "list") -> int:
        """The number of a list that has to be there; without a code, the store's only one."""
        if not code and len(self.draft.lists) == 1:
            return next(iter(self.draft.lists.values()))
        if code not in self.draft.lists:
            known = ", ".join(sorted(self.draft.lists)) or "–"
            raise Refused("RS092", word, list=code, known=known)
        return self.draft.lists[code]

    def code(self, player: int) -> str:
        """A player's code."""
        return self.draft.persons[player].code

    def with_drafted(self, table: str, rows: Iterable[Record]) -> dict[int, list[Record]]:
        """Versions by root, in their order: those of the log, and those of the draft on top of them.

        A row that is drafted as the first version of itself has a root below 0.
        """
        found: dict[int, list[Record]] = {}
        for row in (*rows, *self._drafted(table)):
            found.setdefault(row["root"], []).append(row)
        return found

    def _drafted(self, table: str) -> Iterator[Record]:
        names = canonical.columns(table)[1:]  # the position is not yet given
        for at, cells in enumerate(self.draft.rows.get(table, ()), 1):
            row: dict[str, Any] = dict(zip(names, cells, strict=True))
            yield {**row, "root": row["root"] or -at, "position": DRAFTED + at}

    def claim(self, tournament: int) -> Record | None:
        """What is claimed of a tournament now, with its root."""
        rows = versions.of_tournament(self.connection, tournament)
        found = self.with_drafted("tournament_event", rows).values()
        standing = (one[-1] for one in found if one[-1]["tournament"] == tournament)
        return next(standing, None)

    def add(self, table: str, request: Correction, root: int, *content: object, claims: bool = False) -> None:
        """Draft a row of the correction, with the reason beside it."""
        self.draft.draft(table, request, root, *content, claims=claims)
        self.draft.remark("reason", request.reason, table)

    def admin(
        self,
        request: Correction,
        kind: str,
        list_number: int | None,
        day: int,
        subject: str,
        payload: Mapping[str, object],
        touches: int,
    ) -> None:
        """Draft a rare event."""
        text = json.dumps(payload, sort_keys=True, ensure_ascii=False)
        content = (kind, list_number, day, subject, "", "{}", text, touches)
        self.add("admin_event", request, NEW_ROOT, *content)

    def version(
        self, table: str, request: Correction, before: Record, touches: int, claims: bool = False, **new: Any
    ) -> None:
        """Draft a version of an event that differs from the one before it in ``new``."""
        names = canonical.columns(table)[4:-1]  # after position, root, claims, line; before touches
        cells = {**before, **new}
        content = (*(cells[name] for name in names), min(touches, before["touches"]))
        self.add(table, request, before["root"], *content, claims=claims)
