"""The stored changes up to a day are the replay as of that day, on both databases."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ratingstore import api
from ratingstore.formats import RowSet
from tests.postgres import Cluster
from tests.reference.histories import LIST, histories, write_adoptions, write_facts
from tests.store.desk import ZONE

END = "2013-01-01"
BODIES = ["cxc", "cbx", "cbjd", "elo"]

LAST_STEPS = """
    select player, rating, games_total, status, last_played, rule_set from {view} c
    where list = '{list}' and effective_on <= '{day}'
      and step = (select max(n.step) from {view} n
                  where n.list = c.list and n.player = c.player and n.effective_on <= '{day}')
"""
CHANGES = """
    select effective_on, unit, rule_set, before, after, change, games from rating_change
    where list = '{list}' and player = '{player}' and effective_on <= '{day}' order by step
"""


def plain(rows: RowSet) -> list[tuple[Any, ...]]:
    """Rows with their numbers as floats: exact for hundredths, and the same from both databases."""
    return [
        tuple(value if isinstance(value, str | None) else float(value) for value in row) for row in rows.rows
    ]


def days_of(store: api.Store) -> list[str]:
    """Days on which something takes effect, spread over the history, with the day before each."""
    found = [str(row[0]) for row in store.query("select distinct effective_on from rated_unit").rows]
    some = sorted(found)[:: 1 + len(found) // 8]
    return [str(date.fromisoformat(day) - timedelta(days=before)) for day in some for before in (1, 0)] + [
        END
    ]


def expect_projection_to_equal_replay(store: api.Store) -> None:
    for day in days_of(store):
        replayed = store.replay(LIST, as_of=day, everyone=True, full=True)
        rated = {row[1]: row[3:5] + row[5:] for row in plain(replayed.rows) if row[5] == "rated"}
        stored = plain(store.query(LAST_STEPS.format(view="rating_change", list=LIST, day=day)))
        assert {row[0]: row[1:] for row in stored} == rated, day
        for everyone in (True, False):
            listed = store.list(LIST, as_of=day, everyone=everyone)
            folded = store.replay(LIST, as_of=day, everyone=everyone, full=True)
            assert store.replay(LIST, as_of=day, everyone=everyone).rows == folded.rows, day
            assert listed.rows == folded.rows, day
            assert listed.meta.values == folded.meta.values, day
    last = store.replay(LIST, as_of=END, everyone=True, full=True)
    for row in last.rows.rows:
        changes = store.query(CHANGES.format(list=LIST, player=row[1], day=END))
        assert plain(changes) == plain(store.history(str(row[1]), LIST, as_of=END).rows)


def hand_in(store: api.Store, history: dict[str, Any], folder: Path, shuffle: int) -> None:
    store.ingest([write_adoptions(history, folder)])
    for path in write_facts(history, folder, shuffle):
        store.ingest([path], api.IngestOptions(list_code=LIST))
        # Projected after each file: what is stored must be what a rebuild would store.
        assert store.project(LIST) == ()
        (report,) = store.project(LIST, full=True)
        assert report.written == 0


@pytest.mark.parametrize("body", BODIES)
@settings(max_examples=4, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_stored_changes_are_the_replay_on_sqlite(
    tmp_path_factory: pytest.TempPathFactory, body: str, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("history")
    with api.init(str(folder / "club.db"), ZONE) as store:
        hand_in(store, data.draw(histories(body)), folder, shuffle=data.draw(st.integers(0, 9)))
        expect_projection_to_equal_replay(store)


@pytest.mark.parametrize("body", BODIES)
@settings(max_examples=2, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_stored_changes_are_the_replay_on_postgresql(
    tmp_path_factory: pytest.TempPathFactory, cluster: Cluster, body: str, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("history")
    database = cluster.create()
    with api.init(cluster.url(database), ZONE) as store:
        hand_in(store, data.draw(histories(body)), folder, shuffle=data.draw(st.integers(0, 9)))
        expect_projection_to_equal_replay(store)
    cluster.drop(database)
