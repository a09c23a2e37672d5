"""Answers to questions of the quarantine: a row is mended by a person, refused, or taken as it stands.

Each answer is an event: who gave it and why stand beside it, what the row then says is ingested
like any other row, in the same batch.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ratingstore.errors import UsageError
from ratingstore.events.days import NEVER
from ratingstore.ingest import commit, matching
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.ingest.readers import Reading, ReadOptions, read
from ratingstore.ingest.report import IngestOptions, IngestReport, Writing
from ratingstore.language import _
from ratingstore.problems import Problem
from ratingstore.store import append, engine, info, quarantine, times
from ratingstore.store.engine import Connection, Engine
from ratingstore.store.quarantine import Question

_PLAYER_FIELDS: Final = frozenset({"white", "black", "player"})
_DATE_FIELDS: Final = frozenset(
    {"date", "start_date", "end_date", "reported_date", "joined_on", "valid_from"}
)
_COPIES: Final = frozenset({"RS065", "RS078"})
"""Questions about a tournament that seems to stand in the log under another code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One of: the player, date or result that is right; ``refuse`` the row; ``accept`` it as it stands
    (a tournament that is like another one)."""

    player: str | None = None
    date: str | None = None
    result: str | None = None
    refuse: bool = False
    accept: bool = False


def answer(
    store: Engine,
    number: int,
    given: Answer,
    writing: Writing,
    look: Callable[[Connection], None] | None = None,
) -> IngestReport:
    """Answer the question of this number; UsageError where the answer does not fit it.

    ``look`` sees what a dry run has written, before it is taken back.
    """
    with engine.writing(store, dry_run=writing.dry_run) as connection:
        head = append.head(connection, lock=True)
        zone = info.time_zone(connection)
        recorded_at = times.recorded(writing.recorded_at, head.recorded_at, zone)
        asked = _rows(connection, number)
        draft = Draft.of(connection, asked.first.file, times.day_in(recorded_at, zone))
        mended = {} if given.refuse else _take(connection, draft, asked, given)
        _note(draft, asked, given)
        document = {"document_hash": asked.first.document_hash, "options": json.dumps({"answer": number})}
        source = asked.first.file
        batch = commit.append_draft(connection, draft, head, document, recorded_at, "answer", source, writing)
        quarantine.close(
            connection, list(asked.all), quarantine.REFUSED if given.refuse else quarantine.ANSWERED
        )
        # What the mended row still leaves open is asked anew.
        still = [_question(asked, mended, one) for one in draft.problems if one.severity == "refused"]
        quarantine.ask(connection, asked.first.document_hash, still, recorded_at)
        if look is not None and writing.dry_run:
            look(connection)
    return commit.report(draft, source, batch, written=not writing.dry_run)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question that is answered, and all open ones of the rows that the answer decides."""

    number: int
    first: Question
    all: Mapping[int, Question]


def _rows(connection: Connection, number: int) -> _Asked:
    waiting = dict(quarantine.open_questions(connection))
    first = waiting.get(number)
    if first is None:
        raise UsageError(
            _("no open question has the number {number}").format(number=number),
            _("see what waits: ratingstore quarantine"),
        )
    whole = first.code in _COPIES

    def goes_with(one: Question) -> bool:
        if one.document_hash != first.document_hash:
            return False
        if whole and one.code in _COPIES:
            return one.details.get("tournament") == first.details.get("tournament")
        return one.line == first.line

    return _Asked(number, first, {at: one for at, one in waiting.items() if goes_with(one)})


def _take(connection: Connection, draft: Draft, asked: _Asked, given: Answer) -> dict[int, str]:
    """Read the mended rows again and match them, with what the person said taken as said.

    Returns the rows as JSON lines, by line.
    """
    rows = {one.line: one for one in asked.all.values()}
    if any(not one.fact for one in rows.values()):
        raise UsageError(
            _("the cells of this row cannot be told apart"),
            _("mend the file and ingest it again, or refuse the row"),
        )
    mended = {line: _mend(asked.first, one, given) for line, one in rows.items()}
    options = _options(asked.first)
    lines = sorted(mended)
    reading = read(
        "\n".join(mended[line] for line in lines).encode(), _read_options(options, asked.first.file)
    )
    reading = _at_their_lines(reading, lines, rows)
    draft.problems += reading.problems
    sure = frozenset({given.player} if given.player else ())
    matching.match(connection, draft, reading.facts, options.list_code, sure=sure, copies_too=given.accept)
    return mended


def _mend(first: Question, one: Question, given: Answer) -> str:
    cells = json.loads(one.fact)
    if given.accept:
        if first.code not in _COPIES:
            raise UsageError(
                _("only a tournament that is like another one can be taken as it stands"),
                _("answer with --player, --date or --result, or refuse the row"),
            )
        return one.fact
    if given.player is not None:
        cells[_field(first, _PLAYER_FIELDS, "--player")] = given.player
    if given.date is not None:
        cells[first.field if first.field in _DATE_FIELDS else "date"] = given.date
    if given.result is not None:
        cells["result"] = given.result
    return json.dumps(cells, ensure_ascii=False)


def _field(first: Question, known: frozenset[str], option: str) -> str:
    if first.field not in known:
        raise UsageError(
            _("{option} does not answer this question, which is about {field}").format(
                option=option, field=first.field or first.code
            ),
            _("see the question: ratingstore quarantine"),
        )
    return first.field


def _options(one: Question) -> IngestOptions:
    said = json.loads(one.options)
    return IngestOptions(
        list_code=said["list"],
        tournament=said["tournament"],
        date=said["date"],
        date_order=said["date_order"],
    )


def _read_options(options: IngestOptions, file: str) -> ReadOptions:
    return dataclasses.replace(commit.read_options(options, file), input_format="jsonl", name=None)


def _at_their_lines(reading: Reading, lines: Sequence[int], rows: Mapping[int, Question]) -> Reading:
    """Facts and problems under the lines of the file that they came from."""

    def place(line: int) -> int:
        return lines[line - 1]

    facts = tuple(
        dataclasses.replace(one, line=place(one.line), row=rows[place(one.line)].row) for one in reading.facts
    )
    problems = tuple(
        dataclasses.replace(one, line=place(one.line), row=rows[place(one.line)].row)
        for one in reading.problems
        if one.line
    )
    return dataclasses.replace(reading, facts=facts, problems=problems)


def _note(draft: Draft, asked: _Asked, given: Answer) -> None:
    """The event: which question, and what kind of answer; the row itself says the rest."""
    kind = next(name for name in ("refuse", "accept", "player", "date", "result") if getattr(given, name))
    payload = {"code": asked.first.code, "document": asked.first.document_hash, "line": asked.first.line}
    text = json.dumps(payload, sort_keys=True)
    content = (
        "answer",
        None,
        draft.seen_on,
        str(asked.number),
        "",
        json.dumps({"answer": kind}),
        text,
        NEVER,
    )
    draft.answers += 1
    draft.rows["admin_event"].append((NEW_ROOT, 1, asked.first.line, *content))


def _question(asked: _Asked, mended: Mapping[int, str], problem: Problem) -> Question:
    return dataclasses.replace(
        asked.first,
        line=problem.line,
        code=problem.code,
        field=problem.field,
        row=problem.row,
        details={name: str(value) for name, value in problem.values.items()},
        fact=mended.get(problem.line, ""),
    )
