"""The fold of one list: its books, item by item of their agendas, each through the rule sets that own it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ratingstore.events.days import NEVER
from ratingstore.replay import choice
from ratingstore.replay.agenda import Item, Rank
from ratingstore.replay.books import Book, Books, books
from ratingstore.replay.checkpoint import Checkpoint, Marker, Marking
from ratingstore.replay.choice import Adopted
from ratingstore.replay.ledger import Ledger, Steps
from ratingstore.replay.names import Naming
from ratingstore.replay.newcomers import Newcomers
from ratingstore.replay.other_lists import OtherLists
from ratingstore.replay.played import Played, runs_together
from ratingstore.replay.references import View
from ratingstore.replay.sheet import Sheet, Tracer
from ratingstore.replay.snapshots import Snapshots
from ratingstore.replay.state import State
from ratingstore.replay.stated import Stated
from ratingstore.replay.units import Units
from ratingstore.store.read import Ints, Log

_Within = tuple[tuple[int, int], ...]
"""Lists, each with the day up to which it is being folded, for which another list is folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A list's units and steps up to a day, and the games that no rule set rates.

    ``without_effect`` are roots of games that closed books do not rate as the log has them now;
    ``too_late`` are numbers of tournaments that were reported too late to be ever rated.
    """

    units: Units
    steps: Steps
    before_rules: int
    adopted: tuple[Adopted, ...]
    without_effect: Ints
    too_late: Ints
    checkpoints: tuple[Checkpoint, ...] = ()


def fold(
    log: Log,
    list_number: int,
    adopted: Sequence[Adopted],
    as_of: int = NEVER,
    tracer: Tracer | None = None,
    *,
    marking: Marking | None = None,
) -> Folded:
    """Fold a list's part of the log up to the end of day ``as_of``; pure.

    ``marking`` says where to take checkpoints.
    """
    plan = books(log, list_number, adopted, as_of)
    return _fold(plan, adopted, _Run(log, plan, tracer, ((list_number, as_of),), marking=marking))


def fold_on(
    log: Log,
    list_number: int,
    adopted: Sequence[Adopted],
    start: Checkpoint,
    as_of: int = NEVER,
    *,
    marking: Marking | None = None,
) -> Folded | None:
    """Fold what takes effect from a checkpoint on; None where it lacks a past list that is looked at.

    Units are numbered, and games before the rules counted, from there on.
    """
    plan = books(log, list_number, adopted, as_of, since=start.day)
    run = _Run(log, plan, None, ((list_number, as_of),), marking=marking)
    return _fold(plan, adopted, run) if run.resumed(start, plan) else None


def _fold(plan: Books, adopted: Sequence[Adopted], run: _Run) -> Folded:
    for book in plan.books:
        run.book(book)
    return Folded(
        units=run.sheet.ledger.units.closed(),
        steps=run.sheet.ledger.closed(),
        before_rules=plan.before_rules,
        adopted=tuple(adopted),
        without_effect=plan.without_effect,
        too_late=plan.too_late,
        checkpoints=run.marked(),
    )


class _Run:
    """One pass over the books of a list."""

    def __init__(
        self, log: Log, plan: Books, tracer: Tracer | None, within: _Within, *, marking: Marking | None = None
    ) -> None:
        items = [item for book in plan.books for item in book.items]
        self.sheet = Sheet(
            state=State.of(len(log.player_codes)),
            ledger=Ledger(),
            games=plan.games,
            exempt=plan.exempt,
            naming=Naming(log, plan.games),
            tracer=tracer,
        )
        self._within = within
        self._snapshots = Snapshots.of(items, [one for book in plan.books for one in book.adopted])
        self._marker = Marker(marking(items) if marking else ())
        if tracer is not None:
            tracer.begins(self.sheet.naming, plan.games)

    def resumed(self, start: Checkpoint, plan: Books) -> bool:
        """Begin where a checkpoint was taken, if that has every past list that will be looked at."""
        if not start.serves(self._snapshots.wanted):
            return False
        players = len(self.sheet.state.rating)
        self.sheet.state.become(start.begun(plan.books[-1].of, players))
        self._snapshots.resume(start.lists_begun(players))
        self._marker.last = start.last
        return True

    def marked(self) -> tuple[Checkpoint, ...]:
        """The checkpoints that were taken, the last of them after everything."""
        self._marker.reach(NEVER, self.sheet, self._snapshots)
        return tuple(self._marker.taken)

    def book(self, book: Book) -> None:
        """Go through the agenda of a book, from the state that the one before it left."""
        sheet = self.sheet
        others = OtherLists(book, lambda code, day: self._other(book, code, day))
        view = View(
            games=sheet.games,
            of=book.of,
            people=book.people,
            state=sheet.state,
            lists=self._snapshots.taken,
            others=others,
        )
        newcomers = Newcomers(sheet.games, book.of, sheet.state, sheet.ledger, sheet.tracer)
        stated = Stated(sheet, book.people, others, book.adopted)
        played = Played(sheet, book, view, newcomers, stated)
        for together in _runs(book, self._snapshots, self._marker):
            item = together[0]
            self._marker.reach(item.day, sheet, self._snapshots)
            self._snapshots.begin(item.day, sheet.state, sheet.ledger)
            if item.rank == Rank.OPENING:
                stated.openings(item)
            elif len(item.ratings):
                stated.rating(item, item.ratings[0])
            elif item.adjustment is not None:
                stated.adjustment(item, item.adjustment)
            else:
                played.together(together)
            self._marker.last = together[-1].day

    def _other(self, book: Book, code: str, day: int) -> tuple[Steps, tuple[Adopted, ...]] | None:
        """Another list up to a day; None where that is what this fold is itself a part of."""
        number = book.log.lists.get(code)
        if number is None or not _may_fold(number, day, self._within):
            return None
        adopted = choice.adopted(book.log.adoptions, number)
        plan = books(book.log, number, adopted, day)
        run = _Run(book.log, plan, None, (*self._within, (number, day)))
        return _fold(plan, adopted, run).steps, adopted


def _may_fold(number: int, day: int, within: _Within) -> bool:
    """Lists that look at each other: only at days before that which is asked, and only once."""
    days = [until for one, until in within if one == number]
    return len(days) < 2 and all(day < until for until in days)


def _runs(book: Book, snapshots: Snapshots, marker: Marker) -> Iterator[list[Item]]:
    """Items one by one, but neighbours that one rule set rates by game or tournament together."""

    def together(numbered: tuple[int, Item]) -> tuple[int, int, int, int]:
        at, item = numbered
        run = item.rank == Rank.PLAY and runs_together(book.adopted[item.unit].rules)
        if not run:
            return at, item.unit, 0, 0
        return -1, item.unit, snapshots.segment(item.day), marker.segment(item.day)

    for _, group in groupby(enumerate(book.items), key=together):
        yield [item for _, item in group]
