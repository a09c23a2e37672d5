"""Units of games: each through the rule sets that rate its games, then through the one that owns it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ratingstore.events.days import NEVER
from ratingstore.replay import agenda, exempt, plain_units, single_games
from ratingstore.replay.agenda import Item
from ratingstore.replay.books import Book
from ratingstore.replay.newcomers import Newcomers
from ratingstore.replay.plain_units import PlainUnits
from ratingstore.replay.references import Asked, Looked, View
from ratingstore.replay.sheet import Sheet
from ratingstore.replay.state import Status
from ratingstore.replay.stated import Stated
from ratingstore.rules import one_by_one, running, unit
from ratingstore.rules.entries import Changes, Entries, Flags, Sides
from ratingstore.rules.grouping import values
from ratingstore.rules.rounding import to_step
from ratingstore.rules.ruleset import UNRATED, RuleSet
from ratingstore.store.read import Ints


def runs_together(rules: RuleSet) -> bool:
    """Whether a run of units of a rule set may be folded at once, as far as their players differ."""
    if rules.references.fallback:
        return False  # players enter on the way, and the numbers of units would depend on the run
    if rules.unit.kind == "tournament":
        # Elsewhere a pool looks at the day, or at tournaments that ended in the meantime.
        first = rules.first_rating
        return first.method in ("none/1", "mean and score/1") and not first.minimum_tournaments
    return rules.unit.kind == "game"


class Played:
    """The part of a book's fold that rates games."""

    def __init__(self, sheet: Sheet, book: Book, view: View, newcomers: Newcomers, stated: Stated) -> None:
        self._sheet = sheet
        self._book = book
        self._view = view
        self._newcomers = newcomers
        self._stated = stated
        self._any_exempt = bool(sheet.exempt.any())
        self._plain_units = PlainUnits(sheet, book.of, book.people)

    def together(self, items: Sequence[Item]) -> None:
        """A unit, or a run of games that one rule set rates one by one."""
        item, owner = items[0], self._book.adopted[items[0].unit]
        newly = self._sheet.state.owner != owner
        self._newcomers.let_go = self._sheet.state.migrate(owner)
        if newly:
            self._stated.leave(owner.rules, item.day)
        if owner.rules.unit.kind == "game":
            self._one_by_one(items, owner.rules)
        elif owner.rules.unit.kind == "period":
            name = agenda.name_of_period(item.period_start)
            self._rate(item, owner.rules, name, over_by=item.day)
        elif len(items) > 1:
            self._tournaments(items, owner.rules)
        else:
            name = self._sheet.naming.tournament(item.tournament)
            self._rate(item, owner.rules, name, over_by=item.day + 1)

    def _one_by_one(self, items: Sequence[Item], rules: RuleSet) -> None:
        games = self._sheet.games
        rows = np.concatenate([item.games for item in items])
        order = agenda.play_order(games, self._book.of, rows)
        numbers = self._number_games(rows, running.starts_of_ties(order), rules)
        self._newcomers.say_let_go(int(numbers[0]))
        plain = self._plain_games(rows, numbers, rules)
        for first, past in pairwise([0, *(np.flatnonzero(np.diff(plain)) + 1).tolist(), len(rows)]):
            at = slice(first, past)
            if plain[first]:
                single_games.rate(self._sheet, self._book.of, rules, rows[at], numbers[at])
            else:
                self._in_levels(rows[at], numbers[at], [column[at] for column in order], rules)

    def _plain_games(self, rows: Ints, numbers: Ints, rules: RuleSet) -> Flags:
        """Games of a run that need no look at anything but two ratings."""
        sheet = self._sheet
        white, black = sheet.games.white[rows], sheet.games.black[rows]
        rated = sheet.state.rating != UNRATED
        both: Flags = rated[white] & rated[black]
        # Who has no rating yet may get one in the course of the run, unless no game ever gives one.
        stays = rules.first_rating.method == "none/1" or both.all()
        if sheet.tracer is not None or not stays or not one_by_one.applies(rules):
            return np.zeros(len(rows), dtype=np.bool_)
        both &= ~running.twice_at_once(white, black, numbers) & ~sheet.exempt[:, rows].any(axis=0)
        return both

    def _in_levels(self, rows: Ints, numbers: Ints, order: Sequence[Ints], rules: RuleSet) -> None:
        games = self._sheet.games
        levels = running.levels(games.white[rows], games.black[rows], order)
        by_level = np.argsort(levels, kind="stable")
        cuts = np.flatnonzero(np.diff(levels[by_level])) + 1
        for at in np.split(by_level, cuts):
            self._level(rows[at], numbers[at], rules)

    def _tournaments(self, items: Sequence[Item], rules: RuleSet) -> None:
        """Tournaments of different players do not wait for each other, like games of a run."""
        sheet = self._sheet
        names = [sheet.naming.tournament(item.tournament) for item in items]
        days, games = np.array([(item.day, len(item.games)) for item in items], dtype=np.int64).T
        number = sheet.ledger.units.group(lambda first, past: names[first:past], days, rules.id, games)
        numbers = range(number, number + len(items))
        self._newcomers.say_let_go(number)
        white, black = sheet.games.white, sheet.games.black
        players = [np.concatenate([white[item.games], black[item.games]]) for item in items]
        for level in running.levels_of(players):
            rows = np.concatenate([items[at].games for at in level])
            sizes = [len(items[at].games) for at in level]
            self._level(rows, np.repeat([numbers[at] for at in level], sizes), rules)

    def _number_games(self, rows: Ints, starts: Ints, rules: RuleSet) -> Ints:
        """A unit for each game; games that tie are one. ``starts``: the first of each."""
        sheet, sizes = self._sheet, np.diff(np.append(starts, len(rows)))

        def names(first: int, past: int) -> Sequence[str]:
            return sheet.naming.of_ties(rows, starts[first:past], sizes[first:past])

        number = sheet.ledger.units.group(names, sheet.games.played_on[rows[starts]], rules.id, sizes)
        return number + np.repeat(np.arange(len(starts)), sizes)

    def _level(self, rows: Ints, numbers: Ints, rules: RuleSet) -> None:
        if self._may_be_plain(rules) and self._plain_units.rate(rules, rows, numbers):
            return
        looked = self._view.sides(rules, rules, Asked(rows=rows, reference_on=np.zeros_like(rows)))
        unit_of = np.zeros(len(self._sheet.state.rating), dtype=np.int64)
        unit_of[looked.sides.player] = np.concatenate([numbers, numbers])
        self._apply([(rules, looked)], rules, unit_of, NEVER)

    def _may_be_plain(self, rules: RuleSet) -> bool:
        return self._sheet.tracer is None and not self._any_exempt and plain_units.applies(rules)

    def _rate(self, item: Item, rules: RuleSet, name: str, over_by: int) -> None:
        sheet = self._sheet
        if not len(item.games):
            number = sheet.ledger.units.unit(name, item.day, rules.id, 0)
            self._newcomers.wait(rules, self._all_of(number), over_by)
            self._newcomers.say_let_go(number)
            return
        number = sheet.ledger.units.unit(name, item.day, rules.id, len(item.games))
        if self._rated_plainly(item, rules, number):
            self._newcomers.say_let_go(number)
            return
        reference_on = item.reference_on if len(item.reference_on) else np.zeros_like(item.games)
        parts = []
        for index in np.unique(item.chosen).tolist():
            mine, of_game = item.chosen == index, self._book.adopted[index].rules
            asked = Asked(
                rows=item.games[mine], reference_on=reference_on[mine], period_start=item.period_start
            )
            parts.append((of_game, self._view.sides(of_game, rules, asked)))
        self._apply(parts, rules, self._all_of(number), over_by)
        self._newcomers.say_let_go(number)

    def _rated_plainly(self, item: Item, rules: RuleSet, number: int) -> bool:
        """Rate a unit of which nothing but its changes is asked, if it is such a one."""
        if not self._may_be_plain(rules) or (item.chosen != item.unit).any():
            return False
        listed, own = None, rules.references.own
        if own.startswith("list"):
            days = values(item.reference_on).tolist()
            if own != "list in force" or len(days) != 1:
                return False
            listed = self._view.lists[days[0]]
        unit_of = np.full(len(item.games), number)
        return self._plain_units.rate(rules, item.games, unit_of, listed, item.period_start)

    def _all_of(self, number: int) -> Ints:
        """The unit by player, where there is one only: no memory is filled for it."""
        return np.broadcast_to(np.int64(number), len(self._sheet.state.rating))

    def _apply(
        self, parts: Sequence[tuple[RuleSet, Looked]], rules: RuleSet, unit_of: Ints, over_by: int
    ) -> None:
        state = self._sheet.state
        sides = Sides.joined([looked.sides for _, looked in parts])
        exempted = self._exempt(sides)
        entries = Entries.joined(
            [exempt.rate(of_game, looked.sides, self._exempt(looked.sides)) for of_game, looked in parts]
        )
        self._enter(parts, entries, rules, unit_of)
        # Whoever left the list since is rated to his opponents: neither changed nor a newcomer himself.
        unrated = (state.rating[sides.player] == UNRATED) & (sides.own == UNRATED)
        entries = unit.limited(rules, entries)
        self._rated(unit.change(rules, entries, state.rating), entries, rules, unit_of)
        pooled = sides.where(~(unrated & exempted))
        self._newcomers.unit(rules, pooled, sides.where(unrated & ~exempted), unit_of, over_by)

    def _exempt(self, sides: Sides) -> Flags:
        if not self._any_exempt:
            return np.zeros(len(sides.game), dtype=np.bool_)
        white = sides.player == self._sheet.games.white[sides.game]
        flags: Flags = np.where(white, self._sheet.exempt[0, sides.game], self._sheet.exempt[1, sides.game])
        return flags

    def _enter(
        self, parts: Sequence[tuple[RuleSet, Looked]], entries: Entries, rules: RuleSet, unit_of: Ints
    ) -> None:
        """Players with a rating of another list enter with it when a game of theirs is rated."""
        if not any(looked.fallback.any() for _, looked in parts):
            return
        sides = Sides.joined([looked.sides for _, looked in parts])
        newly = np.concatenate([looked.fallback for _, looked in parts])
        newly &= self._sheet.state.rating[sides.player] == UNRATED
        size = len(self._sheet.state.rating)
        counted = entries.game[entries.counted] * size + entries.player[entries.counted]
        newly &= np.isin(sides.game * size + sides.player, counted)
        seen_on = np.concatenate([looked.seen_on for _, looked in parts])
        # Of several ratings that of his first tournament.
        order = np.flatnonzero(newly)[np.lexsort((sides.game[newly], seen_on[newly]))]
        player, first = np.unique(sides.player[order], return_index=True)
        days = self._sheet.ledger.units.days(unit_of[player])
        for day in np.unique(days).tolist():
            at = days == day
            self._stated.enter(rules, day, player[at], sides.own[order[first[at]]])

    def _rated(self, changes: Changes, entries: Entries, rules: RuleSet, unit_of: Ints) -> None:
        state, who = self._sheet.state, changes.player
        gone = changes.after == UNRATED
        state.rating[who] = changes.after
        state.shown[who] = np.where(gone, UNRATED, to_step(changes.computed, rules.shown, 1))
        state.games[who] = np.where(gone, 0, state.games[who] + changes.games)
        rated = np.zeros(len(state.rating), dtype=np.bool_)
        rated[who] = True
        counted = entries.counted & rated[entries.player]
        played_on = self._sheet.games.played_on[entries.game[counted]]
        np.maximum.at(state.last_played, entries.player[counted], played_on)
        columns = {name: getattr(changes, name) for name in ("games", "score2", "expected", "k")}
        status = np.where(gone, Status.UNRATED, Status.RATED)
        on = self._sheet.ledger.units.days(unit_of[who])
        self._sheet.step(unit_of[who], on, who, changes.before, {**columns, "status": status})
        if self._sheet.tracer is not None:
            self._sheet.tracer.played(unit_of, rules, entries, changes)
