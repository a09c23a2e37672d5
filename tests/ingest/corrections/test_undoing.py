"""Random corrections: none changes what came before the day it touches, and all undone is as before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ratingstore.api import Writing
from ratingstore.errors import UsageError
from ratingstore.events import days
from tests.ingest.test_touches_hold import steps, touched
from tests.store.desk import RATINGS, Desk

PLAYERS = ("ana", "bia", "eva", "zoe")
GAMES = [
    "t,2012-01-10,1,ana,bia,1-0",
    "t,2012-01-10,1,eva,zoe,1-0",
    "t,2012-01-11,2,ana,eva,1/2-1/2",
    "u,2012-02-01,1,ana,zoe,1-0",
    "u,2012-02-02,2,bia,eva,0-1",
    "v,2012-03-01,1,new,zoe,0-1",
]
DAYS = st.sampled_from(["2011-12-01", "2012-01-05", "2012-01-15", "2012-02-10", "2012-04-01"])
WRITING = Writing(reason="a test")


def words(row: str) -> dict[str, object]:
    tournament, _day, round_, white, black, _result = row.split(",")
    return {"tournament": tournament, "round": round_, "white": white, "black": black}


@st.composite
def corrections(draw: st.DrawFn) -> dict[str, object]:
    """The words of a correction, which may be refused: then it changes nothing."""
    action = draw(st.sampled_from(["game", "void", "tournament", "void-player", "split", "merge", "adjust"]))
    player = draw(st.sampled_from([*PLAYERS, "new"]))
    row = draw(st.sampled_from(GAMES))
    day = draw(DAYS)
    right: st.SearchStrategy[dict[str, object]] = st.sampled_from(
        [{"to": "0-1"}, {"date": day}, {"new_white": player}, {"swap_colours": True}, {"new_round": "7"}]
    )
    made: dict[str, dict[str, object]] = {
        "game": {**words(row), **draw(right)},
        "void": words(row),
        "tournament": {"tournament": row[0], draw(st.sampled_from(["start", "end"])): day},
        "void-player": {"player": player, "from": day},
        "split": {"player": player, "from": day, "to": draw(st.sampled_from(["other", "new"]))},
        "merge": {"player": "new", "into": player},
        "adjust": {"list": "elo", "date": day, "all": True, "amount": "+12"},
    }
    return {"action": action, **made[action]}


def positions(lines: tuple[str, ...]) -> list[str]:
    return [line.rsplit(" ", 1)[1].rstrip(")") for line in lines if "correct undo" in line]


def standing(desk: Desk) -> list[tuple[Any, ...]]:
    return steps(desk, "elo", desk.number("select position from log_head"))


@settings(max_examples=12, phases=[Phase.generate, Phase.explicit], suppress_health_check=list(HealthCheck))
@given(asked=st.lists(corrections(), min_size=1, max_size=4))
def test_corrections_that_are_all_undone_leave_the_lists_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, asked: list[dict[str, object]]
) -> None:
    folder = tmp_path_factory.mktemp("undoing")
    desk = Desk(str(folder / "club.db"), folder)
    desk.store.rules_adopt("elo", "elo")
    desk.hand_in([RATINGS, *(f"{player},elo,2011-11-01,1500" for player in PLAYERS)])
    desk.games(*GAMES, to="elo")
    before, batches = standing(desk), desk.number("select max(batch) from batch")
    done: list[str] = []
    for said in asked:
        report = desk.store.correct(said, WRITING)
        done += [] if report.problems else positions(report.lines)
    for position in reversed(done):
        report = desk.store.correct({"action": "undo", "position": position}, WRITING)
        assert report.problems == (), (asked, report.problems)
    assert standing(desk) == before, asked
    for first, last, day in list(touched(desk))[batches:]:
        old, new = ([one for one in steps(desk, "elo", at) if one[0] < day] for at in (first, last))
        assert old == new, (asked, days.iso(day))


def test_what_is_undone_can_be_done_again_by_undoing_the_undo(desk_on_a_file: Desk) -> None:
    desk = desk_on_a_file
    desk.store.rules_adopt("elo", "elo")
    desk.hand_in([RATINGS, *(f"{player},elo,2011-11-01,1500" for player in PLAYERS)])
    desk.games(*GAMES, to="elo")
    before = standing(desk)
    states = []
    position = positions(
        desk.store.correct({"action": "merge", "player": "new", "into": "ana"}, WRITING).lines
    )
    for _round in range(3):
        states.append(standing(desk))
        undo = {"action": "undo", "position": position[0]}
        position = positions(desk.store.correct(undo, WRITING).lines)
    assert states[0] == states[2] != states[1] == before
    aliases = desk.query("select code, valid_from from person_alias")
    assert aliases == []
    with pytest.raises(UsageError):
        desk.store.correct({"action": "undo", "position": "first"}, WRITING)


def test_a_correction_touches_the_day_before_and_the_day_after(desk_on_a_file: Desk) -> None:
    desk = desk_on_a_file
    desk.store.rules_adopt("elo", "elo")
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    for day in ("2012-03-01", "2012-02-01"):
        desk.store.correct({"action": "game", **words(GAMES[0]), "date": day}, WRITING)
    desk.store.correct({"action": "tournament", "tournament": "t", "start": "2012-01-31"}, WRITING)
    desk.store.correct({"action": "tournament", "tournament": "t", "start": "2011-12-01"}, WRITING)
    assert desk.touches("game_event") == ["2012-01-10"] * 3
    assert desk.touches("tournament_event") == ["2012-01-31", "2011-12-01"]
