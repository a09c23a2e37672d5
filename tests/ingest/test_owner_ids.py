"""A player who is known by an owner's id only gets his own code when a row gives it to him."""

from __future__ import annotations

from tests.store.desk import Desk

GAMES = "tournament,date,round,white,black,result\nt,2012-01-10,1,fide:0001,fide:2,1-0\n"
PLAYERS = "player,name,fide_id\njoao,João Silva,1\n"


def codes(desk: Desk) -> list[tuple[object, ...]]:
    return [tuple(row.values()) for row in desk.query("select code, name from person order by code")]


def test_the_order_of_the_two_files_makes_no_difference(desk: Desk) -> None:
    desk.hand_in(GAMES, to="elo")
    report = desk.hand_in(PLAYERS)
    assert report.problems == ()
    assert codes(desk) == [("fide:2", ""), ("joao", "João Silva")]
    assert desk.query("select white, black from game_now") == [{"white": "joao", "black": "fide:2"}]


def test_the_id_still_names_him(desk: Desk) -> None:
    desk.hand_in(GAMES, to="elo")
    desk.hand_in(PLAYERS)
    again = desk.hand_in("tournament,date,round,white,black,result\nt,2012-01-11,2,fide:1,joana,1-0\n")
    assert again.problems == ()
    assert desk.number("select count(*) from game_now where white = 'joao'") == 2


def test_two_players_known_by_ids_are_not_made_one(desk: Desk) -> None:
    desk.hand_in(GAMES.replace("fide:2", "cbx:2"), to="elo")
    report = desk.hand_in("player,name,fide_id,cbx_id\njoao,João,1,2\n")
    assert [one.code for one in report.problems] == ["RS052"]
    assert [code for code, _name in codes(desk)] == ["cbx:2", "fide:1"]


def test_a_refused_row_gives_nobody_a_code(desk: Desk) -> None:
    desk.hand_in(GAMES, to="elo")
    desk.hand_in("player,name,fide_id,sex\nfide:1,Ana,1,f\n")
    report = desk.hand_in("player,name,fide_id,sex\njoao,Ana,1,m\n")
    assert [one.code for one in report.problems] == ["RS062"]
    assert "joao" not in [code for code, _name in codes(desk)]
