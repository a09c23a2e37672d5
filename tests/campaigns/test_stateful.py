"""Random histories come to the same on both databases, and to what right facts would have given."""

from __future__ import annotations

import pytest

from scripts.campaigns import stateful
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import Server, files
from tests.postgres import Cluster
from tests.store.desk import Desk


def test_histories_come_to_the_same_on_both_databases(cluster: Cluster) -> None:
    outcome = Outcome("stateful")
    with files() as sqlite:
        faults = stateful.told((sqlite, Server(cluster)), 4, 10, 1, outcome)
    assert faults == []
    assert outcome.runs >= 4


FIDE = "fide-standard"


@pytest.fixture
def rated(desk: Desk) -> Desk:
    desk.store.rules_adopt(FIDE, FIDE)
    desk.hand_in(["player,list,date,rating", f"ana,{FIDE},2011-12-01,2299", f"bia,{FIDE},2011-12-01,2188"])
    return desk


def test_games_dated_after_the_stated_end_of_their_tournament_are_rated_in_the_period_of_that_end(
    rated: Desk,
) -> None:
    rated.games("t,2012-04-01,3,ana,bia,1-0", to=FIDE)
    rated.jsonl('{"type": "tournament", "tournament": "t", "end_date": "2012-01-01"}')
    (change,) = rated.store.history("ana", FIDE, as_of="2012-12-31").rows.rows[1:]
    assert str(change[0]) < "2012-04-01"
