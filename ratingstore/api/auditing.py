"""Answers of the ready-made audit queries: their values made definite, their rows, what to know of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from ratingstore.api import asked as asking
from ratingstore.api.answers import Audit
from ratingstore.errors import UnknownName, UsageError
from ratingstore.events import days
from ratingstore.formats import Cell, RowSet
from ratingstore.language import _
from ratingstore.projections import project as projecting
from ratingstore.store import append, audit, changes, engine, identities, info, queries, times
from ratingstore.store.audit import NamedQuery, Parameter
from ratingstore.store.engine import Connection, Engine

COLUMNS: Final = ("name", "parameters", "answers")
_DERIVED: Final = re.compile(r"\b(rating_change|rating_pool|rating_list_now|rated_unit)\b")


def listed() -> RowSet:
    """The queries: columns ``name,parameters,answers``; parameters in brackets may be left out."""
    rows = tuple((query.name, query.usage, _(query.answers)) for query in audit.queries())
    return RowSet(COLUMNS, rows)


def answer(store: Engine, name: str, given: Mapping[str, str]) -> Audit:
    """The answer of a query. UnknownName for a query, parameter or code that is not there, UsageError."""
    query = audit.find(name)
    _refuse_unknown(query, given)
    with engine.reading(store) as connection:
        values = {one.name: _value(connection, query, one, given.get(one.name)) for one in query.parameters}
        columns, rows = queries.named(connection, query.sql, values)
        behind = _behind(connection) if _DERIVED.search(query.sql) else ()
    notes = tuple(note for note in (_(query.note), *behind) if note)
    return Audit(RowSet(columns, tuple(tuple(cell(value) for value in row) for row in rows)), notes)


def cell(value: object) -> Cell:
    """A value of the database as a cell: a number with the digits that the other answers give it."""
    if value is None or isinstance(value, str | int | Decimal):
        return value
    if not isinstance(value, float):
        return str(value)
    exact = Decimal(repr(value + 0.0))  # no minus before a zero
    return exact.to_integral_value() if value.is_integer() else exact


def _refuse_unknown(query: NamedQuery, given: Mapping[str, str]) -> None:
    known = [one.name for one in query.parameters]
    for name in given:
        if name not in known:
            takes = _("it takes {parameters}").format(parameters=query.usage) if known else _("it takes none")
            raise UnknownName(
                _("the query {query} has no parameter {name}").format(query=query.name, name=name),
                asking.near(name, known) or takes,
            )


def _value(connection: Connection, query: NamedQuery, one: Parameter, given: str | None) -> str:
    """The value to bind: as given, else by default; a code that the store has, a date as ISO text."""
    text = one.default if given is None else given
    if one.kind == "list" and text != audit.ALL:
        return asking.the_list(connection, text)[0]
    if text is None:
        raise UsageError(
            _("the query {query} needs {name}: {about}").format(
                query=query.name, name=one.name, about=_(one.about)
            ),
            f"ratingstore query {query.name} -p {one.name}=...",
        )
    if text == audit.ALL:
        return text
    if one.kind == "date":
        return _day(connection, text)
    if one.kind == "player":
        return asking.the_player(connection, text).code
    return asking.the_tournament(connection, text)[0]


def _day(connection: Connection, text: str) -> str:
    if text == audit.TODAY:
        return times.today(info.time_zone(connection)).isoformat()
    return days.iso(asking.parse_day(text))


def _behind(connection: Connection) -> tuple[str, ...]:
    """A sentence for every list whose stored changes do not reach the head of the log."""
    head = append.head(connection)
    sentence = _(
        "the stored changes of {list} end at position {position} of {head}; run: ratingstore project"
    )
    return tuple(
        sentence.format(list=code, position=reached(connection, number), head=head.position)
        for code, number in sorted(identities.lists(connection).items())
        if not projecting.is_current(connection, number, head)
    )


def reached(connection: Connection, list_number: int) -> int:
    """The position up to which the stored changes of a list were computed; 0 where there are none."""
    state = changes.state(connection, list_number)
    return 0 if state is None else state.known_at
