"""The guards of the log: what each database refuses, and that a store without them is not opened."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence

import psycopg
import pytest
from sqlalchemy import Table

import ratingstore
from ratingstore.errors import GuardsBroken, StoreError
from ratingstore.store import engine
from ratingstore.store.tables import GUARDED, metadata
from tests.store.desk import Desk

on_sqlite = pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
NAMES = [table.name for table in GUARDED]

# A process of its own, as an outside program would be: plain sqlite3, none of our settings.
OUTSIDE = """
import json, sqlite3, sys
path, *statements = json.load(sys.stdin)
answers = []
for statement in statements:
    connection = sqlite3.connect(path)
    try:
        connection.executescript(statement)
        answers.append("done")
    except sqlite3.Error as error:
        answers.append(str(error))
    connection.close()
print(json.dumps(answers))
"""


@pytest.fixture
def logged(desk: Desk) -> Desk:
    """A store with rows in every guarded table."""
    desk.jsonl(
        '{"type": "player", "player": "ana", "birth_date": "1980"}',
        '{"type": "rating", "player": "ana", "list": "elo", "date": "2011-12-01", "rating": 1500}',
        '{"type": "tournament", "tournament": "t", "lists": "elo"}',
        '{"type": "game", "tournament": "t", "date": "2012-01-10", "white": "ana", "black": "bia",'
        ' "result": "1-0"}',
    )
    assert all(desk.number(f"select count(*) from {name}") for name in NAMES)
    return desk


def outside(desk: Desk, statements: Sequence[str]) -> list[str]:
    """What the database says to each statement of another program: ``done`` or its refusal."""
    if desk.url.startswith("sqlite"):
        path = desk.url.removeprefix("sqlite:///")
        done = subprocess.run(
            [sys.executable, "-c", OUTSIDE],
            input=json.dumps([path, *statements]),
            capture_output=True,
            text=True,
            check=True,
        )
        answers: list[str] = json.loads(done.stdout)
        return answers
    return [as_superuser(desk.url, statement) for statement in statements]


def as_superuser(url: str, statement: str) -> str:
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(statement.encode())
        return "done"
    except psycopg.Error as error:
        return str(error)


def ours(desk: Desk, statement: str) -> str:
    """The same on a connection as this program makes it."""
    try:
        with engine.writing(desk.store.engine) as connection:
            connection.exec_driver_sql(statement)
        return "done"
    except StoreError as error:
        return error.message


def key_of(table: Table) -> str:
    return next(iter(table.primary_key.columns)).name


def everywhere(table: Table) -> list[str]:
    """Statements that both databases know, each of which would change or delete rows of the log."""
    name, key = table.name, key_of(table)
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    upsert = f"on conflict ({key}) do update set {key} = excluded.{key} + 1000"
    return [
        f"update {name} set {key} = {key} + 1000",
        f"update {name} set {key} = {key}",
        f"update {name} set {key} = {key} + 1000 where {key} = (select min({key}) from {name})",
        f"update {name} set {key} = 0 from person where person.number = 1",
        f"delete from {name}",
        f"delete from {name} where {key} = (select max({key}) from {name})",
        f"insert into {name} ({columns}) select {columns} from {name} where true {upsert}",
    ]


def on_postgresql_only(table: Table) -> list[str]:
    name, key = table.name, key_of(table)
    replica = "set session_replication_role = replica;"
    return [
        f"truncate {name}",
        f"truncate {name} restart identity cascade",
        f"with gone as (delete from {name} returning *) select * from gone",
        f"merge into {name} t using {name} s on t.{key} = s.{key} when matched then delete",
        f"merge into {name} t using {name} s on t.{key} = s.{key} when matched then update set {key} = 0",
        f"{replica} truncate {name}",
        f"{replica} update {name} set {key} = {key} + 1000",
        f"{replica} delete from {name}",
    ]


def replacing(table: Table) -> list[str]:
    name, key = table.name, key_of(table)
    return [
        f"insert or replace into {name} select * from {name}",
        f"replace into {name} select * from {name}",
        f"update or replace {name} set {key} = {key} + 1",
        f"update or ignore {name} set {key} = {key} + 1",
        f"delete from {name} returning *",
    ]


def expect_refused(answers: Iterable[str], statements: Sequence[str]) -> None:
    allowed = [
        (statement, answer)
        for statement, answer in zip(statements, answers, strict=True)
        if "append-only" not in answer
    ]
    assert allowed == []


@pytest.mark.parametrize("table", GUARDED, ids=NAMES)
def test_the_database_refuses_every_change_from_outside(logged: Desk, table: Table) -> None:
    before = logged.dump()
    statements = everywhere(table)
    if logged.url.startswith("postgresql"):
        statements += on_postgresql_only(table)
    expect_refused(outside(logged, statements), statements)
    assert logged.dump() == before


@pytest.mark.parametrize("table", GUARDED, ids=NAMES)
def test_the_database_refuses_every_change_on_our_own_connections(logged: Desk, table: Table) -> None:
    before = logged.dump()
    statements = everywhere(table)
    if logged.url.startswith("sqlite"):
        statements += replacing(table)
    expect_refused((ours(logged, statement) for statement in statements), statements)
    assert logged.dump() == before


@on_postgresql
def test_the_owner_of_the_tables_has_no_right_to_change_them(logged: Desk) -> None:
    """Not even a trigger is needed for somebody who is no superuser."""
    with psycopg.connect(logged.url, autocommit=True) as connection:
        for name in NAMES:
            granted = connection.execute(
                "select privilege_type from information_schema.role_table_grants"
                " where table_name = %s and grantee = current_user",
                (name,),
            ).fetchall()
            assert {row[0] for row in granted} >= {"SELECT", "INSERT"}
            assert {row[0] for row in granted} & {"UPDATE", "DELETE", "TRUNCATE"} == set()


def test_what_stands_beside_the_log_can_be_changed(logged: Desk) -> None:
    """Names can be erased, questions answered, projections rebuilt: the guards go no further."""
    beside = sorted(set(metadata.tables) - set(NAMES))
    assert beside == [
        "checkpoint",
        "log_head",
        "person",
        "person_alias",
        "person_id",
        "projected_change",
        "projected_list",
        "projected_unit",
        "published_row",
        "quarantine_row",
        "remark",
        "segment",
        "store_info",
    ]
    statements = [f"delete from {name}" for name in beside]
    assert outside(logged, statements) == ["done"] * len(beside)


@on_sqlite
@pytest.mark.parametrize("table", GUARDED, ids=NAMES)
def test_what_an_outside_program_can_still_do_to_a_file_is_named(logged: Desk, table: Table) -> None:
    """REPLACE without our setting, and guards that are dropped and made again: no trigger can stop it."""
    names = [column.name for column in table.columns]
    text = next(column.name for column in table.columns if column.type.python_type is str)
    cells = ", ".join(f"{name} || 'x'" if name == text else f'"{name}"' for name in names)
    replaced = f"insert or replace into {table.name} select {cells} from {table.name} limit 1"
    if table.name == "game_event":
        replaced = replaced.replace("played || 'x'", "'forfeit'")
    assert outside(logged, [replaced]) == ["done"]
    found = ratingstore.api.verify(logged.url, log_only=True)
    assert found.faults
    broken = {row[0] for row in found.rows.rows if row[1] == "broken"}
    assert broken & {table.name, "chain", "identities"}


@pytest.mark.parametrize("table", GUARDED, ids=NAMES)
def test_rows_that_were_deleted_behind_dropped_guards_are_named(logged: Desk, table: Table) -> None:
    """The guards stand again, and every command would go on."""
    name, key = table.name, key_of(table)
    delete = f"delete from {name} where {key} = (select max({key}) from {name})"
    if logged.url.startswith("sqlite"):
        guard = f"{name}_no_delete"
        body = f"BEGIN SELECT RAISE(ABORT, 'the log is append-only: {name}'); END"
        damage = [f"drop trigger {guard}", delete, f"CREATE TRIGGER {guard} BEFORE DELETE ON {name} {body}"]
    else:
        guard = f"trigger {name}_append_only"
        grant = f"grant delete on {name} to current_user"
        off, on = (f"alter table {name} {word} {guard}" for word in ("disable", "enable always"))
        damage = [grant, off, delete, on]
    assert outside(logged, damage) == ["done"] * len(damage)
    ratingstore.open(logged.url).close()
    assert ratingstore.api.verify(logged.url, log_only=True).faults


SQLITE_DAMAGE = {
    "the guard against UPDATE dropped": ["drop trigger game_event_no_update"],
    "the guard against DELETE dropped": ["drop trigger game_event_no_delete"],
    "a guard that never speaks": [
        "drop trigger game_event_no_delete",
        "create trigger game_event_no_delete before delete on game_event when false "
        "begin select raise(abort, 'the log is append-only: game_event'); end",
    ],
    "a guard that passes over the row in silence": [
        "drop trigger game_event_no_update",
        "create trigger game_event_no_update before update on game_event begin select raise(ignore); end",
    ],
    "a guard that watches one column": [
        "drop trigger game_event_no_update",
        "CREATE TRIGGER game_event_no_update BEFORE UPDATE OF board ON game_event "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only: game_event'); END",
    ],
    "the guard put on another table": [
        "drop trigger game_event_no_update",
        "CREATE TRIGGER game_event_no_update BEFORE UPDATE ON person "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only: game_event'); END",
    ],
    "the table made anew without guards": [
        "create table copy as select * from game_event",
        "drop table game_event",
        "create table game_event as select * from copy",
    ],
}
POSTGRESQL_DAMAGE = {
    "the guard dropped": ["drop trigger game_event_append_only on game_event"],
    "the guard disabled": ["alter table game_event disable trigger game_event_append_only"],
    "all triggers disabled": ["alter table game_event disable trigger all"],
    "the guard asleep for replicas": ["alter table game_event enable trigger game_event_append_only"],
    "a guard that lets TRUNCATE pass": [
        "drop trigger game_event_append_only on game_event",
        "create trigger game_event_append_only before update or delete on game_event "
        "for each statement execute function refuse_change()",
        "alter table game_event enable always trigger game_event_append_only",
    ],
    "a guard that comes too late": [
        "drop trigger game_event_append_only on game_event",
        "create trigger game_event_append_only after update or delete or truncate on game_event "
        "for each statement execute function refuse_change()",
        "alter table game_event enable always trigger game_event_append_only",
    ],
    "a guard with a condition": [
        "drop trigger game_event_append_only on game_event",
        "create trigger game_event_append_only before update or delete or truncate on game_event "
        "for each statement when (false) execute function refuse_change()",
        "alter table game_event enable always trigger game_event_append_only",
    ],
    "another function in its place": [
        "create function pass() returns trigger language plpgsql as $$ begin return null; end $$",
        "drop trigger game_event_append_only on game_event",
        "create trigger game_event_append_only before update or delete or truncate on game_event "
        "for each statement execute function pass()",
        "alter table game_event enable always trigger game_event_append_only",
    ],
}


def expect_refused_at_open(desk: Desk, damage: list[str], tables: list[str]) -> None:
    assert outside(desk, damage) == ["done"] * len(damage)
    before = desk.dump()
    for opened in (ratingstore.open, ratingstore.api.upgrade):
        with pytest.raises(GuardsBroken) as refusal:
            opened(desk.url)
        named = [
            name for name in NAMES if name in refusal.value.message.replace(":", " ").split("guards of")[1]
        ]
        assert named == tables
        assert refusal.value.hint
    assert desk.dump() == before


@on_sqlite
@pytest.mark.parametrize("damage", SQLITE_DAMAGE)
def test_a_file_without_its_guards_is_not_opened(logged: Desk, damage: str) -> None:
    expect_refused_at_open(logged, SQLITE_DAMAGE[damage], ["game_event"])


@on_postgresql
@pytest.mark.parametrize("damage", POSTGRESQL_DAMAGE)
def test_a_database_without_its_guards_is_not_opened(logged: Desk, damage: str) -> None:
    expect_refused_at_open(logged, POSTGRESQL_DAMAGE[damage], ["game_event"])


@on_postgresql
@pytest.mark.parametrize(
    "body",
    [
        "begin return null; end",
        "begin if TG_OP = 'TRUNCATE' then return null; end if;"
        " raise exception 'the log is append-only: %', TG_TABLE_NAME; end",
    ],
)
def test_the_function_that_refuses_is_part_of_every_guard(logged: Desk, body: str) -> None:
    change = f"create or replace function refuse_change() returns trigger language plpgsql as $$ {body} $$"
    expect_refused_at_open(logged, [change], NAMES)


@on_sqlite
def test_every_table_without_guards_is_named(logged: Desk) -> None:
    damage = ["drop trigger batch_no_update", "drop trigger rating_event_no_delete"]
    expect_refused_at_open(logged, damage, ["batch", "rating_event"])


def test_whole_guards_are_as_they_should_be(logged: Desk) -> None:
    with ratingstore.open(logged.url) as store:
        assert store.list("elo").rows.rows
