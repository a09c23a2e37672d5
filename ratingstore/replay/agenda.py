"""The agenda of a list: everything that takes effect, in the one order that never depends on recording.

On one date: periods whose list date it is; adjustments; openings; then the games and tournaments
of that day, by tournament code, round, board and game number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from ratingstore.events import days
from ratingstore.replay import choice
from ratingstore.replay.choice import NO_RULE_SET, Adopted
from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.rules.ruleset import Unit
from ratingstore.store.read import Ints
from ratingstore.store.rows import RatingRow


def _nothing() -> Ints:
    return np.zeros(0, dtype=np.int64)


class Rank(IntEnum):
    """The order of kinds on one date."""

    PERIOD = 1
    ADJUSTMENT = 2
    OPENING = 3
    PLAY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that takes effect on ``day``.

    ``games`` are rows of the list's games, ``chosen`` the adoption that rates each, ``reference_on``
    the date of the list by which each is rated (empty: none). ``unit`` is the adoption that owns
    the second stage. A period has its first day in ``period_start``.
    """

    day: int
    rank: Rank
    place: int
    unit: int
    games: Ints
    chosen: Ints
    reference_on: Ints = field(default_factory=_nothing)
    tournament: int = 0
    period_start: int = 0
    rating: RatingRow | None = None

    @property
    def order(self) -> tuple[int, int, int]:
        return self.day, self.rank, self.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Agenda:
    """The items in order, and the games before the list's first rule set, which nothing rates."""

    items: tuple[Item, ...]
    before_rules: Ints


def build(
    games: RatedGames, of: Tournaments, ratings: Sequence[RatingRow], adopted: Sequence[Adopted]
) -> Agenda:
    """Cut a list's games and ratings into the items of its fold."""
    chosen = choice.choose(adopted, lambda unit: _key_days(unit, games, of), len(games))
    items = [*_rating_items(ratings, adopted)]
    for kind, cut in (("period", _periods), ("tournament", _tournaments), ("game", _play)):
        indexes = [at for at, one in enumerate(adopted) if one.rules.unit.kind == kind]
        rows = np.flatnonzero(np.isin(chosen, indexes))
        items += cut(rows, chosen, games, of, adopted)
    items.sort(key=lambda item: item.order)
    return Agenda(items=tuple(items), before_rules=np.flatnonzero(chosen == NO_RULE_SET))


def _key_days(unit: Unit, games: RatedGames, of: Tournaments) -> Ints:
    if unit.selected_by == "tournament start":
        return of.start_on[games.tournament]
    if unit.selected_by == "period start":
        return choice.period_start(games.played_on, unit.period)
    return games.played_on


def _periods(
    rows: Ints, chosen: Ints, games: RatedGames, of: Tournaments, adopted: Sequence[Adopted]
) -> Iterator[Item]:
    """A unit a list date, also where only a tournament ends before it: a pool may wait for that."""
    if not len(rows):
        return
    first, reference_on = np.zeros((2, len(rows)), dtype=np.int64)
    ends: list[Ints] = []
    for index in np.unique(chosen[rows]).tolist():
        rules, at = adopted[index].rules, chosen[rows] == index
        tournament = games.tournament[rows[at]]
        last = of.end_on[tournament]
        day = last if rules.unit.lands_by == "tournament end" else games.played_on[rows[at]]
        began = of.start_on[tournament] if rules.references.own == "list at tournament start" else day
        first[at] = choice.period_start(day, rules.unit.period)
        reference_on[at] = choice.period_start(began, rules.unit.period)
        ends.append(np.unique(choice.period_start(last, rules.unit.period)))
    starts = np.unique(np.concatenate([first, *ends]))
    yield from _dated_periods(rows, chosen, first, reference_on, starts, adopted)


def _dated_periods(
    rows: Ints, chosen: Ints, first: Ints, reference_on: Ints, starts: Ints, adopted: Sequence[Adopted]
) -> Iterator[Item]:
    owners = choice.choose(adopted, lambda _unit: starts, len(starts))
    for start, owner in zip(starts.tolist(), owners.tolist(), strict=True):
        mine = first == start
        his = rows[mine]
        if owner == NO_RULE_SET or adopted[owner].rules.unit.kind != "period":
            owner = int(chosen[his[0]]) if len(his) else NO_RULE_SET
        if owner != NO_RULE_SET:
            yield Item(
                day=choice.next_list_date(start, adopted[owner].rules.unit.period),
                rank=Rank.PERIOD,
                place=0,
                unit=owner,
                games=his,
                chosen=chosen[his],
                reference_on=reference_on[mine],
                period_start=start,
            )


def _tournaments(
    rows: Ints, chosen: Ints, games: RatedGames, of: Tournaments, adopted: Sequence[Adopted]
) -> Iterator[Item]:
    for tournament, his in _grouped(rows, games.tournament[rows]):
        yield Item(
            day=int(of.end_on[tournament]),
            rank=Rank.PLAY,
            place=int(of.place[tournament]),
            unit=int(chosen[his[0]]),
            games=his,
            chosen=chosen[his],
            tournament=tournament,
        )


def _play(
    rows: Ints, chosen: Ints, games: RatedGames, of: Tournaments, adopted: Sequence[Adopted]
) -> Iterator[Item]:
    """The games of one day and tournament that are rated one by one, in their order."""
    for (day, tournament), his in _grouped_pairs(rows, games.played_on[rows], games.tournament[rows]):
        yield Item(
            day=day,
            rank=Rank.PLAY,
            place=int(of.place[tournament]),
            unit=int(chosen[his[0]]),
            games=his,
            chosen=chosen[his],
            tournament=tournament,
        )


def play_order(games: RatedGames, of: Tournaments) -> tuple[Ints, ...]:
    """The columns by which single games are ordered; games equal in all of them are one unit."""
    return games.played_on, of.place[games.tournament], games.round, games.board, games.game_no


def _grouped(rows: Ints, keys: Ints) -> Iterator[tuple[int, Ints]]:
    if not len(rows):
        return
    order = np.argsort(keys, kind="stable")
    found, starts = np.unique(keys[order], return_index=True)
    yield from zip(found.tolist(), np.split(rows[order], starts[1:]), strict=True)


def _grouped_pairs(rows: Ints, first: Ints, second: Ints) -> Iterator[tuple[tuple[int, int], Ints]]:
    """Runs of rows, already in order, that agree in two columns."""
    if not len(rows):
        return
    starts = 1 + np.flatnonzero((first[1:] != first[:-1]) | (second[1:] != second[:-1]))
    for his in np.split(np.arange(len(rows)), starts):
        yield (int(first[his[0]]), int(second[his[0]])), rows[his]


def _rating_items(ratings: Sequence[RatingRow], adopted: Sequence[Adopted]) -> Iterator[Item]:
    for row in ratings:
        rank = Rank.OPENING if row.purpose == "opening" else Rank.ADJUSTMENT
        current = choice.in_force(adopted, row.rated_on)
        unit = NO_RULE_SET if current is None else adopted.index(current)
        yield Item(
            day=row.rated_on,
            rank=rank,
            place=row.player,
            unit=unit,
            games=_nothing(),
            chosen=_nothing(),
            rating=row,
        )


def name_of_period(period_start: int) -> str:
    """``2012-01``."""
    return days.iso(period_start)[:7]
