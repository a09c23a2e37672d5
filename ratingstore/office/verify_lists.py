"""What the fold must give again: the stored changes of every list, and every list that went out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ratingstore.events.days import iso
from ratingstore.language import _, plural
from ratingstore.office import day_list, publish
from ratingstore.projections import beginning, stored
from ratingstore.projections import checkpoints as packing
from ratingstore.replay import choice, listing
from ratingstore.replay.fold import Folded, fold
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS
from ratingstore.store import (
    append,
    changes,
    checkpoints,
    identities,
    publications,
    verification,
    verification_chain,
    verification_rows,
)
from ratingstore.store import read as log
from ratingstore.store.chain import GENESIS
from ratingstore.store.checkpoints import Stored
from ratingstore.store.engine import Connection
from ratingstore.store.read import Log
from ratingstore.store.rows import PublicationRow
from ratingstore.store.verification import Check, Fault, LogColumns

Row = tuple[Any, ...]
_PLACE, _PLAYER, _CODE, _SHOWN = range(4)
_STATUS = 5


class _Known:
    """The log as known at positions, each read once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._logs: dict[int, Log] = {}

    def at(self, position: int) -> Log:
        if position not in self._logs:
            self._logs = {position: log.log(self._connection, position)}  # publications come in order
        return self._logs[position]


def lists(connection: Connection, columns: LogColumns) -> Iterator[Check]:
    """Every list's stored changes against a replay, then every publication in the order of recording."""
    known = _Known(connection)
    codes = identities.lists(connection)
    for code, number in sorted(codes.items()):
        yield _looked(connection, f"projection {code}", _of_list(connection, columns, known, code, number))
    yield _looked(connection, "projections", _of_no_list(connection, codes))
    names = {number: code for code, number in codes.items()}
    erased = verification_chain.erasures(columns)[0]
    published: list[PublicationRow] = []

    def read_all() -> tuple[str, list[Fault]]:
        published.extend(publications.read(connection, columns_end(columns)).every)
        return plural("{count} list", "{count} lists", len(published)).format(count=len(published)), []

    yield _looked(connection, "publications", read_all)
    for row in published:
        name = publish.name_of(names.get(row.list, str(row.list)), row.date, row.version)
        look = _of_publication(connection, known, names, row, erased)
        yield _looked(connection, f"publication {name}", look)


def columns_end(columns: LogColumns) -> int:
    """The last position of the log."""
    return max([0, *(int(row["last_position"]) for row in columns.batches)])


def _looked(connection: Connection, name: str, look: Callable[[], tuple[str, list[Fault]]]) -> Check:
    try:
        with connection.begin_nested():
            read, faults = look()
    except Exception as error:  # a log that was changed can break the fold in any way
        return verification.unreadable(name, error)
    return Check(name=name, read=read, faults=tuple(faults))


def _of_list(
    connection: Connection, columns: LogColumns, known: _Known, code: str, number: int
) -> Callable[[], tuple[str, list[Fault]]]:
    def look() -> tuple[str, list[Fault]]:
        state = changes.state(connection, number)
        if state is None:
            return "", [Fault(found=_("the changes are not stored; run: ratingstore project"))]
        ends = {row["last_position"]: row["hash"] for row in columns.batches}
        if ends.get(state.known_at, GENESIS) != state.head:
            return "", [Fault(found=_("the stored changes rest on a log that is not this one"))]
        if state.program != beginning.PROGRAM:
            found = _("the stored changes are of another program, {program}; run: ratingstore project")
            return "", [Fault(found=found.format(program=state.program))]
        log_then = known.at(state.known_at)
        kept = dict(checkpoints.every(connection, number))
        adopted = choice.adopted(log_then.adoptions, number)
        folded = fold(log_then, number, adopted, marking=lambda _items: sorted(kept))
        wanted = stored.rows(folded)
        # Units of single games are named by codes, which live beside the log and may be newer than it.
        nameless = state.known_at != columns_end(columns)
        there = verification_rows.stored_changes(connection, number)
        faults = [
            *_units(*(_without_names(units, nameless) for units in (there[0], wanted[0]))),
            *_steps(there[1], wanted[1]),
            *_checkpoints(kept, folded),
        ]
        if (state.before_rules, state.without_effect) != (folded.before_rules, len(folded.without_effect)):
            faults.append(Fault(found=_("the stored count of games that nothing rates is not the replay's")))
        sentence = plural(
            "{count} change up to position {position}", "{count} changes up to position {position}",
            len(there[1]),
        )  # fmt: skip
        return sentence.format(count=len(there[1]), position=state.known_at), faults

    return look


def _checkpoints(kept: Mapping[int, Stored | None], folded: Folded) -> Iterator[Fault]:
    """Checkpoints that are not as written, or not what the fold has there."""
    made = {one.checkpoint.day: one for one in packing.of_fold(folded, None)}
    for day, one in kept.items():
        found = None if one is None else packing.unpacked(one.content, folded.adopted)
        if found is None or day not in made or not packing.alike(found, made[day]):
            sentence = _("the checkpoint before {day} is not the replay's; run: ratingstore project --full")
            yield Fault(found=sentence.format(day=iso(day)))


def _without_names(units: Sequence[Row], nameless: bool) -> list[Row]:
    return [(row[0], *row[2:]) if nameless else row for row in units]


def _units(stored: Sequence[Row], wanted: Sequence[Row]) -> Iterator[Fault]:
    differing = sorted({row[0] for row in set(stored) ^ set(wanted)})
    if differing:
        sentence = plural(
            "{count} unit is not the replay's, first number {number}",
            "{count} units are not the replay's, first number {number}",
            len(differing),
        )
        yield Fault(found=sentence.format(count=len(differing), number=differing[0]))


def _steps(stored: Sequence[Row], wanted: Sequence[Row]) -> Iterator[Fault]:
    differing = sorted({row[:2] for row in set(stored) ^ set(wanted)})
    if differing:
        sentence = plural(
            "{count} change is not the replay's, first that of player {number}, step {step}",
            "{count} changes are not the replay's, first that of player {number}, step {step}",
            len(differing),
        )
        player, step = differing[0]
        yield Fault(found=sentence.format(count=len(differing), number=player, step=step))


def _of_no_list(connection: Connection, codes: dict[str, int]) -> Callable[[], tuple[str, list[Fault]]]:
    def look() -> tuple[str, list[Fault]]:
        strange = verification_rows.lists_with_changes(connection) - set(codes.values())
        found = _("changes are stored of a list that is not there: number {number}")
        faults = [Fault(found=found.format(number=number)) for number in sorted(strange)]
        return plural("{count} list", "{count} lists", len(codes)).format(count=len(codes)), faults

    return look


def _of_publication(
    connection: Connection, known: _Known, names: dict[int, str], row: PublicationRow, erased: frozenset[int]
) -> Callable[[], tuple[str, list[Fault]]]:
    def look() -> tuple[str, list[Fault]]:
        stored = verification_rows.published(connection, row.position)
        gone = {one[_PLAYER] for one in stored} & erased
        found = [
            *_as_stated(connection, row, stored),
            *_digests(names[row.list], row, stored, bool(gone)),
            *_derived(known.at(row.known_at), names[row.list], row, stored, gone),
        ]
        read = plural("{count} row", "{count} rows", len(stored)).format(count=len(stored))
        if gone:
            read += _("; {count} erased: the digest over codes cannot be made again").format(count=len(gone))
        return read, [Fault(found=one, position=row.position) for one in found]

    return look


def _as_stated(connection: Connection, row: PublicationRow, stored: Sequence[Row]) -> Iterator[str]:
    if len(stored) != row.rows or [one[_PLACE] for one in stored] != list(range(1, row.rows + 1)):
        yield _("the list went out with {count} rows, and other places are stored").format(count=row.rows)
    if row.known_at >= row.position or append.hash_at(connection, row.known_at) != row.head:
        yield _("the list was made from a log that is not this one")


def _digests(code: str, row: PublicationRow, stored: Sequence[Row], any_erased: bool) -> Iterator[str]:
    """The digests of the rows as stored: what was printed on the list, and what erasure cannot change."""

    def rating(one: Row) -> object:
        return None if one[_SHOWN] is None else points(one[_SHOWN], HUNDREDTHS)

    # Columns as ``listing.digest`` takes them: rank, player, name, rating, games, status.
    listed = [(None, one[_CODE], "", rating(one), 0, one[_STATUS]) for one in stored]
    if not any_erased and listing.digest(code, row.shown_on, listed) != row.digest:
        yield _("the rows are not those of the digest that went out")
    numbered = [(one[_PLAYER], rating(one), one[_STATUS]) for one in stored]
    if day_list.numbers_digest(code, row.shown_on, numbered) != row.numbers_digest:
        yield _("the rows are not those of the digest over player numbers")


def _derived(
    then: Log, code: str, row: PublicationRow, stored: Sequence[Row], gone: set[int]
) -> Iterator[str]:
    """The list made again from the log as it was known."""
    made = day_list.of_log(then, code, row.list, choice.adopted(then.adoptions, row.list), row.date)
    wanted = {one[_PLAYER]: one for one in publish.cells_of(made, made.rows())}
    if made.shown_on != row.shown_on or made.used != row.rules:
        yield _("a replay gives a list of another date or by other rules")
    differing = [
        one[_PLACE]
        for one in stored
        if one[_PLAYER] not in wanted or one[_SHOWN:] != wanted[one[_PLAYER]][_SHOWN:]
    ]
    differing += [
        one[_PLACE] for number, one in wanted.items() if number not in {row[_PLAYER] for row in stored}
    ]
    if differing:
        sentence = plural(
            "{count} row is not the replay's, first that of place {place}",
            "{count} rows are not the replay's, first that of place {place}",
            len(differing),
        )
        yield sentence.format(count=len(differing), place=min(differing))
    if not _in_order(stored, gone) or (gone and not _codes_hold(then, stored, gone)):
        yield _("the rows do not stand in the order of a list, or under other codes")


def _in_order(stored: Sequence[Row], gone: set[int]) -> bool:
    """By rating, equal ratings by code; a code that was erased no longer says where it stood."""
    ratings = [-one[_SHOWN] for one in stored if one[_SHOWN] is not None]
    named = [(-(one[_SHOWN] or 0), one[_CODE]) for one in stored if one[_PLAYER] not in gone]
    return all(one <= two for one, two in pairwise(ratings)) and all(
        one <= two for one, two in pairwise(named)
    )


def _codes_hold(then: Log, stored: Sequence[Row], gone: set[int]) -> bool:
    """Where no digest covers the codes any more: they are the players' own, or what erasure left."""
    return all(one[_CODE] == then.player_codes[one[_PLAYER]] or ":" in one[_CODE] for one in stored) and all(
        one[_CODE] == then.player_codes[one[_PLAYER]] for one in stored if one[_PLAYER] in gone
    )
