"""Rows of players against the store: names and ids beside the log, facts that rules read in it."""

from __future__ import annotations

import pytest

from ratingstore.api import IngestReport, Writing
from ratingstore.events import days
from tests.store.desk import Desk, codes, the

HEADER = "player,name,birth_date,sex,federation,club,title,joined_on,valid_from,fide_id,cbx_id"
STANDS = "ana,Ana Souza,1980-02-29,f,BRA,CXC,FM,2010-03-01,,2100017,77"


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    desk_on_a_file.store.rules_adopt("elo", "elo")
    return desk_on_a_file


def players(desk: Desk, *rows: str, header: str = HEADER, writing: Writing | None = None) -> IngestReport:
    return desk.hand_in([header, *rows], writing=writing)


def facts(desk: Desk, player: str = "ana") -> list[tuple[str, str]]:
    found = desk.query(
        "select fact, value from player_event e join person p on p.number = e.player"
        f" where p.code = '{player}' order by position"
    )
    return [(str(row["fact"]), str(row["value"])) for row in found]


def test_a_player_is_one_row_however_many_facts_it_states(desk: Desk) -> None:
    report = players(desk, STANDS)
    assert report.counts == {"players": (1, 0)}
    assert "1 new player" in report.notes
    assert facts(desk) == [
        ("born", "1980-02-29"),
        ("joined_on", "2010-03-01"),
        ("sex", "f"),
        ("federation", "BRA"),
        ("title", "FM"),
        ("club", "CXC"),
    ]
    assert desk.query("select code, name from person") == [{"code": "ana", "name": "Ana Souza"}]
    assert desk.query("select scheme, value from person_id order by scheme") == [
        {"scheme": "cbx", "value": "77"},
        {"scheme": "fide", "value": "2100017"},
    ]


@pytest.mark.parametrize(
    "again",
    [
        "ana,Ana Souza,1980-02-29,f,BRA,CXC,FM,2010-03-01,,2100017,077",
        "ana,,,,,,,,,,",
        "ana,,,,,CXC,FM,,,,",
        ",,,,,,,,,2100017,",
        "fide:02100017,,1980-02-29,,,,,,,,",
    ],
)
def test_the_same_again_is_known(desk: Desk, again: str) -> None:
    players(desk, STANDS)
    before = desk.dump()
    report = players(desk, again)
    assert (report.counts, report.batch, codes(report)) == ({"players": (0, 1)}, None, [])
    assert desk.dump() == before


def test_a_row_of_a_code_alone_makes_the_player(desk: Desk) -> None:
    assert players(desk, "zoe,,,,,,,,,,").counts == {"players": (1, 0)}
    assert desk.column("select code from person") == ["zoe"]
    assert players(desk, "zoe,,,,,,,,,,").counts == {"players": (0, 1)}


@pytest.mark.parametrize(
    "news",
    [
        "bia,Bia,,,,,,,,,",
        "bia,,1985,,,,,,,,",
        "bia,,,f,,,,,,,",
        "bia,,,,POR,,,,,,",
        "bia,,,,,Lapa,,,,,",
        "bia,,,,,,WFM,,,,",
        "bia,,,,,,,2011-01-01,,,",
        "bia,,,,,,,,,1900001,",
        "bia,,,,,,,,,,88",
    ],
)
def test_whatever_was_not_known_makes_the_row_new(desk: Desk, news: str) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0")
    report = players(desk, news)
    assert (report.counts, codes(report)) == ({"players": (1, 0)}, [])
    assert report.batch is not None
    assert players(desk, news).counts == {"players": (0, 1)}


@pytest.mark.parametrize(
    ("row", "field", "there"),
    [
        ("ana,Ana Silva,,,,,,,,,", "name", "Ana Souza"),
        ("ana,,1981,,,,,,,,", "born", "1980-02-29"),
        ("ana,,,m,,,,,,,", "sex", "f"),
        ("ana,,,,POR,,,,,,", "federation", "BRA"),
        ("ana,,,,,Lapa,,,,,", "club", "CXC"),
        ("ana,,,,,,IM,,,,", "title", "FM"),
        ("ana,,,,,,,2011-03-01,,,", "joined_on", "2010-03-01"),
    ],
)
def test_a_second_value_without_a_day_is_a_conflict_and_the_row_is_not_taken_in_part(
    desk: Desk, row: str, field: str, there: str
) -> None:
    players(desk, STANDS)
    before = desk.dump("quarantine_row")
    report = players(desk, f"{row}99")  # with an id that nobody has yet
    problem = the(report, "RS062")
    assert (problem.field, problem.values["there"]) == (field, f"“{there}”")
    assert (report.conflicts, report.quarantined, report.counts) == (1, 0, {})
    assert "valid_from" in problem.hint
    assert desk.dump("quarantine_row") == before


@pytest.mark.parametrize("field", ["sex", "federation", "title", "club"])
def test_a_value_with_a_day_is_one_more_and_contradicts_only_that_day(desk: Desk, field: str) -> None:
    header = f"player,{field},valid_from"
    values = {"sex": "m,f", "federation": "POR,ESP", "title": "IM,GM", "club": "Lapa,Batel"}[field].split(",")
    players(desk, STANDS)
    assert codes(players(desk, f"ana,{values[0]},2012-06-01", header=header)) == []
    assert codes(players(desk, f"ana,{values[0]},2012-06-01 ", header=header)) == []
    assert codes(players(desk, f"ana,{values[1]},2012-06-01", header=header)) == ["RS062"]
    assert codes(players(desk, f"ana,{values[1]},2012-06-02", header=header)) == []


def test_born_and_joined_hold_always_whatever_the_day_of_the_row(desk: Desk) -> None:
    header = "player,birth_date,joined_on,sex,valid_from"
    players(desk, "ana,1980,2010-03-01,f,2012-06-01", header=header)
    found = desk.query("select fact, valid_from from player_event order by position")
    assert [(row["fact"], int(str(row["valid_from"])) == 0) for row in found] == [
        ("born", True),
        ("joined_on", True),
        ("sex", False),
    ]


def test_an_undated_sex_holds_from_the_beginning_and_a_title_from_where_it_was_seen(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("seen")
    desk = Desk(str(folder / "club.db"), folder)
    seen = Writing(recorded_at="2012-02-10T01:30:00Z")  # still the 9th in Curitiba
    desk.hand_in(["player,sex,title,club", "ana,f,FM,CXC"], writing=seen)
    found = desk.query("select fact, valid_from from player_event")
    assert {str(row["fact"]): int(str(row["valid_from"])) for row in found} == {
        "sex": 0,
        "title": days.day_of("2012-02-09"),
        "club": days.day_of("2012-02-09"),
    }


def test_the_same_title_seen_again_later_is_known(desk: Desk) -> None:
    players(desk, "ana,FM", header="player,title")
    report = players(desk, "ana,FM", "bia,FM", header="player,title")
    assert report.counts == {"players": (1, 1)}


def test_rows_that_complete_each_other_in_one_file_make_one_player(desk: Desk) -> None:
    report = players(desk, "ana,Ana,,,,,,,,,", "ana,,1980,,,,,,,,", "ana,,,f,,,,,,7,", "fide:7,,,,BRA,,,,,,")
    assert (report.counts, codes(report)) == ({"players": (4, 0)}, [])
    assert desk.number("select count(*) from person") == 1
    assert [fact for fact, _value in facts(desk)] == ["born", "sex", "federation"]


def test_rows_that_contradict_each_other_in_one_file_are_a_conflict_of_the_later(desk: Desk) -> None:
    report = players(desk, "ana,Ana,1980,,,,,,,,", "ana,Ana,1981,,,,,,,,", "ana,Anna,,,,,,,,,")
    assert [(one.line, one.code) for one in report.problems] == [(3, "RS062"), (4, "RS062")]
    assert facts(desk) == [("born", "1980")]


def test_an_id_that_belongs_to_another_is_asked_about(desk: Desk) -> None:
    players(desk, STANDS)
    report = players(desk, "bia,Bia,,,,,,,,02100017,")
    problem = the(report, "RS052")
    assert (problem.field, problem.values) == (
        "fide_id",
        {"scheme": "fide", "id": "02100017", "owner": "ana"},
    )
    assert report.quarantined == 1
    assert desk.column("select code from person") == ["ana"]
    assert codes(players(desk, "bia,Bia,,,,,,,,2100018,")) == []


def test_two_rows_of_one_file_cannot_have_one_id(desk: Desk) -> None:
    report = players(desk, "ana,Ana,,,,,,,,7,", "bia,Bia,,,,,,,,07,")
    assert [(one.line, one.code) for one in report.problems] == [(3, "RS052")]


def test_a_note_of_a_row_with_many_facts_is_kept_once(desk: Desk) -> None:
    players(desk, "ana,1980,f,BRA,moved here", header="player,birth_date,sex,federation,note")
    assert desk.column("select text from remark where kind = 'note'") == ["moved here"]


def test_a_note_of_a_row_without_any_fact_of_the_log_is_kept_with_the_batch(desk: Desk) -> None:
    players(desk, "ana,Ana,0005", header="player,name,club_id")
    assert desk.query("select text, position from remark where kind = 'note'") == [
        {"text": "club_id=0005", "position": 0}
    ]


def test_a_name_in_a_games_file_is_a_claim_to_check_and_never_stored(desk: Desk) -> None:
    header = "tournament,date,round,white,black,result,white_name,black_name"
    report = desk.games("t,2012-01-10,1,ana,bia,1-0,Ana Souza,Bia", header=header)
    assert codes(report) == []
    assert desk.column("select name from person") == ["", ""]
    players(desk, STANDS)
    report = desk.games("t,2012-01-10,2,ana,bia,1-0,ana  SOUZA,Bia", header=header)
    assert codes(report) == []
    report = desk.games("t,2012-01-10,3,ana,bia,1-0,Bia Lima,", header=header)
    problem = the(report, "RS053")
    assert (problem.field, problem.values) == (
        "white_name",
        {"player": "ana", "text": "Bia Lima", "name": "Ana Souza"},
    )
    assert (report.counts, report.quarantined) == ({"games": (1, 0)}, 0)


RATED = "tournament,date,round,white,black,result,white_rating,black_rating"


@pytest.fixture
def rated(desk: Desk) -> Desk:
    """Ana has 1500 in elo from January, 1950 from June, and 2300 in cbx; bia has no rating."""
    desk.store.rules_adopt("cbx", "cbx")
    desk.hand_in(["tournament,lists", "t,elo", "u,elo cbx"])
    desk.hand_in(
        [
            "player,list,date,rating,purpose",
            "ana,elo,2012-01-01,1500,",
            "ana,cbx,2012-01-01,2300,",
            "ana,elo,2012-06-01,1950,adjustment",
        ]
    )
    return desk


@pytest.mark.parametrize(
    ("row", "field", "there"),
    [
        ("t,2012-01-10,1,ana,bia,1-0,2300,", "white_rating", "1500"),
        ("t,2012-01-10,1,bia,ana,1-0,,1100", "black_rating", "1500"),
        ("t,2012-07-10,1,ana,bia,1-0,1500,", "white_rating", "1950"),
        ("t,2012-01-01,1,ana,bia,1-0,1901,", "white_rating", "1500"),
        ("u,2012-01-10,1,ana,bia,1-0,1000,", "white_rating", "1500"),
        ("u,2012-01-10,1,ana,bia,1-0,2700,", "white_rating", "2300"),
    ],
)
def test_a_rating_in_a_games_file_far_from_the_lists_is_a_warning(
    rated: Desk, row: str, field: str, there: str
) -> None:
    """Two digits of an id exchanged: the results of one player would go to another."""
    report = rated.hand_in([RATED, row])
    problem = the(report, "RS054")
    assert (problem.field, str(problem.values["there"]), problem.values["player"]) == (field, there, "ana")
    assert report.counts == {"games": (1, 0)}


@pytest.mark.parametrize(
    "row",
    [
        "t,2012-01-10,1,ana,bia,1-0,1899,2400",
        "t,2012-07-10,1,ana,bia,1-0,1600,",
        "t,2011-12-31,1,ana,bia,1-0,2300,",
        "u,2012-01-10,1,ana,bia,1-0,2310,",
        "u,2012-01-10,1,ana,bia,1-0,1510,",
        "t,2012-01-10,1,ana,bia,1-0,,",
    ],
)
def test_a_rating_near_that_of_one_of_the_lists_or_of_an_unrated_player_is_none(
    rated: Desk, row: str
) -> None:
    assert codes(rated.hand_in([RATED, row])) == []
