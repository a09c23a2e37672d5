"""The statements that the product gives to SQLite, with their values, in the order of all its connections."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection as Channel
from typing import Any

from sqlalchemy import Engine, event

from scripts.campaigns.children import Step, run

Values = Sequence[Any]


@dataclass(frozen=True)
class Call:
    """What a connection was asked for. ``what``: open, close, one (statement), many, done (a command)."""

    connection: int
    what: str
    statement: str = ""
    values: Sequence[Any] = ()


CALLS: list[Call] = []
_NUMBERS = itertools.count(1)


class Recorder(sqlite3.Connection):
    """A connection that writes down what it is asked for."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.number = next(_NUMBERS)
        CALLS.append(Call(self.number, "open"))

    def cursor(self, factory: Any = None) -> Any:
        return super().cursor(RecordingCursor)

    def execute(self, statement: str, values: Any = (), /) -> Any:
        return self.cursor().execute(statement, values)

    def commit(self) -> None:
        if self.in_transaction:
            CALLS.append(Call(self.number, "one", "COMMIT"))
        super().commit()

    def rollback(self) -> None:
        if self.in_transaction:
            CALLS.append(Call(self.number, "one", "ROLLBACK"))
        super().rollback()

    def close(self) -> None:
        CALLS.append(Call(self.number, "close"))
        super().close()


class RecordingCursor(sqlite3.Cursor):
    """A cursor that writes down what it is asked for."""

    connection: Recorder

    def execute(self, statement: str, values: Any = (), /) -> RecordingCursor:
        CALLS.append(Call(self.connection.number, "one", statement, _kept(values)))
        super().execute(statement, values)
        return self

    def executemany(self, statement: str, rows: Iterable[Any], /) -> RecordingCursor:
        kept = [_kept(row) for row in rows]
        CALLS.append(Call(self.connection.number, "many", statement, kept))
        super().executemany(statement, kept)
        return self


def _kept(values: Any) -> Any:
    if isinstance(values, dict):
        return {name: _plain(value) for name, value in values.items()}
    return tuple(_plain(value) for value in values)


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview | bytearray) else value


def recorded(channel: Channel, url: str, steps: Sequence[Step]) -> None:
    """A child's work: run the commands and give the calls; a call ``done`` follows each command."""

    @event.listens_for(Engine, "do_connect")
    def record(_dialect: object, _connection: object, _given: object, named: dict[str, Any]) -> None:
        named["factory"] = Recorder

    for number, step in enumerate(steps, 1):
        code, said = run(url, step)
        if code:
            raise RuntimeError(f"{step} ended with {code}:\n{said}")
        CALLS.append(Call(number, "done"))
    channel.send(CALLS)
