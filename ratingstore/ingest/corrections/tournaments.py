"""Corrections of a tournament: its dates, lists, scale, and whether it is rated at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ratingstore.events import days
from ratingstore.events.facts import TournamentCorrection
from ratingstore.ingest.corrections.mending import Mending
from ratingstore.ingest.corrections.played import Played
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.ingest.draft import NEW_ROOT
from ratingstore.language import _

NOTHING: Final[Mapping[str, Any]] = {
    "name": "", "lists": "", "start_on": None, "end_on": None, "type": "", "rounds": None, "points": None,
    "federation": "", "place": "", "time_control": "", "reported_on": None, "status": "rated",
    "implied_list": None,
}  # fmt: skip
"""A claim that claims nothing: dates and lists stay those that the games imply."""
_WORDS: Final = {"start_on": "start", "end_on": "end"}


def correct(mending: Mending, request: TournamentCorrection) -> str:
    """Draft what is right of a tournament; "" where it stands so already."""
    played = Played(mending, mending.tournament(request.tournament))
    before = played.claim or NOTHING
    _expect_days(played, request, before)
    stated = _stated(mending, request)
    new = {name: value for name, value in stated.items() if value and value != before[name]}
    if not new:
        return ""
    touches = played.touches(request.start_on, request.end_on)
    if played.claim is None:
        content = (*({**NOTHING, **new}.values()), touches)
        mending.add("tournament_event", request, NEW_ROOT, played.tournament, *content)
    else:
        mending.version("tournament_event", request, played.claim, touches, **new)
    changes = "; ".join(
        f"{_WORDS.get(name, name)} {_shown(name, before[name])} -> {_shown(name, value)}"
        for name, value in new.items()
    )
    return _("{tournament}: {changes}").format(tournament=request.tournament, changes=changes)


def _stated(mending: Mending, request: TournamentCorrection) -> dict[str, Any]:
    for code in request.lists:
        if not mending.lists.open(code):
            known = ", ".join(sorted(mending.draft.lists)) or "–"
            raise Refused("RS092", "lists", list=code, known=known)
    names = ("name", "start_on", "end_on", "type", "rounds", "points", "status")
    stated = {name: getattr(request, name) for name in names}
    return stated | {"lists": " ".join(sorted(set(request.lists)))}


def _expect_days(played: Played, request: TournamentCorrection, before: Mapping[str, Any]) -> None:
    """Refused where the tournament would end before it starts, each claimed or of its games."""
    start = request.start_on or before["start_on"] or played.start()
    end = request.end_on or before["end_on"] or played.end()
    if start and end and end < start:
        raise Refused("RS074", "end", start=days.iso(start), end=days.iso(end))


def _shown(name: str, value: Any) -> str:
    if not value:
        return "–"
    return days.iso(value) if name in _WORDS else str(value)
