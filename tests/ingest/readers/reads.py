"""Short ways to read a made file in a test."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TypeVar

from ratingstore.events.facts import Fact, GameFact
from ratingstore.ingest.readers import Reading, ReadOptions, read
from ratingstore.problems import Problem

FILE = "made.csv"
GAMES = "tournament,date,round,white,black,result"
Kind = TypeVar("Kind", bound=Fact)


def reading(text: str, options: ReadOptions | None = None) -> Reading:
    return read(text.encode(), replace(options or ReadOptions(), file=FILE))


def facts(kind: type[Kind], text: str, options: ReadOptions | None = None) -> tuple[Kind, ...]:
    """The facts of a file in which nothing is wrong and all are of one kind."""
    found = reading(text, options)
    assert found.problems == ()
    stated = found.every_fact()
    assert all(isinstance(fact, kind) for fact in stated)
    return tuple(fact for fact in stated if isinstance(fact, kind))


def fact(kind: type[Kind], header: str, row: str, options: ReadOptions | None = None) -> Kind:
    (only,) = facts(kind, f"{header}\n{row}\n", options)
    return only


def game(columns: str = "", cells: str = "", *, result: str = "1-0", date: str = "2012-01-05") -> GameFact:
    """One game of p1 and p2; ``columns`` and ``cells`` come on top, divided by ``|``."""
    return fact(GameFact, *_game(columns, cells, result, date))


def game_problems(
    columns: str = "", cells: str = "", *, result: str = "1-0", date: str = "2012-01-05"
) -> list[Problem]:
    header, row = _game(columns, cells, result, date)
    return problems(header, row)


def _game(columns: str, cells: str, result: str, date: str) -> tuple[str, str]:
    names = ["tournament", "round", "white", "black", "result", "date"]
    values = ["cup", "1", "p1", "p2", result, date]
    for name, value in zip(columns.split("|"), cells.split("|"), strict=True):
        if name in names:
            values[names.index(name)] = value
        elif name:
            names.append(name)
            values.append(value)
    return ";".join(names), ";".join(values)


def problems(header: str, row: str, options: ReadOptions | None = None) -> list[Problem]:
    """The problems of the only row; all at its line, and no fact where one of them refuses it."""
    found = reading(f"{header}\n{row}\n", options)
    assert all(problem.file == FILE for problem in found.problems)
    refused = [problem for problem in found.problems if problem.severity == "refused"]
    assert all(problem.line == 2 and problem.row == row for problem in refused)
    assert not (refused and found.every_fact())
    return list(found.problems)


def codes(found: list[Problem]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in found]


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()
