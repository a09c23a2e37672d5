"""Rows of tournaments: what is new, what fills an empty field, what contradicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ratingstore.events import days
from ratingstore.events.facts import TournamentFact
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.ingest.scale import Scales
from ratingstore.ingest.tournaments import Tournaments

CLAIMED: Final = (
    "name", "lists", "start_on", "end_on", "type", "rounds", "points",
    "federation", "place", "time_control", "reported_on",
)  # fmt: skip
_COLUMNS: Final = {"start_on": "start_date", "end_on": "end_date", "reported_on": "reported_date"}


def match(
    draft: Draft, tournaments: Tournaments, scales: Scales, fact: TournamentFact, default_list: int | None
) -> None:
    """Draft the row's claim, or a version that fills empty fields, or report what contradicts."""
    number = draft.tournament(fact.tournament)
    before = tournaments.claims.get(number)
    stated = _stated(fact)
    conflict = None if before is None else _conflict(before, stated)
    if conflict is not None:
        shown = {"there": _shown(conflict, before[conflict]), "here": _shown(conflict, stated[conflict])}  # type: ignore[index]
        column = _COLUMNS.get(conflict, conflict)
        draft.report(fact, "RS061", column, tournament=fact.tournament, field=column, **shown)
        return
    merged = {name: stated[name] or (before[name] if before else stated[name]) for name in CLAIMED}
    if before is not None and all(merged[name] == before[name] for name in CLAIMED):
        draft.known("tournaments")
    elif not _ends_before_start(draft, fact, merged):
        _draft(draft, tournaments, fact, number, merged, default_list)
        if fact.points:
            for code, usual in scales.differing(tournaments.lists(number), fact.points, draft):
                draft.report(
                    fact,
                    "RS079",
                    "points",
                    tournament=fact.tournament,
                    points=fact.points,
                    list=code,
                    usual=usual,
                )


def _stated(fact: TournamentFact) -> dict[str, Any]:
    return {name: getattr(fact, name) for name in CLAIMED} | {"lists": " ".join(sorted(set(fact.lists)))}


def _conflict(before: Mapping[str, Any], stated: Mapping[str, Any]) -> str | None:
    """The first field in which a row says something else than the log."""
    return next(
        (name for name in CLAIMED if stated[name] and before[name] and stated[name] != before[name]), None
    )


def _shown(name: str, value: Any) -> str:
    return days.iso(value) if name.endswith("_on") else f"“{value}”"


def _ends_before_start(draft: Draft, fact: TournamentFact, merged: Mapping[str, Any]) -> bool:
    start, end = merged["start_on"], merged["end_on"]
    wrong = bool(start and end and end < start)
    if wrong:
        draft.report(fact, "RS074", "end_date", start=days.iso(start), end=days.iso(end))
    return wrong


def _draft(
    draft: Draft,
    tournaments: Tournaments,
    fact: TournamentFact,
    number: int,
    merged: dict[str, Any],
    default_list: int | None,
) -> None:
    before = tournaments.claims.get(number)
    implied = _implied(tournaments, number, merged, default_list)
    touches = tournaments.touches(number, merged["start_on"], before["start_on"] if before else None)
    root = before["root"] if before else NEW_ROOT
    status = before["status"] if before else "rated"
    content = (*(merged[name] for name in CLAIMED), status, implied, touches)
    root = draft.add("tournament_event", "tournaments", fact, root, number, *content)
    tournaments.claims[number] = {**merged, "implied_list": implied, "root": root, "status": status}


def _implied(
    tournaments: Tournaments, number: int, merged: Mapping[str, Any], default_list: int | None
) -> int | None:
    """The list that ``--list`` implies; it never adds a list to a tournament that has one."""
    before = tournaments.claims.get(number)
    if before is not None and before["implied_list"] is not None:
        return int(before["implied_list"])
    return None if merged["lists"] or tournaments.lists(number) else default_list
