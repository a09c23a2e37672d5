"""The tests' own PostgreSQL (``tests/postgres.py``)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import sqlalchemy

from tests.evidence import ROOT
from tests.postgres import Cluster


def test_a_fresh_database_is_empty_speaks_utf8_and_compares_text_by_bytes(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        tables = connection.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone()
        words = connection.execute(
            "select string_agg(w, ' ' order by w) from unnest(array['Zé', 'Álvaro', 'ana']) w"
        ).fetchone()
    assert tables == (0,)
    assert words == ("Zé ana Álvaro",)


def test_sqlalchemy_and_libpq_read_the_same_address(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("create table fact (day integer)")
    engine = sqlalchemy.create_engine(postgres_url)
    with engine.connect() as connection:
        assert connection.scalar(sqlalchemy.text("select count(*) from fact")) == 0
    engine.dispose()


def test_each_test_has_a_database_of_its_own(postgres_url: str, cluster: Cluster) -> None:
    other = cluster.create()
    with psycopg.connect(postgres_url) as connection:
        connection.execute("create table fact (day integer)")
    with psycopg.connect(cluster.url(other)) as connection:
        assert connection.execute("select to_regclass('fact')").fetchone() == (None,)
    cluster.drop(other)


def test_a_database_can_be_copied_from_a_template(postgres_url: str, cluster: Cluster) -> None:
    template = cluster.create()
    with psycopg.connect(cluster.url(template)) as connection:
        connection.execute("create table fact (day integer)")
    copy = cluster.create(template)
    with psycopg.connect(cluster.url(copy)) as connection:
        assert connection.execute("select count(*) from fact").fetchone() == (0,)
    cluster.drop(copy)
    cluster.drop(template)


@pytest.mark.usefixtures("cluster")
def test_the_server_and_its_folder_are_gone_when_the_tests_are_killed() -> None:
    program = (
        "import time\nfrom tests.postgres import start\nprint(start().folder, flush=True)\ntime.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    folder = Path(child.stdout.readline().strip())
    server = int((folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert _gone(folder, server)


def _gone(folder: Path, server: int) -> bool:
    for _ in range(500):
        if not folder.exists() and not _alive(server):
            return True
        time.sleep(0.02)
    return False


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
