"""Taking a person out of what stands beside the log: names, codes, ids, words, and the bytes they leave.

The log itself holds player numbers and the few facts that rules read; those stay. The hashes of what is
erased stay too: they were salted, and the salts go.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, bindparam, delete, or_, select, update

from ratingstore.language import _
from ratingstore.store import administration, quarantine
from ratingstore.store import engine as engines
from ratingstore.store.projected_tables import checkpoint, projected_change, projected_list, projected_unit
from ratingstore.store.tables import (
    admin_event,
    game_event,
    person,
    person_alias,
    person_id,
    player_event,
    published_row,
    quarantine_row,
    rating_event,
    remark,
)

_SHORT: Final = 3
"""A code of fewer characters is a word like any other: it names nobody where it stands in a sentence."""
_BESIDE: Final = (
    person, person_id, person_alias, remark, quarantine_row, published_row,
    projected_list, projected_unit, projected_change,
)  # fmt: skip
_ERASED: Final = "erased-{number}"
_TAKEN: Final = "-x"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What a person is known by: his numbers (more where players were merged), codes, names and ids."""

    numbers: tuple[int, ...]
    codes: frozenset[str]
    names: frozenset[str]
    ids: frozenset[tuple[str, str]]

    def pattern(self, *, free: bool) -> re.Pattern[str]:
        """What finds him in a text, whole words in any case; ``free``: in sentences, where short codes say
        nothing."""
        ids = {value for _scheme, value in self.ids} | {":".join(one) for one in self.ids}
        words = {word for word in self.codes | ids if not free or len(word) >= _SHORT} | self.names
        either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True) if word)
        return re.compile(rf"(?<!\w)(?:{either or '(?!)'})(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What was taken out. ``codes`` are the placeholders by player number."""

    codes: dict[int, str]
    ids: int
    aliases: int
    remarks: tuple[tuple[int, int], ...]
    questions: int
    published: int


def erased_players(connection: Connection) -> frozenset[int]:
    """Numbers of the players who were erased."""
    query = select(admin_event.c.subject).where(admin_event.c.kind == "erasure")
    return frozenset(int(subject) for subject in connection.execute(query).scalars())


def names_of(connection: Connection, number: int) -> Names:
    """Everything that a player is known by, and everybody who was merged into him."""
    numbers = _merged(connection, number)
    people = connection.execute(select(person).where(person.c.number.in_(numbers))).mappings().all()
    ids = connection.execute(select(person_id).where(person_id.c.player.in_(numbers))).all()
    aliases = connection.execute(select(person_alias.c.code).where(person_alias.c.player.in_(numbers)))
    return Names(
        numbers=numbers,
        codes=frozenset([*(row["code"] for row in people), *aliases.scalars()]),
        names=frozenset(row["name"] for row in people if row["name"]),
        ids=frozenset((row.scheme, row.value) for row in ids),
    )


def _merged(connection: Connection, number: int) -> tuple[int, ...]:
    """The player and those who were merged into him, by the events that say so."""
    merges = administration.standing(connection, "merge")
    pairs = [tuple(map(int, row["subject"].split())) for row in merges]
    found, new = {number}, {number}
    while new:
        new = {one for one, into in pairs if into in new} - found
        found |= new
    return tuple(sorted(found))


def erase(connection: Connection, known: Names) -> Erased:
    """Take him out of every table beside the log; the caller writes the event."""
    # Codes order what nothing else orders: the next projection folds everything anew.
    connection.execute(delete(checkpoint))
    codes = {number: _placeholder(connection, number) for number in known.numbers}
    for number, code in codes.items():
        change = update(person).where(person.c.number == number)
        connection.execute(change.values(code=code, name="", salt=""))
        connection.execute(update(published_row).where(published_row.c.player == number).values(code=code))
    of_him = published_row.c.player.in_(known.numbers)
    published = connection.execute(select(published_row.c.position).where(of_him).distinct()).all()
    return Erased(
        codes=codes,
        ids=connection.execute(delete(person_id).where(person_id.c.player.in_(known.numbers))).rowcount,
        aliases=connection.execute(
            delete(person_alias).where(person_alias.c.player.in_(known.numbers))
        ).rowcount,
        remarks=_remarks(connection, known),
        questions=_questions(connection, known),
        published=len(published),
    )


def _placeholder(connection: Connection, number: int) -> str:
    """A code that nobody has: ``erased-17``."""
    columns = (person.c.code, person_alias.c.code)
    taken = {code for column in columns for code in connection.execute(select(column)).scalars()}
    code = _ERASED.format(number=number)
    while code in taken:
        code += _TAKEN
    return code


def is_placeholder(code: str, number: int) -> bool:
    """Whether it is the code that erasing leaves a player."""
    while code.endswith(_TAKEN):
        code = code.removesuffix(_TAKEN)
    return code == _ERASED.format(number=number)


def _remarks(connection: Connection, known: Names) -> tuple[tuple[int, int], ...]:
    """Erase the remarks about him: those on his own events, and those whose words name him."""
    his = _his_events(connection, known.numbers)
    pattern = known.pattern(free=True)
    rows = connection.execute(select(remark).where(remark.c.text.is_not(None))).mappings()
    found = [
        (row["batch"], row["number"]) for row in rows if row["position"] in his or pattern.search(row["text"])
    ]
    c = remark.c
    change = update(remark).where(c.batch == bindparam("of_batch"), c.number == bindparam("of_number"))
    if found:
        values = [{"of_batch": batch, "of_number": number} for batch, number in found]
        connection.execute(change.values(text=None, salt=None), values)
    return tuple(sorted(found))


def _his_events(connection: Connection, numbers: Sequence[int]) -> Collection[int]:
    """Positions of the events that are about him: his games, facts, ratings, and decisions on him."""
    g, subjects = game_event.c, [str(number) for number in numbers]
    queries = [
        select(player_event.c.position).where(player_event.c.player.in_(numbers)),
        select(rating_event.c.position).where(rating_event.c.player.in_(numbers)),
        select(g.position).where(or_(g.white.in_(numbers), g.black.in_(numbers))),
        select(admin_event.c.position).where(
            admin_event.c.kind.in_(("withheld", "erasure")), admin_event.c.subject.in_(subjects)
        ),
    ]
    found = {int(one) for query in queries for one in connection.execute(query).scalars()}
    decisions = select(admin_event.c.position, admin_event.c.subject)
    for position, subject in connection.execute(decisions.where(admin_event.c.kind.in_(("merge", "split")))):
        if set(subject.split()) & set(subjects):
            found.add(position)
    return found


def _questions(connection: Connection, known: Names) -> int:
    """Empty the rows of files that wait, or waited, and hold him; what is empty waits no more."""
    pattern = known.pattern(free=False)
    texts = ("row", "details", "fact", "file", "options")
    rows = connection.execute(select(quarantine_row)).mappings()
    found = [row["id"] for row in rows if any(pattern.search(_plain(row[name])) for name in texts)]
    if found:
        change = update(quarantine_row).where(quarantine_row.c.id == bindparam("of_id"))
        empty = {"row": "", "details": "{}", "fact": "", "file": "", "options": "{}"}
        values = [{"of_id": number} for number in found]
        connection.execute(change.values(**empty, state=quarantine.ERASED), values)
    return len(found)


def _plain(text: str) -> str:
    r"""A JSON text writes "ã" as ``\u00e3``, and a name must be found in it as well."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)


def wipe(engine: Engine) -> tuple[str, ...]:
    """Rewrite what held him, so that no byte of it is left in the store's files; sentences on what stays."""
    if engine.dialect.name == "sqlite":
        return _wipe_sqlite(engine)
    return _wipe_postgresql(engine)


def _wipe_sqlite(engine: Engine) -> tuple[str, ...]:
    # Freed bytes are zeroed already; pages that were split before may still hold copies of what moved.
    statements = ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")
    done: Any = ()
    error: Any = engine.dialect.loaded_dbapi.Error
    raw = engine.raw_connection()
    try:
        for statement in statements:
            done = raw.driver_connection.execute(statement).fetchone()  # type: ignore[union-attr]
        busy = bool(done and done[0])
    except error:
        busy = True
    finally:
        raw.close()
    said = [_("copies and backups of the file hold the name until they are deleted")]
    if busy:
        said.insert(0, _("somebody else reads the file: its bytes are cleaned by running erase again later"))
    return tuple(said)


def _wipe_postgresql(engine: Engine) -> tuple[str, ...]:
    with engines.errors(engine), engine.connect() as connection:
        outside = connection.execution_options(isolation_level="AUTOCOMMIT")
        for table in _names(_BESIDE):
            outside.exec_driver_sql(f"VACUUM FULL {table}")
        outside.exec_driver_sql("CHECKPOINT" if _may_checkpoint(outside) else "SELECT 1")
    return (_("the server's write-ahead log, its archives and backups hold the name until they age out"),)


def _names(tables: Iterable[Table]) -> list[str]:
    return [table.name for table in tables]


def _may_checkpoint(connection: Connection) -> bool:
    query = "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"
    return bool(connection.exec_driver_sql(query).scalar())
