"""A rating officer's desk: a store, files that are handed in, and a look at every table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import select

from ratingstore import api
from ratingstore.api import IngestOptions, IngestReport, Writing
from ratingstore.events import days
from ratingstore.formats import Cell
from ratingstore.problems import Problem
from ratingstore.store import engine
from ratingstore.store.tables import metadata

ZONE = "America/Sao_Paulo"
GAMES = "tournament,date,round,white,black,result"
RATINGS = "player,list,date,rating"
Dump = dict[str, list[tuple[Any, ...]]]


@dataclass
class Desk:
    """A store at ``url`` and a folder for the files that are handed in."""

    url: str
    folder: Path
    files: int = 0
    store: api.Store = field(init=False)

    def __post_init__(self) -> None:
        self.store = api.init(self.url, ZONE)

    def file(self, content: str | bytes, ending: str = "csv") -> Path:
        """A new file with this content."""
        self.files += 1
        path = self.folder / f"file-{self.files}.{ending}"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def hand_in(
        self,
        content: str | bytes | Sequence[str],
        to: str | None = None,
        *,
        ending: str = "csv",
        writing: Writing | None = None,
        **options: Any,
    ) -> IngestReport:
        """Ingest a text, or lines, for the list ``to``."""
        whole = content if isinstance(content, str | bytes) else "\n".join([*content, ""])
        path = self.file(whole, ending)
        (report,) = self.store.ingest([path], IngestOptions(list_code=to, **options), writing)
        return report

    def games(self, *rows: str, to: str | None = None, header: str = GAMES, **options: Any) -> IngestReport:
        return self.hand_in([header, *rows], to, **options)

    def jsonl(self, *lines: str, to: str | None = None, **options: Any) -> IngestReport:
        return self.hand_in(lines, to, ending="jsonl", **options)

    def query(self, sql: str) -> list[dict[str, Cell]]:
        found = self.store.query(sql)
        return [dict(zip(found.columns, row, strict=True)) for row in found.rows]

    def column(self, sql: str) -> list[Cell]:
        """The one column of a query."""
        return [row[0] for row in self.store.query(sql).rows]

    def number(self, sql: str) -> int:
        """The one number that a query gives."""
        (found,) = self.column(sql)
        return int(str(found))

    def touches(self, table: str) -> list[str]:
        """The days that the rows of an event table touch, ISO, in the order of recording."""
        return [
            days.iso(int(str(day))) for day in self.column(f"select touches from {table} order by position")
        ]

    def dump(self, *without: str) -> Dump:
        """Every row of every table."""
        with engine.reading(self.store.engine) as connection:
            return {
                name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
                for name, table in metadata.tables.items()
                if name not in without
            }


def codes(report: IngestReport) -> list[str]:
    """The codes of a report's problems, in the order of lines."""
    return [problem.code for problem in report.problems]


def the(report: IngestReport, code: str) -> Problem:
    """The one problem of this code."""
    (found,) = [problem for problem in report.problems if problem.code == code]
    return found


def records(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> list[Mapping[str, Any]]:
    """Rows by the names of their columns."""
    return [dict(zip(columns, row, strict=True)) for row in rows]
