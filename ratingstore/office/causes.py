"""What stands behind the difference of two lists: games, corrections, adjustments, rule sets, facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ratingstore.formats import Cell
from ratingstore.office.differences import Difference
from ratingstore.office.explained import Change
from ratingstore.office.side import GameName, Side
from ratingstore.replay.trace import Line
from ratingstore.store import evidence
from ratingstore.store.engine import Connection
from ratingstore.store.rows import AdjustmentRow, ExemptionRow, RatingRow, WithheldRow

_CLAIMED: Final = ("lists", "start_on", "end_on", "type", "rounds", "points", "status")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """One thing that differs; ``position`` is that of the event behind it. ``cause`` is one of

    ``new game``, ``corrected game``, ``voided game``: recorded, corrected, voided in between; ``game``: by
    its date on one of the lists only; ``tournament``: what is claimed of it; ``exemption``, ``opening``,
    ``adjustment``, ``rule set``; ``fact`` about the player; ``k`` and ``opponent``: another K, another
    rating of the opponent; ``computed``: numbers only; ``withheld``: kept off; ``ended``: the list has.

    ``was`` and ``now``: a game's score, a rating, a K, an id of a rule set, or what is claimed.
    """

    unit: str
    cause: str
    tournament: str | None = None
    round: int | None = None
    opponent: str | None = None
    was: Cell = None
    now: Cell = None
    position: int | None = None
    reason: str = ""


class Evidence:
    """Two sides, and what the store knows of the rows behind their differences."""

    def __init__(
        self, connection: Connection, before: Side, after: Side, found: Mapping[int, Sequence[Difference]]
    ) -> None:
        self._sides = (before, after)
        self._numbers = {
            code: number for one in self._sides for number, code in enumerate(one.known.player_codes)
        }
        lines = [one.line for all_ in found.values() for one in all_ if one.kind == "game" and one.line]
        tournaments = {line.tournament for line in lines if line.tournament}
        self._games = tuple(one.games_of(tournaments) for one in self._sides)
        roots = {root for games in self._games for named in games.values() for root in named}
        self._versions = tuple(
            evidence.game_versions(connection, roots, self._at(one)) for one in self._sides
        )
        self._claims = tuple(evidence.tournament_versions(connection, self._at(one)) for one in self._sides)
        self._facts = tuple(
            evidence.fact_versions(connection, list(found), self._at(one)) for one in self._sides
        )
        self._connection = connection

    @staticmethod
    def _at(side: Side) -> int:
        return side.known.known_at

    def causes(self, player: int, differences: Sequence[Difference]) -> list[Cause]:
        """The causes of a player's differences, each once, in the order of the units."""
        found = dict.fromkeys(cause for one in differences for cause in self._of(player, one))
        return list(found) or list(self._of_the_list(player))

    def with_reasons(self, found: Mapping[int, Sequence[Cause]]) -> dict[int, list[Cause]]:
        """The causes with the reasons of their events."""
        positions = {one.position for causes in found.values() for one in causes if one.position}
        reasons = evidence.reasons(self._connection, positions)
        return {
            player: [replace(one, reason=one.reason or reasons.get(one.position or 0, "")) for one in causes]
            for player, causes in found.items()
        }

    def _of(self, player: int, one: Difference) -> Iterator[Cause]:
        line = one.line
        if one.kind == "game" and line is not None:
            yield self._game(player, one, line)
        elif one.kind == "stated" and line is not None:
            yield self._stated(player, one, line)
        elif one.kind == "rule set":
            yield self._rule_set(one)
        elif one.kind == "k" and (facts := list(self._facts_of(player, one.change))):
            yield from facts
        elif one.kind in ("k", "opponent") and line is not None:
            yield self._computed_with(one, line)
        else:
            yield self._adopted(one.change) or Cause(unit=one.change.unit, cause="computed")

    # --- games ----------------------------------------------------------------------------------

    def _game(self, player: int, one: Difference, line: Line) -> Cause:
        cause = Cause(
            unit=one.change.unit,
            cause="game",
            tournament=line.tournament,
            round=line.round,
            opponent=line.opponent,
            was=None if one.was is None else one.was.score,
            now=None if one.now is None else one.now.score,
        )
        name = self._name(player, line)
        roots = [root for games in self._games for root in games.get(name, ())]
        for root in roots:
            was, now = (versions.get(root) for versions in self._versions)
            if _position(was) != _position(now):
                return _other_version(cause, was, now)
        exempt = self._exemption(set(roots))
        if exempt is not None:
            return replace(cause, cause="exemption", position=exempt.position)
        return self._tournament(cause) or self._by_other_rules(one) or self._as_it_stands(cause, roots)

    def _by_other_rules(self, one: Difference) -> Cause | None:
        """The rules that put the same game into another unit; on different days both have their own."""
        both = one.change.effective_on <= min(side.day for side in self._sides)
        return self._adopted(one.change) if both else None

    def _as_it_stands(self, cause: Cause, roots: Sequence[int]) -> Cause:
        position = next((_position(self._versions[1].get(root)) for root in roots), 0)
        return replace(cause, position=position or None)

    def _name(self, player: int, line: Line) -> GameName:
        opponent = self._numbers.get(line.opponent or "", 0)
        return line.tournament or "", line.round or 0, min(player, opponent), max(player, opponent)

    def _exemption(self, roots: set[int]) -> ExemptionRow | None:
        was, now = (
            {row.position: row for row in one.known.exemptions if row.root in roots} for one in self._sides
        )
        return next(
            (row for position, row in (was | now).items() if (position in was) != (position in now)), None
        )

    def _tournament(self, cause: Cause) -> Cause | None:
        codes = self._sides[1].known.tournament_codes
        number = codes.index(cause.tournament) if cause.tournament in codes else 0
        was, now = (claims.get(number) for claims in self._claims)
        if _position(was) == _position(now):
            return None
        differing = [name for name in _CLAIMED if _claim(was, name) != _claim(now, name)]
        told = [" ".join(f"{name}={_claim(row, name)}" for name in differing if row) for row in (was, now)]
        return replace(
            cause,
            cause="tournament",
            was=told[0] or None,
            now=told[1] or None,
            position=max(_position(was), _position(now)),
        )

    # --- what is stated -------------------------------------------------------------------------

    def _stated(self, player: int, one: Difference, line: Line) -> Cause:
        row = self._row(player, one, line)
        return Cause(
            unit=one.change.unit,
            cause=line.kind,
            was=None if one.was is None else one.was.value,
            now=None if one.now is None else one.now.value,
            position=None if row is None else row.position,
            reason="" if row is None else row.reason,
        )

    def _row(self, player: int, one: Difference, line: Line) -> RatingRow | AdjustmentRow | None:
        """The row behind an opening or an adjustment: of the side that has it, preferably one unknown to
        the other."""
        side, other = self._sides if one.now is None else (self._sides[1], self._sides[0])
        day = one.change.effective_on
        rows: list[RatingRow | AdjustmentRow] = [
            row
            for row in side.known.ratings
            if (row.player, row.list, row.purpose, row.rated_on) == (player, side.number, line.kind, day)
        ]
        if line.kind == "adjustment":
            rows += [row for row in side.known.adjustments if (row.list, row.on) == (side.number, day)]
        known = {row.position for row in other.known.ratings}
        known |= {row.position for row in other.known.adjustments}
        return max(rows, key=lambda row: (row.position not in known, row.position), default=None)

    def _rule_set(self, one: Difference) -> Cause:
        was = None if one.before is None else one.before.rule_set
        now = None if one.after is None else one.after.rule_set
        found = self._adopted(one.change)
        position = None if found is None else found.position
        return Cause(unit=one.change.unit, cause="rule set", was=was, now=now, position=position)

    def _adopted(self, change: Change) -> Cause | None:
        """The newest adoption that only one side knows and that can have rated the unit."""
        was, now = ({one.position: one.rules.id for one in side.adopted} for side in self._sides)
        apart = [
            (one.position, one.rules.id)
            for side in self._sides
            for one in side.adopted
            if (one.position in was) != (one.position in now) and one.effective_on <= change.effective_on
        ]
        if not apart:
            return None
        position, name = max(apart)
        told = Cause(unit=change.unit, cause="rule set", position=position)
        return replace(told, was=name) if position in was else replace(told, now=name)

    # --- what a game is computed with -----------------------------------------------------------

    def _facts_of(self, player: int, change: Change) -> Iterator[Cause]:
        was, now = ({key: row for key, row in facts.items() if key[0] == player} for facts in self._facts)
        for key in sorted(was.keys() | now.keys()):
            one, other = was.get(key), now.get(key)
            if _position(one) != _position(other):
                yield Cause(
                    unit=change.unit,
                    cause="fact",
                    was=None if one is None else f"{key[1]} {one['value']}",
                    now=None if other is None else f"{key[1]} {other['value']}",
                    position=max(_position(one), _position(other)),
                )

    def _computed_with(self, one: Difference, line: Line) -> Cause:
        was, now = (
            None if row is None else row.k if one.kind == "k" else row.opponent_rating
            for row in (one.was, one.now)
        )
        return Cause(
            unit=one.change.unit,
            cause=one.kind,
            tournament=line.tournament,
            round=line.round,
            opponent=line.opponent,
            was=was,
            now=now,
        )

    def _of_the_list(self, player: int) -> Iterator[Cause]:
        """Why a player stands on one of the lists only although nothing of his history differs."""
        for side in self._sides:
            row = _withheld(side, player)
            if row is not None:
                yield Cause(unit="", cause="withheld", position=row.position)
            elif side.listed.ended is not None:
                yield Cause(unit="", cause="ended")


def _withheld(side: Side, player: int) -> WithheldRow | None:
    rows = [
        row
        for row in side.known.withheld
        if row.player == player and row.list in (0, side.number) and row.from_on <= side.day < row.until
    ]
    return max(rows, key=lambda row: row.position, default=None)


def _position(row: Mapping[Any, Any] | None) -> int:
    return 0 if row is None else int(row["position"])


def _claim(row: Mapping[Any, Any] | None, name: str) -> object:
    return None if row is None else row[name]


def _other_version(cause: Cause, was: Mapping[Any, Any] | None, now: Mapping[Any, Any] | None) -> Cause:
    position = max(_position(was), _position(now))
    if was is None or now is None:
        return replace(cause, cause="new game", position=position)
    void = "void" in (was["played"], now["played"])
    return replace(cause, cause="voided game" if void else "corrected game", position=position)
