"""A fold's units and steps as the columns of the tables that they are stored in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ratingstore.events.canonical import NONE
from ratingstore.replay.fold import Folded
from ratingstore.replay.ledger import Steps
from ratingstore.replay.state import Status
from ratingstore.rules.grouping import narrow, ordinals
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Ints

Row = tuple[Any, ...]

WORDS: Final = {status.value: status.word for status in Status}
"""What stands in the table for each status."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What is stored of the days before a fold began: units, and steps by player number."""

    units: int
    steps: Ints

    def steps_of(self, players: Ints) -> Ints:
        """The steps of each of some players; those who are new have none."""
        return np.append(self.steps, 0)[np.minimum(players, len(self.steps))]


NOTHING: Final = Before(units=0, steps=np.zeros(0, dtype=np.int64))
"""Before a fold that begins at the beginning."""


def steps(folded: Steps, before: Before = NOTHING) -> dict[str, Ints]:
    """The columns of ``projected_change`` without the list, in the order of its key; ``NONE``: no value.

    ``status`` is in numbers. Steps go on from those ``before``.
    """
    order = np.argsort(narrow(folded.player), kind="stable")
    cells = {name: getattr(folded, name)[order] for name in folded.__dataclass_fields__}
    first_time = cells["before"] == UNRATED
    return {
        "player": cells["player"],
        "step": ordinals(cells["player"]) + before.steps_of(cells["player"]),
        "effective_on": cells["effective_on"],
        "unit": cells["unit"] + before.units,
        **{name: _without(cells[name], UNRATED) for name in ("before", "after", "shown")},
        "games": cells["games"],
        "games_total": cells["games_total"],
        "score_half": cells["score2"],
        "expected": np.where(first_time, NONE, cells["expected"]),
        "k": _without(cells["k"], 0),
        "last_played": _without(cells["last_played"], 0),
        "status": cells["status"],
    }


def _without(column: Ints, nothing: int) -> Ints:
    return np.where(column == nothing, NONE, column)


def units(folded: Folded, before: Before = NOTHING) -> list[Sequence[Any]]:
    """The columns of ``projected_unit`` without the list."""
    noted = folded.units
    numbers = np.arange(before.units, before.units + len(noted))
    rule_sets = [noted.rule_sets[at] for at in noted.rule_set.tolist()]
    return [numbers.tolist(), noted.names, noted.effective_on.tolist(), rule_sets, noted.games.tolist()]


def rows(folded: Folded) -> tuple[list[Row], list[Row]]:
    """Rows of both tables without the list."""
    columns = steps(folded.steps)
    cells = {
        name: [None if value == NONE else value for value in column.tolist()]
        for name, column in columns.items()
    }
    cells["status"] = [WORDS[value] for value in columns["status"].tolist()]
    return list(zip(*units(folded), strict=True)), list(zip(*cells.values(), strict=True))
