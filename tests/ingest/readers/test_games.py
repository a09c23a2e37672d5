from __future__ import annotations

import pytest

from ratingstore.errors import FileUnusable
from ratingstore.events.facts import GameFact, TournamentFact
from ratingstore.ingest.readers import ReadOptions
from tests.ingest.readers.reads import GAMES, codes, day, fact, game, game_problems, problems, reading

BYE_WORDS = ["bye", "BYE", "Bye ", "spielfrei", "livre", "descansa", "No Player", "No_player2", "no-player"]


def test_a_row_with_every_column_becomes_one_fact() -> None:
    header = (
        "tournament,date,round,board,game_no,white,black,result,played,standings_result,white_name,"
        "black_name,white_rating,black_rating,note"
    )
    row = 'cup,2012-01-05,3,2,2,p1,fide:2200000,1-0,unrated,=,Ana,Zé,2000,"1900,5",adjourned'
    assert fact(GameFact, header, row) == GameFact(
        line=2, row=row, tournament="cup", white="p1", black="fide:2200000", played_on=day("2012-01-05"),
        round=3, board=2, game_no=2, white_half=2, black_half=0, scale=0, played="unrated",
        standings_half=(1, 1), white_name="Ana", black_name="Zé", white_rating=200000,
        black_rating=190050, note="adjourned",
    )  # fmt: skip


def test_the_least_that_a_game_needs_is_tournament_players_and_result() -> None:
    found = fact(GameFact, "white,black,result,tournament", "p1,p2,0-1,cup")
    assert (found.tournament, found.white, found.black, found.white_half) == ("cup", "p1", "p2", 0)
    assert (found.played_on, found.round, found.board, found.game_no) == (None, None, None, 1)


@pytest.mark.parametrize("column", ["tournament", "white", "black"])
def test_an_empty_cell_that_a_game_needs_is_asked(column: str) -> None:
    (problem,) = game_problems(column, "")
    assert (problem.code, problem.field) == ("RS001", column)
    assert problem.message == f"column {column} is empty"


def test_the_option_fills_a_tournament_that_is_absent_or_empty_and_replaces_none() -> None:
    option = ReadOptions(tournament="open")
    assert fact(GameFact, "white,black,result", "p1,p2,1-0", option).tournament == "open"
    assert fact(GameFact, GAMES, "cup,,1,p1,p2,1-0", option).tournament == "cup"
    assert fact(GameFact, GAMES, ",,1,p1,p2,1-0", option).tournament == "open"


def test_games_of_no_tournament_at_all_are_refused_with_the_option_as_a_hint() -> None:
    with pytest.raises(FileUnusable) as refusal:
        reading("white,black,result\np1,p2,1-0\n")
    assert "--tournament" in refusal.value.hint


def test_codes_are_literal_text() -> None:
    found = game("white|black", "0005|5")
    assert (found.white, found.black) == ("0005", "5")


def test_a_player_against_himself_is_asked() -> None:
    (problem,) = game_problems("white|black", "p1| p1 ")
    assert (problem.code, problem.message) == ("RS035", "“p1” plays against himself")


@pytest.mark.parametrize("word", BYE_WORDS)
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_bye_that_is_written_as_a_player_is_asked(side: str, word: str) -> None:
    assert codes(game_problems(side, word)) == [("RS036", side)]
    assert codes(game_problems(f"{side}|played", f"{word}|forfeit")) == [("RS036", side)]


@pytest.mark.parametrize("word", [*BYE_WORDS, ""])
@pytest.mark.parametrize(("side", "player"), [("black", "p1"), ("white", "p2")])
def test_a_bye_that_is_said_to_be_one_is_noted_and_is_no_game(side: str, player: str, word: str) -> None:
    (note,) = game_problems(f"{side}|played", f"{word}|bye", result="")
    assert (note.code, note.severity, note.line) == ("RS037", "note", 2)
    assert note.message == f"the bye of “{player}” is no game and is not kept"
    found = reading("tournament,white,black,result,played\ncup,p1,,1,bye\ncup,p1,p2,1,yes\n")
    assert (found.rows, [fact.line for fact in found.facts]) == (2, [3])


def test_a_bye_between_two_players_is_kept_as_one() -> None:
    found = game("played", "bye")
    assert (found.white, found.black, found.white_half, found.played) == ("p1", "p2", 2, "bye")


def test_a_bye_of_nobody_is_asked() -> None:
    assert codes(game_problems("white|black|played", "|bye|bye")) == [("RS001", "white")]


def test_a_bye_keeps_being_one_beside_a_forfeit_spelling() -> None:
    assert game("played", "bye", result="+/-").played == "bye"


@pytest.mark.parametrize("code", ["Byers", "livreiro", "fide:14637383", "player", "Goodbye"])
def test_a_player_whose_code_only_resembles_a_bye_is_a_player(code: str) -> None:
    assert game("black", code).black == code


def test_a_player_with_an_id_may_be_called_bye() -> None:
    assert game("black|black_name", "fide:14637383|Bye").black_name == "Bye"


def test_a_row_has_all_its_problems_reported_at_once() -> None:
    found = problems(
        "tournament;date;round;board;white;black;result;played;white_rating",
        ";31/03/2012;0;x;p1;bye;3-0;perhaps;1.859",
    )
    assert sorted(codes(found)) == [
        ("RS001", "tournament"), ("RS010", "date"), ("RS020", "board"), ("RS020", "round"),
        ("RS025", "white_rating"), ("RS030", "played"), ("RS031", "result"), ("RS036", "black"),
    ]  # fmt: skip


def test_a_wrong_cell_is_not_called_empty_as_well() -> None:
    row = '{"type": "game", "tournament": "t", "white": ["p1"], "black": "p2", "result": true}'
    found = reading(row)
    assert codes(list(found.problems)) == [("RS043", "white"), ("RS043", "result")]


def test_a_name_for_the_only_tournament_of_a_games_file_becomes_a_fact() -> None:
    found = reading(f"{GAMES}\ncup,,1,p1,p2,1-0\ncup,,2,p2,p1,1-0\n", ReadOptions(name="The Cup"))
    assert found.problems == ()
    assert found.facts[-1] == TournamentFact(line=0, row="", tournament="cup", name="The Cup")
    assert len(found.facts) == 3


def test_a_name_for_the_games_of_several_tournaments_is_not_used_and_said() -> None:
    found = reading(f"{GAMES}\ncup,,1,p1,p2,1-0\nopen,,2,p2,p1,1-0\n", ReadOptions(name="The Cup"))
    assert [problem.code for problem in found.problems] == ["RS006"]
    assert found.problems[0].severity == "warning"
    assert all(isinstance(fact, GameFact) for fact in found.facts)
