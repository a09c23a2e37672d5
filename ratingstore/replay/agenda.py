"""The agenda of a list: everything that takes effect, in the one order that never depends on recording.

On one date: periods whose list date it is; adjustments (of single players, then of many); openings;
then the games and tournaments of that day, by tournament code, round, board and game number.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import numpy as np

from ratingstore.events import days
from ratingstore.events.days import NEVER
from ratingstore.replay import choice
from ratingstore.replay.choice import NO_RULE_SET, Adopted
from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.landing import Landings
from ratingstore.rules import adjustment
from ratingstore.rules.ruleset import Unit
from ratingstore.store.read import Ints
from ratingstore.store.rows import AdjustmentRow, RatingRow


def _nothing() -> Ints:
    return np.zeros(0, dtype=np.int64)


_LAST: Final = 2**62
"""The place of what moves many players, after those that move one."""


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
    the second stage. A period has its first day in ``period_start``. ``key`` orders what is alike
    otherwise, by what it says. The openings of a day are one thing, each of another player.
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
    ratings: tuple[RatingRow, ...] = ()
    adjustment: AdjustmentRow | None = None
    key: str = ""

    @property
    def order(self) -> tuple[int, int, int, str]:
        return self.day, self.rank, self.place, self.key


@dataclass(frozen=True, slots=True, kw_only=True)
class Agenda:
    """The items in order, and the games before the list's first rule set, which nothing rates.

    ``too_late`` are games that were reported too late for any list.
    """

    items: tuple[Item, ...]
    before_rules: Ints
    too_late: Ints


def build(
    games: RatedGames,
    of: Tournaments,
    stated: Sequence[RatingRow | AdjustmentRow],
    adopted: Sequence[Adopted],
    landings: Landings,
) -> Agenda:
    """Cut a list's games, and what is stated of its ratings, into the items of its fold."""
    chosen = rated_by_adoption(games, of, adopted)
    items = list(_stated(stated, adopted))

    def rated_by(kind: str) -> Ints:
        indexes = [at for at, one in enumerate(adopted) if one.rules.unit.kind == kind]
        return np.flatnonzero(np.isin(chosen, indexes))

    found, too_late = _periods(rated_by("period"), chosen, landings)
    items += found
    for kind, cut in (("tournament", _tournaments), ("game", _play)):
        items += cut(rated_by(kind), chosen, games, of)
    items.sort(key=lambda item: item.order)
    before_rules = np.flatnonzero(chosen == NO_RULE_SET)
    return Agenda(items=tuple(items), before_rules=before_rules, too_late=too_late)


def rated_by_adoption(games: RatedGames, of: Tournaments, adopted: Sequence[Adopted]) -> Ints:
    """For each game the index of the adoption that rates it, or ``NO_RULE_SET``."""
    return choice.choose(adopted, lambda unit: _key_days(unit, games, of), len(games))


def _key_days(unit: Unit, games: RatedGames, of: Tournaments) -> Ints:
    if unit.selected_by == "tournament start":
        return of.start_on[games.tournament]
    if unit.selected_by == "period start":
        return choice.period_start(games.played_on, unit.period)
    return games.played_on


def _periods(rows: Ints, chosen: Ints, landings: Landings) -> tuple[list[Item], Ints]:
    """A unit a list date, also where only a tournament ends before it: a pool may wait for that.

    And the games that no list takes any more.
    """
    if not len(rows):
        return [], rows
    landing = landings.of_rows(rows, chosen[rows])
    taken = ~landing.too_late
    days, firsts = landings.waits(rows, chosen[rows])
    lands_on = np.concatenate([landing.day[taken], days])
    pairs = lands_on * NEVER + np.concatenate([landing.first[taken], firsts])
    units, of_unit = np.unique(pairs, return_inverse=True)
    of_unit = of_unit[: int(taken.sum())]
    order = np.argsort(of_unit, kind="stable")
    bounds = np.searchsorted(of_unit[order], np.arange(len(units) + 1)).tolist()
    his_rows, references = rows[taken], landing.reference_on[taken]
    items = []
    for number, pair in enumerate(units.tolist()):
        day, first = divmod(pair, NEVER)
        at = order[bounds[number] : bounds[number + 1]]
        his, reference_on = his_rows[at], references[at]
        owner = _owner(first, chosen[his], landings.adopted)
        if owner != NO_RULE_SET:
            items.append(_period(day, first, owner, his, chosen[his], reference_on))
    return items, rows[landing.too_late]


def _owner(first: int, chosen: Ints, adopted: Sequence[Adopted]) -> int:
    """The adoption in force on a period's first day; where that has no periods, the first game's."""
    owner = int(choice.choose(adopted, lambda _unit: np.array([first]), 1)[0])
    if owner != NO_RULE_SET and adopted[owner].rules.unit.kind == "period":
        return owner
    return int(chosen[0]) if len(chosen) else NO_RULE_SET


def _period(day: int, first: int, owner: int, games: Ints, chosen: Ints, reference_on: Ints) -> Item:
    return Item(
        day=day,
        rank=Rank.PERIOD,
        place=0,
        unit=owner,
        games=games,
        chosen=chosen,
        reference_on=reference_on,
        period_start=first,
    )


def _tournaments(rows: Ints, chosen: Ints, games: RatedGames, of: Tournaments) -> Iterator[Item]:
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


def _play(rows: Ints, chosen: Ints, games: RatedGames, of: Tournaments) -> Iterator[Item]:
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


def play_order(games: RatedGames, of: Tournaments, rows: Ints) -> tuple[Ints, ...]:
    """The columns by which single games are ordered; games equal in all of them are one unit."""
    columns = (games.played_on, games.round, games.board, games.game_no)
    played_on, *rest = (column[rows] for column in columns)
    return played_on, of.place[games.tournament[rows]], *rest


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


def _stated(stated: Sequence[RatingRow | AdjustmentRow], adopted: Sequence[Adopted]) -> Iterator[Item]:
    openings: dict[int, list[RatingRow]] = defaultdict(list)
    for row in stated:
        if isinstance(row, AdjustmentRow):
            key = json.dumps(adjustment.values_of(row.adjustment), sort_keys=True) + row.reason
            yield _item_of(row.on, Rank.ADJUSTMENT, _LAST, key, adopted, adjustment=row)
        elif row.purpose == "opening":
            openings[row.rated_on].append(row)
        else:
            key = f"{row.relative:d} {row.rating:+}"
            yield _item_of(row.rated_on, Rank.ADJUSTMENT, row.player, key, adopted, ratings=(row,))
    for day, rows in openings.items():
        rows.sort(key=lambda row: (row.player, row.rating))
        yield _item_of(day, Rank.OPENING, 0, "", adopted, ratings=tuple(rows))


def _item_of(
    day: int,
    rank: Rank,
    place: int,
    key: str,
    adopted: Sequence[Adopted],
    *,
    ratings: tuple[RatingRow, ...] = (),
    adjustment: AdjustmentRow | None = None,
) -> Item:
    current = choice.in_force(adopted, day)
    return Item(
        day=day,
        rank=rank,
        place=place,
        unit=NO_RULE_SET if current is None else adopted.index(current),
        games=_nothing(),
        chosen=_nothing(),
        ratings=ratings,
        adjustment=adjustment,
        key=key,
    )


def name_of_period(period_start: int) -> str:
    """``2012-01``."""
    return days.iso(period_start)[:7]
