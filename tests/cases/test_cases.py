"""Every case file, through the library: an empty store, the files ingested, the list replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import ratingstore
from ratingstore.api import IngestOptions, Store, Writing
from ratingstore.rulebook import catalogue
from tests.cases.case import OF_A_ROW, Case, Expectation

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.toml"))
FIRST_LINE = "# How to read this: tests/cases/README.md"


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@dataclass(frozen=True)
class Step:
    """Files that became known at one time."""

    recorded_at: str | None
    files: Mapping[str, str]


def steps(case: Case) -> list[Step]:
    """Adoptions and facts in the order in which they became known; adoptions first where that is open."""
    made = [
        Step(str(one["recorded_at"]) if "recorded_at" in one else None, {f"{at}.jsonl": case.adopted(one)})
        for at, one in enumerate(case.adoptions)
    ]
    made.append(Step(case.recorded_at, case.files()))
    return sorted(made, key=lambda step: step.recorded_at or "")


def ingested(case: Case, folder: Path) -> Store:
    store = ratingstore.open(str(folder / "case.db"), create=True)
    for step in steps(case):
        paths = []
        for file, text in step.files.items():
            paths.append(folder / file)
            paths[-1].write_text(text, encoding="utf-8")
        options = IngestOptions() if case.adoptions else IngestOptions(list_code=case.list)
        for report in store.ingest(paths, options, Writing(recorded_at=step.recorded_at)):
            assert report.written, report
            assert [one for one in report.problems if one.severity == "refused"] == [], report
    return store


def found(store: Store, case: Case, told: Expectation) -> dict[str, Any]:
    """What came out, for every key that the case computes."""
    came = row(store, case, told)
    if set(told.computed) - set(OF_A_ROW):
        came |= change(store, case, told)
    return {key: came[key] for key in told.computed}


def row(store: Store, case: Case, told: Expectation) -> dict[str, Any]:
    shown = store.replay(case.list, as_of=told.on, known_at=told.known_at, everyone=True).rows
    rows = [dict(zip(shown.columns, cells, strict=True)) for cells in shown.rows]
    his = next((one for one in rows if one["player"] == told.player), {"rating": None, "status": "unknown"})
    return {**his, "rating": "none" if his["rating"] is None else his["rating"]}


def change(store: Store, case: Case, told: Expectation) -> dict[str, Any]:
    """The player's one change that takes effect on the day; keys that the list's row has as well are its."""
    explained = store.explain(told.player, case.list, as_of=told.on, known_at=told.known_at)
    (his,) = [one for one in explained.changes if one["effective_on"] == told.on]
    lines: Any = his["lines"]
    values = {line["value"] for line in lines if line["kind"] == "game"}
    each = {"each_game": next(iter(values))} if len(values) == 1 else {}
    return {key: value for key, value in his.items() if key not in OF_A_ROW} | each


def several(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]


@pytest.mark.parametrize("path", FILES, ids=name)
def test_what_is_computed_comes_out_and_a_slip_of_the_source_does_not(path: Path, tmp_path: Path) -> None:
    case = Case(path)
    with ingested(case, tmp_path) as store:
        for told in case.expectations:
            came = found(store, case, told)
            assert came == told.computed, (case.title, told)
            for slip in (told.published, told.misread):
                assert all(came[key] not in several(value) for key, value in slip.items()), told


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_case_says_how_it_is_read_what_it_claims_and_where_that_stands(path: Path) -> None:
    case = Case(path)
    assert path.read_text(encoding="utf-8").startswith(f"{FIRST_LINE}\n\ntitle = ")
    assert case.title.endswith(".")
    assert len(case.note.split()) >= 10
    for told in case.expectations:
        assert told.computed
        # A slip of what is not computed would never be compared.
        assert told.published.keys() | told.misread.keys() <= told.computed.keys()


def test_every_shipped_rule_set_has_rated_a_case() -> None:
    cases = [Case(path) for path in FILES]
    rated = {one["rule_set"] for case in cases for one in case.adoptions}
    rated |= {
        one.computed["rule_set"] for case in cases for one in case.expectations if "rule_set" in one.computed
    }
    assert rated >= {one.id for one in catalogue.shipped()}


def test_each_source_has_its_cases() -> None:
    folders = {path.parent.name for path in FILES}
    assert folders == {"cbjd", "cbx", "cxc", "elo", "fide"}
    assert len(FILES) >= 35
