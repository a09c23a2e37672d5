"""Every row of the table of results runs, on a workload too small to tell anything about speed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scripts.benchmarks import large
from scripts.benchmarks.__main__ import ROWS, main
from scripts.benchmarks.measure import Promise, in_turns
from scripts.benchmarks.setting import Row, Setting, setting
from scripts.benchmarks.workload import EVIDENCE
from tests import postgres
from tests.evidence import missing

GAMES = 300


@pytest.fixture(scope="module")
def tiny() -> Iterator[Setting]:
    if not EVIDENCE.is_dir():
        missing("the workload and the baselines lie in ../shared, which is not here")
    if postgres.binaries() is None:
        missing("PostgreSQL is not installed: its rows cannot run")
    with setting(GAMES) as made:
        yield made


@pytest.mark.parametrize("row", [*ROWS, *large.ROWS, large.MEMORY_OF_TEN], ids=lambda row: row.promise.name)
def test_a_row_gives_a_number_for_the_product_and_one_for_its_baseline(tiny: Setting, row: Row) -> None:
    product, baseline = in_turns(*row.sides(tiny), 1)
    assert product > 0
    assert (baseline is None) == (not row.promise.baseline)


@pytest.mark.parametrize(
    ("promise", "product", "baseline", "told"),
    [
        (Promise("a", "b", 2, 8), 1.0, 3.0, "| 3.00 | >= 2 (aim 8) | ok |"),
        (Promise("a", "b", 2, 8), 1.0, 1.5, "| 1.50 | >= 2 (aim 8) | MISSED |"),
        (Promise("a", "b", 2, 1, at_most=True), 1.0, 0.25, "| 4.00 | <= 2 (aim 1) | MISSED |"),
        (Promise("a", "", 150, 110, at_most=True, unit="bytes"), 149.0, None, "|  | <= 150 (aim 110) | ok |"),
        (Promise("a", "", None, None, unit="bytes"), 149.0, None, "|  | | |"),
    ],
)
def test_a_row_says_whether_its_promise_holds(
    promise: Promise, product: float, baseline: float | None, told: str
) -> None:
    assert promise.line(product, baseline).endswith(told)


def test_the_table_stands_under_machine_and_versions_and_has_the_rows_asked_for(
    tiny: Setting, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--games", str(tiny.games), "--runs", "1", "--only", "verify"])
    heading, _, *table = capsys.readouterr().out.splitlines()
    assert all(word in heading for word in ("300 games", "commit", "Python", "numpy", "SQLite", "PostgreSQL"))
    assert [line.split(" | ")[0] for line in table] == ["| what", "| ---", "| verify --log-only"]
