"""A fold from a checkpoint says what a fold from the beginning says; a wrong checkpoint is not used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ratingstore import api
from ratingstore.events.days import NEVER
from ratingstore.office import verify
from ratingstore.projections import beginning, stored
from ratingstore.projections import checkpoints as packing
from ratingstore.replay import choice
from ratingstore.replay.fold import Folded, fold
from ratingstore.store import checkpoints, engine, read
from ratingstore.store.projected_tables import checkpoint
from ratingstore.store.read import Log
from tests.reference.fide import histories as fide
from tests.reference.fide.as_log import Numbered
from tests.reference.histories import LIST, histories, write_adoptions, write_facts
from tests.store.desk import RATINGS, ZONE, Desk

BODIES = ["cxc", "cbx", "cbjd", "elo"]


def every_day(folded: Folded) -> list[int]:
    days = sorted({unit.effective_on for unit in folded.units})
    return [*days, *(day + 1 for day in days[-1:])]


def expect_every_beginning_to_end_alike(known: Log, number: int) -> None:
    adopted = choice.adopted(known.adoptions, number)
    plain = fold(known, number, adopted)
    days = every_day(plain)
    whole = fold(known, number, adopted, marking=lambda _items: days)
    expect_alike(stored.steps(plain.steps), stored.steps(whole.steps))
    for made in packing.of_fold(whole, None):
        kept = packing.unpacked(packing.packed(made), adopted)
        assert kept is not None
        assert packing.alike(kept, made)
        begun = beginning.folded(known, number, adopted, kept)
        assert begun.at is kept
        later = {
            name: column[stored.steps(plain.steps)["effective_on"] >= kept.checkpoint.day]
            for name, column in stored.steps(plain.steps).items()
        }
        expect_alike(later, stored.steps(begun.folded.steps, kept.before))
        units = [tuple(column) for column in zip(*stored.units(begun.folded, kept.before), strict=True)]
        assert units == list(zip(*stored.units(plain), strict=True))[kept.before.units :]
        assert begun.before_rules == plain.before_rules


def expect_alike(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name, column in one.items():
        assert np.array_equal(column, other[name]), name


@pytest.mark.parametrize("body", BODIES)
@settings(max_examples=5, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_checkpoint_is_a_beginning(
    tmp_path_factory: pytest.TempPathFactory, body: str, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("history")
    history: dict[str, Any] = data.draw(histories(body))
    with api.init(str(folder / "club.db"), ZONE) as store:
        store.ingest([write_adoptions(history, folder)])
        for path in write_facts(history, folder, 0):
            store.ingest([path], api.IngestOptions(list_code=LIST))
        with engine.reading(store.engine) as connection:
            known = read.log(connection, 2**62)
    expect_every_beginning_to_end_alike(known, known.lists[LIST])


@pytest.mark.parametrize("made_by", [fide.histories, fide.shipped_histories])
@settings(max_examples=8, phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_checkpoint_of_a_list_in_the_manner_of_fide_is_a_beginning(
    made_by: Callable[[], st.SearchStrategy[dict[str, Any]]], data: st.DataObject
) -> None:
    numbered = Numbered(data.draw(made_by()))
    for number in numbered.lists.values():
        expect_every_beginning_to_end_alike(numbered.log(), number)


@pytest.fixture
def season(desk: Desk) -> Desk:
    """Five months of one tournament each."""
    desk.store.rules_adopt("cxc", "cxc")
    desk.hand_in([RATINGS, "ana,cxc,2011-12-01,1500", "bia,cxc,2011-12-01,1600"])
    desk.games(*(f"t{month},2012-{month:02}-10,1,ana,bia,1-0" for month in range(1, 6)), to="cxc")
    return desk


def kept_days(desk: Desk) -> list[int]:
    return [int(str(day)) for day in desk.column("select day from checkpoint where list = 1 order by day")]


def begins_at(desk: Desk, day: int = NEVER) -> int | None:
    with engine.reading(desk.store.engine) as connection:
        known = read.log(connection, 2**62)
        found = beginning.before(connection, known, known.lists["cxc"], day)
    return None if found is None else found.checkpoint.day


def test_projecting_leaves_checkpoints_and_goes_on_from_the_last_that_holds(season: Desk) -> None:
    days = kept_days(season)
    assert len(days) >= 4
    assert begins_at(season) == days[-1]
    assert begins_at(season, days[1]) == days[1]
    season.games("late,2012-03-20,1,bia,ana,1-0", to="cxc")
    with engine.reading(season.store.engine) as connection:
        kept = dict(checkpoints.every(connection, 1))
    april = next(day for day in days if day > 734_000 + 561)
    assert {one.known_at for day, one in kept.items() if one and day <= april - 31} != {
        one.known_at for day, one in kept.items() if one and day > april + 31
    }
    (report,) = season.store.project(full=True)
    assert report.written == 0


def test_a_checkpoint_with_a_changed_byte_is_refused(season: Desk) -> None:
    last = kept_days(season)[-1]
    with engine.writing(season.store.engine) as connection:
        content = connection.execute(checkpoint.select().where(checkpoint.c.day == last)).one().content
        changed = bytes([content[0] ^ 1]) + content[1:]
        connection.execute(checkpoint.update().where(checkpoint.c.day == last).values(content=changed))
    assert begins_at(season) == kept_days(season)[-2]
    verified = verify.verify(season.store.engine)
    assert [fault for check in verified.checks for fault in check.faults if "checkpoint" in fault.found]


def test_a_checkpoint_with_another_rating_under_its_own_hash_is_found_by_verify(season: Desk) -> None:
    with engine.writing(season.store.engine) as connection:
        known = read.log(connection, 2**62)
        kept = beginning.before(connection, known, 1, NEVER)
        assert kept is not None
        kept.checkpoint.state.rating[1] += 100
        day, known_at = kept.checkpoint.day, known.known_at
        with_day = connection.execute(checkpoint.select().where(checkpoint.c.day == day)).one()
        checkpoints.drop(connection, 1, after=day - 1)
        forged = checkpoints.Stored(day=day, known_at=with_day.known_at, content=packing.packed(kept))
        checkpoints.keep(connection, 1, beginning.PROGRAM, [forged])
        assert known_at
    assert not verify.verify(season.store.engine).sound


def test_a_checkpoint_of_another_program_is_not_used(season: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "PROGRAM", "fold/of the future")
    assert begins_at(season) is None


def test_what_is_known_below_a_checkpoint_uses_it_only_if_nothing_between_touches_its_days(
    season: Desk,
) -> None:
    before = season.number("select position from log_head")
    season.games("t1,2012-01-10,2,bia,ana,1-0", to="cxc")
    with engine.reading(season.store.engine) as connection:
        now, then = read.log(connection, 2**62), read.log(connection, before)
        at_now = beginning.before(connection, now, 1, NEVER)
        at_then = beginning.before(connection, then, 1, NEVER)
    assert at_now is not None
    assert at_now.checkpoint.day == kept_days(season)[-1]
    assert at_then is None or at_then.checkpoint.day <= 734_512


def test_a_list_looked_at_later_that_a_checkpoint_lacks_is_no_beginning(season: Desk) -> None:
    with engine.reading(season.store.engine) as connection:
        known = read.log(connection, 2**62)
        kept = beginning.before(connection, known, 1, NEVER)
    assert kept is not None
    bare = replace(kept.checkpoint, last=kept.checkpoint.day, lists={})
    assert bare.serves(())
    assert not bare.serves((bare.day - 1,))


def test_replay_in_full_asks_no_checkpoint(season: Desk, tmp_path: Path) -> None:
    with engine.writing(season.store.engine) as connection:
        known = read.log(connection, 2**62)
        kept = beginning.before(connection, known, 1, NEVER)
        assert kept is not None
        row = connection.execute(checkpoint.select().where(checkpoint.c.day == kept.checkpoint.day)).one()
        kept.newest.shown[:] = 999_900
        checkpoints.drop(connection, 1, after=row.day - 1)
        forged = checkpoints.Stored(day=row.day, known_at=row.known_at, content=packing.packed(kept))
        checkpoints.keep(connection, 1, beginning.PROGRAM, [forged])
    quick = season.store.replay("cxc", as_of="2013-01-01")
    whole = season.store.replay("cxc", as_of="2013-01-01", full=True)
    assert [row[3] for row in quick.rows.rows] == [9999, 9999]
    assert whole.rows == season.store.list("cxc", as_of="2013-01-01").rows
