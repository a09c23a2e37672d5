"""Publishing: a list of a day goes out, as an event with its digests and with the rows as they stand."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ratingstore.errors import UnknownName, UsageError
from ratingstore.events import days
from ratingstore.events.facts import PublicationRequest
from ratingstore.ingest.commit import provenance
from ratingstore.ingest.report import IngestReport, Writing
from ratingstore.language import _, day, plural
from ratingstore.office import day_list
from ratingstore.office.day_list import DayList, Row
from ratingstore.replay import choice, listing
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store import append, existing, identities, info, publications, quarantine, times
from ratingstore.store import read as log
from ratingstore.store.append import Cells, Head, NewBatch
from ratingstore.store.engine import Connection
from ratingstore.store.read import Log
from ratingstore.store.rows import PublicationRow


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishReport:
    """What went out: the list as it was known at ``known_at``, whose chain hash is ``head``.

    ``position`` is that of the publication; None where nothing differs from the last version, which
    ``version`` then names, and nothing was written. ``differing``: players who stand otherwise than in
    the version before. ``warnings`` are sentences.
    """

    list: DayList
    version: int
    known_at: int
    head: str
    digest: str
    position: int | None
    differing: int
    warnings: tuple[str, ...]

    @property
    def name(self) -> str:
        return name_of(self.list.code, self.list.as_of, self.version)

    @property
    def sentence(self) -> str:
        """What was done."""
        if self.position is None:
            return _("nothing differs from {name}: nothing was written").format(name=self.name)
        said = _("published as {name}").format(name=self.name)
        if self.version == 1:
            return said
        return plural(
            "{said}; {count} player stands otherwise than in the version before",
            "{said}; {count} players stand otherwise than in the version before",
            self.differing,
        ).format(said=said, count=self.differing)


def name_of(list_code: str, date: int, version: int) -> str:
    """How a publication is named: ``cxc@2012-02-01v1``."""
    return f"{list_code}@{days.iso(date)}v{version}"


def requested(connection: Connection, report: IngestReport, writing: Writing) -> IngestReport:
    """Carry out the publications that a file asks for, in its transaction; its report with them.

    The very line of one that was carried out before adds nothing. UsageError names the line.
    """
    counts, notes = Counter[str](), list(report.notes)
    for request in report.publications:
        document = {"document_hash": _hash(request.row), "options": "{}"}
        if existing.batch_of_document(connection, document) is not None:
            counts["known"] += 1
            continue
        try:
            done = publish(connection, request, writing, Path(report.file).name)
        except UsageError as error:
            message = _("line {line}: {message}").format(line=request.line, message=error.message)
            raise UsageError(message, error.hint) from error
        counts["known" if done.position is None else "new"] += 1
        notes += [done.sentence, *done.warnings]
    if not counts:
        return report
    made = {**report.counts, "publications": (counts["new"], counts["known"])}
    return replace(report, counts=made, notes=tuple(notes))


def publish(
    connection: Connection, request: PublicationRequest, writing: Writing, source: str = ""
) -> PublishReport:
    """Publish a list as known at the head; the caller holds the transaction.

    Raises UnknownName for a list that is not there, UsageError for one that has ended by then and for
    a further version, which differs from the last one, without a reason.
    """
    head = append.head(connection, lock=True)
    recorded_at = times.recorded(writing.recorded_at, head.recorded_at, info.time_zone(connection))
    number = _number(connection, request.list)
    known = log.log(connection, head.position)
    made = day_list.of_log(known, request.list, number, choice.adopted(known.adoptions, number), request.date)
    _expect_a_list(made)
    rows = made.rows()
    earlier = publications.read(connection, head.position).of(number, request.date)
    cells = cells_of(made, rows)
    differing = _differing(connection, earlier, cells)
    row = _row(made, rows, head, 1 + max((one.version for one in earlier), default=0))
    report = PublishReport(
        list=made,
        version=row.version,
        known_at=head.position,
        head=head.hash,
        digest=row.digest,
        position=None,
        differing=differing,
        warnings=_warnings(connection, known, made, times.day_in(recorded_at, info.time_zone(connection))),
    )
    reason = request.reason or writing.reason
    if earlier and not reason.strip():
        if not _differs(connection, earlier[-1], row, cells):
            last = earlier[-1]
            return replace(report, version=last.version, known_at=last.known_at, head=last.head)
        raise _reason_missing(earlier[-1], made, differing)
    who = replace(writing, by=request.by or writing.by, reason=reason)
    position = _append(connection, head, recorded_at, row, request.row or report.name, who, source)
    publications.keep(connection, position, cells)
    return replace(report, position=position)


def _number(connection: Connection, code: str) -> int:
    lists = identities.lists(connection)
    if code not in lists:
        raise UnknownName(_("there is no list {list}").format(list=code))
    return lists[code]


def _expect_a_list(made: DayList) -> None:
    if made.ended is not None:
        raise UsageError(
            _("list {list} ended on {day}: there is no list of {date}").format(
                list=made.code, day=day(days.iso(made.ended)), date=day(days.iso(made.as_of))
            ),
            "" if made.effective_on is None else _last_list(made.effective_on),
        )


def _last_list(effective_on: int) -> str:
    return _("its last list is that of {day}").format(day=day(days.iso(effective_on)))


def _row(made: DayList, rows: Sequence[Row], head: Head, version: int) -> PublicationRow:
    return PublicationRow(
        position=0,
        list=made.number,
        date=made.as_of,
        version=version,
        digest=made.digest(rows),
        numbers_digest=made.numbers_digest(rows),
        known_at=head.position,
        head=head.hash,
        rules=made.used,
        rows=len(rows),
        shown_on=made.shown_on,
    )


def cells_of(made: DayList, rows: Sequence[Row]) -> list[Cells]:
    """What is kept of each row: (place, player, code, shown, games, status, last_played, rule_set)."""
    standings = {one.player: one for one in made.standings}
    listed = [standings[str(row[1])] for row in rows]
    return [
        (
            place,
            made.numbers[one.player],
            one.player,
            None if one.shown == UNRATED else one.shown,
            one.games,
            one.status.word,
            one.last_played or None,
            one.rule_set,
        )
        for place, one in enumerate(listed, 1)
    ]


def _differs(
    connection: Connection, before: PublicationRow, now: PublicationRow, cells: Sequence[Cells]
) -> bool:
    """Whether anything differs from the last version: a row, or the date of the list shown."""
    return before.shown_on != now.shown_on or _stored(connection, before) != list(cells)


def _stored(connection: Connection, row: PublicationRow) -> list[Cells]:
    columns = ("place", "player", "code", "shown", "games", "status", "last_played", "rule_set")
    stored = publications.rows(connection, row.position)
    return [tuple(one[name] for name in columns) for one in stored]


def _differing(connection: Connection, earlier: Sequence[PublicationRow], cells: Sequence[Cells]) -> int:
    """How many players stand otherwise than in the last version, if there is one."""
    if not earlier:
        return 0
    before = {row[1]: row[2:] for row in _stored(connection, earlier[-1])}
    now = {row[1]: row[2:] for row in cells}
    return sum(before.get(player) != now.get(player) for player in before.keys() | now.keys())


def _reason_missing(before: PublicationRow, made: DayList, differing: int) -> UsageError:
    name = name_of(made.code, before.date, before.version)
    sentence = plural(
        "{name} went out already, and {count} player stands otherwise now: a new version needs a reason",
        "{name} went out already, and {count} players stand otherwise now: a new version needs a reason",
        differing,
    )
    dated = f"{made.code}@{days.iso(before.date)}"
    compare = f"ratingstore compare {dated}~v{before.version} {dated}"
    return UsageError(
        sentence.format(name=name, count=differing),
        _("say why it goes out again (--reason); what differs: {command}").format(command=compare),
    )


def _warnings(connection: Connection, known: Log, made: DayList, today: int) -> tuple[str, ...]:
    said = []
    waiting = len(quarantine.open_questions(connection))
    if waiting:
        sentence = plural(
            "{count} question waits in quarantine; what it holds back is not in this list",
            "{count} questions wait in quarantine; what they hold back is not in this list",
            waiting,
        )
        said.append(sentence.format(count=waiting))
    date = day(days.iso(made.as_of))
    if not _is_list_date(known, made):
        said.append(_("{day} is no date of a list by the rules in force").format(day=date))
    if made.as_of > today:
        said.append(_("{day} lies in the future: facts may still come").format(day=date))
    if not made.rows():
        said.append(_("nobody stands on this list"))
    return tuple(said)


def _is_list_date(known: Log, made: DayList) -> bool:
    """Whether a rule set with periods, if one is in force, has a list of that day."""
    adopted = choice.adopted(known.adoptions, made.number)
    current = choice.in_force(adopted, made.as_of)
    if current is None or current.rules.unit.kind != "period":
        return True
    # Something takes effect on the day itself or it is no list date: 1 says that something once did.
    return listing.effective_on(adopted, made.as_of, 1) == made.as_of


def _append(
    connection: Connection,
    head: Head,
    recorded_at: str,
    row: PublicationRow,
    document: str,
    writing: Writing,
    source: str,
) -> int:
    new = NewBatch(
        recorded_at=recorded_at,
        format="publication",
        document_hash=_hash(document),
        options="{}",
        rows={"admin_event": [publications.event(row)]},
        remarks=provenance(writing, source),
    )
    return append.append(connection, head, new).position


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
