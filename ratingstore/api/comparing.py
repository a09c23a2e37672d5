"""Two lists beside each other: of two days, as known at two times, or under other rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ratingstore.api import asked as asking
from ratingstore.api import reading
from ratingstore.api.answers import Comparison, RatingList
from ratingstore.api.asked import Asked
from ratingstore.errors import UsageError
from ratingstore.events import days
from ratingstore.formats import Meta
from ratingstore.language import _, day
from ratingstore.office import compare as comparing
from ratingstore.office import day_list, whatif
from ratingstore.office.day_list import DayList
from ratingstore.office.side import Side
from ratingstore.replay import choice
from ratingstore.rulebook import catalogue, loader
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store import read as log
from ratingstore.store.engine import Connection
from ratingstore.store.read import Log

_LIST: Final = re.compile(r"(?P<list>[^@\s]+)@(?P<day>\d{4}-\d{2}-\d{2})(~(?P<known>.+))?", re.ASCII)
_VERSION: Final = re.compile(r"v\d+", re.ASCII)


def compare(connection: Connection, before: str, after: str) -> Comparison:
    """Who stands otherwise on two lists, each written ``LIST@DATE[~T]``.

    ``T``: as known at a position, a date, a time or a publication (``v1``: that of this very list and
    date). UsageError, UnknownName, TimeRefused.
    """
    asked = [_asked(connection, text) for text in (before, after)]
    logs: dict[int, Log] = {}
    for one in asked:
        if one.known_at not in logs:
            logs[one.known_at] = log.log(connection, one.known_at)
    sides = [
        Side(code=one.list_code, number=one.list_number, day=one.as_of, known=logs[one.known_at])
        for one in asked
    ]
    rows, differing = comparing.compare(connection, *sides)
    said: dict[str, object] = {}
    for word, one, side in zip(("before", "after"), asked, sides, strict=True):
        said[word] = _told(one, side.listed)
    said["differing"] = differing
    return Comparison(rows, Meta(tuple(said.items())), differing)


def _asked(connection: Connection, text: str) -> Asked:
    found = _LIST.fullmatch(text)
    if found is None:
        raise UsageError(
            _("{text} names no list of a day").format(text=text),
            _("write LIST@DATE, as cxc@2012-02-01, or LIST@DATE~T with what was known at T"),
        )
    known = found["known"]
    if known and _VERSION.fullmatch(known):
        known = f"{found['list']}@{found['day']}{known}"
    return asking.definite(connection, found["list"], found["day"], known)


def _told(asked: Asked, made: DayList) -> dict[str, object]:
    told: dict[str, object] = {
        "list": asked.list_code,
        "as_of": days.iso(asked.as_of),
        "known_at": asked.known_at,
        "digest": made.digest(made.rows()),
    }
    if asked.published_as:
        told["publication"] = asked.published_as
    return told


def under_other_rules(
    connection: Connection,
    list_code: str | None,
    rules: str,
    from_day: str | None,
    as_of: str | None,
    known_at: str | None,
) -> RatingList:
    """A list as it would be with ``rules`` (an id or a file) in force from a day on, beside what it is."""
    asked = asking.definite(connection, list_code, as_of, known_at)
    known = log.log(connection, asked.known_at)
    instead = rules_named(known, rules)
    adopted = choice.adopted(known.adoptions, asked.list_number)
    from_on = None if from_day is None else asking.parse_day(from_day)
    would_be = whatif.adopted_instead(adopted, instead, from_on, asked.known_at + 1)
    place = (asked.list_code, asked.list_number)
    now = day_list.of_log(known, *place, adopted, asked.as_of)
    then = day_list.of_log(known, *place, would_be, asked.as_of)
    meta = reading.rating_list(asked, then, everyone=False).meta
    since = (
        _("{rule_set} would hold from the first fact on")
        if from_on is None
        else _("{rule_set} would hold from {day} on")
    )
    told = since.format(rule_set=instead.id, day="" if from_on is None else day(days.iso(from_on)))
    return RatingList(whatif.beside(now, then), Meta(meta.values, (told, *meta.notes)))


def rules_named(known: Log, rules: str) -> RuleSet:
    """A rule set by its id or file: one of the package's, or else one that some list has adopted."""
    shipped = {one.id for one in catalogue.shipped()}
    if rules not in shipped and not Path(rules).is_file():
        own = [row for row in known.adoptions if row.rule_set == rules]
        if own:
            return choice.rules_of(own[-1])
    one = catalogue.named(rules)
    return loader.load(one.text, one.tables)
