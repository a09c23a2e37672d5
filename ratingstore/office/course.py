"""What a list showed of everybody over some days: from the projection where it reaches, else folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ratingstore.office.day_list import kept_off
from ratingstore.projections import project as projecting
from ratingstore.replay import choice
from ratingstore.replay.fold import Folded, fold
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store import administration, append, changes
from ratingstore.store import read as log
from ratingstore.store.append import Head
from ratingstore.store.engine import Connection
from ratingstore.store.read import Ints, Log
from ratingstore.store.rows import WithheldRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """Shown ratings (hundredths) by player number and day, a player's in their order.

    ``ended``: the first day on which the list is no more.
    """

    list: int
    player: Ints
    effective_on: Ints
    shown: Ints
    withheld: tuple[WithheldRow, ...]
    ended: int | None

    def on(self, day: int) -> dict[int, int]:
        """Who stands on the list of a day, and with which rating."""
        if self.ended is not None and self.ended <= day:
            return {}
        until = np.flatnonzero(self.effective_on <= day)
        _, newest = np.unique(self.player[until][::-1], return_index=True)
        rows = until[len(until) - 1 - newest]
        hidden = kept_off(self.withheld, self.list, day)
        pairs = zip(self.player[rows].tolist(), self.shown[rows].tolist(), strict=True)
        return {player: shown for player, shown in pairs if shown != UNRATED and player not in hidden}


def courses(connection: Connection, wanted: Mapping[int, Sequence[int]], position: int) -> dict[int, Course]:
    """The courses of lists (by number) over the days wanted of each, as known at a position."""
    head = Head(position, 0, append.hash_at(connection, position), "")
    folded: Log | None = None
    found = {}
    for number, on in wanted.items():
        if projecting.is_current(connection, number, head):
            found[number] = _projected(connection, number, on, position)
        else:
            folded = folded or log.log(connection, position)
            found[number] = of_log(folded, number, max(on))
    return found


def of_log(known: Log, number: int, last: int) -> Course:
    """The course of a list up to a day, folded."""
    return of_fold(known, number, fold(known, number, choice.adopted(known.adoptions, number), last))


def of_fold(known: Log, number: int, folded: Folded) -> Course:
    """The course of a list out of its fold."""
    return Course(
        list=number,
        player=folded.steps.player,
        effective_on=folded.steps.effective_on,
        shown=folded.steps.shown,
        withheld=known.withheld,
        ended=known.ended.get(number),
    )


def _projected(connection: Connection, number: int, on: Sequence[int], position: int) -> Course:
    admin = administration.read(connection, position)
    rows = changes.course(connection, number, min(on), max(on))
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    ended = {row.list: row.day for row in admin.closings if row.kind == "from"}
    return Course(
        list=number,
        player=table[:, 0],
        effective_on=table[:, 1],
        shown=table[:, 2],
        withheld=admin.withheld,
        ended=ended.get(number),
    )
