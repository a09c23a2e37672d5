"""Codes and numbers: players (beside the log, erasable), tournaments and lists."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, select, update

from ratingstore.store.bulk import bulk
from ratingstore.store.chain import salted_hash
from ratingstore.store.read import cells
from ratingstore.store.tables import person, person_alias, person_id, rating_list, tournament


class Person(NamedTuple):
    """A player beside the log: number, code, name ("" where unknown)."""

    number: int
    code: str
    name: str


def people(connection: Connection) -> dict[str, Person]:
    """All players by code."""
    rows = cells(connection, select(person.c.number, person.c.code, person.c.name))
    return {one.code: one for one in map(Person._make, rows)}


def owner_ids(connection: Connection) -> dict[tuple[str, str], int]:
    """Player numbers by (scheme, id)."""
    rows = connection.execute(select(person_id.c.scheme, person_id.c.value, person_id.c.player))
    return {(row.scheme, row.value): row.player for row in rows}


def aliases(connection: Connection) -> dict[str, list[tuple[int, int]]]:
    """Codes that mean another player than theirs: (from which day, player number) by code, oldest first.

    Day 0: always. A code of an owner is written ``fide:2200000``.
    """
    c = person_alias.c
    found: dict[str, list[tuple[int, int]]] = {}
    for row in connection.execute(select(c.code, c.valid_from, c.player).order_by(c.code, c.valid_from)):
        found.setdefault(row.code, []).append((row.valid_from, row.player))
    return found


def means(connection: Connection, code: str) -> int | None:
    """The player whom a code means that was another's until the two were merged."""
    c = person_alias.c
    query = select(c.player).where(c.code == code, c.valid_from == 0)
    found = connection.execute(query).scalar()
    return None if found is None else int(found)


def set_aliases(connection: Connection, new: Mapping[tuple[str, int], int | None], batch: int) -> None:
    """Let codes mean players from days on; None: no longer."""
    c = person_alias.c
    for (code, valid_from), player in new.items():
        connection.execute(delete(person_alias).where(c.code == code, c.valid_from == valid_from))
        if player is not None:
            bulk(connection, person_alias, [(code, valid_from, player, batch)])


def move_owner_ids(connection: Connection, ids: Mapping[tuple[str, str], int]) -> None:
    """Give ids of owners that are attached to a player to another."""
    for (scheme, value), player in ids.items():
        where = (person_id.c.scheme == scheme, person_id.c.value == value)
        connection.execute(update(person_id).where(*where).values(player=player))


def tournaments(connection: Connection) -> dict[str, int]:
    """Tournament numbers by code."""
    return _numbers(connection, tournament)


def lists(connection: Connection) -> dict[str, int]:
    """List numbers by code, in the order of codes: what is said of several lists is said in it."""
    return dict(sorted(_numbers(connection, rating_list).items()))


def _numbers(connection: Connection, table: Table) -> dict[str, int]:
    return {row.code: row.number for row in connection.execute(select(table.c.code, table.c.number))}


def add_people(connection: Connection, made: Iterable[Person], batch: int) -> list[str]:
    """Store new players; return the salted hashes that the chain seals for them."""
    rows = []
    for one in made:
        salt = secrets.token_hex(8)
        rows.append((one.number, one.code, one.name, salt, salted_hash(salt, one.code), batch))
    bulk(connection, person, rows)
    return [f"player {row[0]} {row[4]}" for row in rows]


def name_people(connection: Connection, names: Mapping[int, str]) -> None:
    """Give names to players who had none."""
    for number, name in names.items():
        connection.execute(update(person).where(person.c.number == number).values(name=name))


def recode_people(connection: Connection, codes: Mapping[int, str]) -> None:
    """Give players who were known by an owner's id only a code of their own.

    What the chain sealed is the code of their first day, which the id still tells.
    """
    for number, code in codes.items():
        connection.execute(update(person).where(person.c.number == number).values(code=code))


def add_owner_ids(connection: Connection, ids: Mapping[tuple[str, str], int]) -> None:
    """Attach ids of owners (FIDE, CBX, ...) to players."""
    bulk(connection, person_id, ((scheme, value, player) for (scheme, value), player in ids.items()))


def add_tournaments(connection: Connection, made: Mapping[str, int], batch: int) -> list[str]:
    """Store new tournaments; return what the chain seals for them."""
    return _add(connection, tournament, made, batch)


def add_lists(connection: Connection, made: Mapping[str, int], batch: int) -> list[str]:
    """Store new lists; return what the chain seals for them."""
    return _add(connection, rating_list, made, batch)


def _add(connection: Connection, table: Table, made: Mapping[str, int], batch: int) -> list[str]:
    bulk(connection, table, ((number, code, batch) for code, number in made.items()))
    return [f"{table.name} {number} {code}" for code, number in made.items()]
