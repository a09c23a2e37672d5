"""What is known of tournaments while a file is matched: claims, days of games, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ratingstore.events.days import NEVER
from ratingstore.events.facts import Fact, GameCorrection, GameFact, TournamentFact
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.log_games import LogGames
from ratingstore.ingest.readers.game_columns import GameColumns
from ratingstore.store import existing
from ratingstore.store.engine import Connection


class Tournaments:
    """Claims of the store and the draft by tournament number, and the days of games."""

    def __init__(
        self,
        connection: Connection,
        log: LogGames,
        draft: Draft,
        facts: Sequence[Fact],
        games: Sequence[GameColumns] = (),
    ) -> None:
        self.claims: dict[int, Mapping[str, Any]] = dict(existing.tournament_claims(connection))
        spans = [span for some in games for span in some.spans()]
        codes = _codes(facts) | {code for _line, code, _first, _last in spans}
        numbers = {draft.tournaments[code] for code in codes if code in draft.tournaments}
        self.days = log.days(numbers)
        self._placed = set(self.days)
        self.implied = log.implied_lists(numbers)
        self._lists = draft.lists
        for fact in facts:
            if isinstance(fact, GameFact) and fact.played_on is not None:
                spans.append((fact.line, fact.tournament, fact.played_on, fact.played_on))
        for _line, code, first, last in sorted(spans, key=lambda span: span[0]):
            self._played(draft.tournament(code), first, last)

    def _played(self, number: int, *days: int) -> None:
        known = (*self.days.get(number, ()), *days)
        self.days[number] = min(known), max(known)

    def place(self, number: int) -> None:
        """Note that a game with a date was taken: it tells when the tournament was played."""
        self._placed.add(number)

    def is_placed(self, number: int) -> bool:
        """Whether a claim, or a game that was taken, tells when the tournament was played."""
        return number in self._placed or bool(
            self._claim(number, "start_on") or self._claim(number, "end_on")
        )

    def start(self, number: int) -> int | None:
        """First day: claimed, else of the first game, else the last day."""
        claimed = self._claim(number, "start_on")
        return claimed or self.days.get(number, (None, None))[0] or self._claim(number, "end_on")

    def end(self, number: int) -> int | None:
        """Last day: claimed, else of the last game, else the first day."""
        claimed = self._claim(number, "end_on")
        return claimed or self.days.get(number, (None, None))[1] or self._claim(number, "start_on")

    def points(self, number: int) -> int | None:
        """Points a game that the tournament states."""
        return self._claim(number, "points")

    def lists(self, number: int) -> tuple[int, ...]:
        """Numbers of the lists that rate the tournament, as far as known."""
        claim = self.claims.get(number)
        if claim is not None and claim["lists"]:
            return tuple(self._lists[code] for code in claim["lists"].split())
        implied = self.implied.get(number) or self._claim(number, "implied_list")
        return () if implied is None else (implied,)

    def lists_or(self, number: int, default: int | None) -> tuple[int, ...]:
        """The same, else the list that an option names."""
        lists = self.lists(number)
        return lists if lists or default is None else (default,)

    def implied_by_games(self, number: int) -> int | None:
        """The list that an option gave the tournament's games, where no claim names one."""
        claim = self.claims.get(number)
        claimed = claim is not None and (claim["lists"] or claim["implied_list"] is not None)
        return None if claimed else self.implied.get(number)

    def touches(self, number: int, *days: int | None) -> int:
        """The earliest day that a row of the tournament can influence, ``days`` being its own."""
        first = self.days.get(number, (None, None))[0]
        known = [day for day in (self._claim(number, "start_on"), first, *days) if day]
        return min(known, default=self._claim(number, "end_on") or NEVER)

    def _claim(self, number: int, name: str) -> int | None:
        claim = self.claims.get(number)
        found = None if claim is None else claim[name]
        return None if found is None else int(found)


def _codes(facts: Iterable[Fact]) -> set[str]:
    named = {fact.tournament for fact in facts if isinstance(fact, GameFact | TournamentFact)}
    return named | {fact.key.tournament for fact in facts if isinstance(fact, GameCorrection)}
