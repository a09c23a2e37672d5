"""Dates as files write them. Nothing is guessed: the order is ISO, or the one that was named."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Final

from ratingstore.events.days import FIRST_YEAR
from ratingstore.ingest.readers.reading import DateOrder
from ratingstore.ingest.readers.values import Wrong

LAST_YEAR: Final = 2200
_EXAMPLE: Final = "2012-03-31"
_ISO: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_YEAR: Final = re.compile(r"\d{4}", re.ASCII)
_YEAR_FIRST: Final = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ][\d:.,Z+-]*)?", re.ASCII)
_YEAR_FIRST_DIGITS: Final = re.compile(r"(\d{4})()(\d\d)(\d\d)", re.ASCII)
_YEAR_LAST: Final = re.compile(r"(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4})", re.ASCII)
_ONLY_A_YEAR: Final = re.compile(r"(\d{4})[-/.]0?0[-/.]0?0", re.ASCII)


@lru_cache(maxsize=16384)  # a file has few dates and many rows
def parse_day(text: str, order: DateOrder) -> int | Wrong:
    """The day of a date: ISO always, ``d/m/y`` and the like only in the order that was named."""
    if iso := _ISO.fullmatch(text):
        year, month, day = map(int, iso.groups())
        return _day(year, month, day)
    last = _YEAR_LAST.fullmatch(text)
    if not last:
        return _not_iso(text)
    one, other, year = int(last[1]), int(last[3]), int(last[4])
    if order == "DMY":
        return _day(year, other, one)
    if order == "MDY":
        return _day(year, one, other)
    return _which_order(one, other, year)


@lru_cache(maxsize=16384)
def parse_birth(text: str, order: DateOrder) -> str | Wrong:
    """A year as ``YYYY``, or a date as ISO."""
    if _YEAR.fullmatch(text):
        return text if FIRST_YEAR <= int(text) <= LAST_YEAR else _outside()
    if only_year := _ONLY_A_YEAR.fullmatch(text):
        return Wrong("RS016", {"year": only_year[1]})
    day = parse_day(text, order)
    return day if isinstance(day, Wrong) else date.fromordinal(day).isoformat()


def _day(year: int, month: int, day: int) -> int | Wrong:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return _outside()
    found = _date(year, month, day)
    return found.toordinal() if found else Wrong("RS013")


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _outside() -> Wrong:
    return Wrong("RS014", {"lowest": FIRST_YEAR, "highest": LAST_YEAR})


def _not_iso(text: str) -> Wrong:
    found = _YEAR_FIRST.fullmatch(text) or _YEAR_FIRST_DIGITS.fullmatch(text)
    meant = _date(int(found[1]), int(found[3]), int(found[4])) if found else None
    return Wrong("RS012", {"example": meant.isoformat() if meant else _EXAMPLE})


def _which_order(one: int, other: int, year: int) -> Wrong:
    """What to answer where the year stands last and no order was named."""
    dmy, mdy = _date(year, other, one), _date(year, one, other)
    if dmy and mdy and dmy != mdy:
        return Wrong("RS011", {"dmy": dmy.isoformat(), "mdy": mdy.isoformat()})
    if dmy:
        return Wrong("RS010", {"iso": dmy.isoformat(), "order": "DMY"})
    if mdy:
        return Wrong("RS010", {"iso": mdy.isoformat(), "order": "MDY"})
    return Wrong("RS013")
