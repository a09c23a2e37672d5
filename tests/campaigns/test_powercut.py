"""A power cut at any moment loses nothing that was acknowledged; and one that would is found."""

from __future__ import annotations

import pytest

from scripts.campaigns import powercut


def test_no_cut_breaks_the_store_or_loses_what_was_done() -> None:
    outcome = powercut.campaign(25, seed=1, months=1)
    assert outcome.faults == []
    assert outcome.runs == 25


@pytest.mark.parametrize("careless", ["NORMAL", "OFF"])
def test_a_store_that_does_not_wait_for_its_disk_is_found_out(careless: str) -> None:
    outcome = powercut.campaign(12, seed=1, months=1, synchronous=f"synchronous={careless}")
    assert any("were done, and the store has" in fault for fault in outcome.faults)
