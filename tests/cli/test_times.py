"""Dates in options are ISO; anything else is refused with the date that was probably meant."""

from __future__ import annotations

import pytest

from ratingstore.cli.dates import day_hint
from ratingstore.ingest.report import IngestReport
from tests.cli.conftest import Run
from tests.cli.fake_api import FakeApi


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("31/03/2012", "write 2012-03-31"),
        ("31.3.2012", "write 2012-03-31"),
        ("03/31/2012", "write 2012-03-31"),
        ("2012/03/31", "write 2012-03-31"),
        ("2012-3-1", "write 2012-03-01"),
        ("03/03/2012", "write 2012-03-03"),
        ("03/04/2012", "write the year first: 2012-04-03 or 2012-03-04"),
        ("31/02/2012", "write the year first, as in 2012-03-31"),
        ("yesterday", "write the year first, as in 2012-03-31"),
    ],
)
def test_the_hint_is_the_date_that_was_probably_meant(text: str, hint: str) -> None:
    assert day_hint(text) == hint


@pytest.mark.parametrize(
    "words",
    [
        ["list", "--as-of"],
        ["replay", "--known-at"],
        ["explain", "p1", "--on"],
        ["ingest", "games.csv", "--date"],
        ["ingest", "games.csv", "--recorded-at"],
        ["rules", "adopt", "cxc", "--list", "cxc", "--from"],
    ],
    ids=" ".join,
)
def test_a_brazilian_date_is_refused_with_its_iso_form(run: Run, fake: FakeApi, words: list[str]) -> None:
    done = run(*words, "31/03/2012")
    assert (done.code, fake.calls) == (2, [])
    assert done.err.splitlines()[-1] == "hint: write 2012-03-31"


@pytest.mark.parametrize("text", ["20120331", "2012-W13-6", "2012-02-30", "0000-01-01", ""])
def test_only_a_day_of_the_calendar_written_in_full_is_a_date(run: Run, fake: FakeApi, text: str) -> None:
    assert run("list", "--as-of", text).code == 2
    assert fake.calls == []


@pytest.mark.parametrize(
    "text",
    ["0", "412", "2012-02-05", "2012-02-05T10:30", "2012-02-05 10:30:00-03:00", "cxc@2012-02-01",
     "fide-standard@2012-02-01v2"],
)  # fmt: skip
def test_known_at_takes_a_position_a_time_or_a_publication(run: Run, fake: FakeApi, text: str) -> None:
    assert run("list", "--known-at", text).code == 0
    assert fake.called("list")["known_at"] == text


@pytest.mark.parametrize("text", ["-3", "head", "cxc@february", "2012-02-05Tnoon", "1.5"])
def test_known_at_refuses_what_names_no_moment(run: Run, fake: FakeApi, text: str) -> None:
    assert run("list", f"--known-at={text}").code == 2
    assert fake.calls == []


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("-1", "give a position (0 or more), a date as 2012-03-31, a time, or LIST@DATE"),
        ("head", "give a position (0 or more), a date as 2012-03-31, a time, or LIST@DATE"),
        ("31/03/2012", "write 2012-03-31"),
    ],
)
def test_the_hint_for_known_at_says_all_that_it_takes(run: Run, fake: FakeApi, text: str, hint: str) -> None:
    done = run("list", "--known-at", text)
    assert (done.code, done.err.splitlines()[-1]) == (2, f"hint: {hint}")


@pytest.mark.parametrize(("text", "code"), [("2012-02-10T03:00:00Z", 0), ("2012-02-10", 0), ("412", 2)])
def test_recorded_at_takes_a_date_or_a_time(run: Run, fake: FakeApi, text: str, code: int) -> None:
    fake.reports = (IngestReport(file="games.csv", counts={}),)
    assert run("ingest", "games.csv", "--recorded-at", text).code == code
