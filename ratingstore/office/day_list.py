"""The list of a day as it may go out: who stands on it, and the digests that prove it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ratingstore.events import days
from ratingstore.projections import beginning
from ratingstore.projections.beginning import Begun
from ratingstore.projections.checkpoints import Beginning
from ratingstore.projections.newest import Newest
from ratingstore.replay import choice, listing
from ratingstore.replay.choice import Adopted
from ratingstore.replay.listing import Standing
from ratingstore.replay.state import Status
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store import administration, changes
from ratingstore.store.changes import Last
from ratingstore.store.engine import Connection
from ratingstore.store.read import Log
from ratingstore.store.rows import WithheldRow

Row = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayList:
    """A list at the end of day ``as_of``.

    ``numbers`` has the player number of every code, ``withheld`` the codes of those kept off that day.
    ``effective_on`` is the date of the list shown, None before the first. A list that has ``ended`` by
    then has nobody on it, and ``effective_on`` is the date of its last list. ``before_rules`` and
    ``without_effect`` count games that no rule set rates, and rows that closed books leave without effect.
    """

    code: str
    number: int
    as_of: int
    effective_on: int | None
    standings: tuple[Standing, ...]
    numbers: Mapping[str, int]
    withheld: frozenset[str]
    used: tuple[str, ...]
    before_rules: int
    without_effect: int
    ended: int | None

    def rows(self, everyone: bool = False) -> tuple[Row, ...]:
        """The rows in their order, columns ``listing.COLUMNS``; ``everyone``: unrated and withheld too."""
        return listing.rows(self.standings, everyone, self.withheld)

    def digest(self, rows: Sequence[Row]) -> str:
        """The digest of ``rows`` by the players' codes."""
        return listing.digest(self.code, self.shown_on, rows)

    def numbers_digest(self, rows: Sequence[Row]) -> str:
        """The digest of ``rows`` by the players' numbers."""
        cells = [(self.numbers[str(row[1])], row[3], str(row[5])) for row in rows]
        return numbers_digest(self.code, self.shown_on, cells)

    @property
    def shown_on(self) -> int | None:
        """The effective date of the list shown; None where none is."""
        return None if self.ended is not None else self.effective_on


def numbers_digest(list_code: str, effective_on: int | None, rows: Sequence[tuple[int, object, str]]) -> str:
    """sha256 over a list, the effective date of the list shown, and (player number, rating, status).

    Ratings are points; the rows may come in any order. Erasing a player's code cannot change it.
    """
    cells = [[number, None if rating is None else str(rating), status] for number, rating, status in rows]
    date = None if effective_on is None else days.iso(effective_on)
    ordered = sorted(cells, key=lambda cell: int(str(cell[0])))
    return hashlib.sha256(json.dumps([list_code, date, ordered]).encode()).hexdigest()


def of_log(
    known: Log, code: str, number: int, adopted: Sequence[Adopted], as_of: int, at: Beginning | None = None
) -> DayList:
    """The list of a day, folded from the log; ``at``: from a checkpoint on, made by these adoptions."""
    day = _last_day(_ended(known.ended, number, as_of), as_of)
    return of_fold(beginning.folded(known, number, adopted, at, day), known, code, number, as_of)


def of_fold(begun: Begun, known: Log, code: str, number: int, as_of: int) -> DayList:
    """The list of a day out of the fold up to that day."""
    ended = _ended(known.ended, number, as_of)
    folded, newest, rule_sets = begun.folded, begun.newest(), begun.rule_sets()
    players, days = newest.player.tolist(), newest.effective_on
    hidden = kept_off(known.withheld, number, as_of)
    return DayList(
        code=code,
        number=number,
        as_of=as_of,
        effective_on=listing.effective_on(folded.adopted, _last_day(ended, as_of), int(days.max(initial=0))),
        standings=() if ended else tuple(_standings(known, newest, rule_sets)),
        numbers={known.player_codes[player]: player for player in players},
        withheld=frozenset(known.player_codes[player] for player in hidden),
        used=tuple(name for name in rule_sets if name),
        before_rules=begun.before_rules,
        without_effect=len(folded.without_effect),
        ended=ended,
    )


def _standings(known: Log, newest: Newest, rule_sets: Sequence[str]) -> Iterator[Standing]:
    """The standings after the last step of each player, whose unit is a place in ``rule_sets``."""
    columns = (
        newest.player,
        newest.shown,
        newest.games_total,
        newest.status,
        newest.last_played,
        newest.unit,
    )
    for player, shown, games, status, played, unit in zip(*(one.tolist() for one in columns), strict=True):
        code, name = known.player_codes[player], known.player_names[player]
        yield Standing(code, name, shown, games, _STATUSES[status], played, rule_sets[unit])


def of_projection(connection: Connection, code: str, number: int, as_of: int, known_at: int) -> DayList:
    """The list of a day, read from the projection, which reaches ``known_at``."""
    admin = administration.read(connection, known_at)
    ended = _ended({row.list: row.day for row in admin.closings if row.kind == "from"}, number, as_of)
    day = _last_day(ended, as_of)
    rows = changes.last_steps(connection, number, day)
    hidden = kept_off(admin.withheld, number, as_of)
    stored = changes.state(connection, number)
    last = max((row.effective_on for row in rows), default=0)
    return DayList(
        code=code,
        number=number,
        as_of=as_of,
        effective_on=listing.effective_on(choice.adopted(admin.adoptions, number), day, last),
        standings=() if ended else tuple(_standing(row) for row in rows),
        numbers={row.code: row.player for row in rows},
        withheld=frozenset(row.code for row in rows if row.player in hidden),
        used=changes.rule_sets(connection, number, day),
        before_rules=0 if stored is None else stored.before_rules,
        without_effect=0 if stored is None else stored.without_effect,
        ended=ended,
    )


def kept_off(withheld: Sequence[WithheldRow], number: int, day: int) -> frozenset[int]:
    """The numbers of the players who are kept off a list on a day."""
    return frozenset(
        row.player for row in withheld if row.list in (0, number) and row.from_on <= day < row.until
    )


def _ended(ended: Mapping[int, int], number: int, as_of: int) -> int | None:
    """The day on which a list ended, if that is not after ``as_of``."""
    day = ended.get(number)
    return day if day is not None and day <= as_of else None


def _last_day(ended: int | None, as_of: int) -> int:
    """The last day up to ``as_of`` on which the list was."""
    return as_of if ended is None else ended - 1


def _standing(row: Last) -> Standing:
    shown = UNRATED if row.shown is None else row.shown
    status, played = _STATUS[row.status], row.last_played or 0
    return Standing(row.code, row.name, shown, row.games_total, status, played, row.rule_set)


_STATUSES: Final = {status.value: status for status in Status}
_STATUS: Final = {status.word: status for status in Status}
