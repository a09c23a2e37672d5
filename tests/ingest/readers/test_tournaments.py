from __future__ import annotations

import pytest

from ratingstore.events.facts import TournamentFact
from ratingstore.ingest.readers import ReadOptions
from tests.ingest.readers.reads import codes, day, fact, problems, reading


def test_a_row_with_every_column_becomes_one_fact() -> None:
    header = (
        "tournament;name;lists;start_date;end_date;type;rounds;points;federation;place;time_control;"
        "reported_date;note"
    )
    row = "cup;The Cup;cbx;2012-01-05;2012-01-08;swiss;5;1;BRA;Curitiba;90+30;2012-01-10;first of the year"
    assert fact(TournamentFact, header, row) == TournamentFact(
        line=2, row=row, tournament="cup", name="The Cup", lists=("cbx",), start_on=day("2012-01-05"),
        end_on=day("2012-01-08"), type="swiss", rounds=5, points=1, federation="BRA", place="Curitiba",
        time_control="90+30", reported_on=day("2012-01-10"), note="first of the year",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["cbx fide-standard", "cbx,fide-standard", "cbx; fide-standard", "cbx | fide-standard",
     "cbx+fide-standard", "+cbx++fide-standard cbx"],
)  # fmt: skip
def test_lists_are_divided_at_any_of_five_marks(text: str) -> None:
    assert fact(TournamentFact, "tournament\tlists", f"cup\t{text}").lists == ("cbx", "fide-standard")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Round Robin", "round_robin"), ("round-robin", "round_robin"), ("SWISS", "swiss"), ("", ""),
     ("olympiad_women", "olympiad_women")],
)  # fmt: skip
def test_the_type_of_a_tournament_is_one_of_the_known_words(text: str, meant: str) -> None:
    assert fact(TournamentFact, "tournament,type", f"cup,{text}").type == meant


def test_a_type_that_is_not_known_is_asked_with_the_nearest_one() -> None:
    (near,) = problems("tournament,type", "cup,swis")
    assert (near.code, near.values["near"]) == ("RS029", "swiss")
    assert codes(problems("tournament,type", "cup,blitz")) == [("RS030", "type")]


def test_a_tournament_that_ends_before_it_starts_is_asked() -> None:
    header = "tournament,start_date,end_date"
    assert codes(problems(header, "cup,2012-01-08,2012-01-07")) == [("RS015", "end_date")]
    assert fact(TournamentFact, header, "cup,2012-01-08,2012-01-08").end_on == day("2012-01-08")


def test_the_options_fill_code_name_and_both_dates_where_the_row_leaves_them_open() -> None:
    option = ReadOptions(tournament="open", name="The Open", date=day("2012-05-01"))
    found = fact(TournamentFact, "tournament,name,lists,start_date,end_date", ",,cxc,,", option)
    assert (found.tournament, found.name) == ("open", "The Open")
    assert (found.start_on, found.end_on) == (day("2012-05-01"), day("2012-05-01"))


def test_the_options_replace_nothing_that_a_row_states() -> None:
    option = ReadOptions(tournament="open", name="The Open", date=day("2012-05-01"))
    found = fact(TournamentFact, "tournament,name,start_date,end_date", "cup,Cup,2012-06-01,", option)
    assert (found.tournament, found.name) == ("cup", "Cup")
    assert (found.start_on, found.end_on) == (day("2012-06-01"), None)


def test_a_row_without_code_is_asked() -> None:
    assert codes(problems("tournament,name", ",The Cup")) == [("RS001", "tournament")]


def test_a_file_without_the_column_is_of_a_tournament_where_the_option_names_it() -> None:
    found = reading("lists,start_date\ncxc,2012-01-05\n", ReadOptions(tournament="cup"))
    assert found.kind == "tournaments"
    assert [fact.tournament for fact in found.facts if isinstance(fact, TournamentFact)] == ["cup"]


@pytest.mark.parametrize("column", ["start_date", "end_date", "reported_date"])
def test_every_date_of_a_tournament_is_judged(column: str) -> None:
    assert codes(problems(f"tournament,name,{column}", "cup,Cup,31/03/2012")) == [("RS010", column)]
