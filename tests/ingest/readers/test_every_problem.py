from __future__ import annotations

import re
from string import Formatter

import pytest

from ratingstore.ingest.readers import ReadOptions, read
from ratingstore.problems import CATALOGUE, Problem
from tests.ingest.readers.reads import FILE

HEADER = "tournament;date;round;board;white;black;result;played;white_rating"
GOOD = "cup;2012-01-05;{};1;p1;p2;1-0;yes;1850,5"
BAD = [
    (";2012-01-05;1;1;p1;p2;1-0;yes;", "RS001", "tournament"),
    ("cup;31/03/2012;1;1;p1;p2;1-0;yes;", "RS010", "date"),
    ("cup;2012-02-30;1;1;p1;p2;1-0;yes;", "RS013", "date"),
    ("cup;1066-10-14;1;1;p1;p2;1-0;yes;", "RS014", "date"),
    ("cup;2012-01-05;first;1;p1;p2;1-0;yes;", "RS020", "round"),
    ("cup;2012-01-05;1;1;p1;p2;3-0;yes;", "RS031", "result"),
    ("cup;2012-01-05;1;1;p1;p2;;yes;", "RS033", "result"),
    ("cup;2012-01-05;1;1;p1;p2;1-0;forfait;", "RS029", "played"),
    ("cup;2012-01-05;1;1;p1;p1;1-0;yes;", "RS035", "black"),
    ("cup;2012-01-05;1;1;p1;Livre;1-0;yes;", "RS036", "black"),
    ("cup;2012-01-05;1;1;p1;p2;1-0;yes;1.859", "RS025", "white_rating"),
    ("cup;2012-01-05;1;1;p1;p2;1-0;yes;1850;5", "RS002", ""),
]
PLAYER, RATING = '{"type": "player", "player": "p1"}\n', "player;date;rating\np1;2012-01-01;"
# One file for each code that readers give.
FILES = {
    **{code: f"{HEADER}\n{row}\n" for row, code, _ in BAD},
    "RS003": 'player,name\np1,"Ana\n',
    "RS005": "player,titel\np1,GM\n",
    "RS006": "tournament,white,black,result\na,p1,p2,1-0\nb,p1,p2,1-0\n",
    "RS011": f"{HEADER}\ncup;03/04/2012;1;1;p1;p2;1-0;yes;\n",
    "RS012": f"{HEADER}\ncup;soon;1;1;p1;p2;1-0;yes;\n",
    "RS015": "tournament,start_date,end_date\ncup,2012-01-05,2012-01-04\n",
    "RS016": "player,birth_date\np1,1978-00-00\n",
    "RS021": "player;date;rating;games\np1;2012-01-01;1850;x\n",
    "RS022": RATING + "x",
    "RS023": RATING + "4001",
    "RS024": RATING + "1850,125",
    "RS026": RATING + "+178",
    "RS027": "tournament,points\ncup,3\n",
    "RS028": "player,sex\np1,x\n",
    "RS030": "tournament,type\ncup,x\n",
    "RS032": f"{HEADER}\ncup;2012-01-05;1;1;p1;p2;1/fev;yes;\n",
    "RS034": "tournament,white,black,result,standings_result\ncup,p1,p2,2-0,1\n",
    "RS037": f"{HEADER}\ncup;2012-01-05;1;1;p1;;1;bye;\n",
    "RS040": PLAYER + "{",
    "RS041": PLAYER + "{}",
    "RS043": PLAYER + '{"type": "player", "player": true}',
    "RS044": PLAYER + '{"type": "player", "player": "p1", "player": "p2"}',
    "RS045": PLAYER + '{"type": "player", "player": "p\\u0000"}',
    "RS038": PLAYER + '{"type": "correction", "action": "close", "list": "elo", "reason": "x"}',
    "RS039": PLAYER + '{"type": "correction", "action": "adjust", "list": "elo", "date": "2012-01-05",'
    ' "all": true, "formula": "R ** 2", "reason": "x"}',
    "RS047": PLAYER + '{"type": "correction", "action": "merge", "player": "p1", "into": "p2", "on": "2012",'
    ' "reason": "x"}',
    "RS048": PLAYER + '{"type": "correction", "action": "merge", "player": "p1", "into": "p2"}',
    "RS049": PLAYER + '{"type": "correction", "action": "tournament", "tournament": "t", "reason": "x"}',
    "RS046": PLAYER + '{"type": "adoption", "list": "elo", "rule_set": "elo-1", "parametrs": {}}',
}
OWN = sorted(code for code in CATALOGUE if code < "RS050")


def found(text: str) -> list[Problem]:
    return list(read(text.encode(), ReadOptions(file=FILE, name="The Cup")).problems)


def test_a_file_with_twelve_different_bad_rows_reports_all_twelve_with_their_lines() -> None:
    lines = [HEADER]
    for number, (row, _, _) in enumerate(BAD, 1):
        lines += [GOOD.format(number), row]
    reading = read("\r\n".join(lines).encode("utf-8-sig"), ReadOptions(file=FILE))
    assert [(p.line, p.code, p.field, p.row, p.file) for p in reading.problems] == [
        (3 + 2 * at, code, column, row, FILE) for at, (row, code, column) in enumerate(BAD)
    ]
    assert all(problem.severity == "refused" for problem in reading.problems)
    assert [fact.line for fact in reading.facts] == list(range(2, 26, 2))
    assert reading.rows == 24


def test_every_code_of_the_readers_has_a_file_here_that_gives_it() -> None:
    assert sorted([*FILES, "RS004"]) == OWN


@pytest.mark.parametrize("code", FILES)
def test_a_problem_says_file_place_sentence_and_hint(code: str) -> None:
    problem = next(problem for problem in found(FILES[code]) if problem.code == code)
    assert problem.file == FILE
    assert (problem.line > 0) is (code != "RS006")
    for text in (problem.message, problem.hint):
        assert text
        assert not re.search(r"[{}]", text)


@pytest.mark.parametrize("code", OWN)
def test_a_code_has_a_meaning_that_stands_without_a_row(code: str) -> None:
    kind = CATALOGUE[code]
    assert kind.code == code
    assert kind.meaning.endswith(".")
    assert [name for _, name, _, _ in Formatter().parse(kind.meaning) if name] == []
