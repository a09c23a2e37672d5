"""Codes of players: literal, never guessed; ids of owners; slips that must not become players."""

from __future__ import annotations

import pytest

from ratingstore.store import engine
from tests.store.chained import expect_the_chain_to_hold
from tests.store.desk import RATINGS, Desk, codes, the

PLAYERS = "player,name,fide_id,cbx_id,lapa_id"


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    desk_on_a_file.store.rules_adopt("elo", "elo")
    return desk_on_a_file


def people(desk: Desk) -> set[str]:
    return {str(code) for code in desk.column("select code from person")}


@pytest.mark.parametrize("near", ["joao", "JOÃO", "J.o.a.o", "João ", "J o ã o", "Ｊoão"])
def test_a_code_that_is_nearly_a_known_one_is_asked_about_with_the_candidate(desk: Desk, near: str) -> None:
    desk.hand_in([PLAYERS, "João,João Silva,,,"])
    report = desk.games(f't,2012-01-10,1,"{near}",bia,1-0')
    if near.strip() == "João":
        assert report.counts == {"games": (1, 0)}
        return
    problem = the(report, "RS051")
    assert (problem.field, problem.values["candidates"]) == ("white", "João (João Silva)")
    assert problem.values["text"] == near
    assert people(desk) == {"João"}


@pytest.mark.parametrize("other", ["joão2", "joãos", "joo", "jo-ao", "j_oao", "oãoj"])
def test_a_code_that_differs_by_a_letter_is_another_player(desk: Desk, other: str) -> None:
    desk.hand_in([PLAYERS, "João,João Silva,,,"])
    assert codes(desk.games(f"t,2012-01-10,1,{other},bia,1-0")) == []
    assert people(desk) == {"João", "bia", other}


def test_a_code_that_is_nearly_the_name_of_a_player_is_asked_about(desk: Desk) -> None:
    desk.hand_in([PLAYERS, "p1,Ana Souza,,,", "p2,ANA SOUZA,,,", "p3,Søren Łoś,,,"])
    problem = the(desk.games('t,2012-01-10,1,"ana souza",p3,1-0'), "RS051")
    assert problem.values["candidates"] == "p1 (Ana Souza), p2 (ANA SOUZA)"
    assert (
        the(desk.games("t,2012-01-10,1,Soren Los,p1,1-0"), "RS051").values["candidates"] == "p3 (Søren Łoś)"
    )


def test_of_two_new_codes_of_one_file_that_are_alike_the_rarer_is_asked_about(desk: Desk) -> None:
    rows = ["ivo,bia", "Ivo,bia", "ivo,eva", "Eva,bia", "eva,bia", "EVA,bia"]
    report = desk.games(*(f"t,2012-01-10,{number},{pair},1-0" for number, pair in enumerate(rows, start=1)))
    assert [(one.line, one.code, one.values["candidates"]) for one in report.problems] == [
        (3, "RS051", "ivo"),
        (5, "RS051", "eva"),
        (7, "RS051", "Eva, eva"),
    ]
    assert people(desk) == {"ivo", "eva", "bia"}


def test_a_code_that_differs_only_in_how_its_accents_are_encoded_is_the_same(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,Jo\u00e3o,bia,1-0")
    assert codes(desk.games("t,2012-01-10,2,Joa\u0303o,bia,1-0")) == []
    assert people(desk) == {"Jo\u00e3o", "bia"}


def test_both_players_of_a_row_are_asked_about_at_once(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0")
    report = desk.games("t,2012-01-11,2,Bia,Ana,1-0")
    assert [(one.field, one.values["candidates"]) for one in report.problems] == [
        ("black", "ana"),
        ("white", "bia"),
    ]


def test_leading_zeros_are_part_of_a_code_and_no_part_of_an_owners_number(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,0005,5,1-0", "t,2012-01-10,2,fide:0005,fide:6,1-0")
    desk.games("t,2012-01-10,3,fide:5,fide:06,1-0", "t,2012-01-10,4,FIDE:05,cbx:5,1-0")
    assert people(desk) == {"0005", "5", "fide:5", "fide:6", "cbx:5"}


def test_the_id_of_an_owner_whose_ids_are_texts_is_literal(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,lapa:0005,lapa:5,1-0")
    assert people(desk) == {"lapa:0005", "lapa:5"}


def test_an_id_leads_to_the_player_whom_it_was_given_to(desk: Desk) -> None:
    desk.hand_in([PLAYERS, "ana,Ana,0012,,A1", "bia,,13,14,"])
    report = desk.games("t,2012-01-10,1,fide:12,cbx:0014,1-0", "t,2012-01-10,2,lapa:A1,fide:13,0-1")
    assert codes(report) == []
    assert desk.column("select white from game_now order by round") == ["ana", "ana"]
    assert people(desk) == {"ana", "bia"}
    desk.hand_in([RATINGS, "fide:0012,elo,2011-01-01,1500"])
    assert desk.column("select player from rating_as_recorded") == ["ana"]


def test_a_file_of_ids_only_makes_players_under_them(desk: Desk) -> None:
    desk.hand_in(["name,fide_id", "Ana,0012"])
    assert people(desk) == {"fide:12"}
    assert desk.hand_in(["name,fide_id", "Ana,12"]).counts == {"players": (0, 1)}


def test_a_code_for_an_id_that_is_nearly_a_known_code_is_asked_about(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,fide:12,1-0")
    report = desk.hand_in([PLAYERS, "Ana,Ana Souza,12,,"])
    assert the(report, "RS051").values["candidates"] == "ana"
    assert people(desk) == {"ana", "fide:12"}
    assert codes(desk.hand_in([PLAYERS, "anita,Ana Souza,12,,"])) == []
    assert people(desk) == {"ana", "anita"}
    with engine.reading(desk.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_a_word_with_a_colon_and_nothing_beside_it_is_a_code(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana:,:bia,1-0")
    assert people(desk) == {"ana:", ":bia"}


@pytest.mark.parametrize(
    "refused",
    [
        "t,2012-01-10,1,ana,slip,1-0",
        "t,2012-01-10,9,slip,Ana,1-0",
        "t,2012-01-10,9,slip,fide:77,2-0",
        "new,,1,slip,fide:77,1-0",
        "t,2012-01-10,9,fide:77,fide:077,1-0",
    ],
)
def test_a_refused_row_makes_no_player_no_tournament_and_no_id(desk: Desk, refused: str) -> None:
    """A slip that became a player would be the one that the right code is asked against."""
    desk.games("t,2012-01-10,1,ana,bia,1-0")
    before = desk.dump("quarantine_row")
    assert len(desk.games(refused).problems) == 1
    assert desk.dump("quarantine_row") == before, "alone"
    report = desk.games(refused, "t,2012-01-12,8,bia,zoe,1-0")
    assert report.counts == {"games": (1, 0)}
    assert people(desk) == {"ana", "bia", "zoe"}
    assert desk.column("select code from tournament") == ["t"]
    assert desk.number("select count(*) from person_id") == 0
    assert report.notes == ("1 new player",)


def test_a_refused_row_of_ratings_or_players_makes_no_player(desk: Desk) -> None:
    desk.hand_in([PLAYERS, "ana,Ana,12,,"])
    for content in ([RATINGS, "slip,cbx,2011-01-01,9000"], [PLAYERS, "slip,,12,,"]):
        assert len(desk.hand_in(content).problems) == 1
    assert people(desk) == {"ana"}


def test_players_of_refused_and_of_taken_rows_stay(desk: Desk) -> None:
    report = desk.games(
        "t,2012-01-10,1,ana,bia,1-0", "t,2012-01-10,1,ana,eva,1-0", "t,2012-01-10,2,eva,bia,1-0"
    )
    assert codes(report) == ["RS064"]
    assert people(desk) == {"ana", "bia", "eva"}
