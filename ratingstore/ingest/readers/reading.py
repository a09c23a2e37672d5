"""What a reader is told, and what it hands over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ratingstore.events.facts import Fact
from ratingstore.ingest.readers.game_columns import NO_GAMES, GameColumns, in_order
from ratingstore.problems import Problem

DateOrder = Literal["YMD", "DMY", "MDY"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """The options of ``ingest`` that change what a file says; None: not given.

    ``tournament``, ``name`` and ``date`` (a day) fill what the file leaves open and never replace
    what it states. ``file`` is the name that problems carry.
    """

    input_format: str | None = None
    tournament: str | None = None
    name: str | None = None
    date: int | None = None
    date_order: DateOrder = "YMD"
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A file as it was read.

    ``kind``: games, tournaments, players, ratings or jsonl. ``encoding``: utf-8, utf-8-sig or
    cp1252. ``facts`` stand in the order of the file and hold no row with a refused problem, and none
    of ``games``, the plain rows of a table of games; ``rows`` counts all rows, those refused included.
    """

    kind: str
    encoding: str
    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]
    rows: int
    games: GameColumns = NO_GAMES

    def every_fact(self) -> tuple[Fact, ...]:
        """All facts, those of the plain rows among them."""
        return tuple(in_order(self.facts, self.games))
