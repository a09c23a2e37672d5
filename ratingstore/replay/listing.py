"""The list of a day: rows, ranks and the digest that proves them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from ratingstore.events import days
from ratingstore.replay import calendar, choice
from ratingstore.replay.choice import Adopted
from ratingstore.replay.state import Status
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED

COLUMNS = ("rank", "player", "name", "rating", "games", "status", "last_played", "rule_set")


class Standing(NamedTuple):
    """A player as a list has him: ``shown`` in hundredths or ``UNRATED``; ``last_played`` 0: never."""

    player: str
    name: str
    shown: int
    games: int
    status: Status
    last_played: int
    rule_set: str


def rows(
    standings: Sequence[Standing], everyone: bool, withheld: Collection[str] = ()
) -> tuple[tuple[object, ...], ...]:
    """The list's rows by rating, then code; equal ratings share a rank. Unrated players last.

    Players (by code) who are withheld stand on it only with ``everyone``, and have no rank.
    """
    by_code = sorted(standings, key=attrgetter("player"))
    rated = [one for one in by_code if one.shown != UNRATED]
    rated.sort(key=attrgetter("shown"), reverse=True)  # equal ratings stay in the order of their codes
    ranked = zip(rated, _ranks(rated, withheld), strict=True)
    others = [(one, None) for one in by_code if one.shown == UNRATED]
    shown = [pair for pair in (*ranked, *others) if everyone or pair[1] is not None]
    # Most ratings and days stand in many rows.
    ratings = {hundredths: points(hundredths, HUNDREDTHS) for hundredths in {one.shown for one, _ in shown}}
    ratings.pop(UNRATED, None)
    played = {day: days.iso(day) for day in {one.last_played for one, _ in shown} if day}
    return tuple(
        (rank, one.player, one.name, ratings.get(one.shown), one.games, _WORDS[one.status],
         played.get(one.last_played), one.rule_set)
        for one, rank in shown
    )  # fmt: skip


_WORDS: Final = {status: status.word for status in Status}


def _ranks(rated: Sequence[Standing], withheld: Collection[str]) -> Iterator[int | None]:
    """The rank of each; None for those who are withheld, and are not counted."""
    count, rank, last = 0, 0, UNRATED
    for one in rated:
        if one.player in withheld:
            yield None
            continue
        count += 1
        if one.shown != last:
            rank, last = count, one.shown
        yield rank


def digest(list_code: str, effective_on: int | None, listed: Sequence[tuple[object, ...]]) -> str:
    """sha256 over the list, the effective date of the list shown, and player, rating, status of its rows."""
    cells = [[row[1], None if row[3] is None else str(row[3]), row[5]] for row in listed]
    date = None if effective_on is None else days.iso(effective_on)
    return hashlib.sha256(json.dumps([list_code, date, cells], ensure_ascii=False).encode()).hexdigest()


def effective_on(adopted: Sequence[Adopted], as_of: int, last_effect: int) -> int | None:
    """The date of the list that stands at the end of day ``as_of``.

    The last day on which something took effect, or the last list date of a rule set with periods;
    None where nothing took effect yet. ``last_effect`` is 0 for nothing.
    """
    current = choice.in_force(adopted, as_of)
    if not last_effect:
        return None
    if current is None or current.rules.unit.kind != "period":
        return last_effect
    return max(last_effect, calendar.last_date(adopted, as_of))
