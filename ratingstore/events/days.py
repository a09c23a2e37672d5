"""Days as the log keeps them: INTEGER, 1 is 0001-01-01 (``date.toordinal``)."""

from __future__ import annotations

from datetime import date
from typing import Final

NEVER: Final = date.max.toordinal()
"""A day after all others: what touches nothing, touches this."""

FIRST_YEAR: Final = 1800
"""No rated game is older; an earlier year in a file is a slip."""


def day_of(text: str) -> int:
    """The day of an ISO date; ValueError where it is none."""
    return date.fromisoformat(text).toordinal()


def iso(day: int) -> str:
    """The ISO date of a day."""
    return date.fromordinal(day).isoformat()
