"""One file, one transaction: read, match, append, keep what is asked."""

from __future__ import annotations

import codecs
import getpass
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from ratingstore.errors import FileUnusable, UsageError
from ratingstore.events import days
from ratingstore.events.facts import (
    AdoptionRequest,
    Correction,
    Fact,
    GameFact,
    PlayerFact,
    PublicationRequest,
    RatingFact,
    TournamentFact,
)
from ratingstore.ingest import matching, mended
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.readers import Reading, ReadOptions, as_json, read
from ratingstore.ingest.readers.game_columns import NO_GAMES
from ratingstore.ingest.replacing import Replaced
from ratingstore.ingest.report import IngestOptions, IngestReport, Writing
from ratingstore.language import _
from ratingstore.store import append, existing, identities, info, quarantine, times
from ratingstore.store.append import NewBatch, Remark
from ratingstore.store.engine import Connection

_ORDER = {"players": 0, "tournaments": 1, "ratings": 2, "jsonl": 3, "games": 4}


def read_file(path: Path, options: IngestOptions) -> tuple[bytes, Reading]:
    """The file's bytes and what they say. FileUnusable where it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FileUnusable(
            _("{file} cannot be read: {text}").format(file=path, text=error.strerror or error)
        ) from error
    return content, read(content, read_options(options, path.name))


def read_options(options: IngestOptions, file: str) -> ReadOptions:
    """The options of an ingest that a reader needs."""
    return ReadOptions(
        input_format=options.input_format,
        tournament=options.tournament or options.replaces,
        name=options.name,
        date=None if options.date is None else _day(options.date),
        date_order=options.date_order,  # type: ignore[arg-type]
        file=file,
    )


def _day(text: str) -> int:
    try:
        return days.day_of(text)
    except ValueError as error:
        raise UsageError(_("{text} is no date").format(text=text), _("write it as 2012-03-31")) from error


def rank(reading: Reading) -> int:
    """Files of one command go in this order, so that what a row needs is there before it.

    Adoptions come first: a list that one opens is not opened by its calendar. What mends or publishes
    facts comes after all of them.
    """
    if any(isinstance(fact, AdoptionRequest) for fact in reading.facts):
        return -1
    if any(isinstance(fact, (Correction, PublicationRequest)) for fact in reading.facts):
        return len(_ORDER)
    return _ORDER.get(reading.kind, len(_ORDER))


def commit(
    connection: Connection,
    path: Path,
    content: bytes,
    reading: Reading,
    options: IngestOptions,
    writing: Writing,
    *,
    written: bool,
) -> IngestReport:
    """Match a file's facts and append what is new; the caller holds the transaction.

    ``written``: whether the transaction will stay, which the report says. Raises UsageError where
    nothing says which list the games are rated in, and for a file that was ingested with another date.
    """
    document, text_hash = _document(content, options), _text_hash(content)
    head = append.head(connection, lock=True)
    zone = info.time_zone(connection)
    recorded_at = times.recorded(writing.recorded_at, head.recorded_at, zone)
    again = existing.batch_of_document(connection, document)
    if (
        again is not None
        and options.replaces is None
        and not quarantine.open_questions(connection, text_hash)
    ):
        return _already(path, reading, again)
    if options.replaces is None:
        _refuse_other_date(connection, path, document, options)
    draft = Draft.of(connection, path.name, times.day_in(recorded_at, zone))
    draft.problems += reading.problems
    replaced = Replaced.asked(options.replaces, writing.reason, draft.tournaments)
    facts, games = (reading.facts, reading.games) if replaced is None else (reading.every_fact(), NO_GAMES)
    matching.match(connection, draft, facts, options.list_code, games=games, replaces=replaced)
    if (options.strict or replaced) and draft.refused_lines:
        return report(draft, str(path), None, written=False)
    batch = append_draft(connection, draft, head, document, recorded_at, reading.kind, path.name, writing)
    questions = _questions(draft, text_hash, document["options"], content, options)
    quarantine.replace(connection, text_hash, questions, recorded_at)
    mended.close(connection, draft, text_hash, content, read_options(options, path.name))
    return report(draft, str(path), batch, written=written)


def _refuse_other_date(
    connection: Connection, path: Path, document: Mapping[str, str], options: IngestOptions
) -> None:
    """The same undated file with another ``--date`` would be the same games, rated twice."""
    for batch, text in existing.ingests_of_document(connection, document["document_hash"]):
        before = json.loads(text)
        if before.get("tournament") == options.tournament and before.get("date") not in (None, options.date):
            raise UsageError(
                _("{file} was ingested with --date {date} (batch {batch})").format(
                    file=path.name, date=before["date"], batch=batch
                ),
                _("the date of a game is mended by a correction; another tournament needs --tournament CODE"),
            )


def _document(content: bytes, options: IngestOptions) -> dict[str, str]:
    """What a document is known by: its bytes, and the options that change its facts."""
    changing = {
        "date": options.date,
        "date_order": options.date_order,
        "format": options.input_format,
        "list": options.list_code,
        "name": options.name,
        "tournament": options.tournament,
    }
    if options.replaces is not None:  # absent from what was ingested before there was such an option
        changing["replaces"] = options.replaces
    return {
        "document_hash": hashlib.sha256(content).hexdigest(),
        "options": json.dumps(changing, sort_keys=True),
    }


def _text_hash(content: bytes) -> str:
    """What the questions about a document are kept under: the same with other line ends or a mark.

    Sent again from another machine, a file asks nothing twice.
    """
    text = content.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return hashlib.sha256(text).hexdigest()


def _already(path: Path, reading: Reading, batch: int) -> IngestReport:
    counts = Counter({"games": len(reading.games)} if len(reading.games) else {})
    counts.update(_kind(fact) for fact in reading.facts)
    return IngestReport(
        file=str(path),
        counts={kind: (0, known) for kind, known in counts.items()},
        problems=reading.problems,
        notes=(_("the log has this very file since batch {batch}").format(batch=batch),),
    )


def _kind(fact: Fact) -> str:
    kinds = {
        GameFact: "games",
        TournamentFact: "tournaments",
        PlayerFact: "players",
        RatingFact: "ratings",
        PublicationRequest: "publications",
    }
    return "corrections" if isinstance(fact, Correction) else kinds.get(type(fact), "adoptions")


def append_draft(
    connection: Connection,
    draft: Draft,
    head: append.Head,
    document: dict[str, str],
    recorded_at: str,
    kind: str,
    source: str,
    writing: Writing,
) -> int | None:
    """Append what the draft holds; None where it holds nothing new."""
    named = {number for number in draft.new_names if number not in {one.number for one in draft.new_people}}
    if not (draft.has_news or named):
        # A list is not opened for a file of which nothing enters the log.
        draft.notes.clear()
        return None
    number = head.batch + 1
    made = [draft.persons[person.number] for person in draft.new_people]
    sealed = [
        *identities.add_lists(connection, draft.new_lists, number),
        *identities.add_tournaments(connection, draft.new_tournaments, number),
        *identities.add_people(connection, made, number),
    ]
    identities.name_people(connection, {one: draft.new_names[one] for one in named})
    identities.recode_people(connection, draft.new_codes)
    identities.add_owner_ids(connection, draft.new_owner_ids)
    identities.set_aliases(connection, draft.new_aliases, number)
    identities.move_owner_ids(connection, draft.moved_ids)
    draft.after = head.position
    draft.place_subjects()
    new = NewBatch(
        recorded_at=recorded_at,
        format=kind,
        document_hash=document["document_hash"],
        options=document["options"],
        columns=draft.columns(),
        identities=sealed,
        remarks=[*provenance(writing, source), *draft.remarks],
    )
    return append.append(connection, head, new).batch


def provenance(writing: Writing, source: str) -> list[Remark]:
    """Who wrote, from what, and why: erasable words of a batch."""
    said = {"by": writing.by or getpass.getuser(), "source": source, "reason": writing.reason}
    return [Remark(kind=kind, text=text) for kind, text in said.items() if text]


def _questions(
    draft: Draft, text_hash: str, options_text: str, content: bytes, options: IngestOptions
) -> Sequence[quarantine.Question]:
    """What is asked, each with its row as a JSON line: an answer mends that and reads it again."""
    refused = [one for one in draft.problems if one.severity == "refused"]
    rows = as_json(content, read_options(options, draft.file)) if refused else {}
    return [
        quarantine.Question(
            document_hash=text_hash,
            file=draft.file,
            line=one.line,
            code=one.code,
            field=one.field,
            row=one.row,
            details={name: str(value) for name, value in one.values.items()},
            fact=rows.get(one.line, ""),
            options=options_text,
        )
        for one in refused
    ]


def report(draft: Draft, file: str, batch: int | None, *, written: bool) -> IngestReport:
    """What became of a draft."""
    kinds = dict.fromkeys(kind for kind, _state in draft.counts)
    return IngestReport(
        file=file,
        counts={kind: (draft.counts[kind, "new"], draft.counts[kind, "known"]) for kind in kinds},
        problems=tuple(sorted(draft.problems, key=lambda one: (one.line, one.code, one.field))),
        notes=(*said(draft, written=written), *draft.notes, *draft.warnings),
        publications=tuple(draft.publications),
        batch=batch if written else None,
        written=written,
    )


def said(draft: Draft, *, written: bool) -> list[str]:
    """What each correction of a draft changes, and how it is undone."""
    starts, found = draft.starts(), []
    for done in draft.done:
        position = starts[done.table] + done.row
        hint = _("{change} (undo it: ratingstore correct undo {position})")
        found.append(hint.format(change=done.sentence, position=position) if written else done.sentence)
    return found


def unreadable(path: Path, error: FileUnusable | UsageError) -> IngestReport:
    """The report of a file that says nothing at all, or that cannot be used as it is asked."""
    return IngestReport(file=str(path), counts={}, notes=(error.message, error.hint), readable=False)
