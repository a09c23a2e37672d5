"""An open store, and the verbs on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from ratingstore.api import asked as asking
from ratingstore.api import auditing, comparing, mending, proving, publishing, reading, rulebook_rows
from ratingstore.api.answers import (
    AdoptReport,
    Audit,
    Comparison,
    Explanation,
    History,
    Published,
    RatingList,
)
from ratingstore.api.asked import Asked
from ratingstore.api.mending import Corrected
from ratingstore.api.news import Watch
from ratingstore.api.rulebook_rows import RulesInForce
from ratingstore.errors import StoreMissing, UsageError
from ratingstore.formats import RowSet
from ratingstore.ingest import adopt, several
from ratingstore.ingest import answer as answering
from ratingstore.ingest.answer import Answer
from ratingstore.ingest.report import IngestOptions, IngestReport, Writing
from ratingstore.language import _
from ratingstore.office import publish
from ratingstore.office.erase import ErasureReport
from ratingstore.problems import CATALOGUE, Problem
from ratingstore.projections import beginning
from ratingstore.projections import project as projecting
from ratingstore.projections.project import ProjectReport
from ratingstore.replay import choice
from ratingstore.replay.choice import Adopted
from ratingstore.rulebook import catalogue, loader
from ratingstore.store import (
    address,
    administration,
    append,
    engine,
    identities,
    quarantine,
    queries,
    schema,
    times,
)
from ratingstore.store import read as log
from ratingstore.store.engine import Connection

_FROM_THE_BEGINNING = 1


def open(url: str, *, create: bool = False) -> Store:  # noqa: A001 - the library's verb
    """Open the store at a path or URL; with ``create``, make it where there is none.

    Raises StoreMissing, SchemaMismatch, GuardsBroken, StoreUnreachable.
    """
    file = address.file_of(address.parse(url))
    if file is not None and not file.exists():
        expect_folder(url)
        if not create:
            raise StoreMissing(
                _("there is no rating store {file}").format(file=file), _("make one: ratingstore init")
            )
        times.zone_name(None)  # what would keep a store from being made leaves no empty file behind
    store = Store(url)
    with engine.reading(store.engine) as connection:
        missing = not schema.revision(connection)
    if missing and create:
        schema.create(store.engine, None)
    with engine.reading(store.engine) as connection:
        schema.check(connection)
    return store


def init(url: str, time_zone: str | None = None) -> Store:
    """Make a store. UsageError where there is one already, or for a time zone that is not known."""
    expect_folder(url)
    times.zone_name(time_zone)  # before the database is touched, which makes an empty file
    store = Store(url)
    with engine.reading(store.engine) as connection:
        if schema.revision(connection):
            raise UsageError(_("there is a rating store at {address} already").format(address=store.url))
    schema.create(store.engine, time_zone)
    return store


def upgrade(url: str) -> tuple[str, str]:
    """Bring a store's schema to this program's; return the revisions before and after."""
    file = address.file_of(address.parse(url))
    if file is not None and not file.exists():
        expect_folder(url)
        raise StoreMissing(_("there is no rating store {file}").format(file=file))
    return schema.upgrade(Store(url).engine)


def expect_folder(url: str) -> None:
    """StoreMissing where the folder that a store's file lies in, or should lie in, is not there."""
    file = address.file_of(address.parse(url))
    if file is not None and not file.parent.is_dir():
        raise StoreMissing(
            _("there is no folder {folder} for the store {file}").format(folder=file.parent, file=file.name),
            _("look for a slip in the path, or make the folder first"),
        )


class Store:
    """An open store. ``url`` is its address as it may be printed."""

    def __init__(self, url: str) -> None:
        place = address.parse(url)
        self.url = address.shown(place)
        self.engine = engine.make(place)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def ingest(
        self, paths: Sequence[Path], options: IngestOptions | None = None, writing: Writing | None = None
    ) -> tuple[IngestReport, ...]:
        """Read files and append what is new, a transaction a file; then project.

        Files go in the order in which they need each other (players, tournaments, ratings, games);
        reports come in the order of ``paths``. A file that cannot be used has a report that says so.
        """
        how = writing or Writing()
        asked = options or IngestOptions()
        watch = Watch.begun(self.engine, today=how.dry_run)
        reports = several.ingest(self.engine, paths, asked, how, publish.requested, watch.look)
        if not how.dry_run:
            watch.settle(self.project)
        return watch.on(reports, replaces=asked.replaces is not None)

    def project(
        self, list_code: str | None = None, full: bool = False, dry_run: bool = False
    ) -> tuple[ProjectReport, ...]:
        """Bring the stored changes up to the head."""
        if list_code is not None:
            with engine.reading(self.engine) as connection:
                asking.the_list(connection, list_code)
        return projecting.project(self.engine, list_code, full=full, dry_run=dry_run)

    def replay(
        self,
        list_code: str | None = None,
        *,
        as_of: str | None = None,
        known_at: str | None = None,
        rules: Path | None = None,
        full: bool = False,
        everyone: bool = False,
    ) -> RatingList:
        """Fold the log and give the list of a day. ``rules``: by this file instead of the adoptions.

        The fold begins at a checkpoint where one serves; ``full``: at the beginning.
        """
        with engine.reading(self.engine) as connection:
            asked = asking.definite(connection, list_code, as_of, known_at)
            known = log.log(connection, asked.known_at)
            anew = full or rules is not None
            at = None if anew else beginning.before(connection, known, asked.list_number, asked.as_of + 1)
        adopted = choice.adopted(known.adoptions, asked.list_number) if rules is None else _only(rules)
        return reading.folded_list(known, asked, adopted, everyone, at)

    def list(
        self,
        list_code: str | None = None,
        *,
        as_of: str | None = None,
        known_at: str | None = None,
        everyone: bool = False,
    ) -> RatingList:
        """The list of a day, from the projection where that reaches what is asked, else folded."""
        with engine.reading(self.engine) as connection:
            asked = asking.definite(connection, list_code, as_of, known_at)
            if _is_projected(connection, asked):
                return reading.projected_list(connection, asked, everyone)
            known = log.log(connection, asked.known_at)
        return reading.folded_list(known, asked, choice.adopted(known.adoptions, asked.list_number), everyone)

    def published(
        self,
        list_code: str | None = None,
        *,
        version: int | None = None,
        as_of: str | None = None,
        known_at: str | None = None,
    ) -> RatingList:
        """The newest publication on or before a day as it went out, or a version of the list of that day."""
        with engine.reading(self.engine) as connection:
            return publishing.as_it_went_out(connection, list_code, version, as_of, known_at)

    def publish(self, list_code: str | None, date: str, writing: Writing | None = None) -> Published:
        """Publish the list of a day, as an event with its digest and rows; then project."""
        how = writing or Writing()
        done = publishing.publish(self.engine, list_code, date, how)
        if not how.dry_run:
            self.project()  # the projections have to reach the new head
        return done

    def compare(self, before: str, after: str) -> Comparison:
        """Who stands otherwise on two lists (``LIST@DATE[~T]``), and what stands behind it."""
        with engine.reading(self.engine) as connection:
            return comparing.compare(connection, before, after)

    def whatif(
        self,
        list_code: str | None,
        rules: str,
        *,
        from_day: str | None = None,
        as_of: str | None = None,
        known_at: str | None = None,
    ) -> RatingList:
        """A list as it would be under another rule set (an id or a file), beside what it is."""
        with engine.reading(self.engine) as connection:
            return comparing.under_other_rules(connection, list_code, rules, from_day, as_of, known_at)

    def history(
        self,
        player: str,
        list_code: str | None = None,
        *,
        as_of: str | None = None,
        known_at: str | None = None,
    ) -> History:
        """A player's changes up to a day."""
        with engine.reading(self.engine) as connection:
            person = asking.the_player(connection, player)
            asked = asking.definite(connection, list_code, as_of, known_at)
            if _is_projected(connection, asked):
                return reading.projected_history(connection, asked, person)
            known = log.log(connection, asked.known_at)
        return reading.folded_history(known, asked, person)

    def explain(
        self,
        player: str,
        list_code: str | None = None,
        *,
        as_of: str | None = None,
        known_at: str | None = None,
        tournament: str | None = None,
        on: str | None = None,
    ) -> Explanation:
        """A player's changes with their lines: of a tournament, of a day or the unit it lies in, or all.

        UnknownName for a player, list or tournament that is not there; where the player has no
        change, a note says so.
        """
        with engine.reading(self.engine) as connection:
            person = asking.the_player(connection, player)
            if tournament is not None:
                asking.the_tournament(connection, tournament)
            asked = asking.definite(connection, list_code, as_of, known_at)
            known = log.log(connection, asked.known_at)
        day = None if on is None else asking.parse_day(on)
        return reading.explanation(known, asked, person, tournament, day)

    def query(self, sql: str) -> RowSet:
        """One statement that only reads. ReadOnlyRefused."""
        columns, rows = queries.run(self.engine, sql)
        return RowSet(columns, tuple(tuple(auditing.cell(value) for value in row) for row in rows))

    def audit(self, name: str, parameters: Mapping[str, str] | None = None) -> Audit:
        """The answer of a ready-made audit query; ``auditing.listed`` has their names. UnknownName."""
        return auditing.answer(self.engine, name, parameters or {})

    def quarantine(self) -> RowSet:
        """Rows that wait for a person, with the question and the hint of each."""
        with engine.reading(self.engine) as connection:
            waiting = quarantine.open_questions(connection)
        columns = ("id", "file", "line", "code", "field", "row", "question", "hint")
        return RowSet(columns, tuple(_question(number, one) for number, one in waiting))

    def answer(self, number: int, given: Answer, writing: Writing | None = None) -> IngestReport:
        """Answer a question of the quarantine; then project. UsageError where the answer does not fit."""
        how = writing or Writing()
        watch = Watch.begun(self.engine)
        report = answering.answer(self.engine, number, given, how, watch.look)
        if not how.dry_run:
            watch.settle(self.project)
        return watch.on([report])[0]

    def correct(self, words: Mapping[str, object], writing: Writing | None = None) -> Corrected:
        """Make a correction: the words of a JSON line of type correction; then project. UsageError."""
        return mending.correct(self.engine, words, writing or Writing(), self.project)

    def erase(self, player: str, writing: Writing | None = None) -> ErasureReport:
        """Take a player's name, code and ids out of the store. UnknownName, UsageError."""
        return proving.erase(self.engine, player, writing or Writing())

    def rules_list(self) -> RowSet:
        """Rule sets of the rulebook and of the store, and from when each list has adopted them."""
        with engine.reading(self.engine) as connection:
            lists = {number: code for code, number in identities.lists(connection).items()}
            rows = administration.adoptions(connection, append.head(connection).position)
        return rulebook_rows.rules_list(rows, lists)

    def rules_in_force(self, list_code: str | None = None, on: str | None = None) -> RulesInForce:
        """The rule set in force for a list on a day (default: today), as its adoption carries it."""
        with engine.reading(self.engine) as connection:
            asked = asking.definite(connection, list_code, on, None)
            rows = administration.adoptions(connection, asked.known_at)
        return rulebook_rows.in_force(rows, asked.list_code, asked.list_number, asked.as_of)

    def rules_adopted(self, rule_set: str) -> RulesInForce | None:
        """The text that a list has adopted under an id, such as a club's own; None: no list has."""
        with engine.reading(self.engine) as connection:
            lists = {number: code for code, number in identities.lists(connection).items()}
            rows = administration.adoptions(connection, append.head(connection).position)
        return rulebook_rows.adopted(rows, lists, rule_set)

    def rules_adopt(
        self,
        what: str,
        list_code: str,
        effective_from: str | None = None,
        parameters: Mapping[str, str] | None = None,
        writing: Writing | None = None,
    ) -> AdoptReport:
        """Put a rule set, a calendar or a file's rule set in force for a list; then project."""
        how = writing or Writing()
        day = None if effective_from is None else effective_from
        if day is not None:
            asking.parse_day(day)
        watch = Watch.begun(self.engine, today=how.dry_run)
        said = adopt.adopt(self.engine, what, list_code, day, parameters or {}, how, watch.look)
        if not how.dry_run:
            watch.settle(self.project)  # every list, for each has to reach the new head
        told = watch.impact
        return AdoptReport(said, told.sentences, told.rows if how.dry_run and told.rows.rows else None)


def _is_projected(connection: Connection, asked: Asked) -> bool:
    """Whether the stored changes answer what is asked."""
    return asked.at_head and projecting.is_current(connection, asked.list_number, append.head(connection))


def _only(rules: Path) -> tuple[Adopted, ...]:
    shipped = catalogue.from_file(rules)
    return (Adopted(_FROM_THE_BEGINNING, 0, loader.load(shipped.text, shipped.tables)),)


def _question(number: int, one: quarantine.Question) -> tuple[str | int, ...]:
    if one.code not in CATALOGUE:
        return number, one.file, one.line, one.code, one.field, one.row, "", ""
    problem = Problem(code=one.code, values=dict(one.details))
    return number, one.file, one.line, one.code, one.field, one.row, problem.message, problem.hint
