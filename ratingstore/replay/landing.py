"""On which list a game of a list with periods lands, and what a late report changes about that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratingstore.events.days import NEVER
from ratingstore.replay import choice
from ratingstore.replay.calendar import Calendar
from ratingstore.replay.choice import NO_RULE_SET, Adopted
from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.rules.grouping import distinct, values
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.read import Ints, Log


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """Where games land: the list date, the first day of its period, and the date of the list that they
    are rated by. ``too_late`` marks those that no list takes any more."""

    day: Ints
    first: Ints
    reference_on: Ints
    too_late: np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """By tournament the newest list that was published when it was first recorded (0: none)."""

    published: Ints

    @classmethod
    def of(cls, log: Log, list_number: int, tournaments: int) -> Lateness:
        """Lateness is that of a tournament's first row, whatever became of that row later."""
        first = np.full(tournaments, NEVER, dtype=np.int64)
        np.minimum.at(first, log.games.tournament, log.games.root)
        made = sorted((row.position, row.date) for row in log.publications if row.list == list_number)
        positions = np.array([position for position, _ in made], dtype=np.int64)
        newest = np.maximum.accumulate(np.array([0, *(date for _, date in made)], dtype=np.int64))
        return cls(published=newest[np.searchsorted(positions, first)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Landings:
    """What decides where games land."""

    games: RatedGames
    of: Tournaments
    adopted: Sequence[Adopted]
    calendar: Calendar
    lateness: Lateness

    def of_rows(self, rows: Ints, chosen: Ints) -> Landing:
        """Where rows of the games land, each by the rule set that rates it (an index of ``adopted``)."""
        day, first, reference_on = np.zeros((3, len(rows)), dtype=np.int64)
        too_late = np.zeros(len(rows), dtype=np.bool_)
        for index in values(chosen).tolist():
            rules, at = self.adopted[index].rules, chosen == index
            natural, first[at], reference_on[at] = self._natural(rules, rows[at])
            day[at], too_late[at] = natural, False
            if rules.late.policy == "next list":
                day[at], too_late[at] = self._late(rules, rows[at], natural)
            moved = at & (day != _placed(natural, at))
            first[moved] = self.calendar.before(day[moved])
        return Landing(day=day, first=first, reference_on=reference_on, too_late=too_late)

    def waits(self, rows: Ints, chosen: Ints) -> tuple[Ints, Ints]:
        """List dates, with the first days of their periods, before which only a tournament ended.

        A pool may wait for that where games land by their own dates.
        """
        days, firsts = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for index in values(chosen).tolist():
            rules = self.adopted[index].rules
            if rules.unit.lands_by == "game date":
                last = self.of.end_on[self.games.tournament[rows[chosen == index]]]
                first = values(choice.period_start(last, rules.unit.period))
                firsts.append(first)
                days.append(self._dated(rules, first))
        return np.concatenate(days), np.concatenate(firsts)

    def _natural(self, rules: RuleSet, rows: Ints) -> tuple[Ints, Ints, Ints]:
        tournament = self.games.tournament[rows]
        start, played_on = self.of.start_on[tournament], self.games.played_on[rows]
        at_start = rules.references.own == "list at tournament start"
        if rules.unit.lands_by == "tournament end":
            day = self.calendar.lands(self.of.end_on[tournament])
            first = self.calendar.before(day)
            return day, first, self.calendar.on_or_before(start) if at_start else first
        first = choice.period_start(played_on, rules.unit.period)
        reference_on = self.calendar.on_or_before(start) if at_start else first
        return self._dated(rules, first), first, reference_on

    def _dated(self, rules: RuleSet, first: Ints) -> Ints:
        """The list date of the periods that begin on these days, as the rules of that day have it."""
        starts, places = distinct(first)
        owners = choice.choose(self.adopted, lambda _unit: starts, len(starts))
        day = choice.next_period_start(starts, rules.unit.period)
        for owner in values(owners[owners != NO_RULE_SET]).tolist():
            unit = self.adopted[owner].rules.unit
            if unit.kind == "period":
                mine = owners == owner
                day[mine] = choice.next_period_start(starts[mine], unit.period)
        return day[places]

    def _late(
        self, rules: RuleSet, rows: Ints, natural: Ints
    ) -> tuple[Ints, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
        published = self.lateness.published[self.games.tournament[rows]]
        late = published >= natural
        day = np.where(late, self.calendar.after(np.maximum(published, natural)), natural)
        too_late = np.zeros(len(rows), dtype=np.bool_)
        if rules.late.lists:
            too_late = late & (self.calendar.lists_between(natural, day) >= rules.late.lists)
        return day, too_late


def _placed(values: Ints, at: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Ints:
    """Values of the flagged rows in a column of all rows."""
    column = np.zeros(len(at), dtype=np.int64)
    column[at] = values
    return column
