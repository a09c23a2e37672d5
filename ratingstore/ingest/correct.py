"""One correction that a person asks for now: drafted and appended as a batch of its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from ratingstore.errors import UsageError
from ratingstore.events.facts import Correction
from ratingstore.ingest import commit, matching
from ratingstore.ingest.corrections.carry_out import in_words
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.readers import ReadOptions, read
from ratingstore.ingest.report import Writing
from ratingstore.language import _
from ratingstore.problems import Problem
from ratingstore.store import append, info, times
from ratingstore.store.engine import Connection

_SOURCE: Final = "correct"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionReport:
    """What became of a correction: ``lines`` say what was changed and how it is undone.

    ``problems``: why nothing was. ``batch`` None: nothing was written.
    """

    lines: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    batch: int | None = None


def request_of(words: Mapping[str, object], writing: Writing) -> Correction:
    """The correction that the words of a command ask for, read as a JSON line would be.

    UsageError for a word that cannot be used, or where no reason is given.
    """
    said = {"reason": writing.reason, **{name: value for name, value in words.items() if value}}
    line = json.dumps({"type": "correction", **said}, ensure_ascii=False)
    reading = read(line.encode(), ReadOptions(input_format="jsonl", file=_SOURCE))
    for problem in reading.problems:
        raise UsageError(problem.message, problem.hint)
    (request,) = reading.facts
    assert isinstance(request, Correction)
    return request


def apply(connection: Connection, request: Correction, writing: Writing) -> CorrectionReport:
    """Append one correction; the caller holds the transaction, and may take it back."""
    head = append.head(connection, lock=True)
    zone = info.time_zone(connection)
    recorded_at = times.recorded(writing.recorded_at, head.recorded_at, zone)
    draft = Draft.of(connection, _SOURCE, times.day_in(recorded_at, zone))
    matching.match(connection, draft, [request], None, by_hand=True)
    if draft.problems:
        return CorrectionReport(problems=tuple(draft.problems))
    text = in_words(request)
    document = {"document_hash": hashlib.sha256(text.encode()).hexdigest(), "options": "{}"}
    how = replace(writing, reason=request.reason)
    batch = commit.append_draft(connection, draft, head, document, recorded_at, "correction", _SOURCE, how)
    if batch is None:
        return CorrectionReport(lines=(_("nothing to change: it stands so already"),))
    lines = (*commit.said(draft, written=not writing.dry_run), *draft.notes, *draft.warnings)
    return CorrectionReport(lines=lines, batch=None if writing.dry_run else batch)
