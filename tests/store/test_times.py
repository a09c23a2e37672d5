"""Recorded times: UTC in the store, the store's zone for people, never backwards, never ahead."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ratingstore import api
from ratingstore.api import Writing
from ratingstore.errors import TimeRefused, UsageError
from ratingstore.store import times
from tests.store.desk import Desk

CURITIBA = "America/Sao_Paulo"
GAME = "t,2012-01-10,1,ana,bia,1-0"


@pytest.mark.parametrize(
    ("text", "zone", "first", "last"),
    [
        # three hours behind, two in summer; the clocks of Curitiba changed at midnight
        ("2012-03-31", CURITIBA, "2012-03-31T03:00:00.000000Z", "2012-04-01T02:59:59.999999Z"),
        ("2012-01-31", CURITIBA, "2012-01-31T02:00:00.000000Z", "2012-02-01T01:59:59.999999Z"),
        # 21 October 2012 began at one o'clock
        ("2012-10-21", CURITIBA, "2012-10-21T03:00:00.000000Z", "2012-10-22T01:59:59.999999Z"),
        ("2012-10-20", CURITIBA, "2012-10-20T03:00:00.000000Z", "2012-10-21T02:59:59.999999Z"),
        # 25 February 2012 had its last hour twice
        ("2012-02-25", CURITIBA, "2012-02-25T02:00:00.000000Z", "2012-02-26T02:59:59.999999Z"),
        ("2012-02-26", CURITIBA, "2012-02-26T03:00:00.000000Z", "2012-02-27T02:59:59.999999Z"),
        ("2012-03-31", "UTC", "2012-03-31T00:00:00.000000Z", "2012-03-31T23:59:59.999999Z"),
        ("2012-03-31", "Asia/Kolkata", "2012-03-30T18:30:00.000000Z", "2012-03-31T18:29:59.999999Z"),
    ],
)
def test_a_date_is_its_first_or_its_last_instant_in_the_stores_zone(
    text: str, zone: str, first: str, last: str
) -> None:
    assert times.text_of(times.first_instant(text, zone)) == first
    assert times.text_of(times.last_instant(text, zone)) == last


@pytest.mark.parametrize("zone", [CURITIBA, "UTC", "Europe/Lisbon", "Pacific/Apia"])
def test_days_follow_each_other_without_a_gap(zone: str) -> None:
    day = datetime(2011, 12, 31)
    for _ in range(400):
        today, tomorrow = (f"{day + timedelta(days=n):%Y-%m-%d}" for n in (0, 1))
        gap = times.first_instant(tomorrow, zone) - times.last_instant(today, zone)
        assert gap == timedelta(microseconds=1), (zone, today)
        day += timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2012-03-31T20:15:00", "2012-03-31T23:15:00.000000Z"),
        ("2012-03-31 20:15", "2012-03-31T23:15:00.000000Z"),
        ("2012-03-31T20:15:00.25Z", "2012-03-31T20:15:00.250000Z"),
        ("2012-03-31T20:15:00+02:00", "2012-03-31T18:15:00.000000Z"),
    ],
)
def test_a_timestamp_is_one_moment_in_its_own_zone_or_the_stores(text: str, moment: str) -> None:
    assert times.text_of(times.first_instant(text, CURITIBA)) == moment
    assert times.text_of(times.last_instant(text, CURITIBA)) == moment


@pytest.mark.parametrize(
    "text", ["", "31/03/2012", "2012-02-30", "yesterday", "2012-03-31T25:00", "0001-01-01"]
)
def test_what_is_no_time_is_refused_with_how_to_write_it(text: str) -> None:
    with pytest.raises(UsageError) as refusal:
        times.first_instant(text, "Asia/Tokyo")
    assert "2012-03-31T20:15:00" in refusal.value.hint


def test_the_end_of_all_days_is_refused_and_no_traceback() -> None:
    with pytest.raises(UsageError):
        times.last_instant("9999-12-31", CURITIBA)


def test_texts_of_times_order_as_the_times_do() -> None:
    moments = [
        datetime(year, 1, 1, second=second, tzinfo=UTC) for year in (7, 500, 1999, 2012) for second in (0, 9)
    ]
    texts = [times.text_of(moment) for moment in moments]
    assert texts == sorted(texts)
    assert {len(text) for text in texts} == {27}
    assert [times.moment_of(text) for text in texts] == moments


def test_a_recorded_time_has_a_day_in_the_stores_zone() -> None:
    day = datetime(2012, 1, 31).toordinal()
    assert times.day_in("2012-02-01T01:59:59.999999Z", CURITIBA) == day
    assert times.day_in("2012-02-01T02:00:00.000000Z", CURITIBA) == day + 1


def test_the_clock_is_used_where_no_time_is_asked_for() -> None:
    before = times.text_of(times.now())
    assert before <= times.recorded(None, "", CURITIBA) <= times.text_of(times.now())


def test_a_time_ahead_of_the_clock_is_refused() -> None:
    ahead = (times.now() + timedelta(minutes=1)).isoformat()
    with pytest.raises(TimeRefused, match="ahead of the clock") as refusal:
        times.recorded(ahead, "", CURITIBA)
    assert "--recorded-at" in refusal.value.hint
    just_past = (times.now() - timedelta(seconds=1)).isoformat()
    assert times.recorded(just_past, "", CURITIBA)


def test_a_time_may_equal_the_logs_last_and_not_lie_before_it() -> None:
    last = "2012-02-10T02:00:00.000000Z"
    assert times.recorded("2012-02-10", last, CURITIBA) == last
    with pytest.raises(TimeRefused, match="earlier than the log's last") as refusal:
        times.recorded("2012-02-09T23:59:59.999999", last, CURITIBA)
    assert last in refusal.value.hint


def test_a_clock_that_was_set_back_is_noticed(desk_on_a_file: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk_on_a_file.games(GAME, to="elo")
    before = desk_on_a_file.dump()
    yesterday = times.now() - timedelta(days=1)
    monkeypatch.setattr(times, "now", lambda: yesterday)
    with pytest.raises(TimeRefused, match="earlier than the log's last"):
        desk_on_a_file.games("t,2012-01-10,2,ana,bia,1-0")
    assert desk_on_a_file.dump() == before


def test_a_recorded_time_that_runs_backwards_writes_nothing(desk: Desk) -> None:
    desk.games(GAME, to="elo", writing=Writing(recorded_at="2012-02-10"))
    before = desk.dump()
    for asked in ("2012-02-09", "2999-01-01"):
        with pytest.raises(TimeRefused):
            desk.games("t,2012-01-10,2,ana,bia,1-0", writing=Writing(recorded_at=asked))
    assert desk.dump() == before
    desk.games("t,2012-01-10,2,ana,bia,1-0", writing=Writing(recorded_at="2012-02-10"))
    assert desk.column("select recorded_at from batch") == ["2012-02-10T02:00:00.000000Z"] * 2


def test_known_at_a_date_knows_what_was_recorded_in_the_last_hour_of_it(desk: Desk) -> None:
    """25 February 2012 had 25 hours in Curitiba; this was recorded in its last."""
    desk.games(GAME, to="elo", writing=Writing(recorded_at="2012-02-26T02:30:00Z"))
    known = dict(desk.store.replay("elo", known_at="2012-02-25").meta.values)["known_at"]
    assert known == desk.number("select position from log_head")


def test_the_zone_of_a_store_is_the_one_asked_for_and_stays(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    with api.init(store_url, "Europe/Lisbon") as store:
        assert store.query("select time_zone from store_info").rows == (("Europe/Lisbon",),)


@pytest.mark.parametrize(
    ("environment", "zone"),
    [
        ("Europe/Lisbon", "Europe/Lisbon"),
        (":Europe/Lisbon", "Europe/Lisbon"),
        ("/usr/share/zoneinfo/Europe/Lisbon", "Europe/Lisbon"),
        (":/usr/share/zoneinfo/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
    ],
)
def test_the_zone_of_a_store_is_else_the_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: str, zone: str
) -> None:
    monkeypatch.setenv("TZ", environment)
    with api.init(str(tmp_path / "club.db")) as store:
        assert store.query("select time_zone from store_info").rows == ((zone,),)


@pytest.mark.parametrize("zone", ["America/Curitiba", "America", "../zoneinfo/UTC", "BRT3", "a\0b"])
def test_a_zone_that_is_not_known_is_refused_with_how_to_name_one(
    monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    for asked in (zone, None):
        if "\0" not in zone:
            monkeypatch.setenv("TZ", zone)
        with pytest.raises(UsageError) as refusal:
            times.zone_name(asked or zone)
        assert "--time-zone America/Sao_Paulo" in refusal.value.hint


def test_without_any_word_of_the_zone_there_is_still_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ", raising=False)
    assert times.first_instant("2012-03-31", times.zone_name(None))
