"""Rows of players."""

from __future__ import annotations

from typing import Final

from ratingstore.events.facts import PlayerFact
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.values import parse_sex

COLUMNS: Final = (
    "player", "name", "birth_date", "sex", "federation", "club", "title", "joined_on", "valid_from", "note",
)  # fmt: skip


def read_player(row: Row) -> PlayerFact | None:
    """The player of a row; None where it is refused. ``--date`` is no date of a player's facts."""
    fact = PlayerFact(
        line=row.line,
        row=row.text,
        player=player_of(row),
        name=row.get("name"),
        born=row.birth("birth_date"),
        sex=row.read("sex", parse_sex) or "",
        federation=row.get("federation"),
        club=row.get("club"),
        title=row.get("title"),
        joined_on=row.day("joined_on"),
        valid_from=row.day("valid_from"),
        ids=ids_of(row),
        note=row.note,
    )
    return None if row.refused else fact


def player_of(row: Row) -> str:
    """The player's code; where a file has only owners' ids, the first of them as ``scheme:id``."""
    code = row.get("player")
    if not code:
        code = next((f"{scheme}:{number}" for scheme, number in ids_of(row)), "")
    if not code:
        row.missing("player")
    return code


def ids_of(row: Row) -> tuple[tuple[str, str], ...]:
    """The owners' ids of a row, by scheme. Programs write 0 for a player who has none."""
    found = ((name[:-3], text) for name, text in row.cells.items() if name.endswith("_id"))
    return tuple(sorted((scheme, text) for scheme, text in found if text.strip("0")))
