"""Files as officers have them."""

from __future__ import annotations

import pytest

from tests.acceptance.club import GAMES, NOT_USABLE, QUARANTINED, Club

SEASON = f"{GAMES}\nt,2012-01-10,1,ana,bia,1-0\nt,2012-01-11,2,bia,eva,1/2-1/2\nt,2012-01-12,3,eva,ana,0-1\n"
THREE = {"ana": 1500, "bia": 1500, "eva": 1500}


def test_a_games_file_alone_is_enough(club: Club) -> None:
    answer = club.ingest(SEASON, "--list", "cxc")
    assert "t" in answer.out + answer.err
    assert club.count("game_now") == 3
    assert {row["player"] for row in club.replay("cxc", "2012-02-01", "--all")["rows"]} == set(THREE)
    assert {"cxc-2011", "cxc-2012", "cxc-2012-04"} <= adopted(club)


def test_what_a_games_file_implies_is_no_claim_that_a_later_file_contradicts(club: Club) -> None:
    club.openings(THREE, to="cxc")
    club.ingest(SEASON, "--list", "cxc")
    club.ingest("tournament,name,lists,start_date,end_date\nt,Verão,cxc,2012-01-08,2012-02-03\n")
    club.ingest("player,name\nana,Ana de Souza\n")
    (row,) = [row for row in club.replay("cxc", "2012-02-01")["rows"] if row["player"] == "ana"]
    assert row["name"] == "Ana de Souza"
    assert row["last_played"] == "2012-01-12"


def test_undated_games_take_the_end_of_their_tournament_and_the_report_says_so(club: Club) -> None:
    club.openings(THREE, to="cxc")
    club.ingest("tournament,lists,start_date,end_date\nt,cxc,2011-12-30,2012-01-02\n")
    answer = club.ingest(f"{GAMES}\nt,,1,ana,bia,1-0\n", "--list", "cxc")
    assert "2012-01-02" in answer.out + answer.err
    assert club.ratings("cxc", "2012-01-01")["ana"] == 1500
    assert club.ratings("cxc", "2012-02-01")["ana"] == 1508


def test_the_same_file_twice_adds_nothing_also_in_another_encoding(club: Club) -> None:
    club.ingest(SEASON, "--list", "cxc")
    before = club.count("event")
    club.ingest(SEASON, "--list", "cxc")
    club.ingest(SEASON.replace("\n", "\r\n"), "--list", "cxc")
    club.ingest(b"\xef\xbb\xbf" + SEASON.replace("\n", "\r\n").encode(), "--list", "cxc")
    club.ingest(SEASON.replace(",", ";"), "--list", "cxc")
    assert club.count("event") == before
    assert club.count("quarantine") == 0


def test_a_longer_version_of_a_file_adds_what_is_new(club: Club) -> None:
    club.ingest(SEASON, "--list", "cxc")
    club.ingest(SEASON + "t,2012-01-13,4,ana,bia,0-1\n", "--list", "cxc")
    assert club.count("game_now") == 4


def test_the_same_game_with_another_result_is_a_conflict_and_changes_nothing(club: Club) -> None:
    club.openings(THREE, to="cxc")
    club.ingest(SEASON, "--list", "cxc")
    before = club.replay("cxc", "2012-02-01")
    answer = club.ingest(SEASON.replace("bia,1-0", "bia,0-1"), "--list", "cxc", code=QUARANTINED)
    assert ":2:" in answer.err
    assert club.replay("cxc", "2012-02-01")["rows"] == before["rows"]
    (waiting,) = club.run("quarantine", "list", "--format", "json").json
    assert waiting["line"] == 2


def test_a_rematch_is_told_by_its_round_or_its_number(club: Club) -> None:
    header = "tournament,date,round,game_no,white,black,result\n"
    club.ingest(
        header + "t,2012-01-10,1,1,ana,bia,1-0\nt,2012-01-10,1,2,bia,ana,1-0\nt,2012-01-11,2,1,bia,ana,1-0\n",
        "--list",
        "cxc",
    )
    assert club.count("game_now") == 3


@pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_separator_and_byte_order_mark_are_told_from_a_file(club: Club, separator: str, mark: bytes) -> None:
    club.openings(THREE, to="cxc")
    club.ingest(mark + SEASON.replace(",", separator).encode(), "--list", "cxc")
    assert club.ratings("cxc", "2012-02-01") == {"ana": 1515, "bia": 1493, "eva": 1493}


def test_a_decimal_comma_a_title_row_and_an_old_encoding_are_read(club: Club) -> None:
    content = "Ratings do clube;;;\nPlayer;LIST;Date;rating\njosé;cxc;2011-12-01;1850,5\n"
    answer = club.ingest(content.encode("cp1252"), "--list", "cxc")
    assert "cp1252" in answer.out + answer.err
    assert club.ratings("cxc", "2012-01-01") == {"josé": 1851}


RESULTS = {
    "1-0": 2, "1": 2, "1:0": 2, "W": 2, "w": 2, "1–0": 2,
    "0-1": 0, "0": 0, "0:1": 0, "L": 0,
    "1/2-1/2": 1, "1/2": 1, "½": 1, "½-½": 1, "=": 1, "0.5": 1, '"0,5"': 1, "D": 1,
}  # fmt: skip


def test_every_spelling_of_a_result_is_read(club: Club) -> None:
    rows = [f"t,2012-01-10,{n},ana,bia,{result}" for n, result in enumerate(RESULTS, start=1)]
    club.openings({"ana": 1500, "bia": 1500}, to="elo")
    club.games(*rows, to="elo")
    steps = club.explain("ana", "elo", "--as-of", "2012-01-10")[1:]
    assert [int(2 * step["score"]) for step in steps] == list(RESULTS.values())


UNPLAYED = ["+/-,", "-/+,", "-/-,", "*,", "1-0,forfeit", "0-1,unrated", "1-0,bye"]


def test_forfeits_byes_and_pending_games_are_kept_and_never_rated(club: Club) -> None:
    club.openings(THREE, to="cxc")
    rows = [f"t,2012-01-10,{n},ana,bia,{result}" for n, result in enumerate(UNPLAYED, start=1)]
    club.games(*rows, to="cxc", header=f"{GAMES},played")
    assert club.ratings("cxc", "2012-02-01") == THREE
    assert club.row("ana", "cxc", "2012-02-01")["games"] == 0
    assert club.count("game_as_recorded") == len(UNPLAYED)


def test_a_player_code_is_literal_text(club: Club) -> None:
    club.games("t,2012-01-10,1,0005,5,1-0", to="cxc")
    assert {row["player"] for row in club.replay("cxc", "2012-02-01", "--all")["rows"]} == {"0005", "5"}


def test_json_lines_hold_every_kind_of_fact(club: Club) -> None:
    lines = [
        '{"type": "adoption", "list": "clube", "rule_set": "cxc-2012", "effective_from": "2012-01-01"}',
        '{"type": "player", "player": "ana", "name": "Ana"}',
        '{"type": "rating", "player": "ana", "list": "clube", "date": "2011-12-01", "rating": 2000}',
        '{"type": "rating", "player": "bia", "list": "clube", "date": "2011-12-01", "rating": 1400}',
        '{"type": "tournament", "tournament": "t", "lists": "clube", "start_date": "2012-01-05",'
        ' "end_date": "2012-01-20"}',
        '{"type": "game", "tournament": "t", "date": "2012-01-10", "round": 1, "white": "ana",'
        ' "black": "bia", "result": "1-0"}',
    ]
    club.ingest("\n".join(lines) + "\n", ending="jsonl")
    assert club.ratings("clube", "2012-02-01") == {"ana": 2001, "bia": 1400}
    (row, _) = club.replay("clube", "2012-02-01")["rows"]
    assert row["name"] == "Ana"


def test_lists_without_a_calendar_and_stores_without_a_list_give_a_hint(club: Club) -> None:
    answer = club.ingest(SEASON, "--list", "padaria", code=NOT_USABLE)
    assert "padaria" in answer.err
    assert "rules adopt" in answer.err
    answer = club.ingest(SEASON, code=NOT_USABLE)
    assert "--list" in answer.err
    assert club.count("event") == 0


def test_one_list_in_the_store_need_not_be_named(club: Club) -> None:
    club.openings(THREE, to="cxc")
    club.ingest(SEASON)
    rows = club.run("replay", "--as-of", "2012-02-01", "--format", "csv").rows
    assert {row["player"]: row["rating"] for row in rows} == {"ana": "1515", "bia": "1493", "eva": "1493"}


def test_a_list_opened_by_hand_holds_only_what_was_adopted(club: Club) -> None:
    club.adopt("cxc-2012", "cxc", "2012-01-01")
    club.openings(THREE, to="cxc")
    club.games("t,2011-12-10,1,ana,bia,1-0", "u,2012-01-10,1,eva,bia,1-0", to="cxc")
    assert adopted(club) == {"cxc-2012"}
    assert club.ratings("cxc", "2012-02-01") == {"ana": 1500, "bia": 1493, "eva": 1508}


def adopted(club: Club) -> set[str]:
    return {row["rule_set"] for row in club.query("select rule_set from adoption")}


def test_a_calendar_opens_a_list_under_any_name(club: Club) -> None:
    club.run("rules", "adopt", "cxc", "--list", "clube")
    club.openings(THREE, to="clube")
    club.ingest(SEASON, "--list", "clube")
    assert club.ratings("clube", "2012-02-01")["ana"] == 1515
    assert {"cxc-2011", "cxc-2012", "cxc-2012-04"} <= adopted(club)


def test_a_file_in_which_nothing_can_be_read_is_refused(club: Club) -> None:
    for content in ("", "\n\n", "only,unknown,columns\n1,2,3\n", b"\x00\x01\x02\x03"):
        answer = club.ingest(content, "--list", "cxc", code=NOT_USABLE)
        assert "file-" in answer.err, content
    assert club.count("event") == 0


def test_a_missing_file_is_refused(club: Club) -> None:
    answer = club.run("ingest", str(club.folder / "nowhere.csv"), "--list", "cxc", code=NOT_USABLE)
    assert "nowhere.csv" in answer.err
