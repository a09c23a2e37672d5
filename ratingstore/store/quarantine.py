"""Quarantine: rows of ingested files that wait for a person's answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select, update

from ratingstore.store.append import bulk
from ratingstore.store.tables import quarantine_row

OPEN = "open"
CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A problem of a row that is kept. ``details`` fill the templates of the problem's code."""

    file: str
    line: int
    code: str
    field: str
    row: str
    details: dict[str, str]

    @property
    def place(self) -> tuple[int, str, str]:
        return self.line, self.code, self.field


def replace(connection: Connection, document_hash: str, questions: Sequence[Question], now: str) -> None:
    """Make ``questions`` the open ones of a document: keep those that stay, close those that are gone."""
    c = quarantine_row.c
    query = select(c.id, c.line, c.code, c.field).where(c.document_hash == document_hash, c.state == OPEN)
    there = {(row.line, row.code, row.field): row.id for row in connection.execute(query)}
    gone = [number for place, number in there.items() if place not in {one.place for one in questions}]
    if gone:
        connection.execute(update(quarantine_row).where(c.id.in_(gone)).values(state=CLOSED))
    first = int(connection.execute(select(func.coalesce(func.max(c.id), 0))).scalar_one()) + 1
    new = [one for one in questions if one.place not in there]
    bulk(
        connection,
        quarantine_row,
        (
            (
                number,
                document_hash,
                one.file,
                one.line,
                one.code,
                one.field,
                one.row,
                json.dumps(one.details),
                now,
                OPEN,
            )
            for number, one in enumerate(new, first)
        ),
    )


def open_questions(connection: Connection, document_hash: str | None = None) -> list[tuple[int, Question]]:
    """Open questions with their numbers, of one document or of all."""
    query = select(quarantine_row).where(quarantine_row.c.state == OPEN).order_by(quarantine_row.c.id)
    if document_hash is not None:
        query = query.where(quarantine_row.c.document_hash == document_hash)
    return [
        (
            row["id"],
            Question(
                file=row["file"],
                line=row["line"],
                code=row["code"],
                field=row["field"],
                row=row["row"],
                details=json.loads(row["details"]),
            ),
        )
        for row in connection.execute(query).mappings()
    ]
