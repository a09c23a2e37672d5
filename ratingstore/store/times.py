"""Recorded times: UTC texts in the store, dates and timestamps in the store's zone from people.

A recorded time is written ``2012-02-10T03:00:00.000000Z``: fixed width, so that texts order as times.
"""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ratingstore.errors import TimeRefused, UsageError
from ratingstore.language import _

_FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


def now() -> datetime:
    """The clock, in UTC."""
    return datetime.now(UTC)


def text_of(moment: datetime) -> str:
    """A moment as the store writes it."""
    # ``strftime`` would write the year 500 with three digits, which no longer orders as text.
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def moment_of(text: str) -> datetime:
    """The moment of a text that the store wrote."""
    return datetime.strptime(text, _FORMAT).replace(tzinfo=UTC)


def zone_name(asked: str | None) -> str:
    """The time zone of a new store: the one asked for, else the system's. UsageError if unknown."""
    name = asked or _system_zone()
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:  # OSError: a folder of zones, America
        raise UsageError(
            _("{zone} is no time zone this machine knows").format(zone=name),
            _("name one like America/Sao_Paulo: ratingstore init --time-zone America/Sao_Paulo"),
        ) from error


def _system_zone() -> str:
    named = os.environ.get("TZ", "").lstrip(":")
    if named:
        return named.rpartition("/zoneinfo/")[2]  # a whole path is allowed there
    link = Path("/etc/localtime").resolve().as_posix()
    return link.partition("/zoneinfo/")[2] or "UTC"


def first_instant(text: str, zone: str) -> datetime:
    """The moment that a person wrote: a timestamp, or the first instant of a date."""
    return _parse(text, zone, time.min)


def last_instant(text: str, zone: str) -> datetime:
    """The moment that a person wrote: a timestamp, or the last instant of a date."""
    # Where clocks go back at midnight, the day has its last hour twice: the second one ends it.
    return _parse(text, zone, time.max.replace(fold=1))


def _parse(text: str, zone: str, of_day: time) -> datetime:
    try:
        if len(text) == 10:
            day = date.fromisoformat(text)
            return datetime.combine(day, of_day, ZoneInfo(zone)).astimezone(UTC)
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UsageError(
            _("{text} is no date or time").format(text=text),
            _("write 2012-03-31 or 2012-03-31T20:15:00"),
        ) from error


def recorded(asked: str | None, last: str, zone: str) -> str:
    """The recorded time of a batch: the one asked for, else the clock's.

    ``last`` is the log's last recorded time ("" if none). Recorded time never runs backwards and
    never lies ahead of the clock: TimeRefused.
    """
    clock = now()
    moment = first_instant(asked, zone) if asked else clock
    if moment > clock:
        raise TimeRefused(
            _("the recorded time {time} lies ahead of the clock").format(time=text_of(moment)),
            _("leave --recorded-at out, or give a time in the past"),
        )
    if last and text_of(moment) < last:
        raise TimeRefused(
            _("the recorded time {time} is earlier than the log's last, {last}").format(
                time=text_of(moment), last=last
            ),
            _("recorded time never runs backwards; give {last} or later").format(last=last),
        )
    return text_of(moment)


def today(zone: str) -> date:
    """The date of the clock in a zone."""
    return now().astimezone(ZoneInfo(zone)).date()


def day_in(recorded_at: str, zone: str) -> int:
    """The day of a recorded time in a zone."""
    return moment_of(recorded_at).astimezone(ZoneInfo(zone)).date().toordinal()
