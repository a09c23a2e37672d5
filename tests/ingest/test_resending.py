"""The same file once more: in other bytes, under another name, with other options."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ratingstore.api import Writing
from tests.store.desk import Desk, codes

GAMES = """tournament,date,round,white,black,result,note
t,2012-01-10,1,joão,bia,1-0,lost on time
t,2012-01-11,2,bia,joão,1/2-1/2,
t,2012-01-12,3,joão,eva,0-1,
"""
TOURNAMENTS = "tournament,name,lists,start_date,end_date\nt,Aberto de São José,elo,2012-01-09,2012-01-20\n"
PLAYERS = "player,name,birth_date,sex,federation\njoão,João Sá,1980,m,BRA\n"
RATINGS = "player,list,date,rating\njoão,elo,2011-01-01,1500.5\n"
LINES = '{"type": "player", "player": "zoe", "name": "Zoé", "sex": "f"}\n'
FILES = {"games": GAMES, "tournaments": TOURNAMENTS, "players": PLAYERS, "ratings": RATINGS, "jsonl": LINES}

BYTES: dict[str, Callable[[str], bytes]] = {
    "the same": lambda text: text.encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "a byte order mark": lambda text: text.encode("utf-8-sig"),
    "cp1252": lambda text: text.encode("cp1252"),
    "no last line end": lambda text: text.rstrip().encode(),
    "empty lines": lambda text: text.replace("\n", "\n\n").encode(),
}


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    desk_on_a_file.store.rules_adopt("elo", "elo")
    for kind, text in FILES.items():
        assert codes(desk_on_a_file.hand_in(text, ending="jsonl" if kind == "jsonl" else "csv")) == []
    return desk_on_a_file


@pytest.mark.parametrize("how", BYTES)
@pytest.mark.parametrize("kind", FILES)
def test_the_same_file_in_other_bytes_adds_nothing(desk: Desk, kind: str, how: str) -> None:
    before = desk.dump()
    report = desk.hand_in(BYTES[how](FILES[kind]), ending="jsonl" if kind == "jsonl" else "csv")
    assert [one.code for one in report.problems if one.severity != "note"] == []
    assert report.batch is None
    assert sum(new for new, _known in report.counts.values()) == 0
    assert sum(known for _new, known in report.counts.values()) == FILES[kind].count("\n") - (kind != "jsonl")
    assert desk.dump() == before


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_the_same_table_with_another_delimiter_adds_nothing(desk: Desk, delimiter: str) -> None:
    before = desk.dump()
    for kind in ("games", "tournaments", "players", "ratings"):
        assert desk.hand_in(FILES[kind].replace(",", delimiter)).batch is None
    assert desk.dump() == before


def test_columns_and_rows_in_another_order_add_nothing(desk: Desk) -> None:
    before = desk.dump()
    header, *rows = [line.split(",") for line in GAMES.splitlines()]
    turned = "\n".join(",".join(reversed(row)) for row in [header, *reversed(rows)])
    assert desk.hand_in(turned).counts == {"games": (0, 3)}
    assert desk.dump() == before


def test_the_same_facts_as_json_lines_add_nothing(desk: Desk) -> None:
    before = desk.dump()
    report = desk.jsonl(
        '{"type": "game", "tournament": "t", "date": "2012-01-10", "round": 1, "white": "joão",'
        ' "black": "bia", "result": 1}',
        '{"type": "rating", "player": "joão", "list": "elo", "date": "2011-01-01", "rating": 1500.5}',
        '{"type": "player", "player": "joão", "name": "João Sá", "birth_date": 1980}',
    )
    assert report.counts == {"games": (0, 1), "ratings": (0, 1), "players": (0, 1)}
    assert desk.dump() == before


def test_a_file_is_known_by_its_bytes_with_the_options_that_change_its_facts(desk: Desk) -> None:
    undated = "tournament,round,white,black,result\nu,1,ana,bia,1-0\n"
    first = desk.hand_in(undated, "elo", date="2012-03-01")
    assert first.counts == {"games": (1, 0)}
    same = desk.hand_in(undated, "elo", date="2012-03-01", writing=Writing(by="another", reason="again"))
    assert (same.counts, same.notes) == (
        {"games": (0, 1)},
        (f"the log has this very file since batch {first.batch}",),
    )
    report = desk.hand_in(undated, "elo", date="2012-03-02")
    assert not report.readable
    assert "2012-03-01" in report.notes[0]
    assert codes(desk.hand_in(f"{undated}\n", "elo", date="2012-03-02")) == ["RS060"]
    assert desk.hand_in(f"{undated}\n", "elo", date="2012-03-01").counts == {"games": (0, 1)}


def test_a_file_that_was_only_tried_is_still_new(desk: Desk) -> None:
    content = "tournament,date,round,white,black,result\nu,2012-03-01,1,ana,bia,1-0\n"
    for _ in range(2):
        assert desk.hand_in(content, "elo", writing=Writing(dry_run=True)).counts == {"games": (1, 0)}
    assert desk.hand_in(content, "elo").counts == {"games": (1, 0)}


def test_of_a_file_with_old_and_new_rows_only_the_new_ones_are_written(desk: Desk) -> None:
    """First 1, 3, 7 and then 2, 7, 14: each row for itself, in one transaction, all reported."""

    def rounds(*numbers: int) -> list[str]:
        return [f"u,2012-03-{number:02},{number},ana,bia,1-0" for number in numbers]

    assert desk.games(*rounds(1, 3, 7)).counts == {"games": (3, 0)}
    report = desk.games(*rounds(2, 7, 14), "u,2012-03-03,3,ana,bia,0-1")
    assert (report.counts, report.conflicts) == ({"games": (2, 1)}, 1)
    assert desk.column("select round from game_now where tournament = 'u' order by round") == [1, 2, 3, 7, 14]


def test_the_questions_of_a_file_are_not_asked_twice_with_other_line_ends_or_a_mark(desk: Desk) -> None:
    text = "tournament,date,round,white,black,result\nt,2012-01-10,1,ana,bia,7\nt,2012-01-10,2,ana,eva,1-0\n"
    desk.hand_in(text, to="elo")
    for again in (text.replace("\n", "\r\n"), "\ufeff" + text):
        report = desk.hand_in(again)
        assert (report.counts, report.quarantined) == ({"games": (0, 1)}, 1)
    assert desk.number("select count(*) from quarantine") == 1
