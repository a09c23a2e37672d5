"""The books of a list: which log its days fold from, and what is on the agenda of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ratingstore.events.days import NEVER
from ratingstore.replay import agenda, choice, derive, results
from ratingstore.replay.agenda import Agenda, Item
from ratingstore.replay.calendar import Calendar
from ratingstore.replay.choice import Adopted
from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.landing import Landings, Lateness
from ratingstore.replay.people import People
from ratingstore.store.columns import Ratings
from ratingstore.store.read import UNDATED, Closed, Ints, Log


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """Days of a list that fold from one log; rows of games are those of ``Books.games``."""

    log: Log
    of: Tournaments
    adopted: tuple[Adopted, ...]
    people: People
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """All books of a list, the oldest days first; the last one is open.

    ``exempt``: two rows of flags over the games, White's and Black's side is not rated.
    ``without_effect``: roots of games that the closed books do not rate as the log has them now.
    ``too_late``: tournaments that were reported too late for any list.
    """

    books: tuple[Book, ...]
    games: RatedGames
    exempt: NDArray[np.bool_]
    before_rules: int
    without_effect: Ints
    too_late: Ints


def books(log: Log, list_number: int, adopted: Sequence[Adopted], as_of: int, since: int = 0) -> Books:
    """Cut the days of a list up to ``as_of`` into its books.

    ``since``: only with what takes effect from this day on; for a list whose books were never closed.
    """
    drafts: list[_Draft] = []
    rated, after = np.zeros(0, dtype=np.int64), 0
    closed = _nested(log.closed, list_number)
    # Other rule sets than those adopted are a question about all of the list, closed or not.
    as_adopted = tuple(adopted) == choice.adopted(log.adoptions, list_number)
    for one in closed:
        his = choice.adopted(one.log.adoptions, list_number) if as_adopted else tuple(adopted)
        draft = _Draft.made(one.log, list_number, his, rated)
        drafts.append(draft.between(after, one.through))
        rated, after = np.concatenate([rated, drafts[-1].roots()]), one.through
    reaches = _reaches(log, list_number, adopted, since)
    present = _Draft.made(log, list_number, tuple(adopted), rated, reaches)
    drafts.append(present.between(max(after, since - 1), NEVER))
    return Books(
        books=_numbered(drafts, as_of),
        games=drafts[0].games if len(drafts) == 1 else RatedGames.joined([one.games for one in drafts]),
        exempt=np.concatenate([derive.exempted(one.log, list_number, one.games) for one in drafts], axis=1),
        before_rules=len(present.plan.before_rules),
        without_effect=_without_effect(drafts[:-1], present, list_number, after),
        too_late=np.unique(present.games.tournament[present.plan.too_late]),
    )


def _reaches(log: Log, list_number: int, adopted: Sequence[Adopted], since: int) -> int:
    """The day before which no tournament that is over can take effect from day ``since`` on."""
    late = any(one.rules.late.policy == "next list" for one in adopted)
    if late and any(row.list == list_number for row in log.publications):
        return 0  # what is reported late may come years after it was played
    return max(since - choice.reach(adopted), 0)


def _nested(closed: Sequence[Closed], list_number: int) -> list[Closed]:
    """A list's closings by day; a day belongs to the first that closed it."""
    found: list[Closed] = []
    for one in sorted((row for row in closed if row.list == list_number), key=lambda row: row.log.known_at):
        if not found or one.through > found[-1].through:
            found.append(one)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A log's games, without those that earlier books rated, and their agenda."""

    log: Log
    of: Tournaments
    games: RatedGames
    adopted: tuple[Adopted, ...]
    plan: Agenda
    ends_before: int

    @classmethod
    def made(
        cls, log: Log, list_number: int, adopted: tuple[Adopted, ...], rated: Ints, reaches: int = 0
    ) -> _Draft:
        of = derive.tournaments(log, list_number)
        games = results.rated_games(log, of, adopted, reaches)
        if len(rated):
            games = games.at(np.flatnonzero(~np.isin(games.root, rated)))
        ratings = Ratings.of(log.ratings)
        adjustments = [row for row in log.adjustments if row.list == list_number]
        landings = Landings(
            games=games,
            of=of,
            adopted=adopted,
            calendar=_calendar(log, of, games, adopted),
            lateness=Lateness.of(log, list_number, len(of.end_on)),
        )
        return cls(
            log=log,
            of=of,
            games=games,
            adopted=adopted,
            plan=agenda.build(
                games, of, ratings.at(ratings.list == list_number), adjustments, adopted, landings
            ),
            ends_before=log.ended.get(list_number, NEVER + 1),
        )

    def between(self, after: int, through: int) -> _Draft:
        """With only what takes effect after one day, up to the end of another."""
        last = min(through, self.ends_before - 1)
        items = tuple(item for item in self.plan.items if after < item.day <= last)
        return replace(self, plan=replace(self.plan, items=items))

    def roots(self) -> Ints:
        """The games on the agenda."""
        return self.games.root[_rows(self.plan.items)]


def _rows(items: Sequence[Item]) -> Ints:
    return np.concatenate([np.zeros(0, dtype=np.int64), *(item.games for item in items)])


def _calendar(log: Log, of: Tournaments, games: RatedGames, adopted: Sequence[Adopted]) -> Calendar:
    published = np.array([row.date for row in log.publications], dtype=np.int64)
    days = np.concatenate([of.start_on, of.end_on, games.played_on, published])
    days = days[days != UNDATED]
    return Calendar.of(adopted, int(days.min()), int(days.max())) if len(days) else Calendar.of(adopted, 1, 1)


def _numbered(drafts: Sequence[_Draft], as_of: int) -> tuple[Book, ...]:
    """The books with their games numbered through."""
    made, offset = [], 0
    for one in drafts:
        items = tuple(item for item in one.plan.items if item.day <= as_of)
        if offset:
            items = tuple(replace(item, games=item.games + offset) for item in items)
        made.append(Book(log=one.log, of=one.of, adopted=one.adopted, people=People.of(one.log), items=items))
        offset += len(one.games)
    return tuple(made)


def _without_effect(closed: Sequence[_Draft], present: _Draft, list_number: int, through: int) -> Ints:
    """Games that would take effect in closed days and do not, and those that were rated otherwise."""
    if not closed:
        return np.zeros(0, dtype=np.int64)
    left_out = present.games.root[_rows([item for item in present.plan.items if item.day <= through])]
    then = RatedGames.joined([one.games.at(_rows(one.plan.items)) for one in closed])
    now = results.rated_games(present.log, present.of, present.adopted)
    place = {root: at for at, root in enumerate(now.root.tolist())}
    pairs = [(at, place[root]) for at, root in enumerate(then.root.tolist()) if root in place]
    before, after = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    same = np.ones(len(pairs), dtype=np.bool_)
    for name in RatedGames.__dataclass_fields__:
        same &= getattr(then, name)[before] == getattr(now, name)[after]
    return np.union1d(left_out, np.setdiff1d(then.root, then.root[before[same]]))
