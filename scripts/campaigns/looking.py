"""What a reader sees of a store, and whether the store is sound."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import ratingstore
from ratingstore import api
from ratingstore.api import proving
from ratingstore.errors import RatingStoreError, SchemaMismatch, StoreMissing, UsageError
from scripts.campaigns.children import Child, serve

LIST = "cxc"
DAY = "2012-12-31"
PROJECTED = """
    select player, effective_on, unit, before, after, games from rating_change
    order by player, effective_on, unit, before
"""

_TO_DO = "run: ratingstore project"
"""What verify says of stored changes that are not made yet: nothing is wrong with them."""


@dataclass(frozen=True)
class State:
    """The log's last position, the digest of its list, and a hash over the stored changes.

    Position -1: there is no store; -2: it waits for its upgrade; -3: it cannot be read. Without the list
    the digest is "".
    """

    position: int
    digest: str
    projected: str

    @property
    def log(self) -> tuple[int, str]:
        """What the log says."""
        return self.position, self.digest


NO_STORE = State(-1, "", "")
OLD = State(-2, "", "")
UNREADABLE = State(-3, "", "")


def look(url: str) -> State:
    """What a reader sees."""
    try:
        with ratingstore.open(url) as store:
            projected = store.query(PROJECTED).rows
            position = _position(store)
            try:
                meta = dict(store.list(LIST, as_of=DAY).meta.values)
            except UsageError:
                return State(position, "", _hash(projected))
            return State(int(str(meta["known_at"])), str(meta["digest"]), _hash(projected))
    except StoreMissing:
        return NO_STORE
    except SchemaMismatch:
        return OLD


def _position(store: api.Store) -> int:
    ((position,),) = store.query("select coalesce(max(position), 0) from event").rows
    return int(str(position))


def _hash(rows: Sequence[Sequence[object]]) -> str:
    return hashlib.sha256(json.dumps(rows, default=str).encode()).hexdigest()


def faults(url: str, seen: State) -> list[str]:
    """What is wrong with a store: by its doctor, by the chain, or a list that no fold gives."""
    found = [
        f"doctor: {one.check}: {one.found}" for one in api.doctor(url).findings if one.state == "problem"
    ]
    rows = proving.verify(url).rows.rows
    found += [f"verify: {row[0]}: {row[5]}" for row in rows if row[1] != "ok" and _TO_DO not in str(row[5])]
    if seen.digest:
        with ratingstore.open(url) as store:
            digest = dict(store.replay(LIST, as_of=DAY, full=True).meta.values)["digest"]
        if digest != seen.digest:
            found.append("the list is not what a replay gives")
    return found


class Examiner:
    """A process that looks at stores."""

    def __init__(self) -> None:
        self.child = Child(serve)

    def state(self, url: str) -> State:
        """What a reader sees."""
        seen: State = self.child.ask(_seen, url)
        return seen

    def examine(self, url: str) -> tuple[State, list[str]]:
        """What a reader sees, and every fault of the store."""
        seen: tuple[State, list[str]] = self.child.ask(_examined, url)
        return seen

    def do(self, work: Callable[..., None], *arguments: Any) -> None:
        """Another work, which answers "done"."""
        answer = self.child.ask(work, *arguments)
        if answer != "done":
            raise RuntimeError(f"{work.__name__}: {answer}")


class Reader:
    """A process that reads a store in a loop while others write."""

    def __init__(self) -> None:
        self.child = Child(serve)

    def begin(self, url: str) -> None:
        """Read from now on."""
        self.child.ask(_in_loop, url)

    def enough(self) -> tuple[set[State], set[str]]:
        """Read no longer: all that was seen, and what went wrong."""
        self.child.channel.send("enough")
        seen: tuple[set[State], set[str]] = self.child.answer()
        return seen


def _seen(channel: Connection, url: str) -> None:
    channel.send(look(url))


def _in_loop(channel: Connection, url: str) -> None:
    os.environ["RATINGSTORE_LANG"] = "en"
    seen: set[State] = set()
    wrong: set[str] = set()
    channel.send("begun")
    while True:
        try:
            seen.add(look(url))
        except RatingStoreError as error:
            wrong.add(f"{type(error).__name__}: {error.message}")
        if channel.poll(0.01):
            channel.recv()
            break
    channel.send((seen, wrong))


def _examined(channel: Connection, url: str) -> None:
    os.environ["RATINGSTORE_LANG"] = "en"
    try:
        seen = look(url)
        channel.send((seen, [] if seen in (NO_STORE, OLD) else faults(url, seen)))
    except RatingStoreError as error:
        channel.send((UNREADABLE, [f"the store cannot be read: {error.message}"]))
