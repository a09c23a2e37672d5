"""Writers at once: no event is lost, doubled or skipped by a reader who follows positions."""

from __future__ import annotations

from scripts.campaigns import writers
from scripts.campaigns.places import Place


def test_a_follower_sees_every_event_of_several_writers_once(place: Place) -> None:
    outcome = writers.campaign(place, 1, seed=1)
    assert outcome.faults == []
    assert outcome.counts["files"] == writers.WRITERS * writers.FILES
    assert outcome.counts["taken back"]
