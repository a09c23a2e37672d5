"""Tables: what every table file has, and expected-score tables.

Those have rows of rating differences without gap or overlap, both sides adding up to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Final

from ratingstore.language import _
from ratingstore.rulebook.document import NotToml, parse
from ratingstore.rulebook.provenance import check_note_paths, read_notes, read_sources, source_of
from ratingstore.rulebook.schema import Findings, Table
from ratingstore.rules.ruleset import MILLIONTHS, Note

_NOTHING: Final = Decimal(0)
_OPEN: Final = -1
"""No upper edge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTable:
    """``upper``: upper edges in whole points. ``high``: millionths, one more than edges.

    ``notes`` carry paths inside the table (``rows[42].lower``).
    """

    name: str
    upper: tuple[int, ...] = ()
    high: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """Differences from ``low`` to ``high`` (None: all above), scores in millionths."""

    at: Table
    low: int
    high: int | None
    higher: int
    lower: int

    @property
    def span(self) -> str:
        return f"{self.low}-{self.high}" if self.high is not None else f">={self.low}"


def read_table(name: str, text: str, findings: Findings) -> ScoreTable:
    """The table of a file's text; its faults go to ``findings`` under paths that begin with ``name``."""
    top = opened(name, text, findings)
    if top is None:
        return ScoreTable(name=name)
    rows = [_row(one) for one in top.tables("rows")]
    notes = closed(top)
    if not findings.any_under(top.at("rows")):  # what could not be read cannot be compared
        _check(rows)
    upper = tuple(row.high for row in rows if row.high is not None)
    return ScoreTable(name=name, upper=upper, high=tuple(row.higher for row in rows), notes=notes)


def opened(name: str, text: str, findings: Findings) -> Table | None:
    """A table file with its head read, and only the rows and notes to come; None: no TOML at all."""
    try:
        top = Table(parse(text), name, findings)
    except NotToml as error:
        findings.add(f"{name}, {error.place}", error.sentence)
        return None
    if top.name("name") not in ("", name):
        top.fault("name", _("must be {name}, the name of the file").format(name=name))
    top.text("title")
    source_of(top, read_sources(top))
    return top


def closed(top: Table) -> tuple[Note, ...]:
    """The notes of a table file whose rows have been read; paths are inside the table."""
    notes = read_notes(top)
    check_note_paths(top, notes)
    top.close()
    return notes


def _row(table: Table) -> _Row:
    edge = table.whole("to", least=0, default=_OPEN)
    row = _Row(
        at=table,
        low=table.whole("from", least=0),
        high=None if edge == _OPEN else edge,
        higher=table.scaled("higher", MILLIONTHS, least=_NOTHING),
        lower=table.scaled("lower", MILLIONTHS, least=_NOTHING),
    )
    table.close()
    return row


def _check(rows: list[_Row]) -> None:
    for row in rows:
        _adds_up(row)
    for before, row in pairwise(rows):
        _follows(before, row)
    if rows and rows[0].low != 0:
        rows[0].at.fault("from", _("the first row must begin at 0, not at {found}").format(found=rows[0].low))
    if rows and rows[-1].high is not None:
        rows[-1].at.fault(
            "to", _("the last row must have no upper edge: it holds for all larger differences")
        )


def _adds_up(row: _Row) -> None:
    total = row.higher + row.lower
    if total != MILLIONTHS:
        sentence = _("{higher} and {lower} for the differences {span} add up to {total}, not to 1")
        row.at.fault(
            "lower",
            sentence.format(
                higher=_score(row.higher), lower=_score(row.lower), span=row.span, total=_score(total)
            ),
        )
    if row.high is not None and row.high < row.low:
        row.at.fault("to", _("the row {span} ends before it begins").format(span=row.span))


def _follows(before: _Row, row: _Row) -> None:
    values = {"before": before.span, "span": row.span}
    if before.high is None:
        before.at.fault("to", _("only the last row may have no upper edge"))
    elif row.low <= before.high:
        row.at.fault("from", _("the rows {before} and {span} overlap").format(**values))
    elif row.low > before.high + 1:
        row.at.fault("from", _("there is a gap between the rows {before} and {span}").format(**values))
    if row.higher < before.higher:
        sentence = _("expects less of the higher side at {span} than at {before}")
        row.at.fault("higher", sentence.format(**values))


def _score(millionths: int) -> str:
    score = Decimal(millionths) / MILLIONTHS
    return f"{score:.2f}" if score == round(score, 2) else str(score)
