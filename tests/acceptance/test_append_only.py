"""Nobody changes or deletes what the log holds: the database itself refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import psycopg
import pytest

from tests.acceptance.club import Club

LOG = ["game_event", "tournament_event", "player_event", "rating_event", "admin_event", "batch"]

# A process of its own: two libraries, or two users of one, in a process would drop SQLite's locks.
CHILD = """
import json, sqlite3, sys
path, settings, *statements = sys.argv[1:]
connection = sqlite3.connect(path)
connection.executescript(settings)
answers = []
for statement in statements:
    try:
        connection.execute(statement)
        connection.commit()
        answers.append("done")
    except sqlite3.Error as error:
        answers.append(str(error))
print(json.dumps(answers))
"""

# The product's own connections, used in a way in which the product never uses them.
OUR_CHILD = """
import json, sys
from sqlalchemy import make_url
from ratingstore.errors import StoreError
from ratingstore.store import engine
url, *statements = sys.argv[1:]
answers = []
for statement in statements:
    try:
        with engine.writing(engine.make(make_url(url))) as connection:
            connection.exec_driver_sql(statement)
        answers.append("done")
    except StoreError as error:
        answers.append(error.message)
print(json.dumps(answers))
"""


@pytest.fixture
def logged(club: Club) -> Club:
    """A store with at least one row in every table of the log."""
    club.openings({"ana": 1500, "bia": 1500}, to="cxc")
    club.ingest("tournament,lists,start_date,end_date\nt,cxc,2012-01-01,2012-01-20\n")
    club.ingest("player,name,birth_date,sex\nana,Ana,1980-01-01,f\nbia,Bia,1981,f\n")
    club.games("t,2012-01-10,1,ana,bia,1-0", to="cxc")
    assert all(club.count(table) for table in LOG)
    return club


def attempt(club: Club, statements: list[str]) -> dict[str, str]:
    """What the database says to statements from outside the product: ``done`` or its refusal."""
    if club.url.startswith("sqlite"):
        return child(CHILD, club.url.removeprefix("sqlite:///"), "", statements=statements)
    answers = {}
    for statement in statements:
        try:
            with psycopg.connect(club.url, autocommit=True) as connection:
                connection.execute(statement.encode())
            answers[statement] = "done"
        except psycopg.Error as error:
            answers[statement] = str(error)
    return answers


def child(script: str, *arguments: str, statements: list[str]) -> dict[str, str]:
    command = [sys.executable, "-c", script, *arguments, *statements]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(zip(statements, json.loads(done.stdout), strict=True))


def expect_refusals(answers: dict[str, str]) -> None:
    assert {statement: said for statement, said in answers.items() if "append-only" not in said} == {}


def contents(club: Club) -> dict[str, list[Any]]:
    return {table: club.query(f"select * from {table} order by 1") for table in LOG}


def test_update_and_delete_are_refused_by_the_database(logged: Club) -> None:
    before, statements = contents(logged), []
    for table in LOG:
        column = next(iter(before[table][0]))
        statements += [
            f"update {table} set {column} = {column}",
            f"update {table} set {column} = {column} + 1000",
            f"delete from {table}",
            f"delete from {table} where {column} = (select max({column}) from {table})",
        ]
    expect_refusals(attempt(logged, statements))
    assert contents(logged) == before


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
def test_truncate_is_refused_by_postgresql_to_superusers_and_replication_too(logged: Club) -> None:
    before, statements = contents(logged), []
    for table in LOG:
        statements += [
            f"truncate {table}",
            f"truncate {table} cascade",
            f"set session_replication_role = replica; truncate {table}",
            f"set session_replication_role = replica; delete from {table}",
        ]
    expect_refusals(attempt(logged, statements))
    assert contents(logged) == before


@pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)
def test_replace_is_refused_on_every_connection_of_ours(logged: Club) -> None:
    before = contents(logged)
    replaces = [f"insert or replace into {table} select * from {table}" for table in LOG]
    expect_refusals(child(OUR_CHILD, logged.url, statements=replaces))
    path, setting = logged.url.removeprefix("sqlite:///"), "pragma recursive_triggers = on;"
    expect_refusals(child(CHILD, path, setting, statements=replaces))
    assert contents(logged) == before
