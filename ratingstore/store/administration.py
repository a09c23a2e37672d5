"""Decisions in the log: adoptions, adjustments, publications, closings and what was undone of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection, RowMapping, select

from ratingstore.rules import adjustment
from ratingstore.store.rows import (
    AdjustmentRow,
    AdoptionRow,
    ClosingRow,
    ExemptionRow,
    PublicationRow,
    WithheldRow,
)
from ratingstore.store.tables import admin_event, remark

Made = TypeVar("Made")
FOREVER = 2**31
"""The day before which a withholding without an end ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Administration:
    """What stands of the rare events at a position, each in the order of recording."""

    adoptions: tuple[AdoptionRow, ...]
    adjustments: tuple[AdjustmentRow, ...]
    publications: tuple[PublicationRow, ...]
    closings: tuple[ClosingRow, ...]
    exemptions: tuple[ExemptionRow, ...]
    withheld: tuple[WithheldRow, ...]


def read(connection: Connection, known_at: int) -> Administration:
    """The rare events known at a position, without those that a further event has undone."""
    query = select(admin_event).where(admin_event.c.position <= known_at).order_by(admin_event.c.position)
    rows = _standing(list(connection.execute(query).mappings()))
    reasons = _reasons(connection) if any(row["kind"] == "adjustment" for row in rows) else {}

    def made(kind: str, of_row: Callable[[RowMapping], Made]) -> tuple[Made, ...]:
        return tuple(of_row(row) for row in rows if row["kind"] == kind)

    return Administration(
        adoptions=made("adoption", _adoption),
        adjustments=made("adjustment", lambda row: _adjustment(row, reasons.get(row["position"], ""))),
        publications=made("publication", _publication),
        closings=made("closing", _closing),
        exemptions=made("exemption", _exemption),
        withheld=made("withheld", _withheld),
    )


def adoptions(connection: Connection, known_at: int) -> tuple[AdoptionRow, ...]:
    """The adoptions known at a position, in the order of recording."""
    return read(connection, known_at).adoptions


def publications(connection: Connection, known_at: int) -> tuple[PublicationRow, ...]:
    """The publications recorded up to a position, in the order of recording; none is ever taken back."""
    c = admin_event.c
    query = select(admin_event).where(c.kind == "publication", c.position <= known_at).order_by(c.position)
    return tuple(_publication(row) for row in connection.execute(query).mappings())


def standing(connection: Connection, kind: str) -> list[RowMapping]:
    """The rare events of a kind that nothing has undone, in the order of recording."""
    query = select(admin_event).order_by(admin_event.c.position)
    query = query.where(admin_event.c.kind.in_((kind, "undo")))
    return _standing(list(connection.execute(query).mappings()))


def _standing(rows: list[RowMapping]) -> list[RowMapping]:
    """Without the rows that were undone; an undoing can be undone too, so the newest is looked at first."""
    undone: set[int] = set()
    for row in reversed(rows):
        if row["kind"] == "undo" and row["position"] not in undone:
            undone.update(json.loads(row["payload"])["admin"])
    return [row for row in rows if row["position"] not in undone and row["kind"] != "undo"]


def _reasons(connection: Connection) -> dict[int, str]:
    query = select(remark.c.position, remark.c.text).where(remark.c.kind == "reason", remark.c.position > 0)
    return {row.position: row.text or "" for row in connection.execute(query)}


def _adoption(row: RowMapping) -> AdoptionRow:
    payload = json.loads(row["payload"])
    return AdoptionRow(
        position=row["position"],
        list=row["list"],
        effective_on=row["valid_on"],
        rule_set=row["subject"],
        digest=row["digest"],
        text=payload["text"],
        tables=payload["tables"],
        parameters=json.loads(row["parameters"]),
    )


def _adjustment(row: RowMapping, reason: str) -> AdjustmentRow:
    return AdjustmentRow(
        position=row["position"],
        list=row["list"],
        on=row["valid_on"],
        adjustment=adjustment.of_values(json.loads(row["payload"])),
        reason=reason,
    )


def _publication(row: RowMapping) -> PublicationRow:
    payload: dict[str, Any] = json.loads(row["payload"])
    return PublicationRow(
        position=row["position"],
        list=row["list"],
        date=row["valid_on"],
        version=int(row["subject"]),
        digest=row["digest"],
        numbers_digest=payload["numbers_digest"],
        known_at=payload["known_at"],
        head=payload["head"],
        rules=tuple(payload["rule_sets"]),
        rows=payload["rows"],
        shown_on=payload["shown_on"],
    )


def _closing(row: RowMapping) -> ClosingRow:
    kind: Literal["through", "from"] = "from" if row["subject"] == "from" else "through"
    return ClosingRow(position=row["position"], list=row["list"], kind=kind, day=row["valid_on"])


def _exemption(row: RowMapping) -> ExemptionRow:
    return ExemptionRow(
        position=row["position"],
        root=int(row["subject"]),
        list=row["list"] or 0,
        side=json.loads(row["payload"])["side"],
    )


def _withheld(row: RowMapping) -> WithheldRow:
    return WithheldRow(
        position=row["position"],
        player=int(row["subject"]),
        list=row["list"] or 0,
        from_on=row["valid_on"],
        until=json.loads(row["payload"]).get("until") or FOREVER,
    )
