"""A store with something in every table, and hands that change it past its guards."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Row, Table, select
from sqlalchemy.exc import DBAPIError

from ratingstore.api import Writing
from ratingstore.office import verify
from ratingstore.office.verify import Verified
from ratingstore.store import engine
from ratingstore.store.tables import GUARDED, metadata
from tests.evidence import ROOT
from tests.store.desk import Desk

UNSEALED = {
    "person": {"name"},
    "person_id": {"scheme", "value", "player"},
    "person_alias": {"code", "valid_from", "player", "batch"},
    "quarantine_row": {column.name for column in metadata.tables["quarantine_row"].columns},
    "store_info": {"one", "store_id", "time_zone", "created_at"},
    "log_head": {"one"},
}
"""What may change by right beside the log, so that no proof covers it: names, ids, aliases, questions."""

LINES = (
    '{"type": "player", "player": "ana", "name": "Ana", "birth_date": "1980-05-01", "sex": "f",'
    ' "fide_id": "7", "note": "lives in Natal"}',
    '{"type": "player", "player": "ivo", "name": "Ivo", "birth_date": "1985", "note": "asked to be out"}',
    '{"type": "rating", "player": "ana", "list": "cxc", "date": "2010-12-01", "rating": 1800, "games": 30}',
    '{"type": "rating", "player": "bia", "list": "cxc", "date": "2010-12-01", "rating": 1700}',
    '{"type": "rating", "player": "ivo", "list": "cxc", "date": "2010-12-01", "rating": 1700}',
    '{"type": "rating", "player": "ana", "list": "cxc", "date": "2012-01-31", "rating": 1811,'
    ' "purpose": "published", "k": 15, "status": "a"}',
    '{"type": "rating", "player": "bia", "list": "cxc", "date": "2012-02-20", "rating": "+12",'
    ' "purpose": "adjustment", "reason": "minutes of May"}',
    '{"type": "tournament", "tournament": "t", "name": "Aberto", "lists": "cxc", "start_date": "2012-01-07",'
    ' "end_date": "2012-01-08", "type": "swiss", "rounds": 2, "points": 1, "federation": "BRA",'
    ' "place": "Natal", "time_control": "90+30", "reported_date": "2012-01-09"}',
    '{"type": "game", "tournament": "t", "date": "2012-01-07", "round": 1, "board": 1, "white": "ana",'
    ' "black": "bia", "result": "1-0", "standings_result": "1-0", "note": "ended late"}',
    '{"type": "game", "tournament": "t", "date": "2012-01-08", "round": 2, "board": 1, "white": "bia",'
    ' "black": "ivo", "result": "1/2-1/2"}',
    '{"type": "tournament", "tournament": "u", "lists": "cxc"}',
    '{"type": "game", "tournament": "t", "date": "2012-01-08", "round": 2, "board": 2, "white": "ana",'
    ' "black": "fide:2200000", "result": "0-1"}',
)
CORRECTIONS = (
    '{"type": "correction", "action": "void", "tournament": "t", "round": 1, "white": "ana", "black": "bia",'
    ' "list": "cxc", "side": "white", "reason": "by agreement"}',
    '{"type": "correction", "action": "adjust", "list": "cxc", "date": "2011-01-01", "player": "bia",'
    ' "amount": "+5", "reason": "minutes of June"}',
    '{"type": "correction", "action": "withhold", "player": "bia", "from": "2012-03-15",'
    ' "until": "2012-03-20", "reason": "arrears"}',
    '{"type": "correction", "action": "close", "list": "cxc", "through": "2011-01-31", "reason": "year end"}',
    '{"type": "correction", "action": "merge", "player": "ana-2", "into": "ana", "reason": "one person"}',
    '{"type": "correction", "action": "game", "tournament": "t", "round": 2, "white": "bia", "black": "ivo",'
    ' "to": "1-0", "reason": "sheet read wrongly"}',
    '{"type": "correction", "action": "tournament", "tournament": "t", "end": "2012-01-09",'
    ' "reason": "rain"}',
)


def furnish(desk: Desk) -> None:
    """Facts, a code that came later, a conflict, two published lists, corrections, an erasure."""
    who = Writing(by="Rosa", reason="season of 2012", recorded_at="2012-03-01")
    desk.jsonl(*LINES, to="cxc", writing=who)
    desk.hand_in(["player,name,fide_id,club", "zoe,Zoe,2200000,", "ana-2,Ana Dois,,CXC"], writing=who)
    desk.games("t,2012-01-07,1,ana,bia,0-1", to="cxc", writing=who)
    desk.store.publish("cxc", "2012-02-01", who)
    desk.jsonl(*CORRECTIONS, writing=who)
    desk.games(*(f"u,2012-03-0{n},{n},ana,new,0-1" for n in range(1, 9)), to="cxc", writing=who)
    closing = desk.number("select position from admin_event where kind = 'closing'")
    desk.store.correct({"action": "undo", "position": str(closing)}, who)
    desk.store.publish("cxc", "2012-04-01", who)
    desk.store.erase("ivo", who)


@contextmanager
def past_the_guards(desk: Desk) -> Iterator[Connection]:
    """A transaction without guards that puts them back before it is looked at, and is rolled back."""
    with engine.writing(desk.store.engine, dry_run=True) as connection:
        put_back = _drop(connection)
        connection.info["put_back"] = put_back
        yield connection


def verified(connection: Connection, expect_head: str | None = None, *, log_only: bool = False) -> Verified:
    """What a verification says once the guards stand again."""
    for statement in connection.info.pop("put_back", ()):
        connection.exec_driver_sql(statement)
    return verify.examine(connection, expect_head, log_only)


def _drop(connection: Connection) -> list[str]:
    names = [table.name for table in GUARDED]
    if connection.dialect.name == "sqlite":
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        triggers = connection.exec_driver_sql(query).all()
        for row in triggers:
            connection.exec_driver_sql(f"DROP TRIGGER {row.name}")
        return [row.sql for row in triggers]
    for name in names:
        connection.exec_driver_sql(f"ALTER TABLE {name} DISABLE TRIGGER ALL")
        connection.exec_driver_sql(f"GRANT UPDATE, DELETE ON {name} TO CURRENT_USER")
    return [f"ALTER TABLE {name} ENABLE ALWAYS TRIGGER {name}_append_only" for name in names]


DERIVED = {"published_row", "segment", "checkpoint", "projected_list", "projected_unit", "projected_change"}
"""Tables of what is computed from the log; all others are looked at without the fold."""


def columns() -> list[tuple[str, str]]:
    """Every column of every table that a proof covers."""
    return [
        (table.name, column.name)
        for table in metadata.tables.values()
        for column in table.columns
        if column.name not in UNSEALED.get(table.name, set())
    ]


def values_near(column: Column[Any], value: Any) -> list[Any]:
    """Other values of the same kind, the least striking first."""
    if isinstance(value, bytes):
        return [value[:-1] + bytes([value[-1] ^ 1])]
    if column.type.python_type is str:
        return [f"{value}x", "x"] if value is None or not value.isdecimal() else [str(int(value) + 1)]
    near = [1, 0, 2] if value is None else [value + 1, value - 1, value + 2, value + 1000]
    return near if value is None or not column.nullable else [*near, None]


def rows_of(connection: Connection, table: Table) -> list[Row[Any]]:
    """All rows of a table, in the order of its key."""
    return list(connection.execute(select(table).order_by(*table.primary_key.columns)))


def change(connection: Connection, table: Table, row: Row[Any], name: str, value: Any) -> bool:
    """Change a cell of a row; False where the database itself refuses the value."""
    found = [column == row._mapping[column.name] for column in table.primary_key.columns]
    try:
        with connection.begin_nested():
            done = connection.execute(table.update().where(*found).values({name: value}))
    except DBAPIError:
        return False
    assert done.rowcount == 1
    return True


def kind_of(row: Row[Any]) -> object:
    """The kind of a row of the rare events; of the other tables the last row stands for all."""
    return row._mapping.get("kind", "")


def tampered(
    desk: Desk, name: str, names: Iterable[str], row: Row[Any]
) -> tuple[set[str], list[tuple[str, Row[Any], Any]]]:
    """The columns of a row that could be changed, and the changes that a verification did not notice."""
    table = metadata.tables[name]
    tried, survivors = set(), []
    for column in names:
        for value in values_near(table.c[column], row._mapping[column]):
            with past_the_guards(desk) as connection:
                if not change(connection, table, row, column, value):
                    continue
                tried.add(column)
                if verified(connection, log_only=name not in DERIVED).sound:
                    survivors.append((column, row, value))
                break
    return tried, survivors


def is_missed(desk: Desk, name: str, gone: Iterable[Row[Any]]) -> bool:
    """Whether a verification notices that rows of a table are gone."""
    table = metadata.tables[name]
    with past_the_guards(desk) as connection:
        for row in gone:
            key = [column == row._mapping[column.name] for column in table.primary_key.columns]
            connection.execute(table.delete().where(*key))
        return not verified(connection, log_only=name not in DERIVED).sound


# In a process of its own: two openings of one file in a process would drop SQLite's locks.
FLIPPING = """
import json, sys
from sqlalchemy import select
from ratingstore import api
from ratingstore.errors import RatingStoreError
from ratingstore.store import address, engine
from ratingstore.store.tables import metadata
from tests.store.tampered import columns

template, copy, *offsets = json.load(sys.stdin)
whole = bytearray(open(template, "rb").read())

def written(content):
    open(copy, "wb").write(content)
    return copy

def proven(path):
    with engine.reading(engine.make(address.parse(path))) as connection:
        cells = [metadata.tables[table].c[column] for table, column in columns()]
        return [sorted(map(repr, connection.execute(select(cell)).scalars())) for cell in cells]

def noticed(path):
    try:
        return api.verify(path).faults > 0
    except RatingStoreError:
        return True

before = proven(written(whole))
assert not noticed(copy), api.verify(copy).rows
changed, survivors = [], []
for offset in offsets:
    whole[offset] ^= 1
    if not noticed(written(whole)) and proven(copy) != before:
        survivors.append(offset)
    whole[offset] ^= 1
print(json.dumps(survivors))
"""


def flipped(template: Path, copy: Path, offsets: list[int]) -> list[int]:
    """The places at which a changed byte changed what a proof covers, and was not noticed."""
    done = subprocess.run(
        [sys.executable, "-c", FLIPPING],
        input=json.dumps([str(template), str(copy), *offsets]),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    survivors: list[int] = json.loads(done.stdout)
    return survivors
