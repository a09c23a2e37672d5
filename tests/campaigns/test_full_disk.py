"""Without room a command says so and takes back what it wrote; with room it comes to its end."""

from __future__ import annotations

from scripts.campaigns import full_disk


def test_no_room_at_any_moment_leaves_the_store_as_sound_as_it_was() -> None:
    outcome = full_disk.on_sqlite(9, seed=1, months=1)
    assert outcome.faults == []
    assert outcome.counts["without room"]
