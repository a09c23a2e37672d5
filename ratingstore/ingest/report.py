"""What an ingest is told, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ratingstore.events.facts import PublicationRequest
from ratingstore.formats import RowSet
from ratingstore.problems import CONFLICTS, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestOptions:
    """Options that change what a file says. ``date`` is an ISO date; None: not given.

    ``replaces``: the file is the whole truth of this tournament; nothing of it is taken unless all is.
    """

    list_code: str | None = None
    input_format: str | None = None
    tournament: str | None = None
    name: str | None = None
    date: str | None = None
    date_order: str = "YMD"
    strict: bool = False
    replaces: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """Who writes, when and why. ``recorded_at`` None: the clock; ``by`` None: the system's user."""

    recorded_at: str | None = None
    by: str | None = None
    reason: str = ""
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What became of one file. ``counts``: (new, known) by kind of fact; ``notes``: sentences on
    what was derived, opened or corrected; ``publications``: lists that the file asks to be published, once
    its facts are in. ``batch`` None: nothing was appended."""

    file: str
    counts: Mapping[str, tuple[int, int]]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    publications: tuple[PublicationRequest, ...] = ()
    batch: int | None = None
    written: bool = False
    readable: bool = True
    published: tuple[str, ...] = ()
    impact: RowSet | None = None

    @property
    def refused(self) -> bool:
        """Whether a row, or the file as a whole, was kept out of the log."""
        return bool(self._refused())

    @property
    def conflicts(self) -> int:
        """Rows whose key the log has with another content."""
        return len({one.line for one in self._refused() if one.code in CONFLICTS})

    @property
    def quarantined(self) -> int:
        """Other rows that wait for an answer."""
        conflicting = {one.line for one in self._refused() if one.code in CONFLICTS}
        return len({one.line for one in self._refused()} - conflicting)

    def _refused(self) -> tuple[Problem, ...]:
        return tuple(one for one in self.problems if one.severity == "refused")
