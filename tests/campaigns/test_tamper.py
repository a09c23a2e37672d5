"""What is changed past the guards is named; the columns one by one are in ``tests/store``."""

from __future__ import annotations

import pytest

from scripts.campaigns import tamper
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import files


def test_the_campaign_counts_what_is_not_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tamper, "columns", lambda: [("person_id", "player"), ("tournament", "code")])
    monkeypatch.setattr(tamper, "_BYTES_A_ROW", 3)
    with files() as place:
        outcome = tamper.campaign(place, 1, seed=1)
    assert isinstance(outcome, Outcome)
    assert outcome.counts == {"cells": 2, "rows": 2, "bytes": 3}
    # Ids of owners are no part of the log: nothing proves them.
    assert {fault.split(".")[0] for fault in outcome.faults} <= {"seed 1: person_id", "seed 1: person_id: ("}
