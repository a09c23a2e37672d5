"""Faults and wishes that officers and players have reported, each as an officer would run into it."""

from __future__ import annotations

import json

import pytest

from ratingstore.rulebook import catalogue
from tests.acceptance.club import QUARANTINED, Club

AS_OF = "2013-01-01"
WHY = ("--reason", "it was so")


@pytest.fixture
def elo(club: Club) -> Club:
    club.adopt("elo-1", "elo", "2000-01-01")
    club.openings({"ana": 1900, "bia": 1900}, to="elo")
    return club


def test_f28_zeros_before_a_number_are_part_of_a_code_and_not_of_a_number(elo: Club) -> None:
    elo.ingest("player,name,fide_id\n0005,Eva,0005\n5,Zoe,\n")
    elo.ingest("player,list,date,rating\n0005,elo,2011-01-01,0951\n5,elo,2011-01-01,1000\n")
    elo.games("t,2012-01-10,1,fide:5,5,1-0", "t,2012-01-11,2,ana,fide:0005,1-0", to="elo")
    rows = elo.query("select white, black from game_now order by round")
    assert rows == [{"white": "0005", "black": "5"}, {"white": "ana", "black": "0005"}]
    assert elo.ratings("elo", "2011-12-31")["0005"] == 951
    assert elo.run("history", "fide:05", "--list", "elo", "--format", "csv").rows[0]["after"] == "951"


def test_f28_the_same_number_with_and_without_zeros_is_not_another_persons(elo: Club) -> None:
    elo.ingest("player,name,fide_id\nana,Ana,0005\n")
    assert "0 new" in elo.ingest("player,name,fide_id\nana,Ana,5\n").out
    refused = elo.ingest("player,name,fide_id\nbia,Bia,00005\n", code=QUARANTINED)
    assert "ana" in refused.err


def test_t18_a_refund_is_an_adjustment_with_a_formula_of_its_own(elo: Club) -> None:
    elo.games("t,2012-01-10,1,bia,ana,1-0", to="elo")
    assert elo.ratings("elo", AS_OF)["ana"] == 1890
    words = ("--list", "elo", "--date", "2012-02-01", "--player", "ana", "--formula", "min(R + 12, 1894)")
    elo.run("correct", "adjust", *words, "--reason", "bia used an engine; not above his peak")
    assert elo.ratings("elo", AS_OF) == {"ana": 1894, "bia": 1910}
    refund = elo.explain("ana", "elo", "--on", "2012-02-01")[0]
    (line,) = refund["lines"]
    assert (refund["change"], line["kind"], line["value"]) == (4, "adjustment", 4)
    assert "engine" in line["reason"]


def test_the_board_is_rated_unless_the_rule_set_rates_the_standings(elo: Club) -> None:
    shipped = catalogue.find("elo-1").text
    text = shipped.replace('id = "elo-1"', 'id = "club-1"').replace(
        "[score]\n", '[score]\nresult = "standings"\n'
    )
    elo.run("rules", "adopt", elo.file(text, "toml"), "--list", "club", "--from", "2000-01-01")
    elo.openings({"ana": 1900, "bia": 1900}, to="club")
    header = "tournament,date,round,white,black,result,standings_result"
    elo.ingest("tournament,lists\nt,elo club\n")
    elo.games("t,2012-01-10,1,ana,bia,0-1,1-0", to="elo", header=header)
    assert elo.ratings("elo", AS_OF) == {"ana": 1890, "bia": 1910}
    assert elo.ratings("club", AS_OF) == {"ana": 1910, "bia": 1890}
    key = ("--tournament", "t", "--round", "1", "--white", "ana", "--black", "bia")
    elo.run("correct", "game", *key, "--standings-result", "both-lost", *WHY)
    assert elo.ratings("elo", AS_OF) == {"ana": 1890, "bia": 1910}
    assert elo.ratings("club", AS_OF) == {"ana": 1890, "bia": 1890}
    shown = elo.run("rules", "show", "club", "--on", "2012-01-01", "--format", "json").json
    assert {"path": "score.result", "value": "standings"}.items() <= next(
        row for row in shown if row["path"] == "score.result"
    ).items()


def test_a_rating_that_was_printed_elsewhere_is_taken_back_by_an_undo_and_stated_anew(elo: Club) -> None:
    claim = "player,list,date,rating,purpose\nana,elo,2012-01-01,{},published\n"
    elo.ingest(claim.format(1950))
    (row,) = elo.query("select max(position) as position from event")
    elo.run("correct", "undo", str(row["position"]), *WHY)
    elo.ingest(claim.format(1905))
    claims = elo.run("query", "claims-against-list", "-p", "list=elo", "--format", "json").json
    assert [(one["stated"], one["computed"]) for one in claims] == [(1905, 1900)]
    (last,) = elo.query("select max(position) as position from event where kind = 'admin'")
    elo.run("correct", "undo", str(last["position"]), *WHY)
    claims = elo.run("query", "claims-against-list", "-p", "list=elo", "--format", "json").json
    assert sorted(one["stated"] for one in claims) == [1905, 1950]


def test_a_file_may_hold_games_a_correction_of_them_and_the_list_that_goes_out_then(elo: Club) -> None:
    game = {"tournament": "t", "round": 1, "white": "ana", "black": "bia"}
    why = {"reason": "the sheet says so", "by": "arbiter"}
    lines = [
        {"type": "publication", "list": "elo", "date": "2012-02-01"},
        {"type": "correction", "action": "game", **game, "to": "0-1", **why},
        {"type": "correction", "action": "void", **game, "list": "elo", "side": "white", **why},
        {"type": "game", "date": "2012-01-10", **game, "result": "1-0"},
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines)
    trial = elo.ingest(content, "--list", "elo", "--dry-run", ending="jsonl")
    done = elo.ingest(content, "--list", "elo", ending="jsonl")
    for answer in (trial, done):
        assert "round 1 ana–bia 1-0, 2012-01-10 -> round 1 ana–bia 0-1, 2012-01-10" in answer.out
        assert "elo@2012-02-01v1" in answer.out
    shown = elo.run("list", "--published", "--as-of", "2012-02-01", "--format", "json").json
    assert {row["player"]: row["rating"] for row in shown["rows"]} == {"ana": 1900, "bia": 1910}
    before = elo.count("event")
    assert "0 new" in elo.ingest(content + "\n", "--list", "elo", ending="jsonl").out
    assert elo.count("event") == before
