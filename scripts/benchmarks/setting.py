"""What the rows of the table share: made once, when the first row needs it."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from types import ModuleType

from ratingstore.projections import project
from ratingstore.store import address, engine
from ratingstore.store.engine import Engine
from scripts.benchmarks import baselines, stores
from scripts.benchmarks.databases import Databases
from scripts.benchmarks.measure import Promise, Sides
from scripts.benchmarks.workload import RULE_SETS, Workload, evidence


@dataclass
class Setting:
    """Workload, stores and baselines of one run, in one folder that goes with it."""

    games: int
    folder: Path
    databases: Databases
    _numbers: Iterator[int] = field(default_factory=count)

    def path(self, name: str = "store.db") -> Path:
        """A file that is not there yet."""
        return self.folder / f"{self.games}-{next(self._numbers)}-{name}"

    def anew(self, name: str) -> Path:
        """The file of this name, which is not there: what the run before left of it is removed."""
        path = self.folder / f"{self.games}-{name}"
        for left in self.folder.glob(f"{path.name}*"):
            left.unlink()
        return path

    @cached_property
    def ten(self) -> Setting:
        """The same for ten times the games."""
        return Setting(10 * self.games, self.folder, self.databases)

    @cached_property
    def workload(self) -> Workload:
        """The games."""
        return Workload(self.games)

    @cached_property
    def rows(self) -> list[tuple[object, ...]]:
        """The games as a bare driver takes them."""
        return self.workload.rows()

    @cached_property
    def csv(self) -> Path:
        """The games as a file."""
        return self.workload.csv(self.path("games.csv"))

    @cached_property
    def sqlite(self) -> Path:
        """A store of three lists, nothing projected."""
        return self._filled(tuple(RULE_SETS))

    @cached_property
    def postgresql(self) -> str:
        """The same store on PostgreSQL."""
        url = self.databases.create()
        stores.filled(url, self.workload).dispose()
        return url

    @cached_property
    def one_list(self) -> Path:
        """A store of one list (cxc), projected."""
        return self._projected(("cxc",))

    @cached_property
    def three_lists(self) -> Path:
        """A store of three lists, projected."""
        return self._projected(tuple(RULE_SETS))

    def _projected(self, lists: Sequence[str]) -> Path:
        path = self._filled(lists)
        project.project(engine_of(path))
        return path

    def _filled(self, lists: Sequence[str]) -> Path:
        path = self.path()
        stores.filled(str(path), self.workload, lists).dispose()
        return path

    @cached_property
    def pipeline(self) -> ModuleType:
        """The baselines of reading, folding and writing."""
        return evidence("pipeline")

    @cached_property
    def raw(self) -> sqlite3.Connection:
        """The games in the baselines' database."""
        connection: sqlite3.Connection = self.pipeline.fresh(self.workload.arrays)[1]
        return connection

    @cached_property
    def history(self) -> sqlite3.Connection:
        """The same with the history that the baseline writes, ready for questions."""
        connection: sqlite3.Connection = self.pipeline.fresh(self.workload.arrays)[1]
        self.pipeline.plain(connection)
        baselines.index(connection)
        return connection

    def pipeline_of(self, name: str) -> Callable[[], None]:
        """A baseline on the games in its database; what it answers does not count."""
        baseline, raw = getattr(self.pipeline, name), self.raw

        def run() -> None:
            baseline(raw)

        return run


@contextmanager
def setting(games: int) -> Iterator[Setting]:
    """A setting whose files and databases go at the end."""
    databases, before = Databases(), tempfile.tempdir
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder  # the baselines make folders of their own
        try:
            yield Setting(games, Path(folder), databases)
        finally:
            tempfile.tempdir = before
            databases.stop()


def engine_of(place: Path | str) -> Engine:
    """The engine of a store that is there."""
    return engine.make(address.parse(str(place)))


@dataclass(frozen=True)
class Row:
    """A row of the table; ``sides`` makes what it needs and gives product and baseline."""

    promise: Promise
    sides: Callable[[Setting], Sides]
