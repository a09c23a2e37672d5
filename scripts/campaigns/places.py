"""Where stores lie for a campaign: copies of a store are made, used once and thrown away."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

import psycopg

from tests import postgres

# A database of a campaign has to survive what a database has to survive.
SETTINGS = ("listen_addresses=", "max_connections=40", "shared_buffers=32MB", "timezone=UTC", "fsync=on")

# As the tests' own, but a server that dies is started again, as an operating system does it.
RESTARTING = """
while :; do {server} >>{log} 2>&1; sleep 0.1; done &
again=$!
cat >/dev/null
kill $again
server=$(head -n 1 {folder}/data/postmaster.pid)
kill -INT $server
while kill -0 $server 2>/dev/null; do sleep 0.02; done
rm -rf {folder}
"""


class Place(Protocol):
    """A database that stores lie in."""

    name: str

    def fresh(self) -> str:
        """The address of a store that is not there yet."""

    def copy(self, url: str) -> str:
        """The address of a copy of a store that nobody has open."""

    def drop(self, url: str) -> None:
        """Throw a store away."""

    def crash(self) -> bool:
        """kill -9 of the database's server, which then comes back; False where there is none."""


class Files:
    """SQLite."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = itertools.count(1)

    def fresh(self) -> str:
        """A new file's path."""
        return str(self.folder / f"store-{next(self.numbers)}.db")

    def copy(self, url: str) -> str:
        """A copy of the file."""
        target = self.fresh()
        if Path(url).exists():
            shutil.copyfile(url, target)
        return target

    def drop(self, url: str) -> None:
        """Remove the file and what lies beside it."""
        for ending in ("", "-wal", "-shm"):
            Path(url + ending).unlink(missing_ok=True)

    def crash(self) -> bool:
        """There is no server."""
        return False


class Server:
    """PostgreSQL."""

    name = "PostgreSQL"

    def __init__(self, cluster: postgres.Cluster) -> None:
        self.cluster = cluster

    def fresh(self) -> str:
        """A new, empty database."""
        return self.cluster.url(self.cluster.create())

    def copy(self, url: str) -> str:
        """A database made from the other as its template."""
        return self.cluster.url(self.cluster.create(_database(url)))

    def copy_to(self, url: str, folder: Path) -> str:
        """The same with its files in a folder of their own."""
        with psycopg.connect(self.cluster.url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_tablespace WHERE spcname = 'apart'").fetchone()
        if known is None:
            self.cluster.run(f"CREATE TABLESPACE apart LOCATION '{folder}'")
        made = self.cluster.url(self.cluster.create(_database(url), "TABLESPACE apart"))
        psycopg.connect(made).close()  # the first to come in has the server write a file of its own there
        return made

    def drop(self, url: str) -> None:
        """Drop the database."""
        self.cluster.drop(_database(url))

    def crash(self) -> bool:
        """kill -9 of the server and of all its processes."""
        server = int((self.cluster.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        for process in (server, *_children(server)):
            _kill(process)
        self._wait()
        return True

    def _wait(self) -> None:
        until = time.monotonic() + postgres.START_SECONDS
        while True:
            try:
                psycopg.connect(self.cluster.url("postgres")).close()
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
            else:
                return


def _database(url: str) -> str:
    return url.partition("@/")[2].partition("?")[0]


def _children(process: int) -> list[int]:
    told = Path(f"/proc/{process}/task/{process}/children")
    return [int(number) for number in told.read_text().split()] if told.exists() else []


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return


@contextmanager
def files() -> Iterator[Files]:
    """A folder on a disk, gone in the end."""
    with tempfile.TemporaryDirectory(prefix="ratingstore-campaign-") as folder:
        yield Files(Path(folder))


@contextmanager
def server() -> Iterator[Server]:
    """A server of our own, gone in the end."""
    running = postgres.start(SETTINGS, RESTARTING)
    try:
        yield Server(running)
    finally:
        running.stop()


ENGINES: dict[str, Callable[[], AbstractContextManager[Place]]] = {"sqlite": files, "postgresql": server}
