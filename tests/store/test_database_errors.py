"""A full disk, a disk that fails, a store that somebody else holds: said in words."""

from __future__ import annotations

import sqlite3

import pytest

from ratingstore.errors import StoreError, StoreUnreachable
from ratingstore.store import address, database_errors, engine
from tests.store.desk import Desk

GAMES = [f"t,2012-01-{day:02},{day},w{day},b{day},1-0" for day in range(1, 29)]


@pytest.mark.parametrize("strict", [False, True])
def test_a_full_disk_is_named_and_the_file_goes_in_when_there_is_room(
    desk_on_a_file: Desk, monkeypatch: pytest.MonkeyPatch, strict: bool
) -> None:
    desk = desk_on_a_file
    desk.games("t,2012-02-01,1,ana,bia,1-0", to="elo")
    before = desk.dump()
    pages = desk.number("select page_count from pragma_page_count")
    with monkeypatch.context() as full:
        full.setattr(engine, "_PRAGMAS", (*engine._PRAGMAS, f"max_page_count={pages}"))
        with pytest.raises(StoreError, match="no room for the store to grow") as refusal:
            desk.games(*GAMES, to="elo", strict=strict)
    assert "make room" in refusal.value.hint
    assert not isinstance(refusal.value, StoreUnreachable)
    assert desk.dump() == before
    assert desk.games(*GAMES, to="elo", strict=strict).batch is not None


def test_a_disk_that_fails_is_named(desk_on_a_file: Desk) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    said = database_errors.as_ours(desk_on_a_file.store.engine, error)
    assert said is not None
    assert "from its disk" in said.message
    assert "quota" in said.hint


def test_another_writer_is_named(desk_on_a_file: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_PRAGMAS", (*engine._PRAGMAS, "busy_timeout=50"))
    with (
        engine.writing(desk_on_a_file.store.engine),
        pytest.raises(StoreUnreachable, match="another program is writing") as refusal,
    ):
        desk_on_a_file.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    assert "again when it is done" in refusal.value.hint


@pytest.mark.parametrize(("state", "words"), [("53100", "no room"), ("58030", "from its disk")])
def test_a_server_without_room_or_disk_is_named(postgres_url: str, state: str, words: str) -> None:
    failing = f"DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '{state}'; END $$"
    with (
        pytest.raises(StoreError, match=f"{words}.*could not extend file") as refusal,
        engine.writing(engine.make(address.parse(postgres_url))) as connection,
    ):
        connection.exec_driver_sql(failing)
    assert "again" in refusal.value.hint
    assert not isinstance(refusal.value, StoreUnreachable)
