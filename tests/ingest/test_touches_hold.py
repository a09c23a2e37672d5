"""An event leaves every unit before the day it touches untouched, whatever comes in what order."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ratingstore.events import days
from ratingstore.replay import choice
from ratingstore.replay.fold import fold
from ratingstore.store import engine
from ratingstore.store import read as log
from tests.store.desk import Desk

PLAYERS = ["ana", "bia", "eva", "zoe"]
DAYS = st.dates(date(2014, 11, 20), date(2015, 3, 10))
LISTS = ["cxc", "cbx", "elo", "fide-standard"]
KINDS = ["games", "games", "games", "tournament", "opening", "adoption", "adjustment", "fact"]
CORRECTIONS = [
    "date",
    "result",
    "void",
    "side",
    "tournament",
    "void-player",
    "adjust",
    "close",
    "split",
    "undo",
]


@st.composite
def batches(draw: st.DrawFn) -> list[list[str]]:
    """What is handed in, a file at a time: games, dates of tournaments, openings, adoptions, results,
    facts without a date, and corrections of all that, some of which are refused."""
    rounds: dict[str, int] = {}
    made = [openings(draw)]
    for _ in range(draw(st.integers(3, 7))):
        kind = draw(st.sampled_from([*KINDS, *(["correction"] * 6 if rounds else [])]))
        code = draw(st.sampled_from(["t", "u"]))
        if kind == "games":
            made.append([game(draw, code, rounds) for _ in range(draw(st.integers(1, 4)))])
        elif kind == "tournament":
            field = draw(st.sampled_from(["start_date", "end_date", "lists"]))
            value = " ".join(draw(st.permutations(LISTS))[:2]) if field == "lists" else str(draw(DAYS))
            made.append([f'{{"type": "tournament", "tournament": "{code}", "{field}": "{value}"}}'])
        elif kind == "adoption":
            rule_set, to = draw(st.sampled_from([("cxc-2012", "cxc"), ("cxc-2011", "cxc"), ("elo-1", "elo")]))
            made.append(
                [
                    f'{{"type": "adoption", "list": "{to}", "rule_set": "{rule_set}",'
                    f' "effective_from": "{draw(DAYS)}"}}'
                ]
            )
        elif kind == "fact":
            born = draw(st.sampled_from(["1999", "2003-05-01"]))
            said = {"type": "player", "player": draw(st.sampled_from(PLAYERS)), "birth_date": born}
            made.append([json.dumps(said)])
        elif kind == "correction":
            made.append([correction(draw, rounds)])
        else:
            made.append([rating(draw, kind)])
    return made


def correction(draw: st.DrawFn, rounds: dict[str, int]) -> str:
    """A correction of something that is or will be there; its words tell it from others."""
    kind, code = draw(st.sampled_from(CORRECTIONS)), draw(st.sampled_from(sorted(rounds)))
    number, day = draw(st.integers(1, rounds[code])), str(draw(DAYS))
    white, black = pair(number)
    player, to = draw(st.sampled_from(PLAYERS)), draw(st.sampled_from(LISTS))
    key = {"tournament": code, "round": number, "white": white, "black": black}
    said: dict[str, dict[str, object]] = {
        "date": {"action": "game", **key, "date": day},
        "result": {"action": "game", **key, "to": draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "+/-"]))},
        "void": {"action": "void", **key},
        "side": {"action": "void", **key, "list": to, "side": "white"},
        "tournament": {
            "action": "tournament",
            "tournament": code,
            draw(st.sampled_from(["start", "end"])): day,
        },
        "void-player": {"action": "void-player", "player": player, "from": day},
        "adjust": {"action": "adjust", "list": to, "date": day, "all": True, "amount": "+7"},
        "close": {"action": "close", "list": to, "through": day},
        "split": {"action": "split", "player": player, "from": day, "to": f"{player}-2"},
        "undo": {"action": "undo", "position": draw(st.integers(10, 40))},
    }
    return json.dumps({"type": "correction", "reason": "a test", **said[kind]})


def pair(number: int) -> tuple[str, str]:
    white, black = PLAYERS[number % 4], PLAYERS[(number * 3 + 1) % 4]
    return (white, black) if white != black else (white, PLAYERS[(number + 1) % 4])


def openings(draw: st.DrawFn) -> list[str]:
    return [
        f'{{"type": "rating", "player": "{player}", "list": "{code}", "date": "2014-11-01",'
        f' "rating": {draw(st.integers(1200, 2300))}}}'
        for player in PLAYERS[: draw(st.integers(2, 3))]
        for code in LISTS
    ]


def rating(draw: st.DrawFn, purpose: str) -> str:
    player, code, day = draw(st.sampled_from(PLAYERS)), draw(st.sampled_from(LISTS)), draw(DAYS)
    return (
        f'{{"type": "rating", "player": "{player}", "list": "{code}", "date": "{day}",'
        f' "rating": {draw(st.integers(1500, 1600))}, "purpose": "{purpose}"}}'
    )


def game(draw: st.DrawFn, code: str, rounds: dict[str, int]) -> str:
    """A new game, or one that was announced before and is now dated or has a result."""
    last = rounds.get(code, 0)
    number = draw(st.integers(1, last)) if last and draw(st.booleans()) else last + 1
    rounds[code] = max(last, number)
    white, black = pair(number)
    day = f'"date": "{draw(DAYS)}",' if draw(st.booleans()) else ""
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    return (
        f'{{"type": "game", "tournament": "{code}", {day} "round": {number}, "white": "{white}",'
        f' "black": "{black}", "result": "{result}"}}'
    )


def steps(desk: Desk, code: str, known_at: int) -> list[tuple[Any, ...]]:
    """All changes of a list as known at a position: day, unit, rule set, player, before, after."""
    with engine.reading(desk.store.engine) as connection:
        known = log.log(connection, known_at)
    number = known.lists[code]
    folded = fold(known, number, choice.adopted(known.adoptions, number))
    columns = ("effective_on", "player", "before", "after", "games", "status")
    cells = zip(
        *(getattr(folded.steps, name).tolist() for name in columns), folded.steps.unit.tolist(), strict=True
    )
    return [(*row[:-1], folded.units[row[-1]].name, folded.units[row[-1]].rule_set) for row in cells]


def touched(desk: Desk) -> Iterator[tuple[int, int, int]]:
    """Each batch: the last position before it, its last, and the earliest day that its events touch."""
    tables = ("admin", "tournament", "player", "rating", "game")
    union = " union all ".join(f"select position, touches from {name}_event" for name in tables)
    for row in desk.query("select first_position, last_position from batch order by batch"):
        first, last = int(str(row["first_position"])), int(str(row["last_position"]))
        yield (
            first - 1,
            last,
            desk.number(f"select min(touches) from ({union}) e where position between {first} and {last}"),
        )


@settings(max_examples=12, phases=[Phase.generate, Phase.explicit], suppress_health_check=list(HealthCheck))
@given(files=batches(), chance=st.randoms(use_true_random=False))
def test_what_took_effect_before_the_day_touched_stays_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, files: list[list[str]], chance: random.Random
) -> None:
    folder = tmp_path_factory.mktemp("touches")
    desk = Desk(str(folder / "club.db"), folder)
    for code in LISTS:
        desk.store.rules_adopt(code, code)
    given, last = files[:-2], files[-2:]  # what is corrected is there now and then
    chance.shuffle(given)
    for rows in [*given, *last]:
        desk.jsonl(*rows, to="elo")
    for before, after, day in list(touched(desk))[len(LISTS) :]:
        for code in LISTS:
            old = [step for step in steps(desk, code, before) if step[0] < day]
            new = [step for step in steps(desk, code, after) if step[0] < day]
            assert old == new, (code, days.iso(day))
