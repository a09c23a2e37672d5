"""Rows of ratings: openings, published claims, adjustments."""

from __future__ import annotations

from typing import Final, Literal, get_args

from ratingstore.events.facts import RatingFact
from ratingstore.ingest.readers.players import ids_of, player_of
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.values import Amount, parse_amount, parse_count, parse_rating

Purpose = Literal["opening", "published", "adjustment"]

COLUMNS: Final = (
    "player", "list", "date", "rating", "games", "k", "status", "purpose", "reason", "note",
)  # fmt: skip
_PURPOSES: Final[tuple[Purpose, ...]] = get_args(Purpose)


def read_rating(row: Row) -> RatingFact | None:
    """The rating of a row; None where it is refused. The list may be left to ``--list``."""
    purpose = row.word("purpose", _PURPOSES, "opening")
    amount = _amount(row, purpose)
    rated_on = row.day("date", row.options.date)
    if rated_on is None and not row.get("date"):
        row.missing("date")
    if row.get("player"):
        row.extras.extend((f"{scheme}_id", number) for scheme, number in ids_of(row))
    fact = RatingFact(
        line=row.line,
        row=row.text,
        player=player_of(row),
        list=row.get("list"),
        rated_on=rated_on or 0,
        rating=amount.hundredths,
        relative=amount.signed,
        games=row.read("games", parse_count),
        k=row.read("k", parse_rating),
        status=row.get("status"),
        purpose=purpose or "opening",
        reason=row.get("reason"),
        note=row.note,
    )
    return None if row.refused else fact


def _amount(row: Row, purpose: Purpose | None) -> Amount:
    row.needed("rating")
    amount = row.read("rating", parse_amount) or Amount(0, signed=False)
    if amount.signed and purpose in ("opening", "published"):
        row.report("RS026", "rating")
    return amount
