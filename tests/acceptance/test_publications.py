"""Lists that go out: kept as they were, derived again for ever, published anew with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal

import pytest

from tests.acceptance.club import NOT_USABLE, Answer, Club

FEBRUARY = "cxc@2012-02-01"
SHOWN = ("--as-of", "2012-02-01", "--format", "json")
OPENINGS = {"ana": 2000, "bia": 1900, "caio": 1800}
JANUARY = ("t,2012-01-10,1,ana,bia,1-0", "t,2012-01-10,2,bia,caio,1-0")
LATE = "u,2012-01-12,1,ana,caio,0-1"


@pytest.fixture
def january(club: Club) -> Club:
    """A club whose January has been played and recorded."""
    club.openings(OPENINGS, to="cxc")
    club.games(*JANUARY, to="cxc")
    return club


def publish(club: Club, *options: str, date: str = "2012-02-01", code: int = 0) -> Answer:
    return club.run("publish", "--list", "cxc", "--date", date, "--format", "json", *options, code=code)


def events(club: Club) -> int:
    return club.count("event")


def test_a_publication_is_an_event_with_its_digest_and_prints_its_list(january: Club) -> None:
    expected = january.replay("cxc", "2012-02-01")
    went_out = publish(january).json
    assert went_out == {**expected, "publication": f"{FEBRUARY}v1", "rows": expected["rows"]}
    (row,) = january.query("select * from publication")
    assert row["digest"] == went_out["digest"]
    assert january.query("select kind from event order by position desc limit 1") == [{"kind": "admin"}]


def test_what_went_out_is_the_same_bytes_whatever_comes_later(january: Club) -> None:
    first = publish(january).out
    january.games(LATE, to="cxc")
    january.run("rules", "adopt", "cxc-2010", "--list", "cxc", "--from", "2012-01-01", "--reason", "appeal")
    assert january.run("list", "--published", "--list", "cxc", *SHOWN).out == first
    assert january.run("list", "--known-at", FEBRUARY, *SHOWN).out == first
    assert january.run("replay", "--known-at", f"{FEBRUARY}v1", *SHOWN).out == first
    assert january.run("list", *SHOWN).json["digest"] != json.loads(first)["digest"]


def test_a_second_version_needs_a_reason_and_both_are_answers_for_ever(january: Club) -> None:
    first = publish(january).out
    january.games(LATE, to="cxc")
    before = events(january)
    refused = publish(january, code=NOT_USABLE)
    assert "2 players stand otherwise now: a new version needs a reason" in refused.err
    assert events(january) == before
    second = publish(january, "--reason", "a report came late")
    assert f"published as {FEBRUARY}v2; 2 players stand otherwise" in second.err
    for version, went_out in (("v1", first), ("v2", second.out)):
        assert january.run("list", "--published", version, *SHOWN).out == went_out
        assert january.run("list", "--known-at", f"{FEBRUARY}{version}", *SHOWN).out == went_out
    assert january.run("list", "--published", *SHOWN).out == second.out
    assert january.run("list", "--known-at", FEBRUARY, *SHOWN).out == second.out


def test_where_nothing_differs_it_says_so_and_writes_nothing_without_a_reason(january: Club) -> None:
    first = publish(january)
    before = events(january)
    again = publish(january)
    assert f"nothing differs from {FEBRUARY}v1: nothing was written" in again.err
    assert (again.out, events(january)) == (first.out, before)
    assert f"published as {FEBRUARY}v2" in publish(january, "--reason", "the file was lost").err
    assert events(january) == before + 1


def test_a_dry_run_publishes_nothing(january: Club) -> None:
    before = events(january)
    assert "dry run: nothing was written" in publish(january, "--dry-run").err
    assert events(january) == before
    january.run("list", "--published", *SHOWN, code=NOT_USABLE)


def test_it_warns_of_open_questions_of_other_dates_and_of_days_to_come(january: Club) -> None:
    assert "warning" not in publish(january, "--dry-run").err
    january.games("t,2012-01-33,3,ana,caio,1-0", to="cxc", code=3)
    assert "warning: 1 question waits in quarantine" in publish(january, "--dry-run").err
    assert "2012-02-15 is no date of a list" in publish(january, "--dry-run", date="2012-02-15").err
    assert "lies in the future" in publish(january, "--dry-run", date="2099-01-01").err


def test_the_newest_publication_up_to_a_day_is_shown_or_the_version_named(january: Club) -> None:
    publish(january)
    publish(january, date="2012-03-01")
    found = january.run("list", "--published", "--as-of", "2012-02-20", "--format", "json").json
    assert (found["as_of"], found["publication"]) == ("2012-02-01", f"{FEBRUARY}v1")
    assert january.run("list", "--published", "--format", "json").json["as_of"] == "2012-03-01"
    early = january.run("list", "--published", "--as-of", "2012-01-31", code=NOT_USABLE)
    assert "no list cxc had been published by 2012-01-31" in early.err
    missing = january.run("list", "--published", "v3", "--as-of", "2012-02-01", code=NOT_USABLE)
    assert "has no version 3" in missing.err


@pytest.mark.parametrize(
    ("name", "hint"),
    [("cxc@2012-04-01", f"the last one is {FEBRUARY}v1"), (f"{FEBRUARY}v7", f"{FEBRUARY}v1")],
)
def test_a_publication_that_is_not_there_is_named_with_those_that_are(
    january: Club, name: str, hint: str
) -> None:
    publish(january)
    for command in (["list"], ["replay"], ["history", "ana"], ["explain", "ana"]):
        refused = january.run(*command, "--known-at", name, code=NOT_USABLE)
        assert f"there is no publication {name} in the log" in refused.err
        assert hint in refused.err


def test_every_reading_command_knows_what_a_publication_knew(january: Club) -> None:
    publish(january)
    january.games(LATE, to="cxc")
    then = ("--known-at", FEBRUARY, "--format", "json")
    (_opening, change) = january.run("history", "ana", *then).json["rows"]
    assert change["after"] == Decimal("2005.4")
    assert len(january.run("explain", "ana", *then).json[-1]["lines"]) == 1
    assert len(january.run("explain", "ana", "--format", "json").json[-1]["lines"]) == 2


def test_a_publication_asked_for_by_a_json_line_follows_the_facts_of_its_file(january: Club) -> None:
    game = {"tournament": "u", "date": "2012-01-12", "round": 1, "white": "ana", "black": "caio"}
    lines = [
        {"type": "publication", "list": "cxc", "date": "2012-02-01"},
        {"type": "game", **game, "result": "0-1"},
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines)
    done = january.ingest(content, "--list", "cxc", ending="jsonl")
    assert f"published as {FEBRUARY}v1" in done.out
    went_out = january.run("list", "--published", *SHOWN).json
    assert went_out["digest"] == january.replay("cxc", "2012-02-01")["digest"]
    before = events(january)
    again = january.ingest(content + "\n", "--list", "cxc", ending="jsonl")
    assert "0 new, 2 known" in again.out
    assert events(january) == before


def test_a_json_line_for_a_list_that_differs_needs_a_reason_and_keeps_its_file_out(january: Club) -> None:
    publish(january)
    january.games(LATE, to="cxc")
    before = events(january)
    line = {"type": "publication", "list": "cxc", "date": "2012-02-01"}
    refused = january.ingest(json.dumps(line), ending="jsonl", code=NOT_USABLE)
    assert "line 1:" in refused.err
    assert events(january) == before
    january.ingest(json.dumps({**line, "reason": "late report"}), ending="jsonl")
    assert january.run("list", "--published", *SHOWN).json["publication"] == f"{FEBRUARY}v2"


def test_a_withheld_player_goes_out_with_no_list_and_moves_its_digest(january: Club) -> None:
    publish(january)
    january.run("correct", "withhold", "bia", "--list", "cxc", "--from", "2012-01-15", "--reason", "asked")
    for command in ("list", "replay"):
        shown = january.run(command, *SHOWN).json
        assert [(row["rank"], row["player"]) for row in shown["rows"]] == [(1, "ana"), (2, "caio")]
        everyone = january.run(command, "--all", *SHOWN).json["rows"]
        assert [row["player"] for row in everyone] == ["ana", "bia", "caio"]
    second = publish(january, "--reason", "withheld").json
    assert [row["player"] for row in second["rows"]] == ["ana", "caio"]
    assert "bia" in january.run("list", "--published", "v1", *SHOWN).out


def test_a_list_that_ended_has_nobody_names_its_last_list_and_goes_out_no_more(january: Club) -> None:
    january.run("close", "cxc", "--from", "2012-03-15", "--reason", "the club is dissolved")
    assert len(january.run("list", "--as-of", "2012-03-14", "--format", "json").json["rows"]) == 3
    for command in ("list", "replay"):
        ended = january.run(command, "--as-of", "2012-03-15", "--format", "json")
        assert ended.json["rows"] == []
        assert "list cxc ended on 2012-03-15" in ended.err
        assert "its last list is that of 2012-03-01: --as-of 2012-03-14" in ended.err
    refused = publish(january, date="2012-04-01", code=NOT_USABLE)
    assert "list cxc ended on 2012-03-15: there is no list of 2012-04-01" in refused.err


def test_rows_of_closed_books_are_counted_beside_the_list(january: Club) -> None:
    january.run("close", "cxc", "--through", "2012-02-01", "--reason", "year closed")
    before = january.replay("cxc", "2012-02-01")["digest"]
    january.games(LATE, to="cxc")
    for command in ("list", "replay"):
        shown = january.run(command, *SHOWN)
        assert "1 row is closed, without effect" in shown.err
        assert shown.json["digest"] == before


def changes(answer: Answer) -> Iterator[str]:
    return (line for line in answer.err.splitlines() if line.startswith("changes the list"))


def test_late_news_names_the_published_lists_that_it_changes(january: Club) -> None:
    publish(january, date="2012-01-01")
    publish(january)
    publish(january, date="2012-03-01")
    rows = "\n".join(["tournament,date,round,white,black,result", LATE])
    expected = [
        "changes the list cxc of 2012-02-01 as published (v1): 2 players",
        "changes the list cxc of 2012-03-01 as published (v1): 2 players",
    ]
    assert list(changes(january.ingest(rows, "--list", "cxc", "--dry-run"))) == expected
    assert list(changes(january.ingest(rows, "--list", "cxc"))) == expected
    assert list(changes(january.games("w,2012-03-02,1,ana,bia,1-0", to="cxc"))) == []


def test_late_news_is_measured_against_what_stood_before_it_not_against_what_went_out(january: Club) -> None:
    publish(january)
    assert len(list(changes(january.games(LATE, to="cxc")))) == 1
    (second,) = changes(january.games("v,2012-01-13,1,bia,caio,1/2-1/2", to="cxc"))
    assert second == "changes the list cxc of 2012-02-01 as published (v1): 2 players"


def test_late_news_is_the_same_where_the_projection_has_to_be_made_anew(january: Club) -> None:
    from ratingstore import api
    from ratingstore.store import engine
    from ratingstore.store.projected_tables import projected_list

    publish(january)
    with engine.writing(api.open(january.url).engine) as connection:
        connection.execute(projected_list.delete())
    (told,) = changes(january.games(LATE, to="cxc"))
    assert told == "changes the list cxc of 2012-02-01 as published (v1): 2 players"


def test_adopting_rules_late_and_answering_a_question_are_late_news_too(january: Club) -> None:
    publish(january)
    january.games("u,2012-01-33,1,ana,caio,0-1", to="cxc", code=3)
    (number,) = [row["id"] for row in january.run("quarantine", "--format", "json").json]
    answer = ("quarantine", "answer", str(number), "--date", "2012-01-12")
    expected = ["changes the list cxc of 2012-02-01 as published (v1): 2 players"]
    assert list(changes(january.run(*answer, "--dry-run"))) == expected
    assert list(changes(january.run(*answer))) == expected
    adopt = ("rules", "adopt", "elo-1", "--list", "cxc", "--from", "2012-01-01", "--reason", "appeal")
    dry = january.run(*adopt, "--dry-run")
    assert list(changes(dry)) == list(changes(january.run(*adopt)))
    assert "published  player  name  before  after  difference" in dry.out


def test_a_correction_shows_who_moves_before_anything_is_written(january: Club) -> None:
    publish(january)
    key = ("--tournament", "t", "--round", "1", "--white", "ana", "--black", "bia")
    correct = ("correct", "game", *key, "--to", "0-1", "--reason", "score sheet")
    before = events(january)
    dry = january.run(*correct, "--dry-run")
    assert events(january) == before
    moved = [line.split() for line in dry.out.splitlines() if line.startswith("cxc ")]
    today = [line for line in moved if line[2] != "v1"]
    assert [line[2:] for line in moved if line[2] == "v1"] == [
        ["v1", "ana", "2005", "1990", "-15"],
        ["v1", "bia", "1900", "1915", "15"],
    ]
    assert [line[2:] for line in today] == [["ana", "2005", "1990", "-15"], ["bia", "1900", "1915", "15"]]
    done = january.run(*correct)
    assert list(changes(done)) == list(changes(dry))
    assert january.ratings("cxc", "2012-02-01") == {"ana": 1990, "bia": 1915, "caio": 1795}


def test_a_publication_cannot_be_taken_back(january: Club) -> None:
    first = publish(january).out
    (row,) = january.query("select max(position) as position from event")
    refused = january.run("correct", "undo", str(row["position"]), "--reason", "sent by mistake", code=1)
    assert "a new publication replaces an old one" in refused.err
    assert january.run("list", "--published", *SHOWN).out == first
