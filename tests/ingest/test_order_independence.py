"""Facts that do not contradict each other come to the same, whatever way they came in."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ratingstore.api import IngestReport, Writing
from tests.store.desk import Desk, codes

DATES = ["2011-12-31", "2012-01-10", "2012-01-31", "2012-02-01", "2012-03-01", "2012-04-15"]
LISTS = ["elo", "cxc", "cbx"]
SEEN = Writing(recorded_at="2012-06-01")


def line(kind: str, **said: Any) -> str:
    return json.dumps({"type": kind, **said})


def facts() -> list[str]:
    """Everything that a club knows of a season, much of it in parts and some of it twice."""
    rows = [
        line("player", player="ana", name="Ana Souza"),
        line("player", player="ana", birth_date="1980", sex="f", fide_id="0012"),
        line("player", player="ana", title="FM", club="CXC"),
        line("player", player="bia", federation="BRA"),
        line("player", player="bia", federation="POR", valid_from="2012-02-01"),
        line("player", player="new"),
        line("tournament", tournament="open", lists="elo cxc"),
        line("tournament", tournament="open", start_date="2011-12-28"),
        line("tournament", tournament="open", end_date="2012-01-15", name="Aberto"),
        line("tournament", tournament="league", lists="cbx elo", end_date="2012-03-10", points=1),
        line("tournament", tournament="evenings", lists="cxc"),
        line("rating", player="eva", list="elo", date="2012-01-05", rating="+25", purpose="adjustment"),
        line("rating", player="eva", list="elo", date="2012-01-01", rating=1800, purpose="published"),
        line("rating", player="eva", list="elo", date="2012-01-01", rating=1810, purpose="published"),
    ]
    for number, player in enumerate(("ana", "bia", "eva", "zoe")):
        for code in LISTS:
            opening = {"player": player, "list": code, "date": "2011-01-01", "rating": 1700 + 60 * number}
            rows += [line("rating", **opening), line("rating", **opening, games=20)]
    return rows + [row for code in ("open", "league", "evenings") for row in games(code)]


def games(code: str) -> list[str]:
    """A double round robin; half of the games come as a pairing first, some without a date or board."""
    found = []
    pairs = list(itertools.permutations(("ana", "bia", "eva", "zoe"), 2))
    for number, (white, black) in enumerate(pairs):
        game: dict[str, Any] = {"tournament": code, "white": white, "black": black}
        if code == "evenings":
            game["date"] = f"2012-02-{number + 1:02}"
        elif code == "open":
            game |= {"round": number + 1, "date": f"2012-01-{number + 1:02}"}
        elif number % 3:
            game |= {"round": number + 1, "date": f"2012-02-{number + 13:02}"}
        else:
            game |= {"round": number + 1}
        result = ("1-0", "1/2-1/2", "0-1", "+/-")[(number + len(code)) % 4]
        if number % 2:
            found.append(line("game", **game, result="*"))
        if number % 4 == 0:
            found.append(line("game", **{**game, "board": 7}, result=result))
        found.append(line("game", **game, result=result))
        if code == "open":
            found += [line("game", **without(game, name), result=result) for name in ("round", "date")]
    return found


def without(game: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in game.items() if key != name}


def hand_in(desk: Desk, files: Sequence[Sequence[str]]) -> list[IngestReport]:
    return [desk.jsonl(*rows, to="elo", writing=SEEN) for rows in files]


def made(folder: Path) -> Desk:
    desk = Desk(str(folder / "club.db"), folder)
    for code in LISTS:
        desk.store.rules_adopt(code, code, writing=SEEN)
    return desk


def known(desk: Desk) -> dict[str, Any]:
    """What the store knows, without positions and numbers, which depend on the order of recording."""
    questions = {
        "games": "select tournament, date, round, board, game_no, white, black, result, played from game_now",
        "tournaments": "select tournament, name, lists, start_date, end_date, points from tournament_now",
        "lists": "select tournament, list from tournament_list",
        "players": "select code, name from person",
        "ids": "select scheme, value, code from person_id i join person p on p.number = i.player",
        "facts": "select code, fact, value, valid_from from player_event e"
        " join person p on p.number = e.player",
        "ratings": "select player, list, date, rating, relative, purpose, max(coalesce(games, 0)) from"
        " rating_as_recorded group by player, list, date, rating, relative, purpose",
        "changes": "select list, player, effective_on, unit, rule_set, before, after, games, k, status, step"
        " from rating_change",
    }
    found: dict[str, Any] = {
        name: sorted(map(repr, desk.store.query(sql).rows)) for name, sql in questions.items()
    }
    for code, day in itertools.product(LISTS, DATES):
        shown = desk.store.replay(code, as_of=day, everyone=True)
        found[f"{code} {day}"] = dict(shown.meta.values)["digest"], shown.rows.rows
    return found


@pytest.fixture(scope="module")
def in_order(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The season in one file, in the order in which it is written above."""
    desk = made(tmp_path_factory.mktemp("in_order"))
    (report,) = hand_in(desk, [facts()])
    assert codes(report) == []
    found = known(desk)
    assert len(found["changes"]) > 60
    assert len(found["games"]) == 36
    return found


# A hundred shuffled rows say no more when they are fewer: nothing is shrunk.
@settings(max_examples=12, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(chance=st.randoms(use_true_random=False), files=st.integers(1, 6))
def test_rows_files_and_order_change_nothing(
    in_order: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
    chance: random.Random,
    files: int,
) -> None:
    rows = facts()
    chance.shuffle(rows)
    parts = [rows[at::files] for at in range(files)]
    desk = made(tmp_path_factory.mktemp("shuffled"))
    first = hand_in(desk, parts)
    # What waits for a date, or for the row that has both round and date, finds it in a file that
    # came later once its own file is read again.
    assert {code for report in first for code in codes(report)} <= {"RS060", "RS070"}
    again = hand_in(desk, parts)
    assert [codes(report) for report in again] == [[]] * files
    assert known(desk) == in_order
    assert all(report.batch is None for report in hand_in(desk, parts)), "a third time adds nothing"


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
def test_the_order_changes_nothing_on_postgresql_either(desk: Desk, in_order: dict[str, Any]) -> None:
    rows = facts()
    random.Random(7).shuffle(rows)
    for code in LISTS:
        desk.store.rules_adopt(code, code, writing=SEEN)
    for _ in range(2):
        hand_in(desk, [rows[::2], rows[1::2]])
    assert known(desk) == in_order
