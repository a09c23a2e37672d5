"""Ratings that nobody played for: openings, adjustments, entries from another list, a floor that rises."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ratingstore.replay.agenda import Item
from ratingstore.replay.choice import NO_RULE_SET, Adopted
from ratingstore.replay.other_lists import OtherLists
from ratingstore.replay.people import People
from ratingstore.replay.sheet import Moved, Sheet
from ratingstore.replay.state import Status
from ratingstore.rules import adjustment, unit
from ratingstore.rules.rounding import to_step
from ratingstore.rules.ruleset import UNRATED, RuleSet
from ratingstore.store.columns import UNSTATED
from ratingstore.store.read import Ints
from ratingstore.store.rows import AdjustmentRow, RatingRow


class Stated:
    """The part of a book's fold that moves ratings without games."""

    def __init__(self, sheet: Sheet, people: People, others: OtherLists, adopted: Sequence[Adopted]) -> None:
        self._sheet = sheet
        self._people = people
        self._others = others
        self._adopted = adopted

    def openings(self, item: Item) -> None:
        """The ratings with which players begin, all that are of one day."""
        state, rules = self._sheet.state, self._rules_shown_by(item)
        # Of two that a player has, the last stands.
        rows = item.ratings
        rows = rows.at(np.append(rows.player[1:] != rows.player[:-1], True))
        player, rating = rows.player, rows.rating
        state.settled[player] = rows.games == UNSTATED
        before = state.rating[player]
        state.games[player] = np.where(rows.games == UNSTATED, 0, rows.games)
        number = self._unit("opening", item)
        self._set(number, item.day, rules, Moved(player, before, rating))
        self._tell(number, rules, rows, before.tolist())

    def rating(self, item: Item, row: RatingRow) -> None:
        """An adjustment of one player."""
        before = int(self._sheet.state.rating[row.player])
        if before == UNRATED:
            return  # there is no rating to move
        after = before + row.rating if row.relative else row.rating
        number, rules = self._unit(row.purpose, item), self._rules_shown_by(item)
        moved = Moved(*(np.array([value], dtype=np.int64) for value in (row.player, before, after)))
        self._set(number, item.day, rules, moved)
        self._tell(number, rules, [row], [before])

    def _unit(self, name: str, item: Item) -> int:
        rules = self._rules(item)
        return self._sheet.ledger.units.unit(name, item.day, "" if rules is None else rules.id, 0)

    def _tell(
        self, number: int, rules: RuleSet | None, rows: Sequence[RatingRow], before: Sequence[int]
    ) -> None:
        if self._sheet.tracer is not None:
            for row, had in zip(rows, before, strict=True):
                after = had + row.rating if row.relative else row.rating
                self._sheet.tracer.stated(number, rules, row, had, after)

    def adjustment(self, item: Item, row: AdjustmentRow) -> None:
        """An adjustment of everybody whom it names."""
        state, rules = self._sheet.state, self._rules(item)
        chosen = adjustment.selected(
            row.adjustment.selection,
            rating=state.rating,
            sex=self._people.known("sex", item.day),
            federation=self._people.known("federation", item.day),
            last_played=state.last_played,
        )
        who = np.flatnonzero(chosen)
        before = state.rating[who]
        after = adjustment.adjusted(row.adjustment, before, self._other(row, item.day, who))
        changed = after != before
        moved = Moved(who[changed], before[changed], after[changed])
        number = self._unit("adjustment", item)
        self._set(number, item.day, self._rules_shown_by(item), moved)
        if self._sheet.tracer is not None:
            self._sheet.tracer.adjusted(number, rules, row, moved)

    def enter(self, rules: RuleSet, day: int, player: Ints, rating: Ints) -> None:
        """Players who have no rating here enter with the one that another list has of them."""
        state = self._sheet.state
        state.games[player] = 0
        state.settled[player] = False
        number = self._sheet.ledger.units.unit("opening", day, rules.id, 0)
        moved = Moved(player, np.full(len(player), UNRATED, dtype=np.int64), rating)
        self._set(number, day, rules, moved)
        if self._sheet.tracer is not None:
            self._sheet.tracer.entered(number, rules, moved)

    def leave(self, rules: RuleSet, day: int) -> None:
        """Whoever stands below the floor of a rule set leaves before the first unit that it owns."""
        state = self._sheet.state
        if rules.floor is None:
            return
        below = np.flatnonzero((state.rating != UNRATED) & (state.rating < rules.floor.low))
        if len(below):
            number = self._sheet.ledger.units.unit("floor", day, rules.id, 0)
            before = state.rating[below]
            state.leave(below)
            self._sheet.step(number, day, below, before, {"status": Status.UNRATED})
            if self._sheet.tracer is not None:
                self._sheet.tracer.left(number, rules, below)

    def _set(self, number: int, day: int, rules: RuleSet | None, moved: Moved) -> None:
        """Give players these ratings, as far as the floor of the list lets them in."""
        state, player = self._sheet.state, moved.player
        state.rating[player] = moved.after
        state.shown[player] = moved.after if rules is None else to_step(moved.after, rules.shown, 1)
        if rules is not None:
            state.leave(player[unit.listed(moved.after, rules.floor) == UNRATED])
        out = state.rating[player] == UNRATED
        if state.pools:
            for one in player[~out].tolist():
                state.pools.pop(one, None)
        self._sheet.step(number, day, player[~out], moved.before[~out], {"status": Status.RATED})
        self._left_out(number, day, player[out], moved.before[out])

    def _left_out(self, number: int, day: int, player: Ints, before: Ints) -> None:
        """A rating below the floor is none: what somebody has played towards his first one stands."""
        if not len(player):
            return
        pools = [self._sheet.state.pools.get(one, []) for one in player.tolist()]
        last = self._sheet.state.last_played[player]
        columns = {
            "games_total": np.array([sum(one.games for one in pool) for pool in pools], dtype=np.int64),
            "last_played": np.maximum(
                last, [max((one.played_on for one in pool), default=0) for pool in pools]
            ),
            "status": np.array([Status.PROVISIONAL if pool else Status.UNRATED for pool in pools]),
        }
        self._sheet.step(number, day, player, before, columns)

    def _rules(self, item: Item) -> RuleSet | None:
        return None if item.unit == NO_RULE_SET else self._adopted[item.unit].rules

    def _rules_shown_by(self, item: Item) -> RuleSet | None:
        """The rule set of the day; before the list's first, that one."""
        rules = self._rules(item)
        return self._adopted[-1].rules if rules is None and self._adopted else rules

    def _other(self, row: AdjustmentRow, day: int, who: Ints) -> Ints | None:
        code = row.adjustment.other_list
        other = self._others.get(code) if code else None
        return None if other is None else other.shown(day)[who]
