"""Lists that go out, and lists as they went out."""

from __future__ import annotations

from ratingstore.api import asked as asking
from ratingstore.api import reading
from ratingstore.api.answers import Published, RatingList
from ratingstore.api.asked import Asked
from ratingstore.errors import UnknownName
from ratingstore.events import days
from ratingstore.events.facts import PublicationRequest
from ratingstore.ingest.report import Writing
from ratingstore.language import _, day
from ratingstore.office import publish as publishing
from ratingstore.office.publish import PublishReport
from ratingstore.store import engine, info, publications, times
from ratingstore.store.engine import Connection, Engine


def publish(store: Engine, list_code: str | None, date: str, writing: Writing) -> Published:
    """Publish the list of a day; UsageError, UnknownName as ``office.publish.publish``."""
    with engine.writing(store, dry_run=writing.dry_run) as connection:
        code, number = asking.the_list(connection, list_code)
        request = PublicationRequest(line=1, row="", list=code, date=asking.parse_day(date))
        report = publishing.publish(connection, request, writing)
        today = times.today(info.time_zone(connection)).toordinal()
    return _published(report, number, today)


def _published(report: PublishReport, number: int, today: int) -> Published:
    made = report.list
    asked = Asked(
        list_code=made.code,
        list_number=number,
        as_of=made.as_of,
        known_at=report.known_at,
        head=report.head,
        at_head=True,
        future=made.as_of > today,
        published_as=report.name,
    )
    shown = reading.rating_list(asked, made, everyone=False)
    return Published(list=shown, said=report.sentence, warnings=report.warnings)


def as_it_went_out(
    connection: Connection,
    list_code: str | None,
    version: int | None,
    as_of: str | None,
    known_at: str | None,
) -> RatingList:
    """The newest publication of the last list on or before a day, or one version of it.

    UnknownName where there is none. ``known_at``: among those that were known then.
    """
    asked = asking.definite(connection, list_code, as_of, known_at)
    by = asked.known_at if asked.publication is None else asked.publication.position
    versions = publications.read(connection, by).by(asked.list_number, asked.as_of)
    wanted = versions[-1:] if version is None else [row for row in versions if row.version == version]
    if not wanted:
        raise _nothing(asked, version)
    return reading.published_list(connection, asked, wanted[0])


def _nothing(asked: Asked, version: int | None) -> UnknownName:
    told = {"list": asked.list_code, "day": day(days.iso(asked.as_of))}
    if version is not None:
        return UnknownName(
            _("the last list {list} published by {day} has no version {version}").format(
                **told, version=version
            )
        )
    return UnknownName(
        _("no list {list} had been published by {day}").format(**told),
        _("ratingstore publish sends one out; without --published the list is computed"),
    )
