"""Every revision keeps the guards, and a store of an older one comes up with all that it holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import text

import ratingstore
from ratingstore import api
from ratingstore.errors import SchemaMismatch, StoreError
from ratingstore.store import address, engine, guards, schema
from ratingstore.store.tables import GUARDED
from tests.store.desk import Desk
from tests.store.older import at_revision, fill_as_first_revision

REVISIONS = [
    script.revision
    for script in reversed(list(ScriptDirectory.from_config(schema._config()).walk_revisions()))
]


def test_the_guards_stand_after_every_revision(store_url: str) -> None:
    made = engine.make(address.parse(store_url))
    assert len(REVISIONS) >= 2
    for revision in REVISIONS:
        with engine.writing(made) as connection:
            command.upgrade(schema._config(connection), revision)
        with engine.reading(made) as connection:
            assert guards.missing(connection) == ()
            assert guards.foreign(connection) == []


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("table", [table.name for table in GUARDED])
def test_rows_cannot_be_changed_at_any_revision(tmp_path: Path, revision: str, table: str) -> None:
    made = at_revision(str(tmp_path / "store.db"), revision)
    with engine.writing(made) as connection:
        columns = connection.exec_driver_sql(f"PRAGMA table_info({table})").all()
        values = ["'x'" if row.type == "TEXT" else str(at) for at, row in enumerate(columns, 1)]
        if table == "game_event":
            names = [row.name for row in columns]
            values[names.index("player_low")], values[names.index("player_high")] = "1", "2"
        connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({', '.join(values)})")
    for statement in (f"UPDATE {table} SET {columns[0].name} = 9", f"DELETE FROM {table}",
                      f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"):  # fmt: skip
        with pytest.raises(StoreError, match="append-only"), engine.writing(made) as connection:
            connection.exec_driver_sql(statement)


def test_a_store_of_the_first_revision_keeps_its_log_and_its_lists(
    desk_on_a_file: Desk, store_url: str
) -> None:
    desk = desk_on_a_file
    desk.hand_in(["player,name,birth_date,note", "ana,Ana,1980,lives in Natal"], "elo")
    desk.hand_in(["player,list,date,rating", "ana,elo,2011-01-01,1800", "bia,elo,2011-01-01,1700"], "elo")
    desk.games("t,2012-01-10,1,ana,bia,0-1", to="elo")
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")  # a question that waits
    older = at_revision(store_url, "0001")
    fill_as_first_revision(desk, older)
    with pytest.raises(SchemaMismatch, match="0001"):
        ratingstore.open(store_url)
    assert api.upgrade(store_url) == ("0001", schema.newest())
    with ratingstore.open(store_url) as store:
        store.project()
        assert store.list("elo").rows == desk.store.list("elo").rows
        assert [row[3] for row in store.quarantine().rows] == ["RS060"]
        report = store.ingest(
            [desk.file("tournament,date,round,white,black,result\nt,2012-01-11,2,bia,ana,1-0\n")]
        )
        assert report[0].counts == {"games": (1, 0)}
        with engine.reading(store.engine) as connection:
            forms = connection.execute(text("select canonical from batch order by batch")).scalars().all()
    assert (forms[0], forms[-1]) == (1, 2)
    found = api.verify(store_url)
    assert [row for row in found.rows.rows if row[1] != "ok"] == []
