"""K by rating: bands that follow each other without gap or overlap, and the K of new players.

A file writes bands in whole points, both ends included, and the next band begins one point higher.
A rating may have a fraction, though, so a band is kept up to a hundredth below the next one: 1999.5
has the K of "up to 1999", not of "from 2000". A first band without ``low`` and a last one without
``high`` are open.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ratingstore.language import _
from ratingstore.rulebook.provenance import origin
from ratingstore.rulebook.schema import MOST, Table
from ratingstore.rules.ruleset import HUNDREDTHS, Band, KCondition, KFactor, Source

LOWEST: Final = -MOST * HUNDREDTHS
"""Low end of a band that is open below (hundredths)."""
HIGHEST: Final = MOST * HUNDREDTHS
"""High end of a band that is open above (hundredths)."""
_OPEN_BELOW: Final = LOWEST // HUNDREDTHS
_OPEN_ABOVE: Final = HIGHEST // HUNDREDTHS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """A band as the file writes it, in whole points."""

    at: Table
    low: int
    high: int
    k: int

    @property
    def span(self) -> str:
        if self.low == _OPEN_BELOW:
            return _("up to {high}").format(high=self.high)
        if self.high == _OPEN_ABOVE:
            return _("from {low}").format(low=self.low)
        return f"{self.low}-{self.high}"


def read_k(table: Table, documents: tuple[Source, ...]) -> KFactor:
    """The K section; bands in hundredths, ascending, each ending where the next begins."""
    beginning = origin(table, documents)
    written = [_band(one) for one in table.tables("bands")]
    conditions = tuple(_condition(one) for one in table.tables("conditions", required=False))
    factor = KFactor(
        **beginning,
        bands=_kept(written),
        conditions=conditions,
        by=table.choice("by", ("reference", "list before"), default="reference"),
        limit=table.whole("limit", least=1, default=0),
    )
    table.close()
    if not table.findings.any_under(table.at("bands")):  # what could not be read cannot be compared
        for before, band in pairwise(written):
            _follows(before, band)
    return factor


def _condition(table: Table) -> KCondition:
    condition = KCondition(
        k=table.whole("k", least=1),
        rating_from=table.stated_points("rating_from"),
        rating_below=table.stated_points("rating_below"),
        games_below=table.stated_whole("games_below"),
        peak_from=table.stated_points("peak_from"),
        peak_below=table.stated_points("peak_below"),
        age_to=table.stated_whole("age_to"),
        age_by=table.choice("age_by", ("birthday", "year end"), default="year end"),
    )
    table.close()
    if not table.findings.any_under(table.path):
        _check_condition(table, condition)
    return condition


def _check_condition(table: Table, condition: KCondition) -> None:
    if condition == KCondition(k=condition.k):
        table.fault("k", _("states no condition: a K for everybody is a band"))
    for key in ("rating", "peak"):
        low, high = getattr(condition, f"{key}_from"), getattr(condition, f"{key}_below")
        if low is not None and high is not None and high <= low:
            sentence = _("must be above {key}_from, {low}: else it holds for nobody")
            table.fault(f"{key}_below", sentence.format(key=key, low=low // HUNDREDTHS))
    if "age_by" in table.values and condition.age_to is None:
        table.fault("age_by", _("says how age_to is counted, which is missing"))


def _band(table: Table) -> _Written:
    band = _Written(
        at=table,
        low=table.whole("low", default=_OPEN_BELOW),
        high=table.whole("high", default=_OPEN_ABOVE),
        k=table.whole("k", least=1),
    )
    table.close()
    if band.high < band.low:
        table.fault("high", _("the band {span} ends before it begins").format(span=band.span))
    return band


def _follows(before: _Written, band: _Written) -> None:
    values = {"before": before.span, "span": band.span}
    if before.high == _OPEN_ABOVE:
        before.at.fault("high", _("only the last band may be open above"))
    elif band.low == _OPEN_BELOW:
        band.at.fault("low", _("only the first band may be open below"))
    elif band.low <= before.high:
        band.at.fault("low", _("the bands {before} and {span} overlap").format(**values))
    elif band.low > before.high + 1:
        sentence = _("there is a gap between the bands {before} and {span}")
        band.at.fault("low", sentence.format(**values))


def _kept(written: list[_Written]) -> tuple[Band, ...]:
    kept = []
    for number, band in enumerate(written):
        last = number == len(written) - 1
        high = band.high * HUNDREDTHS if last else written[number + 1].low * HUNDREDTHS - 1
        kept.append(Band(low=band.low * HUNDREDTHS, high=high, k=band.k))
    return tuple(kept)
