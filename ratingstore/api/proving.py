"""Proof and erasure: whether a store is what it was, and taking a person's name out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ratingstore.api import asked as asking
from ratingstore.errors import UsageError
from ratingstore.formats import Cell, Meta, RowSet
from ratingstore.ingest.report import Writing
from ratingstore.language import _
from ratingstore.office import erase as erasing
from ratingstore.office import verify as verifying
from ratingstore.office.erase import ErasureReport
from ratingstore.projections import project as projecting
from ratingstore.store import address, diagnosis, engine, erasure
from ratingstore.store.engine import Engine

COLUMNS: Final = ("check", "state", "read", "batch", "position", "found")


@dataclass(frozen=True, slots=True)
class Verification:
    """Rows ``check,state,read,batch,position,found``: a check that is ``ok``, or a fault (``broken``)."""

    rows: RowSet
    meta: Meta
    faults: int


def verify(url: str, *, expect_head: str | None = None, log_only: bool = False) -> Verification:
    """Read every value of the store at a path or URL, guarded or not; ``office.verify`` says against what.

    Raises UsageError, StoreMissing, SchemaMismatch, StoreError.
    """
    store = diagnosis.reach(address.parse(url))
    found = verifying.verify(store, expect_head=expect_head, log_only=log_only)
    said: tuple[tuple[str, object], ...] = (
        ("sound", found.sound),
        ("faults", found.faults),
        ("head", f"{found.position}:{found.hash}"),
    )
    return Verification(RowSet(COLUMNS, tuple(_rows(found))), Meta(said), found.faults)


def _rows(found: verifying.Verified) -> Iterator[tuple[Cell, ...]]:
    for check in found.checks:
        if not check.faults:
            yield check.name, "ok", check.read, None, None, ""
        for fault in check.faults:
            yield check.name, "broken", check.read, fault.batch, fault.position, fault.found


def erase(store: Engine, player: str, writing: Writing) -> ErasureReport:
    """Take a player's code, name and ids out of the store, then out of the bytes of its files.

    Raises UnknownName, UsageError where he is erased already or the reason would name him again.
    """
    with engine.reading(store) as connection:
        person = asking.the_player(connection, player)
    report = erasing.erase(store, person, writing)
    if writing.dry_run:
        return report
    projecting.project(store, full=True)  # units of single games are named by the codes of their players
    return report.after(erasure.wipe(store))


def erasable(store: Engine, player: str) -> str:
    """How a person is shown who is about to be erased: code and name. UnknownName."""
    with engine.reading(store) as connection:
        person = asking.the_player(connection, player)
    if not person.code:
        raise UsageError(_("player {player} was erased already").format(player=player))
    return f"{person.code} ({person.name})" if person.name else person.code
