"""The explained changes of many players at once, out of one fold."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ratingstore.replay.choice import Adopted
from ratingstore.replay.derive import RatedGames
from ratingstore.replay.fold import fold
from ratingstore.replay.names import Naming
from ratingstore.replay.sheet import Moved
from ratingstore.replay.trace import Line, Watch
from ratingstore.rules.entries import Changes, Entries, First
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.read import Ints, Log
from ratingstore.store.rows import AdjustmentRow, RatingRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A player's change in a unit: ratings in hundredths (``UNRATED``: none), and its lines."""

    unit: str
    effective_on: int
    rule_set: str
    before: int
    after: int
    lines: tuple[Line, ...]


class Watches:
    """A tracer that records the changes of some players; each is told only of what is his."""

    def __init__(self, players: Collection[int]) -> None:
        self._players = tuple(players)
        self.of: dict[int, Watch] = {}

    def begins(self, naming: Naming, games: RatedGames) -> None:
        self.of = {player: Watch(player, naming, games) for player in self._players}

    def played(self, unit_of: Ints, rules: RuleSet, entries: Entries, changes: Changes) -> None:
        for watch in self._named(changes.player):
            watch.played(unit_of, rules, entries, changes)

    def first(self, number: int, rules: RuleSet, made: First) -> None:
        if made.player in self.of:
            self.of[made.player].first(number, rules, made)

    def stated(self, number: int, rules: RuleSet | None, row: RatingRow, before: int, after: int) -> None:
        if row.player in self.of:
            self.of[row.player].stated(number, rules, row, before, after)

    def adjusted(self, number: int, rules: RuleSet | None, row: AdjustmentRow, moved: Moved) -> None:
        for watch in self._named(moved.player):
            watch.adjusted(number, rules, row, moved)

    def entered(self, number: int, rules: RuleSet, moved: Moved) -> None:
        for watch in self._named(moved.player):
            watch.entered(number, rules, moved)

    def left(self, number: int, rules: RuleSet, players: Ints) -> None:
        for watch in self._named(players):
            watch.left(number, rules, players)

    def _named(self, players: Ints) -> Sequence[Watch]:
        return [self.of[player] for player in players.tolist() if player in self.of]


def changes(
    known: Log, list_number: int, adopted: Sequence[Adopted], as_of: int, players: Collection[int]
) -> dict[int, list[Change]]:
    """The changes of some players of a list up to a day, by player number, in the order of the fold."""
    watches = Watches(players)
    folded = fold(known, list_number, adopted, as_of, watches)
    steps = folded.steps
    numbers = zip(steps.player.tolist(), steps.unit.tolist(), strict=True)
    at = {key: row for row, key in enumerate(numbers) if key[0] in watches.of}
    found: dict[int, list[Change]] = {}
    for player, watch in watches.of.items():
        made = []
        for one in watch.changes:
            unit, row = folded.units[one.unit], at[player, one.unit]
            made.append(
                Change(
                    unit=unit.name,
                    effective_on=unit.effective_on,
                    rule_set=unit.rule_set,
                    before=int(steps.before[row]),
                    after=int(steps.after[row]),
                    lines=one.lines,
                )
            )
        found[player] = made
    return found
