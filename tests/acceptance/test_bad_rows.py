"""Bad rows: all of them reported at once with their line, kept for a person, and the rest written."""

from __future__ import annotations

import re

from tests.acceptance.club import PROBLEMS, QUARANTINED, Club

HEADER = "tournament,date,round,board,game_no,white,black,result,played"
GOOD = [
    "t,2012-01-10,1,1,1,ana,bia,1-0,yes",
    "t,2012-01-11,2,1,1,ana,eva,1/2-1/2,yes",
    "t,2012-01-12,3,1,1,bia,eva,0-1,yes",
]
BAD = {
    "no tournament": ",2012-01-10,1,2,1,ana,eva,1-0,yes",
    "no player": "t,2012-01-10,4,1,1,,bia,1-0,yes",
    "against himself": "t,2012-01-10,5,1,1,ana,ana,1-0,yes",
    "a result nobody can read": "t,2012-01-10,6,1,1,ana,bia,3-7,yes",
    "no such day": "t,2012-02-30,7,1,1,ana,bia,1-0,yes",
    "day before month": "t,31/03/2012,8,1,1,ana,bia,1-0,yes",
    "a round that is no number": "t,2012-01-10,final,1,1,ana,bia,1-0,yes",
    "a board that is no number": "t,2012-01-10,9,x,1,ana,bia,1-0,yes",
    "a game number of zero": "t,2012-01-10,10,1,0,ana,bia,1-0,yes",
    "a word for played that nobody knows": "t,2012-01-10,11,1,1,ana,bia,1-0,perhaps",
    "the same game with another result": "t,2012-01-10,1,1,1,ana,bia,0-1,yes",
    "a code that differs in case only": "t,2012-01-10,12,1,1,Ana,bia,1-0,yes",
}


def mixed() -> tuple[str, list[int]]:
    """A file of good and bad rows, and the lines of the bad ones."""
    rows = [*GOOD, *BAD.values()]
    return "\n".join([HEADER, *rows]) + "\n", list(range(2 + len(GOOD), 2 + len(rows)))


def known(club: Club) -> None:
    club.openings({"ana": 1500, "bia": 1500, "eva": 1500}, to="cxc")


def lines_reported(text: str, path_ending: str = r"\.csv") -> list[int]:
    """The lines that a report names as ``file:line:``, each once, in order."""
    return sorted({int(found) for found in re.findall(path_ending + r":(\d+):", text)})


def test_twelve_bad_rows_are_all_reported_and_the_good_ones_written(club: Club) -> None:
    known(club)
    content, lines = mixed()
    answer = club.ingest(content, "--list", "cxc", code=QUARANTINED)
    assert lines_reported(answer.err) == lines
    codes = re.findall(r"\.csv:\d+: (RS\d{3}) ", answer.err)
    assert len(codes) == len(BAD)
    assert len(set(codes)) >= 8
    assert club.count("game_now") == len(GOOD)


def test_the_bad_rows_wait_in_quarantine_with_file_line_and_code(club: Club) -> None:
    known(club)
    content, lines = mixed()
    club.ingest(content, "--list", "cxc", code=QUARANTINED)
    waiting = club.run("quarantine", "--format", "json").json
    assert sorted(row["line"] for row in waiting) == lines
    assert all(row["file"].endswith(".csv") and row["code"].startswith("RS") for row in waiting)
    assert {row["line"]: row["row"] for row in waiting} == dict(zip(lines, BAD.values(), strict=True))
    assert club.count("quarantine") == len(BAD)


def test_strict_writes_nothing(club: Club) -> None:
    known(club)
    before = club.count("event"), club.count("batch")
    content, lines = mixed()
    answer = club.ingest(content, "--list", "cxc", "--strict", code=PROBLEMS)
    assert lines_reported(answer.err) == lines
    assert (club.count("event"), club.count("batch")) == before
    assert club.count("quarantine") == 0


def test_strict_writes_a_file_without_a_bad_row(club: Club) -> None:
    known(club)
    club.ingest("\n".join([HEADER, *GOOD]) + "\n", "--list", "cxc", "--strict")
    assert club.count("game_now") == len(GOOD)


def test_a_dry_run_reports_and_exits_as_the_real_run_and_writes_nothing(club: Club) -> None:
    known(club)
    before = club.count("event"), club.count("batch")
    content, lines = mixed()
    answer = club.ingest(content, "--list", "cxc", "--dry-run", code=QUARANTINED)
    assert lines_reported(answer.err) == lines
    club.ingest(content, "--list", "cxc", "--dry-run", "--strict", code=PROBLEMS)
    club.ingest("\n".join([HEADER, *GOOD]) + "\n", "--list", "cxc", "--dry-run")
    assert (club.count("event"), club.count("batch")) == before
    assert club.count("quarantine") == 0


def test_a_bad_file_again_asks_the_same_questions_once(club: Club) -> None:
    known(club)
    content, lines = mixed()
    club.ingest(content, "--list", "cxc", code=QUARANTINED)
    answer = club.ingest(content, "--list", "cxc", code=QUARANTINED)
    assert lines_reported(answer.err) == lines
    assert club.count("quarantine") == len(BAD)
    assert club.count("game_now") == len(GOOD)


def test_a_player_twice_in_a_round_is_asked_about(club: Club) -> None:
    known(club)
    rows = ["t,2012-01-10,1,1,1,ana,bia,1-0,yes", "t,2012-01-10,1,2,1,ana,eva,1-0,yes"]
    answer = club.ingest("\n".join([HEADER, *rows]) + "\n", "--list", "cxc", code=QUARANTINED)
    assert 3 in lines_reported(answer.err)
    assert club.count("game_now") < 2


def test_a_near_miss_of_a_known_code_is_quarantined_with_the_candidate(club: Club) -> None:
    known(club)
    row = "t,2012-01-10,1,1,1,Éva,bia,1-0,yes"
    answer = club.ingest(f"{HEADER}\n{row}\n", "--list", "cxc", code=QUARANTINED)
    assert "eva" in answer.err
    assert club.count("game_now") == 0


def test_draughts_points_are_refused_where_a_game_has_one_point(club: Club) -> None:
    known(club)
    club.ingest("tournament,lists,start_date,end_date,points\nt,cxc,2012-01-10,2012-01-20,1\n")
    answer = club.ingest(f"{HEADER}\nt,2012-01-10,1,1,1,ana,bia,2-0,yes\n", "--list", "cxc", code=QUARANTINED)
    assert lines_reported(answer.err) == [2]


def test_an_undated_tournament_asks_for_a_date_and_takes_it_from_the_option(club: Club) -> None:
    known(club)
    content = "tournament,date,round,white,black,result\nt,,1,ana,bia,1-0\n"
    answer = club.ingest(content, "--list", "cxc", code=QUARANTINED)
    assert "--date" in answer.err
    assert club.count("game_now") == 0
    club.ingest(content, "--list", "cxc", "--date", "2012-01-10")
    assert club.count("game_now") == 1
    assert club.ratings("cxc", "2012-02-01")["ana"] == 1508
