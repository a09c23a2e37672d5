"""kill -9 of a command or of the server loses nothing acknowledged, and no reader sees half of anything."""

from __future__ import annotations

import pytest

from ratingstore import api
from ratingstore.api import Writing
from scripts.campaigns import kill
from scripts.campaigns.places import Place
from tests.store.desk import Desk


def test_whatever_is_killed_the_store_is_whole_and_the_commands_come_to_their_end(place: Place) -> None:
    outcome = kill.campaign(place, 6, seed=1, months=1)
    assert outcome.faults == []
    assert outcome.counts["kills by the statement"]


def test_a_correction_sent_again_stores_the_lists_that_its_first_run_was_kept_from_storing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    words = {"action": "game", "tournament": "t", "round": "1", "white": "ana", "black": "bia", "to": "0-1"}
    why = Writing(reason="the arbiter's slip")

    def killed(*_arguments: object, **_named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as first:
        first.setattr(api.Store, "project", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.store.correct(words, why)
    again = desk.store.correct(words, why)
    assert "nothing to change" in again.lines[0]
    assert [one.state for one in api.doctor(desk.url).findings if one.check == "projection"] == ["ok"]
