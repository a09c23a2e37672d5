"""The product against the reference, on lists that come out on dates: made-up rules in the manner of FIDE's,
and every shipped rule set of FIDE around the day on which it begins."""

from __future__ import annotations

import shutil
import tempfile
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ratingstore import api
from ratingstore.replay import choice
from ratingstore.replay.fold import Folded, fold
from ratingstore.replay.state import Status
from ratingstore.rules.ruleset import UNRATED
from tests.postgres import Cluster
from tests.reference.fide.as_files import adopt, write_facts
from tests.reference.fide.as_log import Numbered
from tests.reference.fide.histories import histories, shipped_histories
from tests.reference.fide.lists import changes_until, list_as_of

RECORDED = api.Writing(recorded_at=None, by="tests", reason="a test", dry_run=False)
HISTORIES = {"made-up": histories, "shipped": shipped_histories}


def settings_of(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("rules", sorted(HISTORIES))
def test_the_fold_gives_the_lists_and_steps_of_the_reference(rules: str) -> None:
    @settings_of(12)
    @given(history=HISTORIES[rules]())
    def check(history: dict[str, Any]) -> None:
        numbered = Numbered(history)
        log = numbered.log()
        for code, number in numbered.lists.items():
            adopted = choice.adopted(log.adoptions, number)
            last = last_day(history)
            assert steps(numbered, fold(log, number, adopted, last.toordinal())) == expected_steps(
                history, code, last
            )
            for as_of in days_of(history):
                found = listed(numbered, fold(log, number, adopted, as_of.toordinal()))
                assert rows_of_interest(found) == rows_of_interest(expected_list(history, code, as_of))

    check()


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_a_store_gives_the_lists_of_the_reference(
    engine: str, tmp_path_factory: pytest.TempPathFactory, cluster: Cluster
) -> None:
    empty = tmp_path_factory.mktemp("empty") / "store.db"
    api.init(f"sqlite:///{empty}").close()
    template = cluster.create()
    api.init(cluster.url(template)).close()

    @settings_of(3 if engine == "sqlite" else 2)
    @given(history=histories(), shuffle=st.integers(0, 999))
    def check(history: dict[str, Any], shuffle: int) -> None:
        assume(not is_asked_about(history))
        with tempfile.TemporaryDirectory() as name:
            if engine == "sqlite":
                compare(
                    f"sqlite:///{shutil.copy(empty, Path(name) / 'store.db')}", Path(name), history, shuffle
                )
            else:
                database = cluster.create(template=template)
                try:
                    compare(cluster.url(database), Path(name), history, shuffle)
                finally:
                    cluster.drop(database)

    check()


def compare(url: str, folder: Path, history: dict[str, Any], shuffle: int) -> None:
    """Ingest a history and compare every list with the reference's."""
    with api.open(url) as store:
        adopt(store, history, folder, RECORDED)
        facts, corrections = write_facts(history, folder, shuffle)
        reports = [
            report
            for files in (facts, corrections)
            if files
            for report in store.ingest(files, api.IngestOptions(), RECORDED)
        ]
        refused = [one for report in reports for one in report.problems if one.severity == "refused"]
        assert refused == []
        for code in history["lists"]:
            for as_of in days_of(history):
                rows = store.list(code, as_of=as_of.isoformat(), known_at=None, everyone=True).rows
                assert rows_of_interest(of_rows(rows)) == rows_of_interest(
                    expected_list(history, code, as_of)
                )


def is_asked_about(history: dict[str, Any]) -> bool:
    """Whether ingest may ask if two games are one: a pair met on one day in two tournaments."""
    met: dict[tuple[Any, ...], set[str]] = {}
    for game in history["games"]:
        day = game["date"] or history["tournaments"][game["tournament"]]["end"]
        met.setdefault((day, *sorted((game["white"], game["black"]))), set()).add(game["tournament"])
    return any(len(codes) > 1 for codes in met.values())


def of_rows(rows: Any) -> dict[str, tuple[Any, ...]]:
    at = [rows.columns.index(name) for name in ("player", "rating", "games", "status")]
    return {str(row[at[0]]): tuple(row[place] for place in at[1:]) for row in rows.rows}


def last_day(history: dict[str, Any]) -> date:
    last: date = max(one["end"] for one in history["tournaments"].values())
    return last + timedelta(days=400)


def days_of(history: dict[str, Any]) -> list[date]:
    """Days from the first tournament until all of them are rated."""
    first = min(one["start"] for one in history["tournaments"].values())
    last = last_day(history)
    return [first + (last - first) * part / 5 for part in range(6)]


def rows_of_interest(rows: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """Who has no rating and no game in a pool may be left out."""
    return {player: row for player, row in rows.items() if row[2] != "unrated"}


def expected_list(history: dict[str, Any], code: str, as_of: date) -> dict[str, tuple[Any, ...]]:
    found = list_as_of(history, code, as_of)
    return {player: (row["rating"], row["games"], row["status"]) for player, row in found.items()}


def listed(numbered: Numbered, folded: Folded) -> dict[str, tuple[Any, ...]]:
    newest = folded.steps.last_of_each_player()
    columns = (newest.player, newest.shown, newest.games_total, newest.status)
    return {
        numbered.players[player]: (points(shown), games, Status(status).word)
        for player, shown, games, status in zip(*(column.tolist() for column in columns), strict=True)
    }


def steps(numbered: Numbered, folded: Folded) -> dict[str, list[tuple[Any, ...]]]:
    """By player, in order: date, rating before and after; steps that move nothing are left out."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    taken = folded.steps
    columns = (taken.player, taken.effective_on, taken.before, taken.after)
    for player, day, before, after in zip(*(column.tolist() for column in columns), strict=True):
        if before != after:
            step = (date.fromordinal(day), points(before), points(after))
            found.setdefault(numbered.players[player], []).append(step)
    return found


def expected_steps(history: dict[str, Any], code: str, as_of: date) -> dict[str, list[tuple[Any, ...]]]:
    found: dict[str, list[tuple[Any, ...]]] = {}
    for change in changes_until(history, code, as_of):
        if change["before"] != change["after"]:
            step = (change["day"], change["before"], change["after"])
            found.setdefault(change["player"], []).append(step)
    return found


def points(hundredths: int) -> Fraction | None:
    return None if hundredths == UNRATED else Fraction(hundredths, 100)
