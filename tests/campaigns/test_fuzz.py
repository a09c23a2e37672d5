"""Damaged files are no bug, and what is refused leaves no trace."""

from __future__ import annotations

from scripts.campaigns import fuzz
from scripts.campaigns.places import files


def test_no_damaged_file_breaks_the_reading_or_the_store() -> None:
    with files() as place:
        outcome = fuzz.campaign(place, 50, seed=1)
    assert outcome.faults == []
    assert len(outcome.counts) > 1, "every file ended alike"
