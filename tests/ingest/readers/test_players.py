from __future__ import annotations

import pytest

from ratingstore.events.facts import PlayerFact
from tests.ingest.readers.reads import codes, day, fact, problems


def test_a_row_with_every_column_becomes_one_fact() -> None:
    header = "player,name,birth_date,sex,federation,club,title,joined_on,valid_from,cbx_id,fide_id,note"
    row = '0005,"Souza, Ana",1978,F,BRA,CXC,WFM,2001-02-03,2012-01-01,0042,2200000,left-handed'
    assert fact(PlayerFact, header, row) == PlayerFact(
        line=2, row=row, player="0005", name="Souza, Ana", born="1978", sex="f", federation="BRA",
        club="CXC", title="WFM", joined_on=day("2001-02-03"), valid_from=day("2012-01-01"),
        ids=(("cbx", "0042"), ("fide", "2200000")), note="left-handed",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sex"), [("m", "m"), ("M", "m"), ("f", "f"), ("F", "f"), ("w", "f"), ("W", "f"), ("", "")]
)
def test_sex_is_m_or_f_and_w_is_read_as_f(text: str, sex: str) -> None:
    assert fact(PlayerFact, "player,sex", f"p1,{text}").sex == sex


@pytest.mark.parametrize("text", ["x", "male", "mf", "0"])
def test_any_other_sex_is_asked(text: str) -> None:
    assert codes(problems("player,sex", f"p1,{text}")) == [("RS028", "sex")]


@pytest.mark.parametrize("header", ["player,FIDE-ID", "player,fide_id", "player,FIDE ID", "player,ID FIDE"])
def test_ids_of_owners_are_found_under_the_ways_to_write_them(header: str) -> None:
    assert fact(PlayerFact, header, "p1,2200000").ids == (("fide", "2200000"),)


def test_an_id_of_any_scheme_is_kept_as_text() -> None:
    found = fact(PlayerFact, "player,icu_id,fexerj_id", "p1,0005,")
    assert found.ids == (("icu", "0005"),)


@pytest.mark.parametrize("text", ["0", "0000", ""])
def test_an_id_of_zeros_is_none(text: str) -> None:
    assert fact(PlayerFact, "player,fide_id", f"p1,{text}").ids == ()


def test_ids_do_not_depend_on_the_order_of_columns() -> None:
    one = fact(PlayerFact, "player,fide_id,cbx_id", "p1,7,8")
    other = fact(PlayerFact, "cbx_id,fide_id,player", "8,7,p1")
    assert one.ids == other.ids == (("cbx", "8"), ("fide", "7"))


def test_a_player_with_only_an_owners_id_goes_by_that() -> None:
    assert fact(PlayerFact, "name,fide_id", "Ana,2200000").player == "fide:2200000"
    assert fact(PlayerFact, "player,name,fide_id", ",Ana,2200000").player == "fide:2200000"


def test_a_player_with_neither_code_nor_id_is_asked() -> None:
    assert codes(problems("player,name,fide_id", ",Ana,0")) == [("RS001", "player")]


@pytest.mark.parametrize("column", ["joined_on", "valid_from"])
def test_every_date_of_a_player_is_judged(column: str) -> None:
    assert codes(problems(f"player,{column}", "p1,2012-02-30")) == [("RS013", column)]


def test_the_number_of_a_club_is_no_id_of_the_player() -> None:
    found = fact(PlayerFact, "player,club_id", "p1,77")
    assert (found.ids, found.note) == ((), "club_id=77")
