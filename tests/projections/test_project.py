"""Bringing projections up to the head: only what differs is written, and what is stale is not read."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from sqlalchemy import func, select, update

from ratingstore.errors import UnknownName
from ratingstore.projections import beginning
from ratingstore.projections import project as projecting
from ratingstore.store import bulk, engine, replacing
from ratingstore.store.projected_tables import projected_change, projected_unit
from tests.store.desk import RATINGS, Desk

PLAYERS = ["ana", "bia", "eva", "zoe"]
PROJECTED = ("projected_list", "projected_unit", "projected_change")
AS_OF = "2012-07-01"


@pytest.fixture
def season(desk: Desk) -> Desk:
    """Five months of games in one list, and a second list without any."""
    desk.store.rules_adopt("cxc", "cxc")
    desk.store.rules_adopt("elo", "elo")
    desk.hand_in(
        [RATINGS, *(f"{player},cxc,2011-12-01,{1500 + 100 * at}" for at, player in enumerate(PLAYERS))]
    )
    desk.games(
        *(
            f"t{month},2012-{month:02}-{10 + number},{number},{PLAYERS[number - 1]},{PLAYERS[number]},1-0"
            for month in range(1, 6)
            for number in range(1, 4)
        ),
        to="cxc",
    )
    return desk


def projected(desk: Desk) -> dict[str, list[tuple[Any, ...]]]:
    return {name: rows for name, rows in desk.dump().items() if name in PROJECTED}


def append_without_projecting(desk: Desk, row: str) -> None:
    """Hand in a game, and be stopped before the projections are brought up to it."""
    with pytest.MonkeyPatch.context() as stopped:
        stopped.setattr(projecting, "project", lambda *_, **__: ())
        desk.games(row, to="cxc")


def spoil(desk: Desk, since: str = "2011-01-01") -> None:
    """Give everybody a wrong rating in the stored changes from a day on, as no fold would."""
    later = projected_change.c.effective_on >= date.fromisoformat(since).toordinal()
    with engine.writing(desk.store.engine) as connection:
        connection.execute(update(projected_change).where(later).values(shown=999_900))


def ratings(desk: Desk, known_at: str | None = None) -> list[Any]:
    return [row[3] for row in desk.store.list("cxc", as_of=AS_OF, known_at=known_at).rows.rows]


def replayed(desk: Desk) -> list[Any]:
    return [row[3] for row in desk.store.replay("cxc", as_of=AS_OF, full=True).rows.rows]


def test_ingest_and_adoption_leave_every_list_projected(season: Desk) -> None:
    assert season.store.project() == ()
    found = season.query(
        "select l.code, p.known_at, p.program from projected_list p"
        " join rating_list l on l.number = p.list order by l.code"
    )
    head = season.number("select position from log_head")
    assert [(row["code"], row["known_at"], row["program"]) for row in found] == [
        ("cxc", head, beginning.PROGRAM),
        ("elo", head, beginning.PROGRAM),
    ]


def test_a_list_at_the_head_is_read_from_the_projection(season: Desk) -> None:
    spoil(season)
    assert ratings(season) == [9999] * 4
    assert 9999 not in replayed(season)


def test_a_list_below_the_head_is_folded(season: Desk) -> None:
    known_at = str(season.number("select position from log_head") - 1)
    spoil(season)
    assert 9999 not in ratings(season, known_at=known_at)


def test_a_projection_that_does_not_reach_the_head_is_not_read(season: Desk) -> None:
    append_without_projecting(season, "late,2012-01-20,1,ana,zoe,1-0")
    spoil(season, since="2012-02-01")  # what the game cannot have touched is not looked at
    assert ratings(season) == replayed(season)
    assert 9999 not in ratings(season)
    assert not [row for row in season.store.history("ana", "cxc").rows.rows if row[4] == 9999]
    (report, _) = season.store.project()
    assert (report.list_code, report.known_at) == ("cxc", season.number("select position from log_head"))
    assert ratings(season) == replayed(season)
    assert season.store.project() == ()


def test_a_projection_of_another_program_is_not_read_and_made_anew(
    season: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = projected(season)
    spoil(season)
    for module in (projecting, beginning):
        monkeypatch.setattr(module, "PROGRAM", "fold/of the future")
    assert ratings(season) == replayed(season)
    reports = season.store.project()
    assert [report.list_code for report in reports] == ["cxc", "elo"]
    assert set(season.column("select program from projected_list")) == {"fold/of the future"}
    assert projected(season)["projected_change"] == before["projected_change"]
    assert season.store.project() == ()


def test_a_projection_of_another_chain_is_not_read(season: Desk) -> None:
    """A store that was put back from a copy and went on otherwise has the same positions."""
    spoil(season)
    with engine.writing(season.store.engine) as connection:
        connection.exec_driver_sql("update projected_list set head = 'another'")
    assert ratings(season) == replayed(season)


def places(desk: Desk) -> dict[tuple[Any, ...], Any]:
    """Where each stored row lies: it changes when the row is written again. SQLite does not say."""
    where = "ctid::text" if desk.url.startswith("postgresql") else "0"
    found = {}
    for table, keys in (("projected_unit", "list, number"), ("projected_change", "list, player, step")):
        for row in desk.store.query(f"select {keys}, {where} from {table}").rows:
            found[table, *row[:-1]] = row[-1]
    return found


def test_only_rows_that_differ_are_written(season: Desk) -> None:
    before, where = projected(season), places(season)
    append_without_projecting(season, "late,2012-05-20,1,ana,zoe,1-0")
    (report, other) = season.store.project()
    assert other.written == 0
    gone = {name: set(rows) - set(projected(season)[name]) for name, rows in before.items()}
    new = {name: set(rows) - set(before[name]) for name, rows in projected(season).items()}
    differing = sum(len(rows[name]) for rows in (gone, new) for name in PROJECTED[1:])
    assert report.written == differing
    assert 0 < differing < report.changes + report.units
    after = places(season)
    for name, keys in ((PROJECTED[1], 2), (PROJECTED[2], 3)):
        for row in set(before[name]) - gone[name]:
            assert after[name, *row[:keys]] == where[name, *row[:keys]]


def test_a_full_rebuild_of_what_is_right_writes_nothing(season: Desk) -> None:
    before, where = projected(season), places(season)
    reports = season.store.project(full=True)
    assert [(report.list_code, report.written) for report in reports] == [("cxc", 0), ("elo", 0)]
    assert projected(season) == before
    assert places(season) == where


def test_a_full_rebuild_mends_what_is_wrong_and_ordinary_projecting_does_not_look(season: Desk) -> None:
    before = projected(season)
    spoil(season)
    with engine.writing(season.store.engine) as connection:
        connection.execute(projected_unit.delete().where(projected_unit.c.number == 2))
        connection.execute(projected_change.delete().where(projected_change.c.step == 2))
    assert season.store.project() == ()
    (report,) = season.store.project("cxc", full=True)
    assert report.written > 0
    assert projected(season) == before


def test_a_dry_run_says_what_it_would_do_and_does_nothing(season: Desk) -> None:
    append_without_projecting(season, "late,2012-01-20,1,ana,zoe,1-0")
    before = season.dump()
    trial = season.store.project(dry_run=True)
    assert [report.list_code for report in trial] == ["cxc", "elo"]
    assert trial[0].written > 0
    assert season.dump() == before
    assert season.store.project() == trial


def test_one_list_can_be_projected_alone(season: Desk) -> None:
    append_without_projecting(season, "late,2012-01-20,1,ana,zoe,1-0")
    assert [report.list_code for report in season.store.project("elo")] == ["elo"]
    assert [report.list_code for report in season.store.project()] == ["cxc"]


def test_a_list_that_is_not_there_is_refused_with_the_one_that_is_like_it(season: Desk) -> None:
    before = season.dump()
    with pytest.raises(UnknownName, match="cxd") as refusal:
        season.store.project("cxd")
    assert "cxc" in refusal.value.hint
    assert season.dump() == before


def test_a_store_without_lists_has_nothing_to_project(desk: Desk) -> None:
    assert desk.store.project() == ()
    assert desk.store.project(full=True) == ()


def test_the_report_counts_units_changes_and_games_before_the_rules(desk: Desk) -> None:
    desk.store.rules_adopt("cxc-2012", "clube", "2012-02-01")
    desk.hand_in([RATINGS, "ana,clube,2011-12-01,1500", "bia,clube,2011-12-01,1600"])
    desk.games(
        "t,2012-01-10,1,ana,bia,1-0", "u,2012-02-10,1,ana,bia,1-0", "u,2012-03-10,2,ana,bia,1-0", to="clube"
    )
    (report,) = desk.store.project(full=True)
    assert (report.units, report.changes, report.before_rules) == (3, 6, 1)
    assert report.written == 0


def test_a_failure_while_projecting_leaves_the_projection_that_was_there(
    season: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    append_without_projecting(season, "late,2012-01-20,1,ana,zoe,1-0")
    before = season.dump()
    real = bulk.bulk_columns

    def failing(connection: Any, table: Any, columns: Any) -> None:
        real(connection, table, columns)
        if table.name == "projected_change":
            raise RuntimeError("in the middle")

    monkeypatch.setattr(replacing, "bulk_columns", failing)
    with pytest.raises(RuntimeError, match="in the middle"):
        season.store.project()
    assert season.dump() == before
    assert ratings(season) == replayed(season)


def test_a_reader_sees_the_whole_of_one_projection(season: Desk) -> None:
    query = select(func.count(), func.sum(projected_change.c.shown)).select_from(projected_change)
    with engine.reading(season.store.engine) as connection:
        before = connection.execute(query).one()
        season.games("late,2012-01-20,1,ana,zoe,1-0", to="cxc")
        assert connection.execute(query).one() == before
    with engine.reading(season.store.engine) as connection:
        assert connection.execute(query).one() != before


def test_a_projection_is_made_of_the_log_alone(season: Desk) -> None:
    before = projected(season)
    with engine.writing(season.store.engine) as connection:
        for name in PROJECTED:
            connection.exec_driver_sql(f"delete from {name}")
    assert ratings(season) == replayed(season)
    season.store.project()
    assert projected(season) == before
