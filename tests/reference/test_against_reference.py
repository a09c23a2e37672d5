"""The product against the reference, on histories that nobody thought of.

Every shown rating, every rating behind it, every count of games and every status, at dates before,
at and after the change of rules, and every step on the way.
"""

from __future__ import annotations

import shutil
import tempfile
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratingstore import api
from ratingstore.formats import RowSet
from tests.postgres import Cluster
from tests.reference.histories import LIST, early, histories, write_adoptions, write_facts
from tests.reference.oracle import changes_until, list_as_of

BODIES = ["cbjd", "cbx", "cxc", "elo"]
DATES = [date(2011, 12, 31), date(2012, 1, 1), date(2012, 2, 1), date(2012, 3, 15), date(2012, 8, 1)]
LAST = DATES[-1]

RECORDED = api.Writing(recorded_at=None, by="tests", reason="", dry_run=False)


def settings_of(examples: int) -> settings:
    return settings(max_examples=examples, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new SQLite store, to be copied for every history."""
    path = tmp_path_factory.mktemp("empty") / "store.db"
    api.init(f"sqlite:///{path}").close()
    return path


@pytest.fixture(scope="session")
def empty_database(cluster: Cluster) -> str:
    """A new PostgreSQL store, to be the template of every history's database."""
    name = cluster.create()
    api.init(cluster.url(name)).close()
    return name


@pytest.mark.parametrize("body", BODIES)
def test_lists_and_steps_are_those_of_the_reference(body: str, empty_store: Path) -> None:
    @settings_of(25)
    @given(history=histories(body), shuffle=st.integers(0, 999))
    def check(history: dict[str, Any], shuffle: int) -> None:
        with tempfile.TemporaryDirectory() as name:
            url = f"sqlite:///{shutil.copy(empty_store, Path(name) / 'store.db')}"
            compare(url, Path(name), history, shuffle)

    check()


@pytest.mark.parametrize("body", BODIES)
def test_lists_and_steps_on_postgresql_are_those_of_the_reference(
    body: str, cluster: Cluster, empty_database: str
) -> None:
    @settings_of(5)
    @given(history=histories(body), shuffle=st.integers(0, 999))
    def check(history: dict[str, Any], shuffle: int) -> None:
        database = cluster.create(template=empty_database)
        try:
            with tempfile.TemporaryDirectory() as name:
                compare(cluster.url(database), Path(name), history, shuffle)
        finally:
            cluster.drop(database)

    check()


@pytest.mark.parametrize("body", BODIES)
def test_what_was_known_stays_and_stored_lists_follow_every_file(body: str, empty_store: Path) -> None:
    @settings_of(8)
    @given(history=histories(body), parts=st.integers(2, 4))
    def check(history: dict[str, Any], parts: int) -> None:
        with tempfile.TemporaryDirectory() as name:
            url = f"sqlite:///{shutil.copy(empty_store, Path(name) / 'store.db')}"
            compare_file_by_file(url, Path(name), history, parts)

    check()


def compare_file_by_file(url: str, folder: Path, history: dict[str, Any], parts: int) -> None:
    """Ingest the games in parts; each list is the reference's of what was known, then and afterwards."""
    known, history = [], {**history, "openings": early(history)}
    with api.open(url) as store:
        store.ingest([write_adoptions(history, folder)], api.IngestOptions(), RECORDED)
        for part in range(parts):
            so_far = {**history, "games": [g for n, g in enumerate(history["games"]) if n % parts <= part]}
            ingest(store, write_facts(so_far, folder, part))
            (head,) = store.query("select max(position) from event").rows[0]
            known.append((str(head), so_far))
            for as_of in DATES:
                stored = store.list(LIST, as_of=as_of.isoformat(), known_at=None, everyone=True)
                assert by_player(stored.rows) == product_list(store, as_of)
        for head, so_far in known:
            for as_of in DATES:
                found = product_list(store, as_of, head)
                assert found == reference_list(so_far, as_of, found)


def compare(url: str, folder: Path, history: dict[str, Any], shuffle: int) -> None:
    """Ingest a history and compare lists and steps with the reference's."""
    with api.open(url) as store:
        # The list must be there before an option can name it.
        store.ingest([write_adoptions(history, folder)], api.IngestOptions(), RECORDED)
        ingest(store, write_facts(history, folder, shuffle))
        for as_of in DATES:
            assert product_list(store, as_of) == reference_list(history, as_of, product_list(store, as_of))
        assert product_steps(store) == reference_steps(history)
        player = f"p{1 + shuffle % 4}"
        assert explained(store, player) == reference_lines(history, player)


def ingest(store: api.Store, files: list[Path]) -> None:
    """Ingest files of which every row must be accepted."""
    reports = store.ingest(files, api.IngestOptions(list_code=LIST), RECORDED)
    assert [problem for report in reports for problem in refused(report)] == []


def refused(report: api.IngestReport) -> list[str]:
    return [
        f"{report.file}:{problem.line}: {problem.code} {problem.message}"
        for problem in report.problems
        if problem.severity == "refused"
    ]


def product_list(store: api.Store, as_of: date, known_at: str | None = None) -> dict[str, tuple[Any, ...]]:
    """By player: rating shown, games, status."""
    return by_player(store.replay(LIST, as_of=as_of.isoformat(), known_at=known_at, everyone=True).rows)


def by_player(rows: RowSet) -> dict[str, tuple[Any, ...]]:
    at = [rows.columns.index(name) for name in ("player", "rating", "games", "status")]
    return {str(row[at[0]]): (row[at[1]], row[at[2]], row[at[3]]) for row in rows.rows}


def reference_list(
    history: dict[str, Any], as_of: date, listed: dict[str, tuple[Any, ...]]
) -> dict[str, tuple[Any, ...]]:
    """The same from the reference; who has no rating and no game in a pool may be left out."""
    return {
        code: (row["rating"], row["games"], row["status"])
        for code, row in list_as_of(history, as_of).items()
        if row["status"] != "unrated" or code in listed
    }


def product_steps(store: api.Store) -> dict[str, list[tuple[Any, ...]]]:
    """By player, in order: date, rating before and after; steps that move nothing are left out."""
    steps: dict[str, list[tuple[Any, ...]]] = {}
    for player in product_list(store, LAST):
        found = store.history(player, LIST, as_of=LAST.isoformat(), known_at=None).rows
        at = [found.columns.index(name) for name in ("effective_on", "before", "after")]
        taken = [(str(row[at[0]]), exact(row[at[1]]), exact(row[at[2]])) for row in found.rows]
        steps[player] = [step for step in taken if step[1] != step[2]]
    return {player: taken for player, taken in steps.items() if taken}


def reference_steps(history: dict[str, Any]) -> dict[str, list[tuple[Any, ...]]]:
    steps: dict[str, list[tuple[Any, ...]]] = {}
    for change in changes_until(history, LAST):
        if change["before"] != change["after"]:
            taken = (change["effective_on"].isoformat(), change["before"], change["after"])
            steps.setdefault(change["player"], []).append(taken)
    return steps


def explained(store: api.Store, player: str) -> list[tuple[Any, ...]]:
    """What each step of a player is made of: its date, and the values of its games, smallest first.

    Every step's lines must add up to it. Steps that move nothing are left out, as are such lines.
    """
    found = []
    changes: Any = store.explain(player, LIST, as_of=LAST.isoformat(), known_at=None).changes
    for change in changes:
        values = [exact(line["value"]) or Fraction(0) for line in change["lines"]]
        whole = change["after"] if change["before"] is None else change["change"]
        assert sum(values, Fraction(0)) == exact(whole)
        games = [exact(line["value"]) for line in change["lines"] if line["kind"] == "game"]
        if change["before"] is not None:
            found.append((str(change["effective_on"]), sorted(value for value in games if value)))
    return [(day, games) for day, games in found if games]


def reference_lines(history: dict[str, Any], player: str) -> list[tuple[Any, ...]]:
    found = []
    for change in changes_until(history, LAST):
        if change["player"] == player and change["before"] is not None:
            values = [line["value"] for line in change["lines"]]
            found.append((change["effective_on"].isoformat(), sorted(v for v in values if v)))
    return [(day, games) for day, games in found if games]


def exact(value: Any) -> Fraction | None:
    return None if value is None else Fraction(str(value))
