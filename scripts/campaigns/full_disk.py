"""No room at a random moment: pages of a SQLite file, the size of any file, a disk of its own.

What must hold: the command says clearly that there is no room, with the exit code 2; the store is as
sound as before; with room again the same command comes to its end.
"""

from __future__ import annotations

import random
import signal
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection as Channel
from pathlib import Path
from typing import Any

from scripts.campaigns import season
from scripts.campaigns.children import Child, Done, Step, run_steps
from scripts.campaigns.looking import LIST, Examiner, State
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import Files, Place, Server, files, server
from scripts.campaigns.volume import Volume, mounted

PAGE = 4096
_SAYS = ("no room for the store", "read from its disk or written to it")
_NOBODY_COMES_IN = "could not write init file"
"""What a server says that has no room for its own files."""
_STRICT = 0.3
_GROWS = 40 * PAGE
"""About what a command of the season writes."""


@dataclass(frozen=True)
class Kept:
    """A store before a step, the step, and what a reader sees before and after it."""

    start: str
    step: Step
    before: State
    after: State


def on_sqlite(count: int, seed: int, months: int = season.MONTHS) -> Outcome:
    """``count`` runs, over the ways in turn."""
    outcome = Outcome("full-disk, SQLite")
    with files() as place, tempfile.TemporaryDirectory() as folder, outcome.timed(), mounted() as volume:
        examiner = Examiner()
        ways: list[Way] = [Pages(place), FileSize(place)]
        if volume is not None:
            ways.append(Disk(place, volume))
        _go(
            count,
            seed,
            ways,
            kept(place, season.steps(Path(folder), months=months), examiner),
            examiner,
            outcome,
        )
    return outcome


def on_postgresql(count: int, seed: int) -> Outcome:
    """``count`` runs on a disk of its own, where this machine lets one be mounted; else none."""
    outcome = Outcome("full-disk, PostgreSQL")
    with outcome.timed(), server() as place, mounted(place.cluster.folder.stat().st_uid) as volume:
        if volume is None:
            outcome.counts["runs left out: no disk can be mounted"] = count
            return outcome
        with tempfile.TemporaryDirectory() as folder:
            examiner = Examiner()
            way = Tablespace(place, volume)
            _go(count, seed, [way], kept(place, season.steps(Path(folder)), examiner), examiner, outcome)
    return outcome


def kept(place: Place, whole: Sequence[Step], examiner: Examiner) -> list[Kept]:
    """Every step of a season after the first, with the store before it."""
    url, made = place.fresh(), []
    first, *steps = whole
    before = season.course(url, [first], examiner).states[-1]
    for step in steps:
        start = place.copy(url)
        after = season.course(url, [step], examiner).states[-1]
        made.append(Kept(start, step, before, after))
        before = after
    return made


def _go(
    count: int, seed: int, ways: Sequence[Way], stores: Sequence[Kept], examiner: Examiner, outcome: Outcome
) -> None:
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        one, way = chance.choice(stores), ways[number % len(ways)]
        outcome.add(_once(one, way, chance, examiner, outcome), f"{seed} {number} {one.step}")


def _once(one: Kept, way: Way, chance: random.Random, examiner: Examiner, outcome: Outcome) -> list[str]:
    # A trial goes before a strict ingest, in a transaction inside the transaction.
    step = (*one.step, "--strict") if one.step[0] == "ingest" and chance.random() < _STRICT else one.step
    with way.filled(one, chance) as (url, work, arguments):
        done = _only(Child(work, url, [step], *arguments))
        listed = _only(Child(work, url, [("list", "--list", LIST)], *arguments))
    outcome.counts["without room"] += done.code != 0
    faults = _of_answer(done, outcome)
    if listed.code not in (0, 2) or "Traceback" in listed.said:
        faults.append(f"the list was answered with {listed.code}: {listed.said}")
    found, more = examiner.examine(url)
    faults += more
    if found.log not in (one.before.log, one.after.log) or (done.code == 0 and found.log != one.after.log):
        faults.append(f"ended with {done.code}, and the store has {found}")
    again = _only(Child(run_steps, url, [one.step]))
    found, more = examiner.examine(url)
    if again.code or found != one.after:
        faults.append(f"with room: {again.code}, {again.said}, the store has {found}, not {one.after}")
    way.place.drop(url)
    return [*faults, *more]


def _of_answer(done: Done, outcome: Outcome) -> list[str]:
    if done.code == 0:
        return []
    said = any(words in done.said for words in _SAYS) and "hint:" in done.said
    said = said or _NOBODY_COMES_IN in done.said
    if done.code == 2 and said and "Traceback" not in done.said:
        return []
    return [f"ended with {done.code}: {done.said}"]


def _only(child: Child) -> Done:
    done: list[Done] = [one for one in child.answers() if one != "begun"]
    child.end()
    return done[0] if done else Done((), -1, "the process died", 0, 0)


Filled = tuple[str, Callable[..., None], tuple[Any, ...]]
"""The store's address, and the child's work with its arguments after the steps."""


@dataclass(frozen=True)
class Way:
    """A way of having no room."""

    place: Place

    def filled(self, one: Kept, chance: random.Random) -> AbstractContextManager[Filled]:
        """A copy of the store without much room, for as long as the block lasts."""
        raise NotImplementedError


class Pages(Way):
    """The file may have a few pages more."""

    @contextmanager
    def filled(self, one: Kept, chance: random.Random) -> Iterator[Filled]:
        url = self.place.copy(one.start)
        pages = Path(url).stat().st_size // PAGE + chance.randint(0, 3)
        yield url, with_few_pages, (pages,)


class FileSize(Way):
    """No file may grow beyond a size: neither the store nor what is written beside it."""

    @contextmanager
    def filled(self, one: Kept, chance: random.Random) -> Iterator[Filled]:
        url = self.place.copy(one.start)
        yield url, with_small_files, (chance.randint(0, _GROWS),)


@dataclass(frozen=True)
class Disk(Way):
    """The disk is full but for a few pages."""

    volume: Volume

    @contextmanager
    def filled(self, one: Kept, chance: random.Random) -> Iterator[Filled]:
        url = Files(self.volume.folder).fresh()
        Path(url).write_bytes(Path(one.start).read_bytes())
        self.volume.fill(chance.randrange(_GROWS))
        try:
            yield url, run_steps, ()
        finally:
            self.volume.empty()


@dataclass(frozen=True)
class Tablespace(Way):
    """The disk of a PostgreSQL database is full but for a few pages."""

    place: Server
    volume: Volume

    @contextmanager
    def filled(self, one: Kept, chance: random.Random) -> Iterator[Filled]:
        url = self.place.copy_to(one.start, self.volume.folder)
        self.volume.fill(chance.randrange(_GROWS))
        try:
            yield url, run_steps, ()
        finally:
            self.volume.empty()


class _FewPages(sqlite3.Connection):
    pages = 0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.execute(f"PRAGMA max_page_count={self.pages}")


def with_few_pages(channel: Channel, url: str, steps: Sequence[Step], pages: int) -> None:
    """A child's work: run steps; the file may have so many pages."""
    from sqlalchemy import Engine, event

    _FewPages.pages = pages

    @event.listens_for(Engine, "do_connect")
    def limit(_dialect: object, _connection: object, _given: object, named: dict[str, Any]) -> None:
        named["factory"] = _FewPages

    run_steps(channel, url, steps)


def with_small_files(channel: Channel, url: str, steps: Sequence[Step], size: int) -> None:
    """A child's work: run steps; no file may grow beyond a size."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the write fails, and the process goes on
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    run_steps(channel, url, steps)
