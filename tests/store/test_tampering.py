"""Whatever is changed past the guards, by SQL or in the bytes of the file, a verification names."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from ratingstore.office.verify import Verified
from ratingstore.store.tables import EVENT_TABLES, batch, log_head, metadata, person, remark, segment
from tests.postgres import Cluster
from tests.store.desk import Desk
from tests.store.tampered import (
    DERIVED,
    change,
    columns,
    flipped,
    furnish,
    is_missed,
    kind_of,
    past_the_guards,
    rows_of,
    tampered,
    verified,
)

TABLES = metadata.tables


@pytest.fixture(scope="module")
def on_file(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("tampered")
    desk = Desk(f"sqlite:///{folder / 'store.db'}", folder)
    furnish(desk)
    return desk


@pytest.fixture(scope="module")
def on_server(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    database = cluster.create()
    desk = Desk(cluster.url(database), tmp_path_factory.mktemp("tampered"))
    furnish(desk)
    yield desk
    cluster.drop(database)


@pytest.fixture(params=["on_file", "on_server"])
def furnished(request: pytest.FixtureRequest) -> Desk:
    """A store with something in every table; each test takes back what it changes."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Desk)
    return found


def names(found: Verified) -> set[str]:
    """The names of the checks that found something."""
    return {check.name for check in found.checks if check.faults}


def test_a_store_that_nobody_changed_is_sound_with_and_without_its_guards(furnished: Desk) -> None:
    with past_the_guards(furnished) as connection:
        assert [check for check in verified(connection).checks if check.faults] == []
        empty = [name for name, table in TABLES.items() if not rows_of(connection, table)]
    assert empty in ([], ["person_alias"])


NAMES = list(dict.fromkeys(table for table, _column in columns()))


def share(desk: Desk, name: str) -> int:
    """One column in so many is changed here; ``scripts/campaign tamper`` goes through all of every row."""
    slow = name in DERIVED
    return (9 if slow else 4) if desk.url.startswith("postgresql") else (5 if slow else 1)


@pytest.mark.parametrize("name", NAMES)
def test_every_column_that_is_changed_is_named(furnished: Desk, name: str) -> None:
    own = [column for of_table, column in columns() if of_table == name][:: share(furnished, name)]
    with past_the_guards(furnished) as connection:
        rows = {kind_of(row): row for row in rows_of(connection, TABLES[name])}
    tried, survivors = set(), []
    few = furnished.url.startswith("postgresql")
    for row in list(rows.values())[-2 if few else 0 :]:
        changed, unnoticed = tampered(furnished, name, own, row)
        tried |= changed
        survivors += unnoticed
    assert survivors == []
    assert tried >= set(own) - {"one", "canonical"}


def test_every_kind_of_decision_is_there_to_be_changed(furnished: Desk) -> None:
    kinds = set(furnished.column("select kind from admin_event"))
    assert kinds >= {
        "adoption", "adjustment", "publication", "closing", "exemption", "withheld", "merge", "erasure",
        "undo",
    }  # fmt: skip


@pytest.mark.parametrize("code", ["erased-2", "ana-2", "zoe"])
def test_the_code_of_who_was_erased_or_merged_or_got_his_own_is_sealed_too(
    furnished: Desk, code: str
) -> None:
    with past_the_guards(furnished) as connection:
        (row,) = [row for row in rows_of(connection, person) if row.code == code]
        assert change(connection, person, row, "code", f"{code}x")
        noticed = "identities" in names(verified(connection, log_only=True))
    # Who came under an id of an owner is sealed by that id, whatever code he got later.
    assert noticed == (code != "zoe")


@pytest.mark.parametrize("payload", ["{", "[]", '{"remarks": 1}'])
def test_an_erasure_that_cannot_be_read_any_more_is_named_by_its_table(furnished: Desk, payload: str) -> None:
    table = TABLES["admin_event"]
    with past_the_guards(furnished) as connection:
        row = next(row for row in rows_of(connection, table) if row.kind == "erasure")
        assert change(connection, table, row, "payload", payload)
        assert "admin_event" in names(verified(connection))


@pytest.mark.parametrize("name", [table.name for table in EVENT_TABLES])
def test_a_changed_row_is_named_with_its_table_batch_and_first_position(furnished: Desk, name: str) -> None:
    table = TABLES[name]
    with past_the_guards(furnished) as connection:
        row = rows_of(connection, table)[-1]
        assert change(connection, table, row, "line", 77)
        found = next(check for check in verified(connection, log_only=True).checks if check.name == name)
        first = connection.execute(
            select(func.min(table.c.position)).where(table.c.batch == row.batch)
        ).scalar_one()
    (fault,) = found.faults
    assert (fault.batch, fault.position) == (row.batch, first)
    assert f"positions {first} to {row.position}" in fault.found


@pytest.mark.parametrize("name", [name for name in NAMES if name != "checkpoint"])  # it only saves time
def test_rows_that_are_taken_out_are_named(furnished: Desk, name: str) -> None:
    with past_the_guards(furnished) as connection:
        rows = rows_of(connection, TABLES[name])
    for gone in [rows, rows[:1], rows[-1:]][:: 3 if name in DERIVED else 1]:
        assert is_missed(furnished, name, gone)


@pytest.mark.parametrize("name", [table.name for table in EVENT_TABLES])
def test_two_rows_that_change_places_are_named(furnished: Desk, name: str) -> None:
    table = TABLES[name]
    with past_the_guards(furnished) as connection:
        one, other = rows_of(connection, table)[:2]
        for row, position in ((one, -1), (other, one.position)):
            assert change(connection, table, row, "position", position)
        moved = table.update().where(table.c.position == -1).values(position=other.position)
        connection.execute(moved)
        assert name in names(verified(connection, log_only=True))


@pytest.mark.parametrize("name", [table.name for table in EVENT_TABLES])
@pytest.mark.parametrize("where", ["at the end", "at a position that another table has", "below the first"])
def test_a_row_that_is_doubled_is_named(furnished: Desk, name: str, where: str) -> None:
    table = TABLES[name]
    with past_the_guards(furnished) as connection:
        last = connection.execute(select(log_head.c.position)).scalar_one()
        own = {row.position for row in rows_of(connection, table)}
        taken = next(one for one in range(1, last + 1) if one not in own)
        position = {"at the end": last + 1, "below the first": 0}.get(where, taken)
        row = dict(rows_of(connection, table)[0]._mapping)
        connection.execute(table.insert().values({**row, "position": position, "claims": 0}))
        found = verified(connection, log_only=True)
        assert "positions" in names(found)
        (check,) = [one for one in found.checks if one.name == "positions"]
        assert position in {fault.position for fault in check.faults}


def test_a_batch_that_is_put_in_is_named(furnished: Desk) -> None:
    with past_the_guards(furnished) as connection:
        row = dict(rows_of(connection, batch)[-1]._mapping)
        connection.execute(batch.insert().values({**row, "batch": row["batch"] + 1}))
        assert {"chain", "head"} <= names(verified(connection))


def cut_off(connection: Connection) -> None:
    """Take the last batch away with everything that knows of it, as if it had never been."""
    last, before = rows_of(connection, batch)[-1], rows_of(connection, batch)[-2]
    for table in (*EVENT_TABLES, batch, remark, person):
        connection.execute(table.delete().where(table.c.batch == last.batch))
    connection.execute(
        log_head.update().values(
            position=before.last_position,
            batch=before.batch,
            hash=before.hash,
            recorded_at=before.recorded_at,
        )
    )
    projected = TABLES["projected_list"]
    connection.execute(projected.update().values(known_at=before.last_position, head=before.hash))


def test_a_log_that_is_cut_off_shows_against_a_head_that_was_kept_elsewhere(furnished: Desk) -> None:
    with past_the_guards(furnished) as connection:
        kept = rows_of(connection, batch)[-1]
        cut_off(connection)
        found = verified(connection)
        # The last batch is the erasure: what it took out would now be gone without one.
        assert names(found) == {
            "identities",
            "remarks",
            f"publication {PUBLISHED[0]}",
            f"publication {PUBLISHED[1]}",
        }
        assert "expected" in names(verified(connection, kept.hash))
        assert "expected" in names(verified(connection, f"{kept.last_position}:{kept.hash}"))


PUBLISHED = ("cxc@2012-02-01v1", "cxc@2012-04-01v1")


def test_a_head_that_is_there_is_found_by_its_hash_and_its_position(furnished: Desk) -> None:
    with past_the_guards(furnished) as connection:
        rows = rows_of(connection, batch)
        for row in (rows[0], rows[-1]):
            assert verified(connection, row.hash, log_only=True).sound
            assert verified(connection, f"{row.last_position}:{row.hash}", log_only=True).sound
            assert not verified(connection, f"{row.last_position + 1000}:{row.hash}", log_only=True).sound
        assert not verified(connection, "ab" * 32, log_only=True).sound


def drop_an_index(connection: Connection) -> None:
    connection.exec_driver_sql("DROP INDEX uq_game_event_key")


def change_a_view(connection: Connection) -> None:
    connection.exec_driver_sql("DROP VIEW rated_unit")


def watch_inserts(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(
            "CREATE TRIGGER more AFTER INSERT ON game_event BEGIN DELETE FROM remark; END"
        )
    else:
        connection.exec_driver_sql("CREATE RULE more AS ON INSERT TO game_event DO ALSO DELETE FROM remark")


@pytest.mark.parametrize(
    ("damage", "check"), [(drop_an_index, "schema"), (change_a_view, "schema"), (watch_inserts, "guards")]
)
def test_what_the_database_makes_of_the_tables_is_part_of_it(
    furnished: Desk, damage: Callable[[Connection], None], check: str
) -> None:
    with past_the_guards(furnished) as connection:
        damage(connection)
        assert names(verified(connection)) == {check}


def test_guards_that_stay_away_are_named(furnished: Desk) -> None:
    with past_the_guards(furnished) as connection:
        connection.info.pop("put_back")
        assert names(verified(connection)) == {"guards"}


def test_a_number_that_stands_for_no_value_is_not_taken_for_one(furnished: Desk) -> None:
    table = TABLES["game_event"]
    with past_the_guards(furnished) as connection:
        row = next(row for row in rows_of(connection, table) if row.board is None)
        assert change(connection, table, row, "board", -(2**63))
        assert "game_event" in names(verified(connection))


def test_blocks_are_made_again_from_the_rows(furnished: Desk) -> None:
    with past_the_guards(furnished) as connection:
        (one, *_others) = rows_of(connection, segment)
        assert change(connection, segment, one, "columns", one.columns + b"\0")
        assert names(verified(connection)) == {"segments"}


@pytest.fixture(scope="module")
def closed_file(on_file: Desk) -> Path:
    """The furnished file, all of it in one place."""
    raw = on_file.store.engine.raw_connection()
    raw.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]
    raw.close()
    path = on_file.folder / "closed.db"
    shutil.copy(on_file.folder / "store.db", path)
    return path


SHARE = 4
"""One text in so many is changed here."""


def texts(desk: Desk) -> Iterator[tuple[str, bytes]]:
    """Of every column of text that a proof covers a value, by the column's name."""
    with past_the_guards(desk) as connection:
        for name, column in columns():
            for row in rows_of(connection, TABLES[name]):
                value = row._mapping[column]
                if isinstance(value, str) and len(value) >= 3:
                    yield f"{name}.{column}", value.encode()
                    break


def test_a_text_that_is_changed_in_the_bytes_of_the_file_is_named(
    on_file: Desk, closed_file: Path, tmp_path: Path
) -> None:
    content = closed_file.read_bytes()
    places: dict[int, str] = {}
    for column, value in texts(on_file):
        start = content.find(value)
        if start >= 0:
            places.setdefault(start + len(value) // 2, column)
    assert len(places) > 30
    survivors = flipped(closed_file, tmp_path / "copy.db", list(places)[::SHARE])
    assert {places[one]: content[one - 20 : one + 20] for one in survivors} == {}


def test_bytes_anywhere_in_the_file_change_nothing_unnoticed(closed_file: Path, tmp_path: Path) -> None:
    content = closed_file.read_bytes()
    used = [at for at, byte in enumerate(content) if byte]
    places = used[:: len(used) // 15]
    assert flipped(closed_file, tmp_path / "copy.db", places) == []
