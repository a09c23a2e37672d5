"""An api without a store: it answers what a test lays out and remembers how it was called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from ratingstore.api import (
    AdoptReport,
    Comparison,
    Corrected,
    IngestOptions,
    IngestReport,
    ProjectReport,
    Published,
    RatingList,
    Writing,
)
from ratingstore.errors import StoreMissing
from ratingstore.formats import Meta, RowSet
from ratingstore.problems import Problem

Result = TypeVar("Result")


VERBS = ("open", "init", "upgrade")
"""Functions of the module; the other methods are the store's."""


@dataclass(frozen=True)
class Answer:
    """A RatingList, a History or an Explanation."""

    rows: RowSet
    meta: Meta
    changes: tuple[dict[str, object], ...] = ()


ROWS = RowSet(
    ("rank", "player", "rating", "last_played"),
    ((1, "p1", Decimal("2011.5"), "2012-01-31"), (2, "p2", 980, None)),
)
META = Meta((("list", "cxc"), ("as_of", "2012-02-01"), ("digest", "d1ce")))
CHANGES: tuple[dict[str, object], ...] = (
    {"player": "p1", "change": Decimal("11.5"), "lines": [{"kind": "game", "value": Decimal("2.3")}]},
)


@dataclass
class FakeApi:
    """Stands in for the verbs of ``ratingstore.api`` and for the store that they open."""

    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    reports: Sequence[IngestReport] = ()
    meta: Meta = META
    projected: tuple[ProjectReport, ...] = ()
    problems: Sequence[Problem] = ()
    failure: BaseException | None = None
    missing: bool = False
    versions: tuple[str, str] = ("0001", "0002")
    url: str = "club.db"
    differing: int = 0

    def open(self, url: str, *, create: bool = False) -> FakeApi:
        self._remember("open", url=url, create=create)
        if self.missing and not create:
            raise StoreMissing("there is no store at club.db", "ratingstore init creates one")
        return self

    def init(self, url: str, time_zone: str | None = None) -> FakeApi:
        return self._answer(self, "init", url=url, time_zone=time_zone)

    def upgrade(self, url: str) -> tuple[str, str]:
        return self._answer(self.versions, "upgrade", url=url)

    def __enter__(self) -> FakeApi:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._remember("close")

    def ingest(
        self, paths: Sequence[Path], options: IngestOptions, writing: Writing
    ) -> tuple[IngestReport, ...]:
        return self._answer(tuple(self.reports), "ingest", paths=paths, options=options, writing=writing)

    def replay(
        self,
        list_code: str | None,
        *,
        as_of: str | None,
        known_at: str | None,
        rules: Path | None = None,
        full: bool = False,
        everyone: bool = False,
    ) -> Answer:
        return self._rows("replay", locals())

    def list(
        self, list_code: str | None, *, as_of: str | None, known_at: str | None, everyone: bool = False
    ) -> Answer:
        return self._rows("list", locals())

    def published(
        self,
        list_code: str | None,
        *,
        version: int | None,
        as_of: str | None,
        known_at: str | None,
    ) -> Answer:
        return self._rows("published", locals())

    def publish(self, list_code: str | None, date: str, writing: Writing) -> Published:
        listed = RatingList(ROWS, self.meta)
        done = Published(list=listed, said="published as cxc@2012-02-01v1", warnings=("look at it",))
        return self._answer(done, "publish", list_code=list_code, date=date, writing=writing)

    def correct(self, words: Mapping[str, object], writing: Writing) -> Corrected:
        done = Corrected(
            lines=("t: 1-0 -> 0-1",), problems=tuple(self.problems), published=("changes it",), impact=ROWS
        )
        return self._answer(done, "correct", words=words, writing=writing)

    def compare(self, before: str, after: str) -> Comparison:
        found = Comparison(ROWS, self.meta, self.differing)
        return self._answer(found, "compare", before=before, after=after)

    def whatif(
        self,
        list_code: str | None,
        rules: str,
        *,
        from_day: str | None,
        as_of: str | None,
        known_at: str | None,
    ) -> Answer:
        return self._rows("whatif", locals())

    def history(
        self, player: str, list_code: str | None, *, as_of: str | None, known_at: str | None
    ) -> Answer:
        return self._rows("history", locals())

    def explain(
        self,
        player: str,
        list_code: str | None,
        *,
        as_of: str | None,
        known_at: str | None,
        tournament: str | None = None,
        on: str | None = None,
    ) -> Answer:
        return self._rows("explain", locals())

    def project(
        self, list_code: str | None = None, full: bool = False, dry_run: bool = False
    ) -> tuple[ProjectReport, ...]:
        return self._answer(self.projected, "project", list_code=list_code, full=full, dry_run=dry_run)

    def query(self, sql: str) -> RowSet:
        return self._answer(ROWS, "query", sql=sql)

    def quarantine(self) -> RowSet:
        return self._answer(ROWS, "quarantine")

    def rules_list(self) -> RowSet:
        return self._answer(ROWS, "rules_list")

    def rules_adopt(
        self,
        what: str,
        list_code: str,
        effective_from: str | None,
        parameters: dict[str, str],
        writing: Writing,
    ) -> AdoptReport:
        given = {name: value for name, value in locals().items() if name != "self"}
        return self._answer(AdoptReport(("cxc: cxc-2012 holds from 2012-01-01",)), "rules_adopt", **given)

    def called(self, name: str) -> dict[str, Any]:
        """The arguments of the last call of this name."""
        return [given for called, given in self.calls if called == name][-1]

    def _rows(self, name: str, given: dict[str, Any]) -> Answer:
        del given["self"]
        return self._answer(Answer(ROWS, self.meta, CHANGES), name, **given)

    def _answer(self, result: Result, name: str, **given: Any) -> Result:
        self._remember(name, **given)
        if self.failure is not None:
            raise self.failure
        return result

    def _remember(self, name: str, **given: Any) -> None:
        self.calls.append((name, given))
