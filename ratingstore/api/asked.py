"""What is asked, made definite: which list, which day, known at which position."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ratingstore.errors import TimeRefused, UnknownName, UsageError
from ratingstore.events import days
from ratingstore.ingest.people import owner_id
from ratingstore.language import _
from ratingstore.office import publish
from ratingstore.store import append, identities, info, publications, times
from ratingstore.store.engine import Connection
from ratingstore.store.identities import Person
from ratingstore.store.rows import PublicationRow

PUBLICATION: Final = re.compile(
    r"(?P<list>[^@\s]+)@(?P<date>\d{4}-\d{2}-\d{2})(v(?P<version>\d+))?", re.ASCII
)
"""How a publication is written: ``cxc@2012-02-01``, or ``cxc@2012-02-01v2`` for a version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A list, a day and a position. ``head`` is the chain's hash there; ``at_head``: nothing is newer.

    ``publication``: the one that was named, and ``published_as`` its name, where the position is that
    which it was made at.
    """

    list_code: str
    list_number: int
    as_of: int
    known_at: int
    head: str
    at_head: bool
    future: bool
    publication: PublicationRow | None = None
    published_as: str = ""


def definite(connection: Connection, list_code: str | None, as_of: str | None, known_at: str | None) -> Asked:
    """Resolve the reading options. UnknownName, UsageError, TimeRefused."""
    zone = info.time_zone(connection)
    code, number = the_list(connection, list_code)
    today = times.today(zone).toordinal()
    day = today if as_of is None else parse_day(as_of)
    newest = append.head(connection)
    named = None if known_at is None else PUBLICATION.fullmatch(known_at)
    publication = None
    if known_at is None:
        position = newest.position
    elif named is not None:
        publication, name = the_publication(connection, named["list"], named["date"], named["version"])
        position = publication.known_at
    else:
        position = _position(connection, known_at, newest.position, zone)
    return Asked(
        list_code=code,
        list_number=number,
        as_of=day,
        known_at=position,
        head=append.hash_at(connection, position),
        at_head=position == newest.position,
        future=day > today,
        publication=publication,
        published_as="" if publication is None else name,
    )


def the_publication(
    connection: Connection, list_code: str, date: str, version: str | None
) -> tuple[PublicationRow, str]:
    """The publication of a list and date, by default the newest, and its name. UnknownName."""
    code, number = the_list(connection, list_code)
    known = publications.read(connection, append.head(connection).position)
    versions = known.of(number, parse_day(date))
    wanted = versions[-1:] if version is None else [row for row in versions if str(row.version) == version]
    if not wanted:
        name = f"{code}@{date}" + (f"v{version}" if version else "")
        raise UnknownName(
            _("there is no publication {name} in the log").format(name=name),
            _publications_hint(known, code, number, versions),
        )
    (row,) = wanted
    return row, publish.name_of(code, row.date, row.version)


def _publications_hint(
    known: publications.Publications, code: str, number: int, versions: Iterable[PublicationRow]
) -> str:
    named = [publish.name_of(code, row.date, row.version) for row in versions]
    if named:
        return _("there is {names}").format(names=", ".join(named))
    dates = [row for row in known.every if row.list == number]
    if not dates:
        return _("nothing of list {list} has been published: ratingstore publish").format(list=code)
    last = max(dates, key=lambda row: (row.date, row.version))
    return _("the last one is {name}").format(name=publish.name_of(code, last.date, last.version))


def the_list(connection: Connection, code: str | None) -> tuple[str, int]:
    """The list of this code; without one, the store's only list."""
    lists = identities.lists(connection)
    if code is not None and code in lists:
        return code, lists[code]
    known = ", ".join(sorted(lists))
    if code is not None:
        raise UnknownName(
            _("there is no list {list}").format(list=code), near(code, lists) or _lists_hint(known)
        )
    if len(lists) == 1:
        return next(iter(lists.items()))
    raise UsageError(_("the store has more than one list, or none: name one with --list"), _lists_hint(known))


def _lists_hint(known: str) -> str:
    if known:
        return _("the store has {known}").format(known=known)
    return _("the store has no list yet; ingest FILE --list LIST opens one")


def near(text: str, known: Iterable[str]) -> str:
    """A did-you-mean hint, or ""."""
    found = difflib.get_close_matches(text, list(known), n=3)
    return _("did you mean {near}?").format(near=", ".join(found)) if found else ""


def parse_day(text: str) -> int:
    """The day of an ISO date. UsageError for anything else."""
    try:
        return days.day_of(text)
    except ValueError as error:
        raise UsageError(_("{text} is no date").format(text=text), _("write it as 2012-03-31")) from error


def _position(connection: Connection, known_at: str, head: int, zone: str) -> int:
    if known_at.isdecimal():
        if int(known_at) > head:
            raise TimeRefused(
                _("position {position} lies beyond the head, {head}").format(position=known_at, head=head),
                _("nobody knows yet what will be recorded there"),
            )
        return int(known_at)
    moment = times.last_instant(known_at, zone)
    if times.first_instant(known_at, zone) > times.now():
        raise TimeRefused(
            _("{time} lies in the future").format(time=known_at),
            _("nobody knows yet what will be recorded until then"),
        )
    return append.position_at(connection, times.text_of(moment))


def the_tournament(connection: Connection, code: str) -> tuple[str, int]:
    """The tournament of this code. UnknownName with those that are alike."""
    known = identities.tournaments(connection)
    if code not in known:
        raise UnknownName(_("there is no tournament {tournament}").format(tournament=code), near(code, known))
    return code, known[code]


def the_player(connection: Connection, code: str) -> Person:
    """The player of a code or of an owner's id (``fide:2200000``). UnknownName with candidates."""
    people = identities.people(connection)
    owner = owner_id(code)
    number = identities.means(connection, code if owner is None else ":".join(owner))
    if number is None and code in people:
        return people[code]
    if number is None and owner is not None:
        number = identities.owner_ids(connection).get(owner)
    for person in people.values():
        if person.number == number:
            return person
    names = {person.name: f"{person.code} ({person.name})" for person in people.values() if person.name}
    close = difflib.get_close_matches(code, [*people, *names], n=3, cutoff=0.5)
    candidates = ", ".join(dict.fromkeys(names.get(one, one) for one in close))
    raise UnknownName(
        _("there is no player {player}").format(player=code),
        _("did you mean {near}?").format(near=candidates) if candidates else "",
    )
