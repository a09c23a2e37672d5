"""The fold of one list: items of the agenda in order, each through the rule sets that own it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

import numpy as np

from ratingstore.events.days import NEVER
from ratingstore.replay import agenda, derive, names, references
from ratingstore.replay.agenda import Item, Rank
from ratingstore.replay.choice import NO_RULE_SET, Adopted
from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.ledger import Ledger, Steps, Unit
from ratingstore.replay.newcomers import Newcomers
from ratingstore.replay.state import State, Status
from ratingstore.rules import games as first_stage
from ratingstore.rules import running, unit
from ratingstore.rules.entries import Changes, Entries, First, Sides
from ratingstore.rules.rounding import to_step
from ratingstore.rules.ruleset import UNRATED, RuleSet
from ratingstore.store.read import Ints, Log
from ratingstore.store.rows import RatingRow


class Tracer(Protocol):
    """Is told every change while it is computed, with what it was computed from."""

    def played(self, unit_of: Ints, rules: RuleSet, entries: Entries, changes: Changes) -> None:
        """Changes of rated players; ``unit_of`` gives the unit by player."""

    def first(self, number: int, rules: RuleSet, made: First) -> None:
        """A first rating."""

    def stated(self, number: int, rules: RuleSet | None, row: RatingRow, before: int, after: int) -> None:
        """An opening or an adjustment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A list's units and steps up to a day, and the games that no rule set rates."""

    units: tuple[Unit, ...]
    steps: Steps
    before_rules: int
    adopted: tuple[Adopted, ...]


def fold(
    log: Log, list_number: int, adopted: Sequence[Adopted], as_of: int = NEVER, tracer: Tracer | None = None
) -> Folded:
    """Fold a list's part of the log up to the end of day ``as_of``; pure."""
    of = derive.tournaments(log, list_number)
    games = derive.rated_games(log, of)
    ratings = [row for row in log.ratings if row.list == list_number]
    plan = agenda.build(games, of, ratings, adopted)
    run = _Run(log, games, of, adopted, tracer)
    run.go([item for item in plan.items if item.day <= as_of])
    return Folded(
        units=tuple(run.ledger.units),
        steps=run.ledger.closed(),
        before_rules=len(plan.before_rules),
        adopted=tuple(adopted),
    )


class _Run:
    """One pass over the agenda."""

    def __init__(
        self, log: Log, games: RatedGames, of: Tournaments, adopted: Sequence[Adopted], tracer: Tracer | None
    ) -> None:
        self.games = games
        self.of = of
        self.adopted = adopted
        self.tracer = tracer
        self.naming = names.Naming(log, games)
        self.state = State.of(len(log.player_codes))
        self.ledger = Ledger()
        self.newcomers = Newcomers(games, of, self.state, self.ledger, tracer)
        self.lists: dict[int, Ints] = {}

    def go(self, items: Sequence[Item]) -> None:
        wanted = sorted({day for item in items for day in item.reference_on.tolist()}, reverse=True)
        for together in _runs(items, self.adopted):
            while wanted and wanted[-1] < together[0].day:
                # The list of a day is what the day leaves behind.
                self.lists[wanted.pop()] = self.state.shown.copy()
            self._item(together)

    def _item(self, together: Sequence[Item]) -> None:
        item = together[0]
        if item.rating is not None:
            self._state_rating(item, item.rating)
            return
        self.newcomers.let_go = self.state.migrate(item.unit, self.adopted)
        rules = self.adopted[item.unit].rules
        if rules.unit.kind == "game":
            self._one_by_one(together, rules)
        elif rules.unit.kind == "period":
            self._rate(item, rules, agenda.name_of_period(item.period_start), over_by=item.day)
        else:
            self._rate(item, rules, self.naming.tournament(item.tournament), over_by=item.day + 1)

    def _one_by_one(self, together: Sequence[Item], rules: RuleSet) -> None:
        rows = np.concatenate([item.games for item in together])
        order = [column[rows] for column in agenda.play_order(self.games, self.of)]
        levels = running.levels(self.games.white[rows], self.games.black[rows], order)
        numbers = self._number_games(rows, order, rules)
        self.newcomers.say_let_go(int(numbers[0]))
        by_level = np.argsort(levels, kind="stable")
        cuts = np.flatnonzero(np.diff(levels[by_level])) + 1
        for at in np.split(by_level, cuts):
            self._level(rows[at], numbers[at], rules)

    def _number_games(self, rows: Ints, order: Sequence[Ints], rules: RuleSet) -> Ints:
        """A unit for each game; games that tie are one."""
        numbers = np.zeros(len(rows), dtype=np.int64)
        for first, past in running.ties(order):
            name = self.naming.games(rows[first:past])
            day = int(self.games.played_on[rows[first]])
            numbers[first:past] = self.ledger.unit(name, day, rules.id, past - first)
        return numbers

    def _level(self, rows: Ints, numbers: Ints, rules: RuleSet) -> None:
        sides = self._sides(rules, rows, np.zeros(len(rows), dtype=np.int64))
        unit_of = np.zeros(len(self.state.rating), dtype=np.int64)
        unit_of[sides.player] = np.concatenate([numbers, numbers])
        self._apply(first_stage.rate(rules, sides), sides, rules, unit_of, NEVER)

    def _rate(self, item: Item, rules: RuleSet, name: str, over_by: int) -> None:
        number = self.ledger.unit(name, item.day, rules.id, len(item.games))
        unit_of = np.full(len(self.state.rating), number, dtype=np.int64)
        if not len(item.games):
            self.newcomers.wait(rules, unit_of, over_by)
            self.newcomers.say_let_go(number)
            return
        reference_on = item.reference_on if len(item.reference_on) else np.zeros_like(item.games)
        parts = []
        for index in np.unique(item.chosen).tolist():
            mine, of_game = item.chosen == index, self.adopted[index].rules
            sides = self._sides(of_game, item.games[mine], reference_on[mine])
            parts.append((first_stage.rate(of_game, sides), sides))
        entries = Entries.joined([entries for entries, _ in parts])
        self._apply(entries, Sides.joined([sides for _, sides in parts]), rules, unit_of, over_by)
        self.newcomers.say_let_go(number)

    def _sides(self, rules: RuleSet, rows: Ints, reference_on: Ints) -> Sides:
        return references.sides(rules, rows, reference_on, self.games, self.of, self.state, self.lists)

    def _apply(self, entries: Entries, sides: Sides, rules: RuleSet, unit_of: Ints, over_by: int) -> None:
        unrated = sides.where(self.state.rating[sides.player] == UNRATED)
        changes = unit.change(rules, entries, self.state.rating)
        self._rated(changes, entries, rules, unit_of)
        self.newcomers.unit(rules, sides, unrated, unit_of, over_by)

    def _rated(self, changes: Changes, entries: Entries, rules: RuleSet, unit_of: Ints) -> None:
        state, who = self.state, changes.player
        gone = changes.after == UNRATED
        state.rating[who] = changes.after
        state.shown[who] = np.where(gone, UNRATED, to_step(changes.computed, rules.shown, 1))
        state.games[who] = np.where(gone, 0, state.games[who] + changes.games)
        counted = entries.counted & np.isin(entries.player, who)
        np.maximum.at(state.last_played, entries.player[counted], self.games.played_on[entries.game[counted]])
        self.ledger.steps(
            len(who),
            player=who,
            unit=unit_of[who],
            effective_on=self._days(unit_of[who]),
            before=changes.before,
            after=changes.after,
            shown=state.shown[who],
            games=changes.games,
            games_total=state.games[who],
            score2=changes.score2,
            expected=changes.expected,
            k=changes.k,
            last_played=state.last_played[who],
            status=np.where(gone, Status.UNRATED, Status.RATED),
        )
        if self.tracer is not None:
            self.tracer.played(unit_of, rules, entries, changes)

    def _days(self, numbers: Ints) -> Ints:
        distinct, where = np.unique(numbers, return_inverse=True)
        days = np.array(
            [self.ledger.units[number].effective_on for number in distinct.tolist()], dtype=np.int64
        )
        return days[where]

    def _state_rating(self, item: Item, row: RatingRow) -> None:
        state, player = self.state, row.player
        before = int(state.rating[player])
        if row.purpose == "adjustment" and before == UNRATED:
            return  # there is no rating to move
        after = before + row.rating if row.relative else row.rating
        rules = None if item.unit == NO_RULE_SET else self.adopted[item.unit].rules
        state.rating[player] = after
        state.shown[player] = self._as_shown(after, rules)
        if row.purpose == "opening":
            state.games[player] = row.games or 0
            state.pools.pop(player, None)
        number = self.ledger.unit(row.purpose, item.day, "" if rules is None else rules.id, 0)
        self.ledger.steps(
            1,
            player=player,
            unit=number,
            effective_on=item.day,
            before=before,
            after=after,
            shown=state.shown[player],
            games_total=state.games[player],
            last_played=state.last_played[player],
            status=Status.RATED,
        )
        if self.tracer is not None:
            self.tracer.stated(number, rules, row, before, after)

    def _as_shown(self, rating: int, rules: RuleSet | None) -> int:
        """As the rule set of the day shows it; before the list's first, as that one does."""
        if rules is None and self.adopted:
            rules = self.adopted[-1].rules
        return rating if rules is None else to_step(rating, rules.shown, 1)


def _runs(items: Sequence[Item], adopted: Sequence[Adopted]) -> Iterator[list[Item]]:
    """Items one by one, but neighbours that one rule set rates game by game together."""

    def together(numbered: tuple[int, Item]) -> tuple[int, int]:
        at, item = numbered
        single = item.rank == Rank.PLAY and adopted[item.unit].rules.unit.kind == "game"
        return (NO_RULE_SET, item.unit) if single else (at, item.unit)

    for _, group in groupby(enumerate(items), key=together):
        yield [item for _, item in group]
