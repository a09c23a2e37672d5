"""The same log under another rule set: the list of a day as it would be, beside what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ratingstore.formats import Cell, RowSet
from ratingstore.office.day_list import DayList
from ratingstore.replay import listing
from ratingstore.replay.choice import Adopted
from ratingstore.replay.listing import Standing
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, RuleSet

COLUMNS: Final = ("rank", "player", "name", "now", "then", "difference")
_THE_BEGINNING: Final = 1


def adopted_instead(
    adopted: Sequence[Adopted], rules: RuleSet, from_on: int | None, position: int
) -> tuple[Adopted, ...]:
    """The adoptions of a list as if ``rules`` alone held from a day on (None: from the first fact on)."""
    first = _THE_BEGINNING if from_on is None else from_on
    kept = [] if from_on is None else [one for one in adopted if one.effective_on < from_on]
    return (Adopted(first, position, rules), *kept)


def beside(now: DayList, then: DayList) -> RowSet:
    """Both lists in one: by the rank that a player would have; those who would have none last."""
    is_, would_be = _shown(now), _shown(then)
    rows: list[tuple[Cell, ...]] = []
    for row in then.rows():
        code = str(row[1])
        rows.append(_row(row[0], would_be[code], is_.get(code), would_be[code]))
    left = [code for code in (str(row[1]) for row in now.rows()) if code not in would_be]
    rows += [_row(None, is_[code], is_[code], None) for code in left]
    return RowSet(COLUMNS, tuple(rows))


def _shown(made: DayList) -> dict[str, Standing]:
    listed = {row[1] for row in listing.rows(made.standings, False, made.withheld)}
    return {one.player: one for one in made.standings if one.player in listed}


def _row(rank: object, who: Standing, now: Standing | None, then: Standing | None) -> tuple[Cell, ...]:
    was, would_be = (
        None if one is None or one.shown == UNRATED else points(one.shown, HUNDREDTHS) for one in (now, then)
    )
    difference = None if was is None or would_be is None else would_be - was
    return (None if rank is None else int(str(rank))), who.player, who.name, was, would_be, difference
