"""Quarantine: rows of ingested files that wait for a person's answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, select, update

from ratingstore.store.bulk import bulk
from ratingstore.store.tables import quarantine_row

OPEN = "open"
CLOSED = "closed"
ANSWERED = "answered"
REFUSED = "refused"
ERASED = "erased"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A problem of a row that is kept. ``details`` fill the templates of the problem's code.

    ``fact`` is the row as a JSON line ("" where its cells cannot be told apart), ``options`` those of
    the ingest, as JSON: with both the row can be read again once it is answered.
    """

    document_hash: str
    file: str
    line: int
    code: str
    field: str
    row: str
    details: dict[str, str]
    fact: str = ""
    options: str = "{}"

    @property
    def place(self) -> tuple[int, str, str]:
        return self.line, self.code, self.field


def replace(connection: Connection, document_hash: str, questions: Sequence[Question], now: str) -> None:
    """Make ``questions`` the open ones of a document.

    Those that stay keep their number and get the details of today; those that are gone are closed.
    """
    c = quarantine_row.c
    query = select(c.id, c.line, c.code, c.field, c.details)
    rows = connection.execute(query.where(c.document_hash == document_hash, c.state == OPEN)).all()
    there = {(row.line, row.code, row.field): row for row in rows}
    asked = {one.place: json.dumps(one.details) for one in questions}
    _change(connection, "state", {row.id: CLOSED for place, row in there.items() if place not in asked})
    stay = {row.id: (row.details, asked[place]) for place, row in there.items() if place in asked}
    _change(connection, "details", {number: new for number, (old, new) in stay.items() if old != new})
    _open(connection, document_hash, [one for one in questions if one.place not in there], now)


def _change(connection: Connection, column: str, values: Mapping[int, str]) -> None:
    # A row at a time: engines limit the number of values of one statement.
    if values:
        change = update(quarantine_row).where(quarantine_row.c.id == bindparam("number"))
        rows = [{"number": number, "value": value} for number, value in values.items()]
        connection.execute(change.values({column: bindparam("value")}), rows)


def close(connection: Connection, numbers: Sequence[int], state: str) -> None:
    """Close questions, for the reason that ``state`` names."""
    _change(connection, "state", dict.fromkeys(numbers, state))


def ask(connection: Connection, document_hash: str, questions: Sequence[Question], now: str) -> None:
    """Open questions of a document that are new."""
    _open(connection, document_hash, questions, now)


def _open(connection: Connection, document_hash: str, questions: Sequence[Question], now: str) -> None:
    last = connection.execute(select(func.coalesce(func.max(quarantine_row.c.id), 0))).scalar_one()
    made = (
        (
            number,
            document_hash,
            one.file,
            one.line,
            one.code,
            one.field,
            one.row,
            json.dumps(one.details),
            one.fact,
            one.options,
            now,
            OPEN,
        )
        for number, one in enumerate(questions, int(last) + 1)
    )
    bulk(connection, quarantine_row, made)


def open_questions(connection: Connection, document_hash: str | None = None) -> list[tuple[int, Question]]:
    """Open questions with their numbers, of one document or of all."""
    query = select(quarantine_row).where(quarantine_row.c.state == OPEN).order_by(quarantine_row.c.id)
    if document_hash is not None:
        query = query.where(quarantine_row.c.document_hash == document_hash)
    return [
        (
            row["id"],
            Question(
                document_hash=row["document_hash"],
                file=row["file"],
                line=row["line"],
                code=row["code"],
                field=row["field"],
                row=row["row"],
                details=json.loads(row["details"]),
                fact=row["fact"],
                options=row["options"],
            ),
        )
        for row in connection.execute(query).mappings()
    ]
