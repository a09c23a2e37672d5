"""``ingest`` says of every file what became of it, and its exit code says it again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

from ratingstore.formats import RowSet
from ratingstore.ingest.report import IngestOptions, IngestReport
from ratingstore.problems import CATALOGUE, CONFLICTS, Problem
from tests.cli.conftest import Run
from tests.cli.fake_api import FakeApi

GOOD = IngestReport(file="games.csv", counts={"games": (12, 0)}, batch=1, written=True)
EMPTY_CELL = Problem(code="RS001", file="games.csv", line=17, row="17;3;;1-0", values={"column": "white"})
HELD = replace(GOOD, problems=(EMPTY_CELL,))
UNREADABLE = IngestReport(
    file="photo.jpg", counts={}, readable=False, notes=("photo.jpg is not a text file", "save it as CSV")
)


def problem(code: str, line: int = 3) -> Problem:
    """A problem of this code, whatever its sentence asks for."""
    kind = CATALOGUE[code]
    asked = [name for _, name, _, _ in Formatter().parse(kind.sentence + kind.hint) if name]
    return Problem(code=code, file="games.csv", line=line, values=dict.fromkeys(asked, "?"))


def of_severity(severity: str) -> Problem:
    return problem(next(kind.code for kind in CATALOGUE.values() if kind.severity == severity))


CONFLICT = replace(GOOD, problems=(problem(min(CONFLICTS)),))


def test_a_file_without_problems_is_one_line_and_what_was_written(run: Run, fake: FakeApi) -> None:
    fake.reports = (GOOD,)
    done = run("ingest", "games.csv")
    assert (done.code, done.out, done.err) == (
        0,
        "games.csv: 12 new, 0 known, 0 conflicting, 0 in quarantine\n",
        "no problems; 12 rows were written\n",
    )


def test_a_missing_store_is_created_but_not_by_a_dry_run(run: Run, fake: FakeApi) -> None:
    fake.reports = (GOOD,)
    fake.missing = True
    run("ingest", "games.csv", "--db", "club.db")
    assert fake.called("open") == {"url": "club.db", "create": True}
    assert run("ingest", "games.csv", "--db", "club.db", "--dry-run").code == 0
    thrown_away = fake.called("open")["url"]
    assert thrown_away != "club.db"
    assert not Path(thrown_away).parent.exists()


def test_several_kinds_are_broken_down(run: Run, fake: FakeApi) -> None:
    counts = {"players": (3, 1), "games": (12, 0), "ratings": (1, 4), "tournaments": (0, 0), "lists": (7, 0)}
    fake.reports = (replace(GOOD, file="season.jsonl", counts=counts),)
    assert run("ingest", "season.jsonl").out == (
        "season.jsonl: 23 new (3 players, 12 games, 1 rating, 7 lists), 5 known (1 player, 4 ratings), "
        "0 conflicting, 0 in quarantine\n"
    )


def test_a_problem_has_place_code_sentence_row_and_hint(run: Run, fake: FakeApi) -> None:
    fake.reports = (HELD,)
    done = run("ingest", "games.csv")
    assert done.code == 3
    assert done.out == "games.csv: 12 new, 0 known, 0 conflicting, 1 in quarantine\n"
    assert done.err == (
        "games.csv:17: RS001 column white is empty\n"
        "    17;3;;1-0\n"
        "  hint: fill it in, or take the row out of the file\n"
        "1 problem in 1 file; 12 rows were written\n"
        "  hint: ratingstore quarantine lists what waits for an answer\n"
    )


def test_a_problem_of_a_whole_file_has_no_line_and_no_row(run: Run, fake: FakeApi) -> None:
    fake.reports = (replace(HELD, problems=(replace(EMPTY_CELL, line=0, row=""),)),)
    assert run("ingest", "games.csv").err.startswith("games.csv: RS001 column white is empty\n  hint: ")


def test_a_row_cannot_move_the_cursor(run: Run, fake: FakeApi) -> None:
    fake.reports = (replace(HELD, problems=(replace(EMPTY_CELL, row="a\tb\x1b[2J\n=1"),)),)
    assert "    a\tb\\x1b[2J\n    =1\n" in run("ingest", "games.csv").err


def test_what_was_derived_is_said_under_the_file(run: Run, fake: FakeApi) -> None:
    fake.reports = (replace(GOOD, notes=("opened the list cxc", "3 players are new")),)
    assert run("ingest", "games.csv").out.splitlines()[1:] == [
        "  note: opened the list cxc",
        "  note: 3 players are new",
    ]


def test_several_files_have_a_summary_each_and_one_count(run: Run, fake: FakeApi) -> None:
    other = replace(HELD, file="more.csv", problems=tuple(replace(EMPTY_CELL, file="more.csv") for _ in "ab"))
    fake.reports = (HELD, other, UNREADABLE)
    done = run("ingest", "games.csv", "more.csv", "photo.jpg")
    assert [line.split(":")[0] for line in done.out.splitlines()] == ["games.csv", "more.csv", "photo.jpg"]
    assert done.out.endswith("photo.jpg: cannot be read\n")
    assert "error: photo.jpg is not a text file\nhint: save it as CSV\n" in done.err
    assert "4 problems in 3 files; 24 rows were written\n" in done.err


def test_a_dry_run_says_that_nothing_was_written_and_exits_as_the_real_run(run: Run, fake: FakeApi) -> None:
    fake.reports = (replace(HELD, written=False),)
    done = run("ingest", "games.csv", "--dry-run")
    assert done.code == 3
    assert done.err.endswith("1 problem in 1 file; dry run: nothing was written\n")


FLOOD = tuple(replace(EMPTY_CELL, line=line) for line in range(1, 104))


@pytest.mark.parametrize(
    ("options", "written", "more"),
    [
        ([], True, "3 more problems of this code; ratingstore quarantine lists them"),
        (["--dry-run"], False, "3 more problems of this code"),
        (["--strict"], False, "3 more problems of this code"),
    ],
)
def test_of_one_mistake_in_every_row_a_hundred_are_told_and_how_many_more(
    run: Run, fake: FakeApi, options: list[str], written: bool, more: str
) -> None:
    other = problem("RS031", line=500)
    fake.reports = (replace(GOOD, problems=(*FLOOD, other), written=written),)
    err = run("-q", "ingest", "games.csv", *options).err
    assert err.count("RS001 column white is empty") == 100
    assert err.endswith(f"games.csv: RS001 {more}\n")
    assert "games.csv:500: RS031" in err
    assert "104 problems in 1 file; " in run("ingest", "games.csv", *options).err


def test_a_hundred_of_one_code_are_all_told_in_every_file(run: Run, fake: FakeApi) -> None:
    fake.reports = (replace(GOOD, problems=FLOOD[:100]), replace(HELD, problems=FLOOD[:101]))
    err = run("ingest", "games.csv", "more.csv").err
    assert err.count("RS001 column white is empty") == 200
    assert err.count("1 more problem of this code; ratingstore quarantine lists it\n") == 1


def test_many_warnings_wait_for_nobody(run: Run, fake: FakeApi) -> None:
    warnings = tuple(replace(of_severity("warning"), line=line) for line in range(1, 103))
    fake.reports = (replace(GOOD, problems=warnings),)
    assert f"games.csv: {warnings[0].code} 2 more problems of this code\n" in run("ingest", "games.csv").err


def test_strict_says_how_many_rows_are_refused_and_that_nothing_was_written(run: Run, fake: FakeApi) -> None:
    refused = replace(HELD, problems=FLOOD[:2], written=False, batch=None, notes=("opened list cxc",))
    fake.reports = (refused, replace(GOOD, file="more.csv", written=False, batch=None))
    done = run("ingest", "games.csv", "more.csv", "--strict")
    assert (done.code, done.out) == (
        1,
        "games.csv: 2 rows are refused, nothing was written\n"
        "more.csv: 0 rows are refused, nothing was written\n",
    )
    fake.reports = (replace(refused, problems=FLOOD[:1]), UNREADABLE)
    assert run("ingest", "games.csv", "photo.jpg", "--strict").out == (
        "games.csv: 1 row is refused, nothing was written\nphoto.jpg: cannot be read\n"
    )


def test_strict_without_anything_refused_counts_as_always(run: Run, fake: FakeApi) -> None:
    fake.reports = (GOOD,)
    assert run("ingest", "games.csv", "--strict").out == run("ingest", "games.csv").out


def test_the_same_file_again_writes_nothing(run: Run, fake: FakeApi) -> None:
    fake.reports = (IngestReport(file="games.csv", counts={"games": (0, 12)}),)
    done = run("ingest", "games.csv")
    assert (done.code, done.err) == (0, "no problems; nothing was written\n")


@pytest.mark.parametrize(
    ("reports", "relaxed", "strict"),
    [
        ((GOOD,), 0, 0),
        ((HELD,), 3, 1),
        ((CONFLICT,), 3, 1),
        ((UNREADABLE,), 2, 2),
        ((GOOD, HELD), 3, 1),
        ((HELD, UNREADABLE, GOOD), 2, 2),
        ((replace(GOOD, problems=(of_severity("warning"),)),), 0, 0),
        ((replace(GOOD, problems=(of_severity("note"),)),), 0, 0),
    ],
)
def test_the_exit_code_is_that_of_the_worst_file(
    run: Run, fake: FakeApi, reports: tuple[IngestReport, ...], relaxed: int, strict: int
) -> None:
    fake.reports = reports
    assert run("ingest", "games.csv").code == relaxed
    assert run("ingest", "games.csv", "--strict").code == strict


def test_a_conflict_is_counted_apart(run: Run, fake: FakeApi) -> None:
    fake.reports = (replace(GOOD, problems=(problem(min(CONFLICTS), 3), EMPTY_CELL)),)
    assert run("ingest", "games.csv").out == ("games.csv: 12 new, 0 known, 1 conflicting, 1 in quarantine\n")


def test_every_option_reaches_the_api(run: Run, fake: FakeApi) -> None:
    fake.reports = (GOOD,)
    run("ingest", "a.csv", "b.csv")
    assert fake.called("ingest")["paths"] == (Path("a.csv"), Path("b.csv"))
    assert fake.called("ingest")["options"] == IngestOptions()
    words = "--list cxc --input-format csv --tournament open --name Open --date 2012-01-31 --date-order dmy"
    run("ingest", "a.csv", *words.split(), "--strict")
    assert fake.called("ingest")["options"] == IngestOptions(
        list_code="cxc",
        input_format="csv",
        tournament="open",
        name="Open",
        date="2012-01-31",
        date_order="DMY",
        strict=True,
    )


def test_ingest_without_a_file_is_2(run: Run, fake: FakeApi) -> None:
    assert run("ingest").code == 2
    assert fake.calls == []


def test_the_published_lists_that_are_changed_stand_beside_the_answer_and_who_moves_in_it(
    run: Run, fake: FakeApi
) -> None:
    rows = RowSet(("list", "player", "difference"), (("cxc", "ana", -15),))
    fake.reports = (replace(GOOD, published=("changes the list cxc",), impact=rows),)
    done = run("ingest", "games.csv")
    assert done.err == "changes the list cxc\nno problems; 12 rows were written\n"
    assert done.out.splitlines()[1:] == [
        "list  player  difference",
        "----  ------  ----------",
        "cxc   ana            -15",
    ]
