"""Every case file, through the library: an empty store, the files ingested, the list replayed."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import cache, partial
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


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that knows nothing; each case gets a copy."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    ratingstore.open(str(path), create=True).close()
    return path


def ingested(case: Case, empty: Path, folder: Path) -> Store:
    shutil.copy(empty, folder / "case.db")
    store = ratingstore.open(str(folder / "case.db"))
    steps = case.steps()
    adopt_variants(store, case, folder, steps[0].recorded_at)
    for step in steps:
        paths = []
        for file, text in step.files.items():
            paths.append(folder / file)
            paths[-1].write_text(text, encoding="utf-8")
        chosen = case.adoptions or len(case.lists) > 1
        options = IngestOptions() if chosen else IngestOptions(list_code=case.lists[0])
        for report in store.ingest(paths, options, Writing(recorded_at=step.recorded_at)):
            assert report.written, report
            assert [one for one in report.problems if one.severity == "refused"] == [], report
    return store


def adopt_variants(store: Store, case: Case, folder: Path, recorded_at: str | None) -> None:
    for list_code, text in case.variants():
        path = folder / f"{list_code}.toml"
        path.write_text(text, encoding="utf-8")
        store.rules_adopt(str(path), list_code, case.opened, {}, Writing(recorded_at=recorded_at))


class Found:
    """What came out of a case; a list or an explanation that was asked for once is kept."""

    def __init__(self, store: Store) -> None:
        self.rows = cache(partial(list_of, store))
        self.changes = cache(partial(changes_of, store))

    def values(self, told: Expectation) -> dict[str, Any]:
        """For every key that the case computes."""
        came: dict[str, Any] = {}
        if set(told.computed) & set(OF_A_ROW):
            rows = self.rows(told.list, told.on, told.known_at)
            came |= rows.get(told.player, {"rating": "none", "status": "unknown"})
        if set(told.computed) - set(OF_A_ROW):
            came |= self._change(told)
        return {key: came[key] for key in told.computed}

    def _change(self, told: Expectation) -> dict[str, Any]:
        """The one change that takes effect on the day; keys that the list's row has as well are its."""
        changes = self.changes(told.player, told.list, told.on, told.known_at)
        of_the_day = [one for one in changes if one["effective_on"] == told.on]
        (his,) = [one for one in of_the_day if told.unit in (None, one["unit"])]
        values = [line["value"] for line in his["lines"] if line["kind"] == "game"]
        each = {"each_game": values[0]} if len(set(values)) == 1 else {}
        points = sum(line["value"] for line in his["lines"] if line["kind"] in ("game", "tournament"))
        kept = {key: value for key, value in his.items() if key not in OF_A_ROW}
        return kept | each | {"points": points}


def list_of(store: Store, list_code: str, on: str, known_at: str | None) -> dict[str, dict[str, Any]]:
    shown = store.replay(list_code, as_of=on, known_at=known_at, everyone=True).rows
    rows: list[dict[str, Any]] = [dict(zip(shown.columns, cells, strict=True)) for cells in shown.rows]
    return {
        one["player"]: {**one, "rating": "none" if one["rating"] is None else one["rating"]} for one in rows
    }


def changes_of(
    store: Store, player: str, list_code: str, on: str, known_at: str | None
) -> list[dict[str, Any]]:
    explained: list[dict[str, Any]] = store.explain(player, list_code, as_of=on, known_at=known_at).changes
    return explained


def several(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]


@pytest.mark.parametrize("path", FILES, ids=name)
def test_what_is_computed_comes_out_and_a_slip_of_the_source_does_not(
    path: Path, empty: Path, tmp_path: Path
) -> None:
    case = Case(path)
    with ingested(case, empty, tmp_path) as store:
        found = Found(store)
        for told in case.expectations:
            came = found.values(told)
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
    assert len(FILES) >= 85
