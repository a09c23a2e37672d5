"""The schema: the same in the program, the migrations and both databases; other schemas are refused."""

from __future__ import annotations

from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

import ratingstore
from ratingstore.errors import SchemaMismatch, StoreMissing
from ratingstore.store import engine, schema
from ratingstore.store.tables import metadata
from tests.store.desk import Desk
from tests.store.test_guards import on_postgresql, on_sqlite, outside


def test_the_migrations_make_the_tables_that_the_program_knows(desk: Desk) -> None:
    with engine.reading(desk.store.engine) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_constraints_and_indexes_have_the_names_that_the_program_gives_them(desk: Desk) -> None:
    """A later migration finds them by name, on both databases."""
    for table in metadata.tables.values():
        made: list[Any] = [*table.constraints, *table.indexes]
        wanted = {str(one.name) for one in made if one.name}
        with engine.reading(desk.store.engine) as connection:
            assert names_in(connection, table.name) == wanted, table.name


def names_in(connection: Connection, table: str) -> set[str]:
    found: Any = inspect(connection)
    named = [found.get_pk_constraint(table), *found.get_unique_constraints(table)]
    named += [*found.get_check_constraints(table), *found.get_indexes(table)]
    return {one["name"] for one in named if not one["name"].startswith("sqlite_")}


@on_sqlite
def test_every_table_of_a_file_is_strict(desk: Desk) -> None:
    rows = desk.query("select name, strict from pragma_table_list where type = 'table' and schema = 'main'")
    loose = {row["name"] for row in rows if not row["strict"]}
    assert loose == {"alembic_version", "sqlite_schema"}


@on_postgresql
def test_texts_of_postgresql_compare_by_bytes_whatever_the_database_does(desk: Desk) -> None:
    rows = desk.query(
        "select table_name, column_name, collation_name from information_schema.columns"
        " where table_schema = 'public' and data_type = 'text' and table_name in"
        " (select tablename from pg_tables where schemaname = 'public')"
    )
    assert len(rows) > 30
    assert {row["collation_name"] for row in rows} == {"C"}


@on_postgresql
def test_whole_numbers_of_postgresql_have_64_bits(desk: Desk) -> None:
    kinds = desk.column(
        "select distinct data_type from information_schema.columns where table_schema = 'public'"
        " and data_type like '%int%' and table_name in"
        " (select tablename from pg_tables where schemaname = 'public')"
    )
    assert kinds == ["bigint"]


def test_both_databases_have_the_same_views_with_the_same_columns(desk: Desk, desk_on_a_file: Desk) -> None:
    found = [views(one) for one in (desk, desk_on_a_file)]
    assert found[0] == found[1]
    assert {"event", "game_now", "rating_change", "rating_list_now", "quarantine"} <= set(found[0])


def views(desk: Desk) -> dict[str, list[str]]:
    with engine.reading(desk.store.engine) as connection:
        names = inspect(connection).get_view_names()
        return {
            name: list(connection.exec_driver_sql(f"select * from {name} where 1 = 0").keys())
            for name in names
        }


def test_an_upgrade_of_a_current_store_changes_nothing(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    before, shape = desk.dump(), views(desk)
    assert ratingstore.api.upgrade(desk.url) == (schema.newest(), schema.newest())
    assert (desk.dump(), views(desk)) == (before, shape)


def set_revision(desk: Desk, revision: str) -> None:
    assert outside(desk, [f"update alembic_version set version_num = '{revision}'"]) == ["done"]


def test_a_newer_store_is_refused_with_what_to_do_and_left_as_it_is(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    set_revision(desk, "0999")
    before = desk.dump()
    for opened in (ratingstore.open, ratingstore.api.upgrade):
        with pytest.raises(SchemaMismatch) as refusal:
            opened(desk.url)
        assert "0999 is newer" in refusal.value.message
        assert schema.newest() in refusal.value.message
        assert "pip install --upgrade" in refusal.value.hint
    assert desk.dump() == before
    assert desk.column("select version_num from alembic_version") == ["0999"]


def test_an_older_store_asks_for_its_upgrade(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    older = schema.newest()
    monkeypatch.setattr(schema, "newest", lambda: "0998")
    with pytest.raises(SchemaMismatch) as refusal:
        ratingstore.open(desk.url)
    assert f"is {older}, this program needs 0998" in refusal.value.message
    assert "ratingstore upgrade" in refusal.value.hint


def test_a_store_that_lost_its_revision_is_no_store(desk: Desk) -> None:
    assert outside(desk, ["delete from alembic_version"]) == ["done"]
    with pytest.raises(StoreMissing):
        ratingstore.open(desk.url)


def test_the_program_has_one_newest_revision() -> None:
    assert schema.newest()
