"""The fold of one list: items of the agenda in order, each through the rule sets that own it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

import numpy as np

from ratingstore.events.days import NEVER
from ratingstore.replay import agenda, derive, names
from ratingstore.replay.agenda import Item, Rank
from ratingstore.replay.choice import NO_RULE_SET, Adopted
from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.ledger import Ledger, Steps, Unit
from ratingstore.replay.state import State, Status
from ratingstore.rules import first_rating, running, unit
from ratingstore.rules import games as first_stage
from ratingstore.rules.entries import Changes, Entries, First, PoolGame, Sides
from ratingstore.rules.rounding import to_step
from ratingstore.rules.ruleset import UNRATED, RuleSet
from ratingstore.store.read import Ints, Log, RatingRow


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
        self.lists: dict[int, Ints] = {}

    def go(self, items: Sequence[Item]) -> None:
        wanted = sorted({item.period_start for item in items if item.period_start}, reverse=True)
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
        self.state.migrate(item.unit, self.adopted)
        rules = self.adopted[item.unit].rules
        if rules.unit.kind == "game":
            self._one_by_one(together, rules)
        elif rules.unit.kind == "period":
            name = agenda.name_of_period(item.period_start)
            self._rate(item, rules, name, self.lists.pop(item.period_start), over_by=item.day)
        else:
            name = self.naming.tournament(item.tournament)
            self._rate(item, rules, name, self.state.rating.copy(), over_by=item.day + 1)

    def _one_by_one(self, together: Sequence[Item], rules: RuleSet) -> None:
        rows = np.concatenate([item.games for item in together])
        order = [column[rows] for column in agenda.play_order(self.games, self.of)]
        levels = running.levels(self.games.white[rows], self.games.black[rows], order)
        numbers = self._number_games(rows, order, rules)
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
        reference = self.state.rating.copy()
        sides = self._sides(rows, rules, reference)
        entries = first_stage.rate(rules, sides)
        unit_of = np.zeros(len(self.state.rating), dtype=np.int64)
        unit_of[sides.player] = np.concatenate([numbers, numbers])
        self._apply(entries, sides, rules, unit_of, NEVER)

    def _rate(self, item: Item, rules: RuleSet, name: str, reference: Ints, over_by: int) -> None:
        parts = []
        for index in np.unique(item.chosen).tolist():
            of_tournament = self.adopted[index].rules
            sides = self._sides(item.games[item.chosen == index], of_tournament, reference)
            parts.append((first_stage.rate(of_tournament, sides), sides))
        number = self.ledger.unit(name, item.day, rules.id, len(item.games))
        unit_of = np.full(len(self.state.rating), number, dtype=np.int64)
        if parts:
            entries = Entries.joined([entries for entries, _ in parts])
            sides = Sides.joined([sides for _, sides in parts])
            self._apply(entries, sides, rules, unit_of, over_by)
        elif self.state.pools:
            self._first_ratings(rules, sorted(self.state.pools), {}, unit_of, over_by)

    def _sides(self, rows: Ints, rules: RuleSet, reference: Ints) -> Sides:
        games = self.games
        white, black = games.white[rows], games.black[rows]
        tournament = games.tournament[rows]
        points = np.where(self.of.points[tournament] == 0, rules.score.points, self.of.points[tournament])
        player, opponent = np.concatenate([white, black]), np.concatenate([black, white])
        return Sides(
            game=np.concatenate([rows, rows]),
            tournament=np.concatenate([tournament, tournament]),
            player=player,
            opponent=opponent,
            half=np.concatenate([games.white_half[rows], games.black_half[rows]]),
            points=np.concatenate([points, points]),
            own=reference[player],
            opponent_rating=reference[opponent],
        )

    def _apply(self, entries: Entries, sides: Sides, rules: RuleSet, unit_of: Ints, over_by: int) -> None:
        unrated = sides.where(self.state.rating[sides.player] == UNRATED)
        changes = unit.change(rules, entries, self.state.rating)
        self._rated(changes, entries, rules, unit_of)
        added = self._fill_pools(unrated, rules)
        waiting = np.unique(unrated.player).tolist()
        if rules.first_rating.minimum_tournaments:
            # A pool may also become enough because a tournament ended without a game in this unit.
            waiting = sorted({*waiting, *self.state.pools})
        self._first_ratings(rules, waiting, added, unit_of, over_by)

    def _rated(self, changes: Changes, entries: Entries, rules: RuleSet, unit_of: Ints) -> None:
        state, who = self.state, changes.player
        state.rating[who] = changes.after
        state.shown[who] = to_step(changes.after, rules.shown, 1)
        state.games[who] += changes.games
        counted = entries.counted & (state.rating[entries.player] != UNRATED)
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
            status=Status.RATED,
        )
        if self.tracer is not None:
            self.tracer.played(unit_of, rules, entries, changes)

    def _days(self, numbers: Ints) -> Ints:
        distinct, where = np.unique(numbers, return_inverse=True)
        days = np.array(
            [self.ledger.units[number].effective_on for number in distinct.tolist()], dtype=np.int64
        )
        return days[where]

    def _fill_pools(self, unrated: Sides, rules: RuleSet) -> dict[int, int]:
        """Add the games of unrated players to their pools; how many each player got."""
        added: dict[int, int] = {}
        cells = (
            unrated.player,
            unrated.game,
            unrated.tournament,
            unrated.opponent,
            unrated.opponent_rating,
            unrated.half,
        )
        for player, game, tournament, opponent, rating, half in zip(
            *(c.tolist() for c in cells), strict=True
        ):
            entering = first_rating.pool_rating(rules.first_rating, rating)
            if entering is not None:
                played_on = int(self.games.played_on[game])
                pool = self.state.pools.setdefault(player, [])
                pool.append(PoolGame(game, tournament, opponent, entering, half, played_on))
                added[player] = added.get(player, 0) + 1
        return added

    def _first_ratings(
        self, rules: RuleSet, waiting: Sequence[int], added: dict[int, int], unit_of: Ints, over_by: int
    ) -> None:
        def over(tournament: int) -> bool:
            return bool(self.of.end_on[tournament] < over_by)

        for player in waiting:
            pool = self.state.pools.get(player, [])
            number = int(unit_of[player])
            if pool and first_rating.reached(rules.first_rating, pool, over):
                self._first(first_rating.compute(rules, player, pool), rules, number)
            elif player in added or not pool:
                self._still_unrated(player, pool, added.get(player, 0), number)

    def _first(self, made: First, rules: RuleSet, number: int) -> None:
        state, player = self.state, made.player
        del state.pools[player]
        state.rating[player] = made.after
        state.shown[player] = to_step(made.after, rules.shown, 1)
        state.games[player] = len(made.pool)
        state.last_played[player] = max(game.played_on for game in made.pool)
        self.ledger.steps(
            1,
            player=player,
            unit=number,
            effective_on=self.ledger.units[number].effective_on,
            after=made.after,
            shown=state.shown[player],
            games=len(made.pool),
            games_total=len(made.pool),
            score2=sum(game.half for game in made.pool),
            last_played=state.last_played[player],
            status=Status.RATED,
        )
        if self.tracer is not None:
            self.tracer.first(number, rules, made)

    def _still_unrated(self, player: int, pool: Sequence[PoolGame], games: int, number: int) -> None:
        self.ledger.steps(
            1,
            player=player,
            unit=number,
            effective_on=self.ledger.units[number].effective_on,
            games=games,
            games_total=len(pool),
            last_played=max((game.played_on for game in pool), default=0),
            status=Status.PROVISIONAL if pool else Status.UNRATED,
        )

    def _state_rating(self, item: Item, row: RatingRow) -> None:
        state, player = self.state, row.player
        before = int(state.rating[player])
        if row.purpose == "adjustment" and row.relative and before == UNRATED:
            return  # an amount for somebody who has no rating moves nothing
        after = before + row.rating if row.relative else row.rating
        rules = None if item.unit == NO_RULE_SET else self.adopted[item.unit].rules
        state.rating[player] = after
        state.shown[player] = after if rules is None else to_step(after, rules.shown, 1)
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


def _runs(items: Sequence[Item], adopted: Sequence[Adopted]) -> Iterator[list[Item]]:
    """Items one by one, but neighbours that one rule set rates game by game together."""

    def together(numbered: tuple[int, Item]) -> tuple[int, int]:
        at, item = numbered
        single = item.rank == Rank.PLAY and adopted[item.unit].rules.unit.kind == "game"
        return (NO_RULE_SET, item.unit) if single else (at, item.unit)

    for _, group in groupby(enumerate(items), key=together):
        yield [item for _, item in group]
