"""Difference tables: the rating difference dp that a share p of the points stands for.

A file has a row for each hundredth from 0.50 to 0.99. Below one half the table is the same with the
sign turned round, so it is not written. A row for 1.00 may follow; without it a full score and none
have no difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Final

from ratingstore.language import _
from ratingstore.rulebook.schema import Findings, Table
from ratingstore.rulebook.tables import closed, opened
from ratingstore.rules.ruleset import Note

_PERCENT: Final = 100
_HALF: Final = 50
"""The share of the first row, in percent."""
_MOST: Final = 99
"""The share of the last row that every table has, in percent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceTable:
    """``differences`` in whole points, for a share of 50 %, 51 %, ... 99 %, and 100 % where it has one.

    ``notes`` carry paths inside the table (``rows[3].dp``).
    """

    name: str
    differences: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """``p`` in percent, ``dp`` in whole points."""

    at: Table
    p: int
    dp: int


def read_differences(name: str, text: str, findings: Findings) -> DifferenceTable:
    """The table of a file's text; its faults go to ``findings`` under paths that begin with ``name``."""
    top = opened(name, text, findings)
    if top is None:
        return DifferenceTable(name=name)
    rows = [_row(one) for one in top.tables("rows")]
    notes = closed(top)
    if not findings.any_under(top.at("rows")):  # what could not be read cannot be compared
        _check(rows)
    return DifferenceTable(name=name, differences=tuple(row.dp for row in rows), notes=notes)


def _row(table: Table) -> _Row:
    row = _Row(
        at=table,
        p=table.scaled("p", _PERCENT, least=Decimal(_HALF) / _PERCENT),
        dp=table.whole("dp", least=0),
    )
    table.close()
    return row


def _check(rows: list[_Row]) -> None:
    if not rows:
        return
    if rows[0].p != _HALF:
        rows[0].at.fault("p", _("the first row must be for {p}").format(p=_share(_HALF)))
    if rows[0].dp != 0:
        rows[0].at.fault(
            "dp", _("one half of the points is a difference of 0, not of {dp}").format(dp=rows[0].dp)
        )
    for before, row in pairwise(rows):
        _follows(before, row)
    if rows[-1].p < _MOST:
        sentence = _("the last row must be for {p}, not for {found}")
        rows[-1].at.fault("p", sentence.format(p=_share(_MOST), found=_share(rows[-1].p)))


def _follows(before: _Row, row: _Row) -> None:
    if row.p > _PERCENT:
        row.at.fault("p", _("there is no share above {p}, a full score").format(p=_share(_PERCENT)))
    elif row.p != before.p + 1:
        sentence = _("must be {p}, the hundredth after the row before it; not {found}")
        row.at.fault("p", sentence.format(p=_share(before.p + 1), found=_share(row.p)))
    if row.dp <= before.dp:
        sentence = _("must be more than {before}, the difference of the row before it; not {found}")
        row.at.fault("dp", sentence.format(before=before.dp, found=row.dp))


def _share(percent: int) -> str:
    return f"{Decimal(percent) / _PERCENT:.2f}"
