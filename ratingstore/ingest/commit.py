"""One file, one transaction: read, match, append, keep what is asked."""

from __future__ import annotations

import getpass
import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ratingstore.errors import FileUnusable, UsageError
from ratingstore.events import days
from ratingstore.events.facts import AdoptionRequest, Fact, GameFact, PlayerFact, RatingFact, TournamentFact
from ratingstore.ingest import copies, match_tournaments
from ratingstore.ingest.calendar import Tournaments
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.lists import Lists
from ratingstore.ingest.match_games import Games
from ratingstore.ingest.match_players import Players
from ratingstore.ingest.match_ratings import Ratings
from ratingstore.ingest.people import People
from ratingstore.ingest.readers import Reading, ReadOptions, read
from ratingstore.ingest.report import IngestOptions, IngestReport, Writing
from ratingstore.ingest.scale import Scales
from ratingstore.language import _, plural
from ratingstore.store import append, engine, existing, identities, info, quarantine, times
from ratingstore.store import read as log
from ratingstore.store.append import NewBatch, Remark
from ratingstore.store.engine import Connection, Engine

_SAID = 5
"""So many tournaments with derived dates are named; of more, the number is said."""
_ORDER = {"players": 0, "tournaments": 1, "ratings": 2, "jsonl": 3, "games": 4}


def read_file(path: Path, options: IngestOptions) -> tuple[bytes, Reading]:
    """The file's bytes and what they say. FileUnusable where it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FileUnusable(
            _("{file} cannot be read: {text}").format(file=path, text=error.strerror or error)
        ) from error
    asked = ReadOptions(
        input_format=options.input_format,
        tournament=options.tournament,
        name=options.name,
        date=None if options.date is None else _day(options.date),
        date_order=options.date_order,  # type: ignore[arg-type]
        file=path.name,
    )
    return content, read(content, asked)


def _day(text: str) -> int:
    try:
        return days.day_of(text)
    except ValueError as error:
        raise UsageError(_("{text} is no date").format(text=text), _("write it as 2012-03-31")) from error


def rank(reading: Reading) -> int:
    """Files of one command go in this order, so that what a row needs is there before it.

    Adoptions come first: a list that one opens is not opened by its calendar.
    """
    if any(isinstance(fact, AdoptionRequest) for fact in reading.facts):
        return -1
    return _ORDER.get(reading.kind, len(_ORDER))


def commit(
    store: Engine, path: Path, content: bytes, reading: Reading, options: IngestOptions, writing: Writing
) -> IngestReport:
    """Match a file's facts and append what is new, in one transaction."""
    document = _document(content, options)
    with engine.writing(store, dry_run=writing.dry_run) as connection:
        head = append.head(connection, lock=True)
        zone = info.time_zone(connection)
        recorded_at = times.recorded(writing.recorded_at, head.recorded_at, zone)
        again = existing.batch_of_document(connection, document)
        if again is not None and not quarantine.open_questions(connection, document["document_hash"]):
            return _already(path, reading, again)
        draft = Draft.of(connection, path.name, times.day_in(recorded_at, zone))
        draft.problems += reading.problems
        _match(connection, draft, reading, options)
        refused = draft.refused_lines
        if options.strict and refused:
            connection.rollback()
            return _report(draft, path, None, written=False)
        batch = _append(connection, draft, head, document, recorded_at, reading.kind, path, writing)
        quarantine.replace(connection, document["document_hash"], _questions(draft), recorded_at)
    return _report(draft, path, batch, written=not writing.dry_run)


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
    return {
        "document_hash": hashlib.sha256(content).hexdigest(),
        "options": json.dumps(changing, sort_keys=True),
    }


def _already(path: Path, reading: Reading, batch: int) -> IngestReport:
    counts = Counter(_kind(fact) for fact in reading.facts)
    return IngestReport(
        file=str(path),
        counts={kind: (0, known) for kind, known in counts.items()},
        problems=reading.problems,
        notes=(_("the log has this very file since batch {batch}").format(batch=batch),),
    )


def _kind(fact: Fact) -> str:
    kinds = {GameFact: "games", TournamentFact: "tournaments", PlayerFact: "players", RatingFact: "ratings"}
    return kinds.get(type(fact), "adoptions")


def _match(connection: Connection, draft: Draft, reading: Reading, options: IngestOptions) -> None:
    lists = Lists(draft, log.adoptions(connection, existing.HEAD))
    lists.needed(reading.facts, options.list_code)
    default = _default_list(draft, options)
    before = draft.refused_lines
    facts = [fact for fact in reading.facts if fact.line not in before]
    # Claims of dates, names and openings first: what a game needs may stand further down.
    facts = copies.without(
        facts, copies.asked(connection, draft, [f for f in facts if isinstance(f, GameFact)])
    )
    people = People(draft, facts)
    tournaments = Tournaments(connection, draft, facts)
    players = Players(connection, draft, people)
    ratings = Ratings(connection, draft, people, lists.adoptions, default)
    for fact in facts:
        if isinstance(fact, TournamentFact):
            match_tournaments.match(draft, tournaments, fact, default)
        elif isinstance(fact, PlayerFact):
            players.match(fact)
        elif isinstance(fact, RatingFact):
            ratings.match(fact)
    scales = Scales(tournaments, lists.adoptions)
    played = [fact for fact in facts if isinstance(fact, GameFact)]
    games = Games(connection, draft, people, tournaments, scales, default, played)
    # A game without a date needs one that has it; that one's row may stand further down.
    for fact in sorted(played, key=lambda game: game.played_on is None):
        games.match(fact)
    draft.settle()
    _say_derived(draft, tournaments, games)


def _default_list(draft: Draft, options: IngestOptions) -> int | None:
    """The list that the option names, else the store's only one."""
    if options.list_code is not None:
        return draft.lists[options.list_code]
    return next(iter(draft.lists.values())) if len(draft.lists) == 1 else None


def _say_derived(draft: Draft, tournaments: Tournaments, games: Games) -> None:
    """What nobody claimed and the rows imply; said, because a slip in a code or date shows here."""
    codes = {number: code for code, number in draft.tournaments.items()}
    if draft.new_people:
        draft.notes.append(
            plural("{count} new player", "{count} new players", len(draft.new_people)).format(
                count=len(draft.new_people)
            )
        )
    new = [one for one in draft.new_tournaments.values() if one not in tournaments.claims]
    dated = [(codes[one], *tournaments.days[one]) for one in new if one in tournaments.days]
    sentence = _("tournament {tournament}: dates {start} to {end}, from its games")
    draft.notes += [
        sentence.format(tournament=code, start=days.iso(first), end=days.iso(last))
        for code, first, last in dated[:_SAID]
    ]
    if len(dated) > _SAID:
        more = _("and {count} more tournaments take their dates from their games")
        draft.notes.append(more.format(count=len(dated) - _SAID))
    lists = {number: code for code, number in draft.lists.items()}
    for number in sorted(games.rated_elsewhere):
        sentence = _("tournament {tournament} is rated in {lists}; --list adds no list to it")
        rated_in = ", ".join(lists[one] for one in tournaments.lists(number))
        draft.notes.append(sentence.format(tournament=codes[number], lists=rated_in))
    for number, count in games.undated.items():
        sentence = _("tournament {tournament}: {count} games without a date take its last day, {end}")
        end = days.iso(tournaments.end(number) or 0)
        draft.notes.append(sentence.format(tournament=codes[number], count=count, end=end))


def _append(
    connection: Connection,
    draft: Draft,
    head: append.Head,
    document: dict[str, str],
    recorded_at: str,
    kind: str,
    path: Path,
    writing: Writing,
) -> int | None:
    """Append what the draft holds; None where it holds nothing new."""
    named = {number for number in draft.new_names if number not in {one.number for one in draft.new_people}}
    if not (any(draft.rows.values()) or draft.new_people or draft.new_owner_ids or named):
        return None
    number = head.batch + 1
    made = [draft.persons[person.number] for person in draft.new_people]
    sealed = [
        *identities.add_lists(connection, draft.new_lists, number),
        *identities.add_tournaments(connection, draft.new_tournaments, number),
        *identities.add_people(connection, made, number),
    ]
    identities.name_people(connection, {one: draft.new_names[one] for one in named})
    identities.add_owner_ids(connection, draft.new_owner_ids)
    new = NewBatch(
        recorded_at=recorded_at,
        format=kind,
        **document,
        rows=draft.rows,
        identities=sealed,
        remarks=[*provenance(writing, path.name), *draft.remarks],
    )
    return append.append(connection, head, new).batch


def provenance(writing: Writing, source: str) -> list[Remark]:
    """Who wrote, from what, and why: erasable words of a batch."""
    said = {"by": writing.by or getpass.getuser(), "source": source, "reason": writing.reason}
    return [Remark(kind=kind, text=text) for kind, text in said.items() if text]


def _questions(draft: Draft) -> Sequence[quarantine.Question]:
    return [
        quarantine.Question(
            file=draft.file,
            line=one.line,
            code=one.code,
            field=one.field,
            row=one.row,
            details={name: str(value) for name, value in one.values.items()},
        )
        for one in draft.problems
        if one.severity == "refused"
    ]


def _report(draft: Draft, path: Path, batch: int | None, *, written: bool) -> IngestReport:
    kinds = dict.fromkeys(kind for kind, _state in draft.counts)
    return IngestReport(
        file=str(path),
        counts={kind: (draft.counts[kind, "new"], draft.counts[kind, "known"]) for kind in kinds},
        problems=tuple(sorted(draft.problems, key=lambda one: (one.line, one.code, one.field))),
        notes=tuple(draft.notes),
        batch=batch if written else None,
        written=written,
    )


def unreadable(path: Path, error: FileUnusable) -> IngestReport:
    """The report of a file that says nothing at all."""
    return IngestReport(file=str(path), counts={}, notes=(error.message, error.hint), readable=False)
