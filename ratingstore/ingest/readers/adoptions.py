"""Lines that ask for a rule set to be put in force; only JSON lines have them."""

from __future__ import annotations

from typing import Final

from ratingstore.events.facts import AdoptionRequest
from ratingstore.ingest.readers.row import Row

COLUMNS: Final = ("list", "rule_set", "effective_from", "reason", "note")
"""Beside these an adoption has ``parameters``, whose keys are the rule set's own."""

PARAMETER: Final = "parameters."
"""What stands before the name of a parameter among the cells of a row."""


def read_adoption(row: Row) -> AdoptionRequest | None:
    """The adoption of a row; None where it is refused."""
    request = AdoptionRequest(
        line=row.line,
        row=row.text,
        list=row.needed("list"),
        rule_set=row.needed("rule_set"),
        effective_from=row.day("effective_from"),
        parameters=_parameters(row),
        reason=row.get("reason"),
        note=row.note,
    )
    return None if row.refused else request


def _parameters(row: Row) -> tuple[tuple[str, str], ...]:
    given = ((name.removeprefix(PARAMETER), text) for name, text in row.cells.items() if PARAMETER in name)
    return tuple(sorted(given))
