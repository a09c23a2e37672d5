"""The chain, computed once more from what the tables hold: positions, rows, links, identities, words."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from sqlalchemy import Connection

from ratingstore.events import canonical
from ratingstore.language import _, plural
from ratingstore.store import erasure
from ratingstore.store.chain import GENESIS, batch_hash, joined_hash, salted_hash, sealed_remark
from ratingstore.store.tables import (
    EVENT_TABLES,
    log_head,
    person,
    person_alias,
    person_id,
    rating_list,
    remark,
    tournament,
)
from ratingstore.store.verification import Check, Columns, Fault, LogColumns, first_of, rows_of

Row = Mapping[str, Any]


def positions(log: LogColumns) -> Check:
    """Whether positions run from 1 to N over all tables, each in the batch that says it has it."""
    own = [columns.ints("position") for columns in log.tables.values()]
    found = np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *own]))
    faults = [*_doubled(found, log), *_missing(found, log)]
    for columns in log.tables.values():
        faults += _elsewhere(columns, log)
    count = len(found)
    read = plural("{count} event", "{count} events", count).format(count=count)
    return Check(name="positions", read=read, faults=tuple(faults))


def _doubled(found: np.ndarray[Any, Any], log: LogColumns) -> tuple[Fault, ...]:
    again = found[1:][found[1:] == found[:-1]]
    return first_of(again, _("the position is given twice"), log)


def _missing(found: np.ndarray[Any, Any], log: LogColumns) -> tuple[Fault, ...]:
    """Positions without an event, up to the last that a batch or an event has."""
    last = max([int(found[-1]) if len(found) else 0, *(row["last_position"] for row in log.batches)])
    there = found[np.diff(found, prepend=found[:1] - 1) != 0]  # they are sorted
    if len(there) == last and (not last or there[0] == 1):
        return ()
    # The first gap is found without a list of all that should be there: a forged position can be huge.
    odd = there[there < 1]
    rest = there[there >= 1]
    gap = np.flatnonzero(rest != np.arange(1, len(rest) + 1))
    first = int(gap[0]) + 1 if len(gap) else len(rest) + 1
    faults = first_of(odd, _("a position below 1"), log)
    if first <= last:
        count = last - len(rest)
        sentence = plural("{count} event is missing", "{count} events are missing", count)
        faults += (Fault(found=sentence.format(count=count), position=first, batch=log.batch_at(first)),)
    return faults


def _elsewhere(columns: Columns, log: LogColumns) -> tuple[Fault, ...]:
    """Rows that name another batch than the one whose positions hold them."""
    own = columns.ints("position")
    if not len(own):
        return ()
    numbers = np.array([0, *(row["batch"] for row in log.batches)], dtype=np.int64)
    ends = np.array([0, *(row["last_position"] for row in log.batches)], dtype=np.int64)
    order = np.argsort(log.starts(), kind="stable")
    at = np.searchsorted(log.starts()[order], own, side="right")
    at = np.concatenate([[0], order + 1])[at]
    holder = np.where(own <= ends[at], numbers[at], 0)
    odd = own[(holder != columns.ints("batch")) | (holder == 0)]
    sentence = _("{table}: the row lies in no batch that says it has it").format(table=columns.table.name)
    return first_of(odd, sentence, log)


def tables(log: LogColumns) -> Iterator[Check]:
    """Whether the rows of every table are those that each batch sealed."""
    for table in EVENT_TABLES:
        columns = log.tables[table.name]
        faults = [_posing(columns, name, at, log) for name, at in columns.forged]
        name = table.name.removesuffix("_event") + "_hash"
        nothing = {form: columns.hash_of(0, 0, form) for form in canonical.COLUMNS}
        for row in log.batches:
            start, end = columns.part(row["first_position"], row["last_position"])
            form = row["canonical"]
            if form not in nothing:
                continue  # the link says so
            own = columns.hash_of(start, end, form) if end > start else nothing[form]
            if own != row[name]:
                faults.append(_unsealed(columns, row, start, end))
        read = plural("{count} row", "{count} rows", len(columns)).format(count=len(columns))
        yield Check(name=table.name, read=read, faults=tuple(faults))


def _posing(columns: Columns, name: str, position: int, log: LogColumns) -> Fault:
    sentence = _("{column} holds the number that stands for no value").format(column=name)
    return Fault(found=sentence, position=position, batch=log.batch_at(position))


def _unsealed(columns: Columns, row: Row, start: int, end: int) -> Fault:
    own = columns.ints("position")[start:end]
    if not len(own):
        sentence = _("batch {batch} sealed rows that are not there").format(batch=row["batch"])
        return Fault(found=sentence, position=row["first_position"], batch=row["batch"])
    sentence = _("positions {first} to {last} are not what batch {batch} sealed").format(
        first=own[0], last=own[-1], batch=row["batch"]
    )
    return Fault(found=sentence, position=int(own[0]), batch=row["batch"])


def links(log: LogColumns) -> Check:
    """Whether every batch is what its hash says and names the hash of the batch before it."""
    faults: list[Fault] = []
    before = {"batch": 0, "hash": GENESIS, "last_position": 0, "recorded_at": ""}
    for row in log.batches:
        faults += [
            Fault(found=found, position=row["first_position"], batch=row["batch"])
            for found in _link(row, before)
        ]
        before = row
    count = len(log.batches)
    read = plural("{count} batch", "{count} batches", count).format(count=count)
    return Check(name="chain", read=read, faults=tuple(faults))


def _link(row: Row, before: Row) -> Iterator[str]:
    if row["batch"] != before["batch"] + 1:
        yield _("the batch follows batch {batch}: one was taken out or put in").format(batch=before["batch"])
    if row["previous_hash"] != before["hash"]:
        yield _("the batch does not name the hash of the batch before it")
    if row["hash"] != batch_hash(row):
        yield _("the batch is not what its hash says")
    if row["canonical"] not in canonical.COLUMNS:
        yield _("the batch is in form {form}, which this program does not know").format(form=row["canonical"])
    if row["first_position"] != before["last_position"] + 1:
        yield _("the batch does not begin where the one before it ends")
    if row["last_position"] < row["first_position"] - 1:
        yield _("the batch ends before it begins")
    if row["recorded_at"] < before["recorded_at"]:
        yield _("the batch was recorded before the one before it")


def head(connection: Connection, log: LogColumns) -> Check:
    """Whether the one row that new positions come from says what the last batch says."""
    rows = rows_of(connection, log_head)
    last = log.batches[-1] if log.batches else {}
    wanted = {
        "position": last.get("last_position", 0),
        "batch": last.get("batch", 0),
        "hash": last.get("hash", GENESIS),
        "recorded_at": last.get("recorded_at", ""),
    }
    if len(rows) != 1:
        faults: tuple[Fault, ...] = (Fault(found=_("the head of the log is not there")),)
    else:
        faults = tuple(
            Fault(
                found=_("the head says {column} {found}, the last batch {wanted}").format(
                    column=name, found=rows[0][name] or "-", wanted=value or "-"
                ),
                position=wanted["position"],
                batch=wanted["batch"],
            )
            for name, value in wanted.items()
            if rows[0][name] != value
        )
    read = _("position {position}, batch {batch}").format(**wanted)
    return Check(name="head", read=read, faults=faults)


def expected(log: LogColumns, asked: str) -> Check:
    """Whether the chain holds a hash that was kept elsewhere: only so does a log that was cut off show."""
    position, _colon, wanted = asked.rpartition(":")
    ends = {row["hash"]: row for row in log.batches}
    row = ends.get(wanted)
    if wanted == GENESIS and position in ("", "0"):
        return Check(name="expected", read=asked)
    if row is None:
        found = _("the chain does not hold this hash: the log was cut off, or it is another one")
        return Check(name="expected", read=asked, faults=(Fault(found=found),))
    after = next((one for one in log.batches if one["batch"] > row["batch"]), None)
    end = row["last_position"] if after is None else max(after["last_position"] - 1, row["last_position"])
    if position and not row["last_position"] <= int(position) <= end:
        found = _("the hash is that of position {position}").format(position=row["last_position"])
        return Check(
            name="expected",
            read=asked,
            faults=(Fault(found=found, position=row["last_position"], batch=row["batch"]),),
        )
    return Check(name="expected", read=asked)


def erasures(log: LogColumns) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
    """Players who were erased, and the remarks (batch, number) whose words went with them.

    An erasure that cannot be read any more was changed, which the chain names; it erases nothing here.
    """
    columns = log.tables["admin_event"]
    players: set[int] = set()
    words: set[tuple[int, int]] = set()
    for at, kind in enumerate(columns.texts("kind")):
        if kind == "erasure":
            with suppress(ValueError, TypeError, AttributeError):
                players.add(int(columns.texts("subject")[at]))
                gone = json.loads(columns.texts("payload")[at]).get("remarks", [])
                words.update((int(one), int(number)) for one, number in gone)
    return frozenset(players), frozenset(words)


def identities(connection: Connection, log: LogColumns) -> Check:
    """Whether players, tournaments and lists are those that each batch made."""
    sealed: dict[int, list[str]] = defaultdict(list)
    count = 0
    for table in (rating_list, tournament):
        for row in rows_of(connection, table, "number"):
            sealed[row["batch"]].append(f"{table.name} {row['number']} {row['code']}")
            count += 1
    people = rows_of(connection, person, "number")
    for row in people:
        sealed[row["batch"]].append(f"player {row['number']} {row['identity_hash']}")
    faults = [
        Fault(
            found=_("the players, tournaments and lists are not those that batch {batch} made").format(
                batch=row["batch"]
            ),
            position=row["first_position"],
            batch=row["batch"],
        )
        for row in log.batches
        if joined_hash(sealed.pop(row["batch"], ())) != row["identities_hash"]
    ]
    faults += [
        Fault(found=_("what batch {batch} made is there, and it is not").format(batch=number), batch=number)
        for number in sorted(sealed)
    ]
    faults += _people(connection, people, erasures(log)[0])
    read = plural("{count} code", "{count} codes", count + len(people)).format(count=count + len(people))
    return Check(name="identities", read=read, faults=tuple(faults))


def _people(connection: Connection, people: Sequence[Row], erased: frozenset[int]) -> Iterator[Fault]:
    ids = rows_of(connection, person_id)
    aliases = rows_of(connection, person_alias)
    known: dict[int, list[str]] = defaultdict(list)
    for row in ids:
        known[row["player"]].append(f"{row['scheme']}:{row['value']}")
    for row in aliases:
        known[row["player"]].append(row["code"])
    owned = [f"{row['scheme']}:{row['value']}" for row in ids]
    for player in people:
        found = _person(player, known[player["number"]], owned, player["number"] in erased)
        if found:
            yield Fault(
                found=f"{_('player {number}').format(number=player['number'])}: {found}",
                batch=player["batch"],
            )
    numbers = {row["number"] for row in people}
    for row in [*ids, *aliases]:
        if row["player"] not in numbers:
            yield Fault(
                found=_("a code leads to player {number}, who is not there").format(number=row["player"])
            )


def _person(row: Row, own: Sequence[str], owned: Sequence[str], erased: bool) -> str:
    """What is wrong with a player's row; "" where nothing is. ``owned``: ids of owners, whoever has them."""
    if erased:
        left = row["salt"] or row["name"] or own or not erasure.is_placeholder(row["code"], row["number"])
        return _("was erased, and something of him is there") if left else ""

    def is_sealed(code: str) -> bool:
        return salted_hash(row["salt"], code) == str(row["identity_hash"])

    # Who came under an owner's id has a code of his own later; who was merged left his ids to another.
    if is_sealed(row["code"]) or any(is_sealed(code) for code in owned):
        return ""
    return _("code {code} is not the one that the chain sealed").format(code=row["code"])


def words(connection: Connection, log: LogColumns) -> Check:
    """Whether remarks are those that each batch sealed; what was erased is passed over, its hash is not."""
    by_batch: dict[int, list[Row]] = defaultdict(list)
    for one in rows_of(connection, remark, "batch", "number"):
        by_batch[one["batch"]].append(one)
    gone = erasures(log)[1]
    read = sum(len(rows) for rows in by_batch.values())
    erased = sum(row["text"] is None for rows in by_batch.values() for row in rows)
    faults: list[Fault] = []
    for row in log.batches:
        faults += _remarks(row, by_batch.pop(row["batch"], []), gone)
    faults += [
        Fault(found=_("remarks of a batch that is not there"), batch=number) for number in sorted(by_batch)
    ]
    sentence = plural("{count} remark, {erased} erased", "{count} remarks, {erased} erased", read)
    return Check(name="remarks", read=sentence.format(count=read, erased=erased), faults=tuple(faults))


def _remarks(row: Row, remarks: Sequence[Row], gone: frozenset[tuple[int, int]]) -> Iterator[Fault]:
    def fault(found: str, position: int) -> Fault:
        return Fault(found=found, position=position or row["first_position"], batch=row["batch"])

    numbers = [one["number"] for one in remarks]
    hashes = [sealed_remark(one, row["canonical"]) for one in remarks]
    if numbers != list(range(1, len(remarks) + 1)) or joined_hash(hashes) != row["remarks_hash"]:
        yield fault(_("the remarks are not those that batch {batch} sealed").format(batch=row["batch"]), 0)
    for one in remarks:
        lies_in = row["first_position"] <= one["position"] <= row["last_position"]
        if one["position"] and not lies_in:
            yield fault(_("a remark is about an event of another batch"), one["position"])
        erased = one["text"] is None or one["salt"] is None
        if erased and ((row["batch"], one["number"]) not in gone or one["text"] != one["salt"]):
            yield fault(_("the words of a remark are gone, and no erasure took them"), one["position"])
        elif not erased and one["hash"] != salted_hash(one["salt"], one["kind"], one["text"]):
            yield fault(_("the words of a remark are not those that were sealed"), one["position"])
