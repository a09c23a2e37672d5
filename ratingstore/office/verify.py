"""Verification: every value of a store read once more, against the chain, the fold and what went out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from ratingstore.errors import GuardsBroken, UsageError
from ratingstore.language import _
from ratingstore.office import verify_lists
from ratingstore.store import engine as engines
from ratingstore.store import (
    schema,
    verification,
    verification_chain,
    verification_engine,
    verification_rows,
)
from ratingstore.store.chain import GENESIS
from ratingstore.store.engine import Connection, Engine
from ratingstore.store.verification import Check, LogColumns

_HEAD = re.compile(r"(\d+:)?[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What was read and found. ``position``, ``batch`` and ``hash`` are those of the last batch."""

    checks: tuple[Check, ...]
    position: int
    batch: int
    hash: str

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return self.faults == 0

    @property
    def faults(self) -> int:
        """How many faults were found."""
        return sum(len(check.faults) for check in self.checks)


def verify(store: Engine, *, expect_head: str | None = None, log_only: bool = False) -> Verified:
    """Read everything in one snapshot. ``expect_head``: ``HASH`` or ``POSITION:HASH`` that must be there.

    ``log_only``: without the fold, that is without blocks, projections and publications. Raises
    UsageError for a head that is none, SchemaMismatch, StoreMissing.
    """
    if expect_head is not None and not _HEAD.fullmatch(expect_head):
        raise UsageError(
            _("{text} is no head of a log").format(text=expect_head),
            _("write HASH or POSITION:HASH, as verify and every list print it"),
        )
    with engines.reading(store) as connection:
        _expect_schema(connection)
        return examine(connection, expect_head, log_only)


def examine(connection: Connection, expect_head: str | None, log_only: bool) -> Verified:
    """The same on an open connection to a store of this program's schema."""
    checks = _database(connection)
    log, found = _log(connection)
    checks += found
    if log is not None:
        checks += _chain(connection, log, expect_head)
        checks += [] if log_only else _derived(connection, log)
    last = log.batches[-1] if log is not None and log.batches else None
    return Verified(
        checks=tuple(checks),
        position=last["last_position"] if last else 0,
        batch=last["batch"] if last else 0,
        hash=last["hash"] if last else GENESIS,
    )


def _expect_schema(connection: Connection) -> None:
    with suppress(GuardsBroken):  # a finding, not a reason to look no further
        schema.check(connection)


def _database(connection: Connection) -> list[Check]:
    looks = {
        "engine": verification_engine.engine,
        "guards": verification_engine.guarded,
        "schema": verification_engine.shape,
    }
    return [one for name, look in looks.items() for one in verification.looked(connection, name, look)]


def _log(connection: Connection) -> tuple[LogColumns | None, list[Check]]:
    """The log in columns; None, and a fault, where it cannot be read."""
    read: list[LogColumns] = []

    def look(connection: Connection) -> Iterator[Check]:
        read.append(verification.read(connection))
        return iter(())

    faults = verification.looked(connection, "log", look)
    return (read[0] if read else None), faults


def _chain(connection: Connection, log: LogColumns, expect_head: str | None) -> list[Check]:
    def pure(_connection: Connection) -> Iterator[Check]:
        yield verification_chain.positions(log)
        yield from verification_chain.tables(log)
        yield verification_chain.links(log)
        if expect_head is not None:
            yield verification_chain.expected(log, expect_head)

    def beside(connection: Connection) -> Iterator[Check]:
        yield verification_chain.head(connection, log)
        yield verification_chain.identities(connection, log)
        yield verification_chain.words(connection, log)

    def rows(connection: Connection) -> Iterator[Check]:
        yield verification_rows.rows(connection, log)

    parts = {"chain": pure, "identities": beside, "rows": rows}
    return [one for name, look in parts.items() for one in verification.looked(connection, name, look)]


def _derived(connection: Connection, log: LogColumns) -> list[Check]:
    def segments(connection: Connection) -> Iterator[Check]:
        yield verification_rows.segments(connection, log)

    checks = verification.looked(connection, "segments", segments)
    return [*checks, *verify_lists.lists(connection, log)]
