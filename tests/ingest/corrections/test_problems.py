"""Every code of a correction that cannot be made: a line that gives it, and nothing of it enters the log."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text

from ratingstore.api import Answer, Writing
from ratingstore.problems import CATALOGUE
from tests.store.desk import RATINGS, Desk, codes

GAME = {"tournament": "t", "round": 1, "white": "ana", "black": "bia"}
BEFORE = [
    "t,2012-01-10,1,ana,bia,1-0",
    "t,2012-01-10,1,eva,zoe,1-0",
    "t,2012-01-11,2,ana,eva,1-0",
    "t,2012-01-12,3,bia,ana,1-0",
    "u,2012-02-01,1,ana,zoe,1-0",
]
CASES: dict[str, list[dict[str, object]]] = {
    "RS090": [{"action": "void-player", "player": "anna"}],
    "RS091": [{"action": "void", **GAME, "tournament": "x"}],
    "RS092": [{"action": "close", "list": "cxc", "through": "2012-01-31"}],
    "RS093": [{"action": "void", **GAME}, {"action": "game", **GAME, "to": "0-1"}],
    "RS094": [{"action": "game", **GAME, "white": "bia", "black": "ana", "to": "0-1"}],
    "RS095": [{"action": "game", "tournament": "t", "white": "ana", "black": "bia", "to": "0-1"}],
    "RS096": [{"action": "game", **GAME, "round": 2, "to": "0-1"}],
    "RS097": [{"action": "game", **GAME, "new_black": "zoe"}],
    "RS098": [{"action": "game", **GAME, "new_round": 3}],
    "RS099": [{"action": "game", **GAME, "to": "1-1"}],
    "RS100": [{"action": "opening", "player": "bia", "list": "elo", "rating": 1500}],
    "RS101": [{"action": "withhold", "player": "ana", "from": "2012-02-01", "until": "2012-02-01"}],
    "RS102": [{"action": "split", "player": "ana", "from": "2012-01-11", "to": "ana"}],
    "RS103": [{"action": "merge", "player": "ana", "into": "zoe"}],
    "RS104": [{"action": "merge", "player": "far", "into": "off"}],
    "RS105": [{"action": "undo", "position": 999}],
    "RS107": [
        {"action": "close", "list": "elo", "from": "2013-01-01"},
        {"action": "close", "list": "elo", "from": "2014-01-01"},
    ],
    "RS108": [
        {"action": "close", "list": "elo", "through": "2012-01-31"},
        {"action": "close", "list": "elo", "through": "2011-12-31"},
    ],
}
APART = {"RS109", "RS110", "RS111", "RS112", "RS113"}
"""Codes that need more than lines of one kind; each has a test of its own below."""


def line(said: dict[str, object]) -> str:
    return json.dumps({"type": "correction", "reason": "a test", **said})


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    desk = desk_on_a_file
    desk.store.rules_adopt("elo", "elo")
    desk.hand_in([RATINGS, "ana,elo,2011-01-01,1500", "far,elo,2011-01-01,1500", "off,elo,2011-01-01,1600"])
    desk.games(*BEFORE, to="elo")
    return desk


@pytest.mark.parametrize("code", CASES)
def test_a_correction_that_cannot_be_made_is_refused_whole(desk: Desk, code: str) -> None:
    *before, last = CASES[code]
    for said in before:
        assert codes(desk.jsonl(line(said))) == []
    events = desk.number("select count(*) from event")
    report = desk.jsonl(line(last))
    (problem,) = report.problems
    assert (problem.code, problem.line) == (code, 1)
    assert problem.message
    assert problem.hint
    assert "{" not in problem.message + problem.hint
    assert desk.number("select count(*) from event") == events
    assert desk.column("select code from quarantine where state = 'open'") == [code]


def test_every_code_of_corrections_has_a_test() -> None:
    assert {*CASES, *APART} == {code for code in CATALOGUE if code >= "RS090"}


def test_what_a_list_does_not_rate_may_stand_in_the_file_of_the_game(desk: Desk) -> None:
    desk.games("u,2012-02-03,3,eva,ana,1-0", to="elo")
    game = {"type": "game", "tournament": "u", "date": "2012-02-01", "white": "eva", "black": "bia"}
    named = {"action": "void", "tournament": "u", "white": "eva", "black": "bia", "list": "elo"}
    report = desk.jsonl(
        line({**named, "round": 2, "side": "white"}),
        json.dumps({**game, "round": 1, "result": "1-0"}),
        json.dumps({**game, "round": 2, "result": "1-0"}),
        to="elo",
    )
    assert codes(report) == []
    (subject,) = desk.column("select subject from admin_event where kind = 'exemption'")
    sql = f"select round from game_event where position = {subject}"
    assert (desk.number(sql), desk.number(sql.replace("round", "root"))) == (2, int(str(subject)))


def test_a_merge_whose_codes_were_given_on_is_undone_after_that(desk: Desk) -> None:
    desk.hand_in(["player,name", "new,Nova"])
    assert codes(desk.jsonl(line({"action": "merge", "player": "far", "into": "new"}))) == []
    merged = desk.number("select max(position) from admin_event where kind = 'merge'")
    desk.hand_in(["player,name", "third,Terceira"])
    assert codes(desk.jsonl(line({"action": "merge", "player": "new", "into": "third"}))) == []
    # The opening was moved on, which is found first where there is one.
    assert codes(desk.jsonl(line({"action": "undo", "position": merged}))) == ["RS112"]


def test_codes_given_on_keep_a_merge_from_being_undone(desk: Desk) -> None:
    desk.hand_in(["player,name", "bare,Nova", "more,Mais", "third,Terceira"])
    desk.jsonl(line({"action": "merge", "player": "bare", "into": "more"}))
    merged = desk.number("select max(position) from admin_event where kind = 'merge'")
    desk.jsonl(line({"action": "merge", "player": "more", "into": "third"}))
    assert codes(desk.jsonl(line({"action": "undo", "position": merged}))) == ["RS110"]
    again = desk.number("select max(position) from admin_event where kind = 'merge'")
    assert codes(desk.jsonl(line({"action": "undo", "position": again}))) == []
    assert codes(desk.jsonl(line({"action": "undo", "position": merged, "note": "again"}))) == []
    assert desk.number("select count(*) from person_alias") == 0


def test_an_answer_to_a_question_is_not_undone(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,0-1", to="elo")
    number = desk.number("select max(id) from quarantine")
    desk.store.answer(number, Answer(refuse=True))
    position = desk.number("select max(position) from admin_event where kind = 'answer'")
    assert codes(desk.jsonl(line({"action": "undo", "position": position}))) == ["RS111"]


def test_the_newest_correction_is_undone_first(desk: Desk) -> None:
    desk.jsonl(line({"action": "game", **GAME, "to": "0-1"}))
    first = desk.number("select max(position) from game_event")
    desk.jsonl(line({"action": "game", **GAME, "to": "1/2-1/2"}))
    report = desk.jsonl(line({"action": "undo", "position": first}))
    assert codes(report) == ["RS112"]
    assert str(first + 1) in report.problems[0].message


def test_a_file_that_replaces_a_tournament_has_games_of_no_other(desk: Desk) -> None:
    report = desk.games(
        "u,2012-02-01,1,ana,zoe,1-0", to="elo", replaces="t", writing=Writing(reason="a test"), strict=True
    )
    assert codes(report) == ["RS113"]
    assert not report.written


def test_what_was_erased_beside_the_log_is_not_put_back(desk: Desk) -> None:
    desk.hand_in(["player,name", "bare,Nova", "more,Mais"])
    desk.jsonl(line({"action": "merge", "player": "bare", "into": "more"}))
    merged = desk.number("select max(position) from admin_event where kind = 'merge'")
    with desk.store.engine.connect() as connection, connection.begin():
        connection.execute(text("update remark set text = null, salt = null where kind = 'beside'"))
    assert codes(desk.jsonl(line({"action": "undo", "position": merged}))) == ["RS109"]
