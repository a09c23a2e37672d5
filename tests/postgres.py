"""A throw-away PostgreSQL for the tests: system binaries, unix socket only, gone when the tests end.

One cluster a test process (so one an xdist worker), started in half a second by the first test
that asks for it. ``postgres_url`` gives each test a database of its own.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.evidence import missing

OWNER = "ratingstore"
START_SECONDS = 60
ROOM = 2 * 1024**3

SETTINGS = (
    "listen_addresses=",
    "max_connections=40",
    "shared_buffers=32MB",
    "timezone=UTC",
    # A test's database need not survive a power cut.
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
)

# The server is a child of this shell, which waits for the end of its standard input: the tests
# closing it, or the test process dying in whatever way. So no server outlives its tests.
WATCHDOG = """
{server} >{log} 2>&1 &
server=$!
cat >/dev/null
kill -INT $server
wait $server
rm -rf {folder}
"""


@dataclass
class Cluster:
    """A running server; ``create`` makes a database and ``drop`` removes it."""

    folder: Path
    watchdog: subprocess.Popen[bytes]
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def url(self, database: str) -> str:
        return f"postgresql://{OWNER}@/{database}?host={self.folder}"

    def create(self, template: str = "template0", options: str = "") -> str:
        """The name of a new database, a copy of ``template``."""
        name = f"test_{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} {options}")
        return name

    def drop(self, database: str) -> None:
        self.run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def run(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """Stop the server and remove its folder; nothing is left when this returns."""
        assert self.watchdog.stdin is not None
        self.watchdog.stdin.close()
        self.watchdog.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL server on this machine; None where there is none."""
    if os.name == "nt":  # no unix sockets in its PostgreSQL, no shell for the watchdog
        return None
    debian = Path("/usr/lib/postgresql")
    folders = sorted(debian.glob("[0-9]*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    found = shutil.which("postgres")
    if found:
        folders.append(Path(found).resolve().parent)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def start(settings: Sequence[str] = SETTINGS, watchdog: str = WATCHDOG) -> Cluster:
    """Start a cluster in a new folder; RuntimeError with the server's own words where it fails."""
    programs = binaries()
    if programs is None:
        raise RuntimeError("no PostgreSQL server on this machine")
    folder = Path(tempfile.mkdtemp(prefix="rs-pg-", dir=_place()))
    user = _ordinary_user(folder)
    _initialise(programs, folder, user)
    cluster = Cluster(folder, _launch(programs, folder, user, settings, watchdog))
    try:
        _wait_until_ready(cluster)
    except BaseException:
        cluster.stop()
        raise
    return cluster


def _place() -> str:
    """Memory, where there is enough: a database is made ten times faster there than on a disk.

    Never below pytest's own long folder: the path of a unix socket has about a hundred bytes.
    """
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM:
        return str(memory)
    return "/tmp"


def _ordinary_user(folder: Path) -> dict[str, Any]:
    """How to run the server: PostgreSQL refuses root, so root lends the folder to somebody else."""
    if os.geteuid() != 0:
        return {}
    import pwd  # there is none on Windows

    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _initialise(programs: Path, folder: Path, user: dict[str, Any]) -> None:
    command = [str(programs / "initdb"), "--pgdata", str(folder / "data")]
    command += ["--username", OWNER, "--auth", "trust"]
    command += ["--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions"]
    done = subprocess.run(
        command, cwd=folder, env=_environment(), capture_output=True, text=True, check=False, **user
    )
    if done.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")


def _launch(
    programs: Path, folder: Path, user: dict[str, Any], settings: Sequence[str], watchdog: str
) -> subprocess.Popen[bytes]:
    server = [str(programs / "postgres"), "-D", str(folder / "data"), "-k", str(folder)]
    for setting in settings:
        server += ["-c", setting]
    script = watchdog.format(server=shlex.join(server), log=folder / "log", folder=folder)
    return subprocess.Popen(
        ["/bin/sh", "-c", script],
        cwd=folder,
        env=_environment(),
        stdin=subprocess.PIPE,
        # Ctrl-C on the terminal is for the tests; they stop the server themselves.
        start_new_session=True,
        **user,
    )


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}


def _wait_until_ready(cluster: Cluster) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(cluster.url("postgres")).close()
            return
        if _gave_up(_log(cluster)):
            break
        time.sleep(0.02)
    raise RuntimeError(f"PostgreSQL did not start:\n{_log(cluster)}")


def _log(cluster: Cluster) -> str:
    path = cluster.folder / "log"
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _gave_up(log: str) -> bool:
    fatal = [line for line in log.splitlines() if "FATAL:" in line]
    return any("the database system is starting up" not in line for line in fatal)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """The PostgreSQL of this test process."""
    if binaries() is None:
        missing(
            "PostgreSQL is not installed: nothing is tested against it (Debian: apt-get install postgresql)"
        )
    running = start()
    yield running
    running.stop()


@pytest.fixture
def postgres_url(cluster: Cluster) -> Iterator[str]:
    """The address of a new, empty database, for SQLAlchemy and for libpq."""
    database = cluster.create()
    yield cluster.url(database)
    cluster.drop(database)
