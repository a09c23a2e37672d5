"""A file is written whole or not at all; a trial and a refusal leave no trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ratingstore.api import IngestOptions, Writing
from ratingstore.errors import UsageError
from ratingstore.ingest import commit
from ratingstore.store import append, bulk, engine, identities, quarantine
from tests.store.chained import expect_the_chain_to_hold
from tests.store.desk import Desk

GOOD = "t,2012-01-10,1,ana,bia,1-0"
MIXED = [
    "u,2012-01-10,1,ana,eva,1-0",
    "u,2012-01-11,2,fide:12,zoe,0-1",
    "u,,3,ana,zoe,7-3",
    "t,2012-01-10,1,ana,bia,0-1",
    "u,2012-01-12,4,Ana,zoe,1-0",
]


@pytest.fixture
def logged(desk: Desk) -> Desk:
    desk.games(GOOD, to="elo")
    return desk


def test_a_strict_file_with_a_bad_row_leaves_no_trace(logged: Desk) -> None:
    before = logged.dump()
    report = logged.games(*MIXED, to="elo", strict=True)
    assert len(report.problems) == 3
    assert (report.written, report.batch) == (False, None)
    assert logged.dump() == before


def test_a_strict_file_that_would_open_a_list_opens_none(logged: Desk) -> None:
    before = logged.dump()
    logged.games("v,2012-01-10,1,ana,bia,7-3", to="cxc", strict=True)
    assert logged.dump() == before


def test_a_strict_file_without_a_bad_row_is_written(logged: Desk) -> None:
    report = logged.games(*MIXED[:2], to="elo", strict=True)
    assert (report.written, report.counts) == (True, {"games": (2, 0)})


def test_a_dry_run_leaves_no_trace_and_reports_as_the_real_run(logged: Desk) -> None:
    before = logged.dump()
    trial = logged.games(*MIXED, to="cxc", writing=Writing(dry_run=True))
    assert logged.dump() == before
    assert (trial.written, trial.batch) == (False, None)
    real = logged.games(*MIXED, to="cxc")
    assert real.written
    assert (real.counts, real.notes) == (trial.counts, trial.notes)
    assert [(one.line, one.code) for one in real.problems] == [(one.line, one.code) for one in trial.problems]


BREAKS: dict[str, tuple[object, str]] = {
    "after the rows were matched": (append, "append"),
    "when the tournaments are written": (identities, "add_tournaments"),
    "when the players are written": (identities, "add_people"),
    "when the ids are written": (identities, "add_owner_ids"),
    "when the questions are written": (quarantine, "replace"),
}


@pytest.mark.parametrize("place", BREAKS)
def test_a_failure_in_the_middle_of_a_file_leaves_no_trace(
    logged: Desk, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    before = logged.dump()
    module, name = BREAKS[place]
    real: Callable[..., Any] = getattr(module, name)

    def failing(*arguments: Any, **options: Any) -> Any:
        real(*arguments, **options)
        raise RuntimeError(place)

    monkeypatch.setattr(module, name, failing)
    with pytest.raises(RuntimeError, match=place):
        logged.games(*MIXED, to="cxc")
    monkeypatch.undo()
    assert logged.dump() == before
    assert logged.games(*MIXED, to="cxc").counts == {"games": (2, 0)}
    with engine.reading(logged.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_a_failure_between_the_rows_of_two_tables_leaves_no_trace(
    logged: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = logged.dump()
    real, tables = bulk.bulk_columns, []

    def failing(connection: Any, table: Any, columns: Any) -> None:
        tables.append(table.name)
        if table.name == "game_event":
            raise RuntimeError("no game today")
        real(connection, table, columns)

    monkeypatch.setattr(append, "bulk_columns", failing)
    with pytest.raises(RuntimeError, match="no game today"):
        logged.jsonl(
            '{"type": "player", "player": "eva", "sex": "f"}',
            '{"type": "tournament", "tournament": "v", "lists": "elo"}',
            '{"type": "game", "tournament": "v", "date": "2012-01-10", "white": "ana", "black": "eva",'
            ' "result": "1-0"}',
        )
    assert tables[-1] == "game_event"
    assert {"tournament_event", "player_event"} < set(tables)
    assert logged.dump() == before


def test_each_file_is_a_transaction_of_its_own(logged: Desk) -> None:
    """A file that cannot be used takes back nothing of the others, and keeps none from being read."""
    logged.store.rules_adopt("cxc", "cxc")
    paths = [
        logged.file("tournament,date,white,black,result\nw,2012-01-20,ana,bia,1-0\n"),
        logged.file("player,name\neva,Eva\n"),
        logged.file("\0\1\2"),
        logged.file("tournament,date,white,black,result\nt,2012-01-21,ana,bia,1-0\n"),
    ]
    reports = logged.store.ingest(paths)
    assert [(one.readable, one.written) for one in reports] == [
        (False, False),
        (True, True),
        (False, False),
        (True, True),
    ]
    assert "Eva" in logged.column("select name from person")
    assert logged.column("select code from tournament") == ["t"]
    assert logged.number("select count(*) from game_now") == 2


@pytest.mark.parametrize("options", [{"strict": True}, {"dry_run": True}])
def test_of_several_files_a_later_one_sees_what_an_earlier_one_would_write(
    logged: Desk, options: dict[str, bool]
) -> None:
    before = logged.dump()
    paths = [
        logged.file("tournament,date,round,white,black,result\nv,,1,fide:12,bia,1-0\nv,,2,ana,bia,7-3\n"),
        logged.file("tournament,lists,end_date\nv,elo,2012-01-20\n"),
        logged.file("player,name,fide_id\nana,Ana,12\n"),
    ]
    strict = options.get("strict", False)
    writing = Writing(dry_run=options.get("dry_run", False))
    games, tournaments, players = logged.store.ingest(paths, IngestOptions(strict=strict), writing)
    assert [one.code for one in games.problems] == ["RS031"]
    assert (games.counts, tournaments.counts, players.counts) == (
        {"games": (1, 0)},
        {"tournaments": (1, 0)},
        {"players": (1, 0)},
    )
    assert not any(one.written for one in (games, tournaments, players))
    assert logged.dump() == before


def test_files_of_one_command_go_in_the_order_in_which_they_need_each_other(logged: Desk) -> None:
    paths = [
        logged.file("tournament,date,round,white,black,result\nv,,1,fide:12,bia,1-0\n"),
        logged.file("player,list,date,rating\nfide:0012,clube,2011-01-01,1500\n"),
        logged.file("tournament,lists,end_date\nv,clube,2012-01-20\n"),
        logged.file("player,name,fide_id\nana,Ana,12\n"),
        logged.file('{"type": "adoption", "list": "clube", "rule_set": "elo-1"}\n', "jsonl"),
    ]
    reports = logged.store.ingest(paths)
    assert [report.file for report in reports] == [str(path) for path in paths], "told in the order given"
    assert [list(report.counts) for report in reports] == [
        ["games"],
        ["ratings"],
        ["tournaments"],
        ["players"],
        ["adoptions"],
    ]
    assert [report.problems for report in reports] == [()] * 5
    assert logged.column("select code from person order by number") == ["ana", "bia"]


def test_a_date_that_is_none_is_refused_before_a_file_is_read(logged: Desk) -> None:
    with pytest.raises(UsageError, match="31/03/2012"):
        commit.read_file(logged.file(""), IngestOptions(date="31/03/2012"))
