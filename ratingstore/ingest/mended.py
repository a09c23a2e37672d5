"""A mended file closes the questions that its earlier form raised."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping

from ratingstore.ingest.draft import Draft
from ratingstore.ingest.readers import ReadOptions, as_json
from ratingstore.language import plural
from ratingstore.store import quarantine
from ratingstore.store.engine import Connection

_Row = tuple[tuple[str, object], ...]


def close(
    connection: Connection, draft: Draft, document_hash: str, content: bytes, options: ReadOptions
) -> None:
    """Close the open questions of other documents whose row this file now states without a problem.

    It is the same row if it differs in nothing but the fields that were asked about.
    """
    waiting = {
        number: one
        for number, one in quarantine.open_questions(connection)
        if one.fact and one.document_hash != document_hash
    }
    if not waiting:
        return
    asked: dict[tuple[str, int], set[str]] = defaultdict(set)
    for one in waiting.values():
        asked[one.document_hash, one.line].add(one.field)
    refused = draft.refused_lines
    good = [json.loads(text) for line, text in as_json(content, options).items() if line not in refused]
    rows_without: dict[frozenset[str], set[_Row]] = {}
    closed = []
    for number, one in waiting.items():
        fields = frozenset(asked[one.document_hash, one.line])
        rows = rows_without.setdefault(fields, {_without(row, fields) for row in good})
        if _without(json.loads(one.fact), fields) in rows:
            closed.append(number)
    quarantine.close(connection, closed, quarantine.ANSWERED)
    if closed:
        sentence = plural(
            "{count} question of an earlier file is answered by this one",
            "{count} questions of earlier files are answered by this one",
            len(closed),
        )
        draft.notes.append(sentence.format(count=len(closed)))


def _without(row: Mapping[str, object], fields: frozenset[str]) -> _Row:
    return tuple(sorted((name, json.dumps(value)) for name, value in row.items() if name not in fields))
