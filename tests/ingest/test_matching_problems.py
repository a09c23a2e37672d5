"""Every code that matching gives: a row that makes it, and a row that only just does not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import pytest

from ratingstore.api import IngestReport
from ratingstore.problems import CATALOGUE, CONFLICTS
from ratingstore.store import times
from tests.store.desk import ZONE, Desk, codes

GAMES = "tournament,date,round,white,black,result"
NAMED = f"{GAMES},white_name"
PLAYERS = "player,name,sex,fide_id"
RATINGS = "player,list,date,rating"
TOURNAMENTS = "tournament,lists,start_date,end_date,points"
PLAYED = f"{GAMES}\nt,2012-01-10,1,ana,bia,1-0\nt,2012-01-11,2,bia,ana,1-0\n"
ROUND_ROBIN = [
    f"2012-01-{day:02},{day},{white},{black},1-0"
    for day, (white, black) in enumerate(
        ((one, other) for one in "abcdef" for other in "abcdef" if one < other), start=1
    )
]


def copied(games: int, alike: int) -> str:
    """A tournament ``u`` of so many games, of which so many are those of ``t``."""
    rows = [row if at < alike else f"{row[:-3]}0-1" for at, row in enumerate(ROUND_ROBIN[:games])]
    return "\n".join([GAMES, *(f"u,{row}" for row in rows), ""])


@dataclass(frozen=True)
class Case:
    """``before`` is in the log; ``makes`` gives the code and ``not_quite`` gives no code at all."""

    code: str
    makes: str
    not_quite: str
    before: tuple[str, ...] = ()
    with_it: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.code


KNOWN = f"{PLAYERS}\nana,Ana Souza,f,12\nbia,Bia,,\n"
T = "\n".join([GAMES, *(f"t,{row}" for row in ROUND_ROBIN), ""])
TODAY = times.today(ZONE).isoformat()
DAY_AFTER = (times.today(ZONE) + timedelta(days=2)).isoformat()
RIVALS = "\n".join([RATINGS, *(f"r{number},cxc,2012-01-01,1700" for number in range(1, 10)), ""])
NINE_GAMES = (
    "".join(
        f'{{"type": "game", "tournament": "t", "date": "2012-01-10", "round": {number}, "white": "new",'
        f' "black": "r{number}", "result": "1-0"}}\n'
        for number in range(1, 10)
    )
    + '{"type": "tournament", "tournament": "t", "lists": "cxc"}\n'
)
VOIDED = (
    '{"type": "correction", "action": "void", "tournament": "t", "round": 1, "white": "ana", "black": "bia",'
    ' "reason": "never played"}\n'
)
SPLIT = (
    '{"type": "correction", "action": "split", "player": "ana", "from": "2010-01-01", "to": "eva",'
    ' "reason": "two persons"}\n'
)
ADOPTION = '{{"type": "adoption", "list": "clube", "rule_set": "{}", "parameters": {}}}\n'

CASES = [
    Case("RS050", f"{RATINGS}\nana,padaria,2012-01-01,1500\n", f"{RATINGS}\nana,cbx,2012-01-01,1500\n"),
    Case("RS050", f"{TOURNAMENTS}\nt,elo padaria,,,\n", f"{TOURNAMENTS}\nt,elo cbx,,,\n"),
    Case(
        "RS051", f"{GAMES}\nt,2012-01-10,1,Ana,bia,1-0\n", f"{GAMES}\nt,2012-01-10,1,anna,bia,1-0\n", (KNOWN,)
    ),
    Case("RS051", f"{PLAYERS}\nÁna,,f,\n", f"{PLAYERS}\nanna,,f,\n", (KNOWN,)),
    Case(
        "RS051",
        f"{RATINGS}\na.n.a,elo,2012-01-01,1500\n",
        f"{RATINGS}\na-n-a,elo,2012-01-01,1500\n",
        (KNOWN,),
    ),
    Case("RS052", f"{PLAYERS}\nbia,,,0012\n", f"{PLAYERS}\nbia,,,0013\n", (KNOWN,)),
    Case(
        "RS053",
        f"{NAMED}\nt,2012-01-10,1,ana,bia,1-0,Anna Souza\n",
        f"{NAMED}\nt,2012-01-10,1,ana,bia,1-0,ÁNA  SOUZA.\n",
        (KNOWN,),
    ),
    Case(
        "RS054",
        f"{GAMES},white_rating\nt,2012-01-10,1,ana,bia,1-0,1900\n",
        f"{GAMES},white_rating\nt,2012-01-10,1,ana,bia,1-0,1899.99\n",
        (f"{RATINGS}\nana,elo,2012-01-01,1500\n",),
    ),
    Case(
        "RS060", f"{GAMES}\nt,2012-01-10,1,ana,bia,0-1\n", f"{GAMES}\nt,2012-01-10,1,ana,bia,1:0\n", (PLAYED,)
    ),
    Case(
        "RS061",
        f"{TOURNAMENTS}\nt,elo,2012-01-02,,\n",
        f"{TOURNAMENTS}\nt,elo,2012-01-01,2012-01-20,1\n",
        (f"{TOURNAMENTS}\nt,elo,2012-01-01,,\n",),
    ),
    Case("RS062", f"{PLAYERS}\nana,Ana Silva,,\n", f"{PLAYERS}\nana,Ana Souza,f,\n", (KNOWN,)),
    Case("RS062", f"{PLAYERS}\nana,,m,\n", f"{PLAYERS}\nbia,,m,\n", (KNOWN,)),
    Case(
        "RS063",
        f"{RATINGS}\nana,elo,2012-01-01,1501\n",
        f"{RATINGS}\nana,elo,2012-01-01,1500.0\n",
        (f"{RATINGS}\nana,elo,2012-01-01,1500\n",),
    ),
    Case(
        "RS064", f"{GAMES}\nt,2012-01-10,1,ana,eva,1-0\n", f"{GAMES}\nt,2012-01-12,3,ana,eva,1-0\n", (PLAYED,)
    ),
    Case(
        "RS064", f"{GAMES}\nt,2012-01-10,1,eva,bia,1-0\n", f"{GAMES}\nu,2012-01-10,1,eva,bia,1-0\n", (PLAYED,)
    ),
    Case("RS065", copied(4, 2), copied(4, 0), (T,), with_it=("RS078",)),
    Case("RS066", copied(5, 2), copied(5, 0), (T,)),
    Case("RS070", f"{GAMES}\nt,,1,ana,bia,1-0\n", f"{GAMES}\nt,,1,ana,bia,1-0\nt,2012-01-10,2,ana,bia,1-0\n"),
    Case(
        "RS070",
        f"{GAMES}\nt,,1,ana,bia,1-0\n",
        f"{GAMES}\nu,,1,ana,bia,1-0\n",
        (f"{TOURNAMENTS}\nt,elo,,,\nu,elo,2012-01-10,,\n",),
    ),
    Case(
        "RS071",
        f"{GAMES}\nt,2012-01-10,1,ana,bia,2-0\n",
        f"{GAMES}\nu,2012-01-10,1,ana,bia,2-0\n",
        (f"{TOURNAMENTS}\nt,elo,,,1\nu,cbjd,,,2\n",),
    ),
    Case(
        "RS072",
        f"{GAMES}\nt,2012-01-10,1,ana,bia,1\n",
        f"{GAMES}\nu,2012-01-10,1,ana,bia,1\n",
        (f"{TOURNAMENTS}\nt,cbjd,,,\nu,elo,,,\n",),
    ),
    Case("RS073", f"{RATINGS}\nana,cbx,2012-01-01,3000.01\n", f"{RATINGS}\nana,cbx,2012-01-01,3000\n"),
    Case(
        "RS074",
        f"{TOURNAMENTS}\nt,,,2012-01-09,\n",
        f"{TOURNAMENTS}\nt,,,2012-01-10,\n",
        (f"{TOURNAMENTS}\nt,elo,2012-01-10,,\n",),
    ),
    Case(
        "RS075",
        f"{GAMES}\nt,2012-01-09,1,ana,bia,1-0\nt,2012-01-21,2,ana,bia,1-0\n",
        f"{GAMES}\nt,2012-01-10,1,ana,bia,1-0\nt,2012-01-20,2,ana,bia,1-0\n",
        (f"{TOURNAMENTS}\nt,elo,2012-01-10,2012-01-20,\n",),
    ),
    Case("RS076", ADOPTION.format("elo-7", "{}"), ADOPTION.format("elo-1", "{}")),
    Case("RS077", ADOPTION.format("elo-1", '{"kk": 1}'), ADOPTION.format("elo-1", '{"k": 1}')),
    Case("RS079", f"{TOURNAMENTS}\nt,elo,,,2\n", f"{TOURNAMENTS}\nt,elo,,,1\nu,cbjd,,,2\n"),
    Case("RS080", f"{GAMES}\nt,{DAY_AFTER},1,ana,bia,1-0\n", f"{GAMES}\nt,{TODAY},1,ana,bia,1-0\n"),
    Case(
        "RS081",
        ADOPTION.format("cxc-2012", '{}, "effective_from": "2012-12-31"'),
        ADOPTION.format("cxc-2012", '{}, "effective_from": "2013-01-01"'),
        (ADOPTION.format("cxc-2012-04", "{}"),),
    ),
    Case(
        "RS082",
        f"{RATINGS}\nnew,cxc,2012-02-02,1500\n",
        f"{RATINGS}\nnew,cxc,2012-02-01,1500\n",
        (RIVALS, NINE_GAMES),
    ),
    Case(
        "RS083",
        f"{GAMES}\nt,2012-01-10,1,ana,bia,0-1\n",
        f"{GAMES}\nt,2012-01-10,1,ana,bia,1-0\n",
        (PLAYED, VOIDED),
    ),
    Case(
        "RS084",
        f"{RATINGS}\nana,elo,2009-01-01,1501\n",
        f"{RATINGS}\nbia,elo,2009-01-01,1501\n",
        (f"{RATINGS}\nana,elo,2012-01-01,1500\n", SPLIT),
    ),
    Case("RS078", copied(15, 10), copied(15, 0), (T,), with_it=("RS065",)),
]


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    desk_on_a_file.store.rules_adopt("elo", "elo")
    return desk_on_a_file


def report_of(desk: Desk, content: str) -> IngestReport:
    ending = "jsonl" if content.startswith("{") else "csv"
    return desk.hand_in(content, "elo" if content.startswith(GAMES) else None, ending=ending)


def hand_in(desk: Desk, content: str) -> list[str]:
    return codes(report_of(desk, content))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_code_is_given_where_it_must_be(desk: Desk, case: Case) -> None:
    for content in case.before:
        assert hand_in(desk, content) == []
    report = report_of(desk, case.makes)
    assert set(codes(report)) == {case.code, *case.with_it}
    for problem in report.problems:
        assert problem.line
        assert problem.file.startswith("file-")
        assert "{" not in problem.message + problem.hint
        assert problem.message
        assert problem.hint


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_code_is_not_given_where_it_is_only_nearly_due(desk: Desk, case: Case) -> None:
    for content in case.before:
        assert hand_in(desk, content) == []
    assert hand_in(desk, case.not_quite) == []


def test_every_code_of_matching_has_a_case() -> None:
    assert {case.code for case in CASES} == {code for code in CATALOGUE if "RS050" <= code < "RS090"}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_refused_row_waits_in_quarantine_and_a_warning_does_not(desk: Desk, case: Case) -> None:
    for content in case.before:
        hand_in(desk, content)
    events = desk.number("select count(*) from event")
    report = report_of(desk, case.makes)
    waiting = desk.query("select line, code, row from quarantine where state = 'open' order by line")
    refused = [one for one in report.problems if one.severity == "refused"]
    assert [(row["line"], row["code"]) for row in waiting] == [(one.line, one.code) for one in refused]
    lines = case.makes.splitlines()
    assert all(row["row"] == lines[int(str(row["line"])) - 1] for row in waiting)
    if CATALOGUE[case.code].severity == "warning":
        assert refused == []
        assert desk.number("select count(*) from event") > events
    assert report.conflicts == len({one.line for one in refused if one.code in CONFLICTS})
    assert report.conflicts + report.quarantined == len({one.line for one in refused})


def test_conflicts_are_the_refusals_that_contradict_the_log() -> None:
    assert sorted(CONFLICTS) == ["RS060", "RS061", "RS062", "RS063"]
