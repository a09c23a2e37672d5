"""Option values that name a time. ISO only: 03/04/2012 is one day in Curitiba and another in Boston."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Final

import click

from ratingstore.language import _

_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_YEAR_LAST: Final = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./](\d{4})")
_YEAR_FIRST: Final = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})")
_POSITION: Final = re.compile(r"\d+")
_PUBLICATION: Final = re.compile(r".+@\d{4}-\d{2}-\d{2}(v\d+)?")


class TimeNotUsable(click.BadParameter):
    """A value that names no time; ``hint`` says how to write it."""

    def __init__(
        self, message: str, hint: str, ctx: click.Context | None, param: click.Parameter | None
    ) -> None:
        super().__init__(message, ctx=ctx, param=param)
        self.hint = hint


class Day(click.ParamType[str]):
    """An ISO date, kept as its text."""

    name = "date"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not _is_day(value):
            raise TimeNotUsable(_("{value} is no date").format(value=value), day_hint(value), ctx, param)
        return value


class Moment(click.ParamType[str]):
    """An ISO date or timestamp, kept as its text."""

    name = "time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not _is_day(value) and not _is_timestamp(value):
            raise TimeNotUsable(
                _("{value} is no date or time").format(value=value), day_hint(value), ctx, param
            )
        return value


class Known(click.ParamType[str]):
    """What ``--known-at`` takes: a position, a date, a timestamp or a publication, kept as its text."""

    name = "position or time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if (
            _POSITION.fullmatch(value)
            or _PUBLICATION.fullmatch(value)
            or _is_day(value)
            or _is_timestamp(value)
        ):
            return value
        message = _("{value} is no position, date, time or publication").format(value=value)
        raise TimeNotUsable(message, known_hint(value), ctx, param)


def known_hint(value: str) -> str:
    """The date that was probably meant, else what names a moment of the log."""
    if _readings(value):
        return day_hint(value)
    return _("give a position (0 or more), a date as {example}, a time, or LIST@DATE").format(
        example="2012-03-31"
    )


def day_hint(value: str) -> str:
    """How the date that was probably meant is written."""
    meant = _readings(value)
    if not meant:
        return _("write the year first, as in {example}").format(example="2012-03-31")
    if len(meant) == 1:
        return _("write {date}").format(date=meant[0])
    return _("write the year first: {first} or {second}").format(first=meant[0], second=meant[1])


def _readings(value: str) -> list[str]:
    """The days that a text in another order can mean, without repeats."""
    if found := _YEAR_LAST.fullmatch(value):
        one, two, year = (int(part) for part in found.groups())
        orders = [(year, two, one), (year, one, two)]
    elif found := _YEAR_FIRST.fullmatch(value):
        year, one, two = (int(part) for part in found.groups())
        orders = [(year, one, two)]
    else:
        orders = []
    return list(dict.fromkeys(day for order in orders if (day := _day_or_none(*order))))


def _day_or_none(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _is_day(value: str) -> bool:
    # ``date.fromisoformat`` alone also takes 20120331 and 2012-W13-6.
    return bool(_ISO.fullmatch(value)) and bool(_readings(value))


def _is_timestamp(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return bool(_ISO.match(value)) and len(value) > len("2012-03-31")
