"""What becomes of published lists while something is written: late news, and the preview of a dry run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ratingstore.ingest.report import IngestReport
from ratingstore.office import impact
from ratingstore.office.impact import Impact
from ratingstore.store import append, engine
from ratingstore.store.engine import Connection, Engine


@dataclass(slots=True)
class Watch:
    """Notes where the log stands before something is written, and tells afterwards what that changes.

    ``today``: also who moves on today's lists, for which every list has to be folded.
    """

    store: Engine
    since: int
    today: bool
    impact: Impact = field(default_factory=Impact)

    @classmethod
    def begun(cls, store: Engine, *, today: bool = False) -> Watch:
        """A watch over what follows."""
        with engine.reading(store) as connection:
            return cls(store, append.head(connection).position, today)

    def look(self, connection: Connection) -> None:
        """Look at what a dry run has written, inside its transaction."""
        self.impact = impact.measured(connection, self.since, today=self.today)

    def settle(self, project: Callable[[], object]) -> None:
        """Bring the projections up to what was written, and see which published lists differ by it.

        The projection of before is read before it moves on, so that nothing is folded twice.
        """
        with engine.reading(self.store) as connection:
            asked = impact.places(connection, self.since, today=False)
            before = impact.courses(connection, asked, self.since)
        project()
        if not asked:
            return
        with engine.reading(self.store) as connection:
            after = impact.courses(connection, asked, append.head(connection).position)
            self.impact = impact.told(connection, impact.shifts(asked, before, after))

    def on(self, reports: Sequence[IngestReport], *, replaces: bool = False) -> tuple[IngestReport, ...]:
        """The reports of a command, the last of them with what all of it changes.

        Who moves is told where something that stood in the log is changed, not of mere news.
        """
        if not reports:
            return ()
        corrected = replaces or any(one.counts.get("corrections", (0, 0))[0] for one in reports)
        rows = self.impact.rows if corrected and self.today and self.impact.rows.rows else None
        return (*reports[:-1], replace(reports[-1], published=self.impact.sentences, impact=rows))
