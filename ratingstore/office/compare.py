"""Two lists compared: who stands otherwise, and what stands behind it."""

from __future__ import annotations

from typing import Final

from ratingstore.formats import Cell, RowSet
from ratingstore.office import differences, explained
from ratingstore.office.causes import Cause, Evidence
from ratingstore.office.side import Side
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS
from ratingstore.store.engine import Connection

COLUMNS: Final = (
    "player", "name", "before", "after", "difference",
    "unit", "cause", "tournament", "round", "opponent", "was", "now", "position", "reason",
)  # fmt: skip


def compare(connection: Connection, before: Side, after: Side) -> tuple[RowSet, int]:
    """A row a cause for everybody who stands otherwise, by player code; and how many players they are.

    Of two lists with different codes only the ratings are compared.
    """
    moved = {
        player
        for player in before.shown.keys() | after.shown.keys()
        if before.shown.get(player) != after.shown.get(player)
    }
    causes = _causes(connection, before, after, moved) if before.number == after.number else {}
    codes, names = after.known.player_codes, after.known.player_names
    rows: list[tuple[Cell, ...]] = []
    for player in sorted(moved, key=codes.__getitem__):
        who = (codes[player], names[player], *_numbers(before.shown.get(player), after.shown.get(player)))
        rows += [(*who, *_cells(cause)) for cause in causes.get(player) or [Cause(unit="", cause="")]]
    return RowSet(COLUMNS, tuple(rows)), len(moved)


def _causes(connection: Connection, before: Side, after: Side, moved: set[int]) -> dict[int, list[Cause]]:
    histories = [
        explained.changes(one.known, one.number, one.adopted, one.day, moved) if moved else {}
        for one in (before, after)
    ]
    found = {
        player: differences.between(histories[0][player], histories[1][player]) for player in sorted(moved)
    }
    evidence = Evidence(connection, before, after, found)
    return evidence.with_reasons({player: evidence.causes(player, of) for player, of in found.items()})


def _numbers(before: int | None, after: int | None) -> tuple[Cell, Cell, Cell]:
    was, now = (None if one is None else points(one, HUNDREDTHS) for one in (before, after))
    return was, now, None if was is None or now is None else now - was


def _cells(cause: Cause) -> tuple[Cell, ...]:
    return (
        cause.unit or None,
        cause.cause or None,
        cause.tournament,
        cause.round,
        cause.opponent,
        cause.was,
        cause.now,
        cause.position,
        cause.reason,
    )
