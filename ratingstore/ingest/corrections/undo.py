"""Taking back what one line of one batch wrote: a version as before, and an event that says so."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ratingstore.events import canonical, days
from ratingstore.events.facts import Undo
from ratingstore.ingest.corrections import beside
from ratingstore.ingest.corrections.mending import DRAFTED, Mending
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.ingest.corrections.tournaments import NOTHING
from ratingstore.language import plural
from ratingstore.store import versions
from ratingstore.store.existing import VOID, Record

_DECISIONS: Final = frozenset(
    {"adoption", "adjustment", "closing", "exemption", "withheld", "merge", "split", "undo"}
)
_WITHDRAWN: Final[Mapping[str, Mapping[str, Any]]] = {
    "game_event": {"played": VOID},
    "tournament_event": NOTHING,
    "player_event": {"value": ""},
    "rating_event": {"purpose": VOID},
}
"""What makes an event as if it had never been said, where nothing stood before it."""


def undo(mending: Mending, request: Undo) -> str:
    """Draft that what was written together with an event stands no more. Refused where that is not on top."""
    written = versions.together_with(mending.connection, request.position)
    if not written:
        raise Refused("RS105", "position", position=request.position)
    decisions = [row for row in written.pop("admin_event", []) if row["kind"] in _DECISIONS]
    positions = [int(row["position"]) for rows in written.values() for row in rows]
    named = [int(row["position"]) for row in decisions]
    if request.position not in (*positions, *named):
        raise Refused("RS111", "position", position=request.position)
    if _is_undone(mending, positions, named):
        return ""
    touches = [_take_back(mending, request, table, rows) for table, rows in written.items()]
    touches += [_freed(mending, row) for row in decisions]
    payload: dict[str, object] = {"admin": named, "rows": positions}
    earliest = min(touches, default=days.NEVER)
    mending.admin(request, "undo", None, mending.draft.seen_on, str(request.position), payload, earliest)
    beside.put_back(mending, [*positions, *named])
    events = len(positions) + len(named)
    return plural(
        "{count} event written with {position} is taken back",
        "{count} events written with {position} are taken back",
        events,
    ).format(count=events, position=request.position)


def _is_undone(mending: Mending, positions: Sequence[int], named: Sequence[int]) -> bool:
    """Whether all of it was taken back before; what stands on top of a part is found later."""
    found = versions.undone(mending.connection)
    drafted = [_said(row) for row in mending.with_drafted("admin_event", []).values()]
    rows = {*found.rows, *(one for said in drafted for one in said[0])}
    admin = {*found.admin, *(one for said in drafted for one in said[1])}
    return rows >= set(positions) and admin >= set(named)


def _said(rows: Sequence[Record]) -> tuple[list[int], list[int]]:
    if rows[-1]["kind"] != "undo":
        return [], []
    payload = json.loads(rows[-1]["payload"])
    return payload["rows"], payload["admin"]


def _freed(mending: Mending, row: Record) -> int:
    """The earliest day that a decision influences: closed books that open let all in that came since."""
    if row["kind"] in ("closing", "undo"):
        since = versions.first_touched_since(mending.connection, row["position"])
        return min(int(row["touches"]), days.NEVER if since is None else since)
    return int(row["touches"])


def _take_back(mending: Mending, request: Undo, table: str, rows: Sequence[Record]) -> int:
    """Draft the versions that stood before; the earliest day that one of them influences."""
    stored = versions.of_roots(mending.connection, table, {int(row["root"]) for row in rows})
    by_root = mending.with_drafted(table, stored)
    mine = {int(row["position"]) for row in rows}
    earliest = days.NEVER
    for root in sorted({int(row["root"]) for row in rows}):
        all_ = by_root[root]
        last = max(at for at, row in enumerate(all_) if row["position"] in mine)
        if not _is_on_top(mending, table, all_, last):
            top = all_[-1]["position"]
            raise Refused("RS112", "position", position=top if top < DRAFTED else "–")
        before = [row for row in all_[:last] if row["position"] not in mine]
        new = _content(table, before[-1]) if before else _WITHDRAWN[table]
        touches = min(int(row["touches"]) for row in all_[len(before) - 1 if before else 0 :])
        mending.version(table, request, all_[-1], touches, **new)
        earliest = min(earliest, touches)
    return earliest


def _is_on_top(mending: Mending, table: str, all_: Sequence[Record], at: int) -> bool:
    """Whether a version is the newest, or stands again because what came after it was taken back."""
    if at == len(all_) - 1:
        return True
    taken_back = all_[at + 1]["position"] in versions.undone(mending.connection).rows
    return taken_back and _content(table, all_[at]) == _content(table, all_[-1])


def _content(table: str, row: Record) -> dict[str, Any]:
    """What a version says, its key included; its event held that key before."""
    return {name: row[name] for name in canonical.columns(table)[4:-1]}
