"""Queries of auditors read, and only read, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from ratingstore.errors import ReadOnlyRefused
from tests.store.desk import Desk
from tests.store.test_guards import on_postgresql, on_sqlite

READ = [
    "select code from person order by code",
    "SELECT code FROM person ORDER BY code;",
    "  \n-- the players\n/* all of\nthem */ select code from person order by code",
    "(select code from person order by code)",
    "with p as (select code from person) select code from p order by code",
    "select code from person where code like '%a' or 1 % 2 = 0 order by code",
]
WRITE = [
    "delete from person",
    "with gone as (select 1) delete from person",
    "insert into person select * from person",
    "update person set name = 'x'",
    "create table mine (n integer)",
    "create temp table mine (n integer)",
    "drop table person",
    "alter table person add column mine text",
    "vacuum",
    "analyze",
    "reindex",
]
CONTROL = ["commit", "COMMIT", "begin", "rollback", "end", "savepoint s", "release s", "-- first\ncommit"]
SEVERAL = [
    "select 1; delete from person",
    "select 1; select 2",
    "commit; delete from person",
    "COMMIT; DELETE FROM person",
    "select 1; commit; delete from person",
    "/* */ commit; delete from person",
]
UNCLEAR = ["", "   ", ";", "-- nothing", "/* nothing", "selec 1", "select * from nothing", "select 'a\0b'"]


@pytest.fixture
def logged(desk: Desk) -> Desk:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    return desk


def expect_refused(desk: Desk, sql: str) -> ReadOnlyRefused:
    before = desk.dump()
    with pytest.raises(ReadOnlyRefused) as refusal:
        desk.store.query(sql)
    assert desk.dump() == before
    assert refusal.value.message
    assert refusal.value.hint
    return refusal.value


@on_sqlite
@pytest.mark.parametrize("sql", [sql for sql in READ if not sql.startswith("(")])
def test_what_reads_is_answered_by_sqlite(logged: Desk, sql: str) -> None:
    assert logged.query(sql) == [{"code": "ana"}, {"code": "bia"}]


@on_postgresql
@pytest.mark.parametrize("sql", READ)
def test_what_reads_is_answered_by_postgresql(logged: Desk, sql: str) -> None:
    assert logged.query(sql) == [{"code": "ana"}, {"code": "bia"}]


def test_what_writes_is_refused_and_said_so(logged: Desk) -> None:
    for sql in WRITE:
        assert "only reads" in expect_refused(logged, sql).message, sql


def test_a_query_cannot_end_or_change_its_transaction(logged: Desk) -> None:
    for sql in CONTROL:
        assert "only reads" in expect_refused(logged, sql).message, sql


def test_several_statements_in_one_text_are_refused(logged: Desk) -> None:
    for sql in SEVERAL:
        expect_refused(logged, sql)


def test_what_the_database_does_not_understand_is_refused_in_its_words(logged: Desk) -> None:
    for sql in UNCLEAR:
        expect_refused(logged, sql)
    assert "nothing" in expect_refused(logged, "select * from nothing").message


def test_a_refused_query_leaves_the_store_usable(logged: Desk) -> None:
    expect_refused(logged, "select * from nothing")
    expect_refused(logged, "commit; delete from person")
    assert logged.column("select count(*) from game_now") == [1]
    logged.games("t,2012-01-10,2,ana,bia,1-0")
    assert logged.column("select count(*) from game_now") == [2]


SQLITE_ONLY = [
    "pragma user_version = 7",
    "pragma application_id = 7",
    "pragma journal_mode = delete",
    "attach database '{other}' as other",
    "detach database main",
    "vacuum into '{other}'",
]
POSTGRESQL_ONLY = [
    "set transaction read write",
    "set session characteristics as transaction read write",
    "set default_transaction_read_only = off",
    "do $$ begin delete from person; end $$",
    "do $$ begin commit; delete from person; end $$",
    "call pg_catalog.nothing()",
    "copy person to stdout",
    "copy person to '{other}'",
    "copy (select 1) to program 'touch {other}'",
    "copy person from stdin",
    "lock table person in access exclusive mode",
    "explain analyze delete from person",
    "select * into mine from person",
    "with gone as (delete from person returning *) select * from gone",
    "select setval('mine', 1)",
    "listen mine",
    "truncate person",
]


@on_sqlite
def test_sqlites_own_ways_of_writing_are_refused(logged: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    for sql in SQLITE_ONLY:
        expect_refused(logged, sql.format(other=other))
        assert not other.exists(), sql
    assert logged.column("pragma journal_mode") == ["wal"]
    assert logged.column("pragma user_version") == [0]


@on_postgresql
def test_postgresqls_own_ways_of_writing_are_refused(logged: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for sql in POSTGRESQL_ONLY:
        expect_refused(logged, sql.format(other=other))
        assert not other.exists(), sql


@on_sqlite
@pytest.mark.parametrize("pragma", ["query_only = off", "recursive_triggers = off", "writable_schema = on"])
def test_a_setting_holds_for_the_one_query_only(logged: Desk, pragma: str) -> None:
    logged.store.query(f"pragma {pragma}")
    expect_refused(logged, "delete from person")
    setting = pragma.partition(" ")[0]
    assert logged.column(f"pragma {setting}") == [{"writable_schema": 0}.get(setting, 1)]


@on_sqlite
def test_values_of_sqlite_come_as_they_are(logged: Desk) -> None:
    found = logged.store.query("select 1 as whole, 1.5 as part, 'ção' as text, null as empty, 1 as whole")
    assert found.columns == ("whole", "part", "text", "empty", "whole")
    assert [str(value) for value in found.rows[0]] == ["1", "1.5", "ção", "None", "1"]


@on_postgresql
def test_values_of_postgresql_come_as_they_are(logged: Desk) -> None:
    found = logged.store.query("select 1 as whole, 1.5 as part, 'ção' as text, null as empty, true as yes")
    assert found.columns == ("whole", "part", "text", "empty", "yes")
    assert [str(value) for value in found.rows[0]] == ["1", "1.5", "ção", "None", "True"]


def test_a_query_without_rows_still_has_columns(logged: Desk) -> None:
    found = logged.store.query("select code, name from person where 1 = 0")
    assert (found.columns, found.rows) == (("code", "name"), ())
