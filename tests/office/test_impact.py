"""What something that is written changes on which lists: measured once, from the right places."""

from __future__ import annotations

from pathlib import Path

import pytest

from ratingstore.events.days import NEVER, day_of
from ratingstore.office import course, impact
from ratingstore.office.impact import Place
from ratingstore.store import append, engine, publications
from ratingstore.store import read as log
from tests.store.desk import Desk

DATES = ("2012-01-01", "2012-02-01", "2012-03-01")


@pytest.fixture
def desk(store_url: str, tmp_path: Path) -> Desk:
    """A store with three published lists."""
    desk = Desk(store_url, tmp_path)
    desk.hand_in(["player,list,date,rating", "ana,cxc,2011-06-01,2000", "bia,cxc,2011-06-01,1900"], "cxc")
    desk.games("t,2012-01-10,1,ana,bia,1-0", "s,2012-02-10,1,bia,ana,1-0", to="cxc")
    for date in DATES:
        desk.store.publish("cxc", date)
    return desk


def head(desk: Desk) -> int:
    return desk.number("select max(position) from event")


def test_only_lists_on_or_after_the_earliest_day_that_is_touched_are_looked_at(desk: Desk) -> None:
    since = head(desk)
    desk.games("u,2012-02-01,1,ana,bia,0-1", to="cxc")
    with engine.reading(desk.store.engine) as connection:
        assert publications.touched_since(connection, since) == day_of("2012-02-01")
        found = impact.places(connection, since, today=False)
        assert found == (Place(1, day_of("2012-02-01"), 1), Place(1, day_of("2012-03-01"), 1))
        today = impact.places(connection, since, today=True)
        assert [place.version for place in today] == [1, 1, 0]


def test_a_publication_itself_touches_no_list(desk: Desk) -> None:
    with engine.reading(desk.store.engine) as connection:
        since = append.head(connection).position - len(DATES)
        assert publications.touched_since(connection, since) == NEVER
        assert impact.places(connection, since, today=True) == ()


def test_the_course_of_the_projection_is_that_of_the_fold(desk: Desk) -> None:
    days = [day_of(date) for date in DATES[1:]]
    with engine.reading(desk.store.engine) as connection:
        position = append.head(connection).position
        projected = course.courses(connection, {1: days}, position)[1]
        folded = course.of_log(log.log(connection, position), 1, max(days))
    assert len(projected.player) < len(folded.player), "the projection is read from the first day on only"
    assert [projected.on(day) for day in days] == [folded.on(day) for day in days]
    assert projected.on(days[0]) == {1: 200500, 2: 189500}


def test_moves_are_measured_between_two_positions(desk: Desk) -> None:
    since = head(desk)
    desk.games("u,2012-01-12,1,ana,bia,0-1", to="cxc")
    with engine.reading(desk.store.engine) as connection:
        asked = impact.places(connection, since, today=False)
        before = impact.courses(connection, asked, since)
        after = impact.courses(connection, asked, append.head(connection).position)
        (february, march) = impact.shifts(asked, before, after)
        told = impact.told(connection, [february])
    assert (february.place.date, march.place.date) == (day_of("2012-02-01"), day_of("2012-03-01"))
    assert [(move.player, move.before) for move in february.moves] == [(1, 200500), (2, 189500)]
    assert told.sentences == ("changes the list cxc of 2012-02-01 as published (v1): 2 players",)
    assert told.rows.columns == impact.COLUMNS
    assert [row[:4] for row in told.rows.rows] == [
        ("cxc", "2012-02-01", "v1", "ana"),
        ("cxc", "2012-02-01", "v1", "bia"),
    ]
