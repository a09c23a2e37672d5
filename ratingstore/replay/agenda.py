"""The agenda of a list: everything that takes effect, in the one order that never depends on recording.

On one date: periods whose list date it is; adjustments (of single players, then of many); openings;
then the games and tournaments of that day, by tournament code, round, board and game number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import numpy as np

from ratingstore.events import days
from ratingstore.replay import choice
from ratingstore.replay.choice import NO_RULE_SET, Adopted
from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.landing import Landings
from ratingstore.rules import adjustment
from ratingstore.rules.grouping import groups
from ratingstore.rules.ruleset import Unit
from ratingstore.store.columns import ADJUSTMENT, OPENING, Ratings
from ratingstore.store.read import Ints
from ratingstore.store.rows import AdjustmentRow

_NOTHING: Final = np.zeros(0, dtype=np.int64)
_NO_RATINGS: Final = Ratings.of(())


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
    reference_on: Ints = field(default_factory=lambda: _NOTHING)
    tournament: int = 0
    period_start: int = 0
    ratings: Ratings = _NO_RATINGS
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
    ratings: Ratings,
    adjustments: Sequence[AdjustmentRow],
    adopted: Sequence[Adopted],
    landings: Landings,
) -> Agenda:
    """Cut a list's games, and what is stated of its ratings, into the items of its fold."""
    chosen = rated_by_adoption(games, of, adopted)
    items = [*_openings(ratings, adopted), *_adjustments(ratings, adjustments, adopted)]

    def rated_by(kind: str) -> Ints:
        indexes = [at for at, one in enumerate(adopted) if one.rules.unit.kind == kind]
        return np.flatnonzero(np.isin(chosen, indexes))

    found, too_late = _periods(rated_by("period"), chosen, landings)
    items += found
    whole, single = rated_by("tournament"), rated_by("game")
    items += _tournaments(whole, chosen, games, of)
    items += _play(single, chosen, games, of, by_day=not len(whole) and _by_game_date(adopted))
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
    taken = np.flatnonzero(~landing.too_late)
    days, firsts = landings.waits(rows, chosen[rows])
    lands_on = np.concatenate([landing.day[taken], days])
    # Dates, and days between a list and the beginning of its period, lie close together.
    lasts = lands_on - np.concatenate([landing.first[taken], firsts])
    longest = int(lasts.max(initial=0)) + 1
    items = []
    for pair, at in groups(lands_on * longest + lasts):
        day, last = divmod(pair, longest)
        his = taken[at[: np.searchsorted(at, len(taken))]]
        owner = _owner(day - last, chosen[rows[his]], landings.adopted)
        if owner != NO_RULE_SET:
            mine = rows[his], chosen[rows[his]], landing.reference_on[his]
            items.append(_period(day, day - last, owner, *mine))
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
    for tournament, at in groups(games.tournament[rows]):
        yield _played(int(of.end_on[tournament]), rows[at], chosen, of, tournament)


def _play(rows: Ints, chosen: Ints, games: RatedGames, of: Tournaments, *, by_day: bool) -> Iterator[Item]:
    """The games of one day and tournament that are rated one by one, in their order.

    ``by_day``: those of all tournaments of a day are one item, for nothing comes between them.
    """
    tournament = np.zeros_like(rows) if by_day else games.tournament[rows]
    many = int(tournament.max(initial=0)) + 1
    for key, at in groups(games.played_on[rows] * many + tournament):
        yield _played(key // many, rows[at], chosen, of, key % many)


def _by_game_date(adopted: Sequence[Adopted]) -> bool:
    """Whether the games of one day that are rated one by one have one rule set."""
    return all(one.rules.unit.selected_by == "game date" for one in adopted if one.rules.unit.kind == "game")


def _played(day: int, his: Ints, chosen: Ints, of: Tournaments, tournament: int) -> Item:
    return Item(
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


def _openings(ratings: Ratings, adopted: Sequence[Adopted]) -> Iterator[Item]:
    """The openings of each day, by player."""
    openings = ratings.at(ratings.purpose == OPENING)
    openings = openings.at(np.lexsort((openings.rating, openings.player, openings.rated_on)))
    days, starts = np.unique(openings.rated_on, return_index=True)
    for day, rows in zip(days.tolist(), np.split(np.arange(len(openings)), starts[1:]), strict=False):
        yield _item_of(day, Rank.OPENING, 0, "", adopted, ratings=openings.at(rows))


def _adjustments(
    ratings: Ratings, adjustments: Sequence[AdjustmentRow], adopted: Sequence[Adopted]
) -> Iterator[Item]:
    for at in np.flatnonzero(ratings.purpose == ADJUSTMENT).tolist():
        one = ratings.at(np.array([at]))
        key = f"{one[0].relative:d} {one[0].rating:+}"
        yield _item_of(one[0].rated_on, Rank.ADJUSTMENT, one[0].player, key, adopted, ratings=one)
    for row in adjustments:
        key = json.dumps(adjustment.values_of(row.adjustment), sort_keys=True) + row.reason
        yield _item_of(row.on, Rank.ADJUSTMENT, _LAST, key, adopted, adjustment=row)


def _item_of(
    day: int,
    rank: Rank,
    place: int,
    key: str,
    adopted: Sequence[Adopted],
    *,
    ratings: Ratings = _NO_RATINGS,
    adjustment: AdjustmentRow | None = None,
) -> Item:
    current = choice.in_force(adopted, day)
    return Item(
        day=day,
        rank=rank,
        place=place,
        unit=NO_RULE_SET if current is None else adopted.index(current),
        games=_NOTHING,
        chosen=_NOTHING,
        ratings=ratings,
        adjustment=adjustment,
        key=key,
    )


def name_of_period(period_start: int) -> str:
    """``2012-01``."""
    return days.iso(period_start)[:7]
