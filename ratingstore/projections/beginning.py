"""Where a fold of a list may begin, by the checkpoints that the projections have left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ratingstore.events.days import NEVER
from ratingstore.projections import checkpoints as packing
from ratingstore.projections.checkpoints import Beginning
from ratingstore.projections.newest import Newest
from ratingstore.projections.stored import NOTHING, Before
from ratingstore.replay import choice
from ratingstore.replay.checkpoint import Marking
from ratingstore.replay.choice import Adopted
from ratingstore.replay.fold import Folded, fold, fold_on
from ratingstore.store import checkpoints
from ratingstore.store.engine import Connection
from ratingstore.store.read import Log

PROGRAM: Final = "fold/3"
"""Names the fold; a fold that gives other numbers gets another name, and everything is projected anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A fold, and the checkpoint that it began at; None: at the beginning."""

    folded: Folded
    at: Beginning | None

    @property
    def day(self) -> int:
        """The day before which it has folded nothing; 0: it has folded everything."""
        return 0 if self.at is None else self.at.checkpoint.day

    @property
    def before(self) -> Before:
        """What is stored of the days before."""
        return NOTHING if self.at is None else self.at.before

    @property
    def before_rules(self) -> int:
        """Games that lie before the list's first rule set."""
        return self.folded.before_rules if self.at is None else self.at.before_rules

    def rule_sets(self) -> tuple[str, ...]:
        """Ids of the rule sets in the order of their first unit; "" for units before the first."""
        return packing.rule_sets(self.folded, self.at)[0]

    def newest(self) -> Newest:
        """The last step of each player; its unit is a place in ``rule_sets``."""
        of_unit = packing.rule_sets(self.folded, self.at)[1]
        return Newest.of(self.folded.steps, of_unit=of_unit).over(self.at.newest if self.at else None)


def before(connection: Connection, known: Log, list_number: int, day: int) -> Beginning | None:
    """The last checkpoint not after a day from which a list of the log can be folded."""
    if any(one.list == list_number for one in known.closed):
        return None  # the days of closed books fold from other logs
    adopted = choice.adopted(known.adoptions, list_number)
    for one in checkpoints.serving(connection, list_number, PROGRAM, day, known.known_at):
        kept = packing.unpacked(one.content, adopted)
        if kept is not None:
            return kept
    return None


def folded(
    known: Log,
    list_number: int,
    adopted: Sequence[Adopted],
    at: Beginning | None,
    as_of: int = NEVER,
    *,
    marking: Marking | None = None,
) -> Begun:
    """Fold a list from a checkpoint; from the beginning where there is none, or it lacks a past list."""
    made = None if at is None else fold_on(known, list_number, adopted, at.checkpoint, as_of, marking=marking)
    if made is not None:
        return Begun(folded=made, at=at)
    return Begun(folded=fold(known, list_number, adopted, as_of, marking=marking), at=None)
