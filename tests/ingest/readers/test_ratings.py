from __future__ import annotations

import pytest

from ratingstore.errors import FileUnusable
from ratingstore.events.facts import RatingFact
from ratingstore.ingest.readers import ReadOptions
from tests.ingest.readers.reads import codes, day, fact, problems, reading


def test_a_row_with_every_column_becomes_one_fact() -> None:
    header = "player,list,date,rating,games,k,status,purpose,reason,note"
    row = "p1,cxc,2012-01-01,1850.5,12,24,rated,published,,from the web"
    assert fact(RatingFact, header, row) == RatingFact(
        line=2, row=row, player="p1", list="cxc", rated_on=day("2012-01-01"), rating=185050, games=12,
        k=2400, status="rated", purpose="published", note="from the web",
    )  # fmt: skip


def test_the_purpose_is_opening_where_none_is_said() -> None:
    assert fact(RatingFact, "player,date,rating", "p1,2012-01-01,1850").purpose == "opening"
    assert fact(RatingFact, "player,date,rating,purpose", "p1,2012-01-01,1850,").purpose == "opening"


def test_a_purpose_that_is_not_known_is_asked() -> None:
    (near,) = problems("player,date,rating,purpose", "p1,2012-01-01,1850,publishd")
    assert (near.code, near.field, near.values["near"]) == ("RS029", "purpose", "published")
    assert codes(problems("player,date,rating,purpose", "p1,2012-01-01,1850,x")) == [("RS030", "purpose")]


def test_the_list_may_be_left_open() -> None:
    assert fact(RatingFact, "player,date,rating", "p1,2012-01-01,1850").list == ""


@pytest.mark.parametrize(
    ("row", "column"), [(",2012-01-01,1850", "player"), ("p1,,1850", "date"), ("p1,2012-01-01,", "rating")]
)
def test_an_empty_cell_that_a_rating_needs_is_asked(row: str, column: str) -> None:
    assert codes(problems("player,date,rating", row)) == [("RS001", column)]


def test_the_option_fills_a_date_that_is_absent_or_empty_and_replaces_none() -> None:
    option = ReadOptions(date=day("2012-05-01"))
    assert fact(RatingFact, "player,rating", "p1,1850", option).rated_on == day("2012-05-01")
    assert fact(RatingFact, "player,rating,date", "p1,1850,", option).rated_on == day("2012-05-01")
    stated = fact(RatingFact, "player,rating,date", "p1,1850,2012-01-01", option)
    assert stated.rated_on == day("2012-01-01")


def test_ratings_of_no_date_at_all_are_refused_with_the_option_as_a_hint() -> None:
    with pytest.raises(FileUnusable) as refusal:
        reading("player,list,rating\np1,cxc,1850\n")
    assert "--date" in refusal.value.hint


def test_a_wrong_date_is_one_problem() -> None:
    assert codes(problems("player,date,rating", "p1,soon,1850")) == [("RS012", "date")]


def test_a_player_with_only_an_owners_id_goes_by_that() -> None:
    assert fact(RatingFact, "fide_id,date,rating", "2200000,2012-01-01,1850").player == "fide:2200000"


def test_an_owners_id_beside_a_code_is_kept_as_a_note() -> None:
    found = fact(RatingFact, "player,fide_id,date,rating", "p1,2200000,2012-01-01,1850")
    assert (found.player, found.note) == ("p1", "fide_id=2200000")
