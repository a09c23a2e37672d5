"""Readers see one state, writers take turns, and what was acknowledged is there."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

import ratingstore
from ratingstore.errors import StoreError
from ratingstore.store import append, engine
from ratingstore.store.append import NewBatch
from ratingstore.store.tables import game_event
from tests.evidence import ROOT
from tests.store.chained import expect_the_chain_to_hold
from tests.store.desk import Desk
from tests.store.test_guards import on_sqlite

WRITERS, FILES = 4, 5

WRITER = """
import pathlib, sys, ratingstore
from ratingstore.api import IngestOptions
url, *paths = sys.argv[1:]
with ratingstore.open(url) as store:
    for path in paths:
        report, = store.ingest([pathlib.Path(path)], IngestOptions(list_code="elo"))
        assert report.batch is not None, report
"""


def games_in(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(game_event)).scalar_one())


def empty_batch(at: append.Head) -> NewBatch:
    return NewBatch(
        recorded_at=f"2012-03-01T12:00:{at.batch:02}.000000Z", format="x", document_hash="", options="{}"
    )


def test_a_reader_sees_one_state_while_a_writer_commits(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    with engine.reading(desk.store.engine) as connection:
        before = append.head(connection), games_in(connection)
        desk.games("t,2012-01-10,2,ana,bia,1-0", to="elo")
        assert (append.head(connection), games_in(connection)) == before
        assert desk.number("select count(*) from game_event") == 2
    with engine.reading(desk.store.engine) as connection:
        assert games_in(connection) == 2


def test_nobody_sees_what_a_writer_has_not_committed(desk: Desk) -> None:
    with engine.writing(desk.store.engine) as connection:
        before = append.head(connection, lock=True)
        append.append(connection, before, empty_batch(before))
        with engine.reading(desk.store.engine) as other:
            assert append.head(other) == before


@pytest.mark.parametrize(
    "statement",
    [
        "delete from person",
        "insert into person select * from person",
        "update log_head set position = 0",
        "create table mine (n integer)",
        "drop view event",
    ],
)
def test_a_reader_cannot_write(desk: Desk, statement: str) -> None:
    before = desk.dump()
    with pytest.raises(Exception, match=r"(?i)read-?only"), engine.reading(desk.store.engine) as connection:
        connection.exec_driver_sql(statement)
    assert desk.dump() == before


def test_a_second_writer_waits_and_goes_on_from_what_the_first_one_left(desk: Desk) -> None:
    entered, waited = threading.Event(), threading.Event()
    seen: list[append.Head] = []

    def second() -> None:
        entered.set()
        with engine.writing(desk.store.engine) as connection:
            seen.append(append.head(connection, lock=True))
            waited.set()
            append.append(connection, seen[0], empty_batch(seen[0]))

    thread = threading.Thread(target=second)
    with engine.writing(desk.store.engine) as connection:
        head = append.head(connection, lock=True)
        thread.start()
        assert entered.wait(10)
        assert not waited.wait(0.3), "the second writer did not wait"
        first = append.append(connection, head, empty_batch(head))
    thread.join(20)
    assert seen == [first]
    with engine.reading(desk.store.engine) as connection:
        assert append.head(connection).batch == first.batch + 1
        expect_the_chain_to_hold(connection)


def test_a_writer_that_waits_for_too_long_says_so(
    desk_on_a_file: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_PRAGMAS", (*engine._PRAGMAS, "busy_timeout=50"))
    with engine.writing(desk_on_a_file.store.engine):
        with pytest.raises(StoreError, match="locked"):
            desk_on_a_file.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
        assert desk_on_a_file.number("select count(*) from game_event") == 0


def files_of(desk: Desk, writer: int) -> list[Path]:
    """One file a tournament, with games and players that only this writer hands in."""
    rows = "".join(f"t{{0}},2012-01-{day:02},1,w{{0}}-{day},b{{0}}-{day},1-0\n" for day in range(1, 11))
    return [
        desk.file("tournament,date,round,white,black,result\n" + rows.format(f"{writer}-{number}"))
        for number in range(FILES)
    ]


def expect_every_game_once(desk: Desk, writers: int) -> None:
    assert desk.number("select count(*) from game_event") == writers * FILES * 10
    assert desk.number("select count(*) from person") == writers * FILES * 20
    low, high, count = desk.store.query("select min(position), max(position), count(*) from event").rows[0]
    assert (low, high) == (1, count)
    batches = desk.query("select first_position, last_position, recorded_at from batch order by batch")
    ends = [0, *(row["last_position"] for row in batches)]
    assert [row["first_position"] for row in batches] == [int(str(end)) + 1 for end in ends[:-1]]
    times = [str(row["recorded_at"]) for row in batches]
    assert times == sorted(times)
    with engine.reading(desk.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_writers_in_threads_lose_nothing_and_leave_no_gap(desk: Desk) -> None:
    files = [files_of(desk, writer) for writer in range(WRITERS)]
    desk.store.rules_adopt("elo", "elo")
    errors: list[Exception] = []

    def write(paths: list[Path]) -> None:
        try:
            with ratingstore.open(desk.url) as store:
                for path in paths:
                    store.ingest([path])
        except Exception as error:  # noqa: BLE001, RUF100 - shown by the main thread
            errors.append(error)

    in_threads([lambda paths=paths: write(paths) for paths in files])  # type: ignore[misc]
    assert errors == []
    expect_every_game_once(desk, WRITERS)


def in_threads(calls: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


def test_writers_in_processes_lose_nothing_and_leave_no_gap(desk: Desk) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, desk.url, *map(str, files_of(desk, writer))],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        for writer in range(2)
    ]
    errors = [one.communicate(timeout=60)[1] for one in running]
    assert [one.returncode for one in running] == [0, 0], errors
    expect_every_game_once(desk, 2)
    assert desk.number("select count(*) from rating_list") == 1


def test_a_failure_in_a_transaction_takes_all_of_it_back(desk: Desk) -> None:
    before = desk.dump()

    def failing() -> None:
        with engine.writing(desk.store.engine) as connection:
            head = append.head(connection, lock=True)
            append.append(connection, head, empty_batch(head))
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        failing()
    assert desk.dump() == before


@on_sqlite
def test_every_connection_to_a_file_has_the_settings_that_were_measured(desk: Desk) -> None:
    wanted = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "trusted_schema": 0,
        "secure_delete": 1,
    }
    for opened in (engine.reading, engine.writing):
        with opened(desk.store.engine) as connection:
            found = {name: connection.exec_driver_sql(f"pragma {name}").scalar() for name in wanted}
            assert found == wanted
            patience = connection.exec_driver_sql("pragma busy_timeout").scalar()
            assert patience is not None
            assert patience >= 5000
