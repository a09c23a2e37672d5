"""Rows of tournaments."""

from __future__ import annotations

from typing import Final

from ratingstore.events.days import iso
from ratingstore.events.facts import TournamentFact
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.values import parse_ordinal, parse_points, split_lists

COLUMNS: Final = (
    "tournament", "name", "lists", "start_date", "end_date", "type", "rounds", "points", "federation",
    "place", "time_control", "reported_date", "note",
)  # fmt: skip
TYPES: Final = ("swiss", "round_robin", "match", "team", "knockout", "olympiad", "olympiad_women")


def read_tournament(row: Row) -> TournamentFact | None:
    """The tournament of a row; None where it is refused."""
    start_on, end_on = _days(row)
    fact = TournamentFact(
        line=row.line,
        row=row.text,
        tournament=row.needed("tournament", row.options.tournament),
        name=row.get("name") or row.options.name or "",
        lists=split_lists(row.get("lists")),
        start_on=start_on,
        end_on=end_on,
        type=row.word("type", TYPES, "") or "",
        rounds=row.read("rounds", parse_ordinal),
        points=row.read("points", parse_points),
        federation=row.get("federation"),
        place=row.get("place"),
        time_control=row.get("time_control"),
        reported_on=row.day("reported_date"),
        note=row.note,
    )
    return None if row.refused else fact


def _days(row: Row) -> tuple[int | None, int | None]:
    """Start and end. ``--date`` is both where the row has neither; half a statement is left as it is."""
    dated = row.get("start_date") or row.get("end_date")
    otherwise = None if dated else row.options.date
    start, end = row.day("start_date", otherwise), row.day("end_date", otherwise)
    if start and end and start > end:
        row.report("RS015", "end_date", {"start": iso(start), "end": iso(end)})
    return start, end
