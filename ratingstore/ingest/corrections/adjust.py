"""Adjustments of many ratings at once, and books that are closed."""

from __future__ import annotations

from ratingstore.events import days
from ratingstore.events.facts import AdjustmentRequest, Closing
from ratingstore.ingest.corrections.mending import Mending
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.language import _, day
from ratingstore.rules import adjustment
from ratingstore.rules.adjustment import Adjustment, Selection
from ratingstore.rules.ruleset import RoundingMode
from ratingstore.store import administration, existing


def adjust(mending: Mending, request: AdjustmentRequest) -> str:
    """Draft an adjustment of the ratings of a list."""
    number = mending.list_number(request.list)
    if request.other_list:
        mending.list_number(request.other_list, "other_list")
    made = Adjustment(
        formula=request.formula,
        selection=_selection(mending, request),
        other_list=request.other_list,
        step=request.step,
        mode=_mode(request.mode),
        least=request.least,
    )
    values = adjustment.values_of(made)
    mending.admin(request, "adjustment", number, request.date, "", values, request.date)
    return _("{list} of {day}: the new rating is {formula}").format(
        list=request.list, day=day(days.iso(request.date)), formula=request.formula
    )


def _mode(text: str) -> RoundingMode:
    return "half away from zero" if text == "half away from zero" else "half up"


def _selection(mending: Mending, request: AdjustmentRequest) -> Selection:
    def numbers(word: str, codes: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(sorted({mending.player(request, word, code, request.date) for code in codes}))

    return Selection(
        players=numbers("player", request.players),
        excepted=numbers("except", request.excepted),
        federation=request.federation,
        sex=request.sex,
        rating_from=request.rating_from,
        rating_below=request.rating_below,
        active_since=request.active_since,
    )


def close(mending: Mending, request: Closing) -> str:
    """Draft that the books of a list are closed through a day, or that it is no more from a day."""
    number = mending.list_number(request.list)
    standing = administration.read(mending.connection, existing.HEAD).closings
    mine = [row for row in standing if (row.list, row.kind) == (number, request.kind)]
    if any(row.day == request.day for row in mine):
        return ""
    later = [row for row in mine if request.kind == "from" or row.day > request.day]
    if later:
        shown = {"list": request.list, "day": day(days.iso(later[0].day)), "position": later[0].position}
        raise Refused("RS107" if request.kind == "from" else "RS108", request.kind, **shown)
    mending.admin(request, "closing", number, request.day, request.kind, {}, request.day)
    if request.kind == "from":
        return _("list {list} ends: from {day} on it has no rows").format(
            list=request.list, day=day(days.iso(request.day))
        )
    return _("the books of list {list} are closed through {day}").format(
        list=request.list, day=day(days.iso(request.day))
    )
