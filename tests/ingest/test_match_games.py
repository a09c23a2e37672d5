"""Rows of games against the log: new, known, filling what was open, contradicting."""

from __future__ import annotations

import pytest

from ratingstore.api import IngestReport
from tests.store.desk import Desk, codes, the

FULL = "tournament,date,round,board,game_no,white,black,result,played,standings_result,note"
STANDS = "t,2012-01-10,1,4,1,ana,bia,1-0,yes,,"
NOW = """
    select date, round, board, white, black, result, played, standings_result from game_now order by position
"""


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    desk_on_a_file.store.rules_adopt("elo", "elo")
    return desk_on_a_file


def full(desk: Desk, *rows: str) -> IngestReport:
    return desk.hand_in([FULL, *rows])


def test_a_game_is_new_once(desk: Desk) -> None:
    report = full(desk, STANDS)
    assert (report.counts, report.batch, report.written) == ({"games": (1, 0)}, 2, True)
    assert desk.query(NOW) == [
        {
            "date": "2012-01-10",
            "round": 1,
            "board": 4,
            "white": "ana",
            "black": "bia",
            "result": "1-0",
            "played": "yes",
            "standings_result": None,
        }
    ]


@pytest.mark.parametrize(
    "again",
    [
        "t,2012-01-10,1,4,1,ana,bia,1-0,yes,,",
        "t,2012-01-10,1,4,,ana,bia,1:0,,,",
        "t,,1,,,ana,bia,W,,,",
        "t,2012-01-10,1,,,ana,bia,*,,,",
        "t,2012-01-10,1,4,1,ana,bia,1-0,yes,,a note that was not there",
    ],
)
def test_the_same_game_again_is_known_also_where_it_says_less(desk: Desk, again: str) -> None:
    full(desk, STANDS)
    before = desk.dump()
    report = full(desk, again)
    assert (report.counts, report.batch, codes(report)) == ({"games": (0, 1)}, None, [])
    assert desk.dump() == before


@pytest.mark.parametrize(
    ("first", "then", "field", "value"),
    [
        ("t,2012-01-10,1,,,ana,bia,*,,,", "t,2012-01-10,1,,,ana,bia,0-1,,,", "result", "0-1"),
        ("t,2012-01-10,1,,,ana,bia,*,,,", "t,2012-01-10,1,,,ana,bia,+/-,,,", "played", "forfeit"),
        ("t,2012-01-10,1,,,ana,bia,*,,,", "t,2012-01-10,1,,,ana,bia,1-0,unrated,,", "played", "unrated"),
        ("t,2012-01-10,1,,,ana,bia,1-0,,,", "t,2012-01-10,1,7,,ana,bia,1-0,,,", "board", 7),
        (
            "t,2012-01-10,1,,,ana,bia,1-0,,,",
            "t,2012-01-10,1,,,ana,bia,1-0,,=,",
            "standings_result",
            "1/2-1/2",
        ),
    ],
)
def test_what_was_open_is_filled_by_a_version_of_the_game(
    desk: Desk, first: str, then: str, field: str, value: object
) -> None:
    full(desk, first)
    report = full(desk, then)
    assert (report.counts, codes(report)) == ({"games": (1, 0)}, [])
    (now,) = desk.query(NOW)
    assert now[field] == value
    assert desk.number("select count(*) from game_as_recorded") == 2
    assert full(desk, then + "x").counts == {"games": (0, 1)}, "both versions are known"
    assert full(desk, first + "x").counts == {"games": (0, 1)}


def test_an_undated_game_takes_a_date_that_comes_later(desk: Desk) -> None:
    desk.hand_in("tournament,end_date\nt,2012-01-20\n")
    full(desk, "t,,1,,,ana,bia,1-0,,,")
    assert desk.column("select date from game_now") == ["2012-01-20"]
    full(desk, "t,2012-01-10,1,,,ana,bia,1-0,,,")
    assert desk.column("select date from game_now") == ["2012-01-10"]


@pytest.mark.parametrize(
    ("row", "field", "there", "here"),
    [
        ("t,2012-01-10,1,4,1,ana,bia,0-1,yes,,", "result", "1-0", "0-1"),
        ("t,2012-01-10,1,4,1,ana,bia,1/2-1/2,yes,,", "result", "1-0", "1/2-1/2"),
        ("t,2012-01-10,1,4,1,bia,ana,0-1,yes,,", "white", "ana", "bia"),
        ("t,2012-01-11,1,4,1,ana,bia,1-0,yes,,", "date", "2012-01-10", "2012-01-11"),
        ("t,2012-01-10,1,5,1,ana,bia,1-0,yes,,", "board", "4", "5"),
        ("t,2012-01-10,1,4,1,ana,bia,+/-,,,", "played", "yes", "forfeit"),
        ("t,2012-01-10,1,4,1,ana,bia,1-0,unrated,,", "played", "yes", "unrated"),
    ],
)
def test_the_same_game_with_another_content_is_a_conflict(
    desk: Desk, row: str, field: str, there: str, here: str
) -> None:
    full(desk, STANDS)
    before = desk.dump("quarantine_row")
    report = full(desk, row)
    problem = the(report, "RS060")
    assert (problem.field, problem.values["there"], problem.values["here"]) == (field, there, here)
    assert (report.conflicts, report.quarantined, report.counts) == (1, 0, {})
    assert desk.dump("quarantine_row") == before
    assert desk.column("select row from quarantine") == [row]


def test_a_forfeit_that_becomes_a_played_game_is_a_conflict(desk: Desk) -> None:
    full(desk, "t,2012-01-10,1,,,ana,bia,+/-,,,")
    assert the(full(desk, STANDS), "RS060").values["there"] == "forfeit"
    assert full(desk, "t,2012-01-10,1,,,ana,bia,*,,,").counts == {"games": (0, 1)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("t,2012-01-10,1,,,ana,bia,1-0,,,", "t,2012-01-10,2,,,ana,bia,1-0,,,"),
        ("t,2012-01-10,1,,,ana,bia,1-0,,,", "t,2012-01-10,1,,2,ana,bia,1-0,,,"),
        ("t,2012-01-10,1,,,ana,bia,1-0,,,", "u,2012-01-11,1,,,ana,bia,1-0,,,"),
        ("t,2012-01-10,,,,ana,bia,1-0,,,", "t,2012-01-11,,,,ana,bia,1-0,,,"),
        ("t,2012-01-10,,,,ana,bia,1-0,,,", "t,2012-01-10,,,2,ana,bia,1-0,,,"),
        ("t,2012-01-10,,,,ana,bia,1-0,,,", "t,2012-01-10,,,,ana,eva,1-0,,,"),
        ("t,2012-01-10,1,,,ana,bia,1-0,,,", "t,2012-01-10,1,,,eva,zoe,1-0,,,"),
    ],
)
def test_another_round_number_tournament_or_opponent_is_another_game(
    desk: Desk, one: str, other: str
) -> None:
    full(desk, one)
    report = full(desk, other)
    assert (report.counts, codes(report)) == ({"games": (1, 0)}, [])
    assert desk.number("select count(*) from game_now") == 2


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("t,2012-01-10,,,,ana,bia,1-0,,,", "t,2012-01-10,3,,,ana,bia,1-0,,,"),
        ("t,,,,,ana,bia,1-0,,,", "t,2012-01-10,,,,ana,bia,1-0,,,"),
        ("t,,,,,ana,bia,1-0,,,", "t,,3,,,ana,bia,1-0,,,"),
        ("t,,3,,,ana,bia,1-0,,,", "t,2012-01-10,3,,,ana,bia,1-0,,,"),
        ("t,,,,,ana,bia,1-0,,,", "t,2012-01-10,3,5,,ana,bia,1-0,,,"),
    ],
)
def test_a_game_sent_with_more_or_less_information_is_one_game_in_either_order(
    desk: Desk, less: str, more: str
) -> None:
    desk.hand_in("tournament,end_date\nt,2012-01-20\nu,2012-01-20\n")
    assert (full(desk, less).counts, codes(full(desk, more))) == ({"games": (1, 0)}, [])
    other_way = [row.replace("t,", "u,", 1).replace("ana", "eva") for row in (more, less)]
    full(desk, other_way[0])
    assert full(desk, other_way[1]).counts == {"games": (0, 1)}
    rows = "select date, round, board, result from game_now where tournament = '{0}'"
    assert desk.query(rows.format("t")) == desk.query(rows.format("u"))
    assert desk.number("select count(*) from game_now") == 2


def test_a_game_with_more_information_that_contradicts_is_a_conflict(desk: Desk) -> None:
    full(desk, "t,2012-01-10,,,,ana,bia,1-0,,,")
    problem = the(full(desk, "t,2012-01-10,3,,,bia,ana,1-0,,,"), "RS060")
    assert problem.field == "white"
    assert desk.number("select count(*) from game_now") == 1


def test_a_game_with_only_a_round_and_one_with_only_a_day_are_asked_about(desk: Desk) -> None:
    """They can be one game or two; a row that has both decides, and then both are known."""
    desk.hand_in("tournament,end_date\nt,2012-01-20\nu,2012-01-20\n")
    day, round_, both = "2012-01-10,", ",3", "2012-01-10,3"
    for code, first, second in (("t", day, round_), ("u", round_, day)):
        rows = [f"{code},{slot},,,ana,{code}-bia,1-0,,," for slot in (first, second, both)]
        full(desk, rows[0])
        assert the(full(desk, rows[1]), "RS060").field == "round"
        assert (full(desk, rows[2]).counts, codes(full(desk, rows[1]))) == ({"games": (1, 0)}, [])
        assert desk.query(f"select date, round from game_now where tournament = '{code}'") == [
            {"date": "2012-01-10", "round": 3}
        ]


def test_of_several_games_of_a_pair_the_one_that_fits_is_known(desk: Desk) -> None:
    full(desk, "t,2012-01-10,1,,,ana,bia,1-0,,,", "t,2012-01-10,2,,,bia,ana,1/2-1/2,,,")
    for row in ("t,2012-01-10,,,,bia,ana,=,,,", "t,2012-01-10,,,,ana,bia,1-0,,,"):
        assert full(desk, row).counts == {"games": (0, 1)}
    assert codes(full(desk, "t,2012-01-10,,,,ana,bia,0-1,,,")) == ["RS060"]


def test_a_game_that_got_its_round_later_is_not_changed_by_a_row_without_one(desk: Desk) -> None:
    """The last writer does not win through the key that the game had first."""
    full(desk, "t,2012-01-10,,,,ana,bia,*,,,")
    full(desk, "t,2012-01-10,3,,,ana,bia,1-0,,,")
    problem = the(full(desk, "t,2012-01-10,,,,ana,bia,0-1,,,"), "RS060")
    assert (problem.field, problem.values["there"]) == ("result", "1-0")
    full(desk, "t,2012-01-11,,,,eva,zoe,*,,,")
    full(desk, "t,2012-01-11,4,,,eva,zoe,*,,,")
    assert full(desk, "t,2012-01-11,,,,eva,zoe,0-1,,,").counts == {"games": (1, 0)}
    assert desk.query("select round, result from game_now order by round") == [
        {"round": 3, "result": "1-0"},
        {"round": 4, "result": "0-1"},
    ]


def test_a_round_that_comes_later_must_have_a_free_seat(desk: Desk) -> None:
    full(desk, "t,2012-01-10,1,,,ana,bia,1-0,,,", "t,2012-01-10,,,,ana,eva,1-0,,,")
    assert codes(full(desk, "t,2012-01-10,1,,,ana,eva,1-0,,,")) == ["RS064"]
    assert codes(full(desk, "t,2012-01-10,2,,,ana,eva,1-0,,,")) == []
    assert codes(full(desk, "t,2012-01-12,2,,,eva,zoe,1-0,,,")) == ["RS064"], "the seat is taken now"


def test_a_game_without_a_round_on_another_day_than_one_with_a_round_is_another_game(desk: Desk) -> None:
    full(desk, "t,2012-01-10,3,,,ana,bia,1-0,,,")
    assert codes(full(desk, "t,2012-01-11,,,,ana,bia,1-0,,,")) == []
    assert desk.number("select count(*) from game_now") == 2


def test_rows_that_repeat_each_other_in_one_file_are_one_game(desk: Desk) -> None:
    report = full(desk, STANDS, STANDS, "t,2012-01-10,1,,,ana,bia,1-0,,,")
    assert report.counts == {"games": (1, 2)}
    assert desk.number("select count(*) from game_as_recorded") == 1


def test_rows_that_complete_each_other_in_one_file_are_versions_of_one_game(desk: Desk) -> None:
    report = full(desk, "t,2012-01-10,1,,,ana,bia,*,,,", "t,2012-01-10,1,,,ana,bia,1-0,,,", STANDS)
    assert (report.counts, codes(report)) == ({"games": (3, 0)}, [])
    first, *versions = desk.query("select position, root, claims from game_event order by position")
    assert (first["root"], first["claims"]) == (first["position"], 1)
    assert [(row["root"], row["claims"]) for row in versions] == [(first["position"], 0)] * 2
    (now,) = desk.query(NOW)
    assert (now["result"], now["board"]) == ("1-0", 4)


def test_rows_that_contradict_each_other_in_one_file_are_a_conflict_of_the_later(desk: Desk) -> None:
    report = full(desk, STANDS, "t,2012-01-10,1,4,1,ana,bia,0-1,yes,,")
    assert the(report, "RS060").line == 3
    assert desk.column("select result from game_now") == ["1-0"]


def test_a_note_is_kept_with_the_game_that_it_came_with(desk: Desk) -> None:
    full(desk, "t,2012-01-10,1,,,ana,bia,1-0,,,lost on time", STANDS)
    (row,) = desk.query("select text, position from remark where kind = 'note'")
    assert row["text"] == "lost on time"
    assert desk.column("select position from game_event where root = position") == [row["position"]]


def test_the_line_of_every_row_is_kept(desk: Desk) -> None:
    full(desk, "t,2012-01-10,2,,,ana,bia,1-0,,,", "", "t,2012-01-10,1,,,eva,zoe,1-0,,,")
    assert desk.column("select line from game_as_recorded order by position") == [2, 4]


def test_nobody_plays_himself_under_two_names(desk: Desk) -> None:
    desk.hand_in("player,name,fide_id\nana,Ana,12\n")
    for white, black in (("ana", "fide:12"), ("fide:012", "ana"), ("fide:7", "fide:07")):
        report = desk.games(f"t,2012-01-10,1,{white},{black},1-0")
        problem = the(report, "RS035")
        assert (problem.line, problem.field, problem.values["text"]) == (2, "black", black)
    assert desk.number("select count(*) from game_event") == 0
    assert desk.column("select code from person") == ["ana"]
