"""Nothing that the fold says depends on the order in which the log learned what it knows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import TypeVar

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ratingstore.events import days
from ratingstore.replay.fold import Folded
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Ints, Log
from tests.replay.fide import K, monthly
from tests.replay.made_log import (
    Game,
    adjustment,
    adoption,
    day,
    exemption,
    fact,
    folded,
    log,
    rating,
)

AT_START = 'opponent = "list at tournament start"'
FALLBACK = (AT_START, f'{AT_START}\nfallback = "standard"')
ADOPTED = (
    monthly("2011-01-01", 1, ('period = "month"', 'period = "two months"'), ("points = 400", "points = 350")),
    monthly("2012-05-01", 2, FALLBACK, k=K, floor=True),
    adoption("cbx-1", "1900-01-01", 3, list_number=2),
)
Row = TypeVar("Row")
PLAYERS = [f"p{at}" for at in range(9)]


def league(seed: int) -> Log:
    """Eight months of tournaments over a change of the rules, with all that can be decided besides."""
    dice = random.Random(seed)
    games: list[Game] = []
    claims: dict[str, dict[str, object]] = {}
    for number in range(14):
        code = f"t{number:02}"
        start = date(2012, 1, 1) + timedelta(days=dice.randrange(200))
        length = dice.choice([0, 3, 40])
        claims[code] = {"type": dice.choice(["", "swiss", "round_robin"])}
        if dice.random() < 0.3:
            claims[code] |= {"lists": ("standard",), "implied_list": None}
        for _ in range(dice.randrange(1, 12)):
            white, black = dice.sample(PLAYERS, 2)
            on = start + timedelta(days=dice.randint(0, length))
            games.append((code, on.isoformat(), white, black, dice.choice(["1-0", "1/2", "0-1", "*"])))
    openings = {code: ("2011-06-01", float(dice.randint(1350, 2450))) for code in PLAYERS[:5]}
    standard = [
        rating(1 + at, "2011-06-01", float(dice.randint(1500, 2300)), list_number=2) for at in range(3, 7)
    ]
    made = log(games, openings, ADOPTED, claims, standard)
    return replace(made, lists={"probe": 1, "standard": 2}, **decisions(dice, len(games)))  # type: ignore[arg-type]


def decisions(dice: random.Random, games: int) -> dict[str, Sequence[object]]:
    sides = ("white", "black", "both")
    return {
        "exemptions": tuple(exemption(dice.randint(1, games), dice.choice(sides)) for _ in range(3)),  # type: ignore[arg-type]
        "facts": (
            *(fact(at, "born", str(dice.randint(1985, 2000))) for at in range(1, 9)),
            *(fact(at, "sex", dice.choice("mf")) for at in range(1, 9)),
        ),
        "adjustments": (
            adjustment("2012-05-01", "R + 0.4 * (2000 - R)", rating_below=200000, sex="m"),
            adjustment("2012-05-01", "R + 7", sex="f"),
            adjustment("2012-06-01", "max(R, S - 100)", other_list="standard"),
        ),
    }


def recorded_otherwise(made: Log, seed: int) -> Log:
    """The same facts in another order: rows, positions, numbers of players and of tournaments."""
    dice = random.Random(seed)
    players = _renumbered(len(made.player_codes), dice)
    tournaments = _renumbered(len(made.tournament_codes), dice)
    games = made.games
    order = np.array(dice.sample(range(len(games.root)), len(games.root)), dtype=np.int64)
    columns = {name: getattr(games, name)[order] for name in type(games).__dataclass_fields__}
    root = np.arange(1, len(order) + 1)
    position = dict(zip(columns["root"].tolist(), root.tolist(), strict=True))
    columns |= {
        "root": root,
        "white": players[columns["white"]],
        "black": players[columns["black"]],
        "tournament": tournaments[columns["tournament"]],
    }

    def shuffled(rows: Sequence[Row]) -> tuple[Row, ...]:
        return tuple(dice.sample(list(rows), len(rows)))

    return replace(
        made,
        games=type(games)(**columns),
        tournaments={int(tournaments[number]): row for number, row in made.tournaments.items()},
        ratings=shuffled([replace(row, player=int(players[row.player])) for row in made.ratings]),
        facts=shuffled([replace(row, player=int(players[row.player])) for row in made.facts]),
        exemptions=shuffled([replace(row, root=position[row.root]) for row in made.exemptions]),
        adjustments=shuffled(made.adjustments),
        player_codes=_moved(made.player_codes, players),
        tournament_codes=_moved(made.tournament_codes, tournaments),
    )


def _renumbered(size: int, dice: random.Random) -> Ints:
    return np.array([0, *dice.sample(range(1, size), size - 1)], dtype=np.int64)


def _moved(codes: Sequence[str], numbers: Ints) -> tuple[str, ...]:
    found = [""] * len(codes)
    for old, new in enumerate(numbers.tolist()):
        found[new] = codes[old]
    return tuple(found)


def told(made: Log, found: Folded) -> dict[str, list[tuple[object, ...]]]:
    """Every step by player's code, in words that no number of the store is in."""
    steps = found.steps
    columns = ("effective_on", "before", "after", "shown", "games", "games_total", "score2", "k", "status")
    said: dict[str, list[tuple[object, ...]]] = {}
    for at, number in enumerate(steps.player.tolist()):
        row = (found.units[int(steps.unit[at])].name, *(int(getattr(steps, name)[at]) for name in columns))
        said.setdefault(made.player_codes[number], []).append(row)
    return said


@given(st.integers(0, 10**6), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_the_order_of_recording_never_matters(seed: int, other: int) -> None:
    made = league(seed)
    otherwise = recorded_otherwise(made, other)
    for list_number in (1, 2):
        one = told(made, folded(made, list_number=list_number))
        assert told(otherwise, folded(otherwise, list_number=list_number)) == one


@given(st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_each_step_begins_where_the_one_before_it_ended_and_a_part_is_the_beginning_of_the_whole(
    seed: int,
) -> None:
    made = league(seed)
    whole = told(made, folded(made))
    for rows in whole.values():
        assert rows[0][2] == UNRATED
        assert all(before[3] == after[2] for before, after in pairwise(rows))
    for month in range(1, 10):
        until = days.iso(day(f"2012-{month:02}-01"))
        part = told(made, folded(made, until))
        assert part == {
            code: kept
            for code, rows in whole.items()
            if (kept := [row for row in rows if int(str(row[1])) <= day(until)])
        }
