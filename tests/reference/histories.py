"""Random histories of a club, and the CSV files in which an officer would hand them in."""

from __future__ import annotations

import csv
import json
import random
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.reference.oracle import changes_until
from tests.reference.rulesets import adoptions_of

LIST = "probe"
"""No shipped calendar has this name: the list holds exactly the adoptions that the history names."""

FIRST_DAY, LAST_DAY = date(2011, 10, 20), date(2012, 4, 25)
OPENING_DAY = date(2011, 9, 1)
CODES = ["10", "9", "Zonal", "aberto", "Éden", "b-2"]
"""Their order by bytes is none that a locale would give."""

WIN, DRAW, LOSS, UNPLAYED = Fraction(1), Fraction(1, 2), Fraction(0), None

ADOPTIONS: dict[str, list[list[dict[str, Any]]]] = {
    "cbjd": [adoptions_of("cbjd")],
    "cbx": [adoptions_of("cbx"), [{"rule_set": "cbx-1", "effective_from": date(2011, 12, 1)}]],
    "cxc": [
        adoptions_of("cxc"),
        adoptions_of("cxc")[:1],
        adoptions_of("cxc")[1:],
        # recorded in another order than they take effect; and an earlier start than the shipped one
        [*reversed(adoptions_of("cxc"))],
        [{"rule_set": "cxc-2012", "effective_from": date(2011, 12, 1)}, adoptions_of("cxc")[2]],
    ],
    "elo": [
        adoptions_of("elo"),
        [
            {"rule_set": "elo-1", "effective_from": date(1900, 1, 1)},
            {"rule_set": "elo-1", "effective_from": date(2012, 1, 1), "parameters": {"k": 32}},
        ],
    ],
}


def days(first: date = FIRST_DAY, last: date = LAST_DAY) -> st.SearchStrategy[date]:
    return st.dates(min_value=first, max_value=last)


@st.composite
def histories(draw: st.DrawFn, body: str) -> dict[str, Any]:
    """A history of one body's list: a few players and tournaments around 1 January 2012."""
    players = [f"p{number}" for number in range(1, draw(st.integers(4, 8)) + 1)]
    codes = draw(st.lists(st.sampled_from(CODES), min_size=2, max_size=5, unique=True))
    history: dict[str, Any] = {
        "games": [],
        "tournaments": {},
        "openings": draw(openings(body, players)),
        "adjustments": [],
        "adoptions": draw(st.sampled_from(ADOPTIONS[body])),
    }
    for code in codes:
        stated, games = draw(tournaments(body, code, players))
        if stated:
            history["tournaments"][code] = stated
        history["games"] += [game for game in games if not stands_elsewhere(game, history)]
    history["openings"] = openings_of_unrated(history)
    return history


def stands_elsewhere(game: dict[str, Any], history: dict[str, Any]) -> bool:
    """Whether another tournament has a game of this pair on this day: ingest may ask if it is the same."""
    return any(
        other["tournament"] != game["tournament"]
        and {other["white"], other["black"]} == {game["white"], game["black"]}
        and day_of(other, history) == day_of(game, history)
        for other in history["games"]
    )


def day_of(game: dict[str, Any], history: dict[str, Any]) -> date:
    day: date = game["date"] or history["tournaments"][game["tournament"]]["end"]
    return day


@st.composite
def openings(draw: st.DrawFn, body: str, players: list[str]) -> list[dict[str, Any]]:
    """Openings of all but a few newcomers, most of them before the first game."""
    fractions = {"cxc": ["0", "0.5"], "elo": ["0", "0.25"]}.get(body, ["0"])
    late = st.one_of(days(), st.sampled_from([date(2012, 1, 1), date(2012, 2, 1)]))
    newcomers = draw(st.integers(0, 2))
    latecomers = draw(st.integers(0, 2))
    found = []
    for number, player in enumerate(players):
        if number >= newcomers:
            found.append(
                {
                    "player": player,
                    "date": draw(late) if number < newcomers + latecomers else OPENING_DAY,
                    "rating": draw(st.integers(900, 2600)) + Fraction(draw(st.sampled_from(fractions))),
                    "games": draw(st.sampled_from([None, 0, 12])),
                }
            )
    return found


def openings_of_unrated(history: dict[str, Any]) -> list[dict[str, Any]]:
    """The openings without those of players who have earned a first rating before."""
    kept: list[dict[str, Any]] = []
    for opening in sorted(history["openings"], key=lambda opening: opening["date"]):
        steps = changes_until({**history, "openings": kept}, opening["date"])
        if opening["player"] not in {step["player"] for step in steps}:
            kept.append(opening)
    return kept


def early(history: dict[str, Any]) -> list[dict[str, Any]]:
    return [opening for opening in history["openings"] if opening["date"] == OPENING_DAY]


@st.composite
def tournaments(draw: st.DrawFn, body: str, code: str, players: list[str]) -> Any:
    """What is stated of a tournament (None: nothing) and its games."""
    start = draw(days())
    end = draw(days(start, min(start + timedelta(days=40), LAST_DAY)))
    points = draw(st.sampled_from([None, 1, 2])) if body == "cbjd" else draw(st.sampled_from([None, 1]))
    states = draw(st.sampled_from(["both", "both", "end", "nothing"]))
    on_dates = days(start, end) if states == "nothing" else st.one_of(days(start, end), st.none())
    in_rounds = draw(st.booleans()) or states != "nothing"
    fewest = 4 if body == "cbx" else 1
    games = draw(rounds(code, players, on_dates, fewest) if in_rounds else evenings(code, players, on_dates))
    if states == "nothing":
        return None, games
    stated = {"start": start if states == "both" else None, "end": end, "points": points}
    return stated, games


@st.composite
def rounds(draw: st.DrawFn, code: str, players: list[str], on: st.SearchStrategy[Any], fewest: int) -> Any:
    """Rounds of a Swiss; a pair may meet twice in one (a micro-match)."""
    games = []
    with_boards = draw(st.booleans())
    for number in range(1, draw(st.integers(fewest, 9)) + 1):
        order, day = draw(st.permutations(players)), draw(on)
        pairs = list(zip(order[::2], order[1::2], strict=False))
        for board, (white, black) in enumerate(pairs, start=1):
            for game_no in range(1, draw(st.sampled_from([1, 1, 1, 2])) + 1):
                game = {
                    "tournament": code,
                    "date": day,
                    "round": number,
                    "board": board if with_boards else None,
                    "game_no": game_no,
                    "white": white,
                    "black": black,
                }
                games.append({**game, **draw(results)})
    return games


@st.composite
def evenings(draw: st.DrawFn, code: str, players: list[str], on: st.SearchStrategy[Any]) -> Any:
    """Club evenings: no rounds, a player may meet several others on one day."""
    games = []
    for day in draw(st.lists(on, min_size=1, max_size=3, unique=True)):
        pairs = [(a, b) for at, a in enumerate(players) for b in players[at + 1 :]]
        for white, black in draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=6, unique=True)):
            game = {"tournament": code, "date": day, "round": None, "board": None, "game_no": 1}
            games.append({**game, "white": white, "black": black, **draw(results)})
    return games


# What is written in the columns result and played, and White's share of the game.
PLAYED = [
    {"score": WIN, "result": "1-0", "played": ""},
    {"score": WIN, "result": "1:0", "played": "yes"},
    {"score": DRAW, "result": "1/2-1/2", "played": ""},
    {"score": DRAW, "result": "½-½", "played": ""},
    {"score": LOSS, "result": "0-1", "played": ""},
    {"score": LOSS, "result": "0–1", "played": "yes"},
]
results = st.sampled_from(
    PLAYED * 3
    + [
        {"score": UNPLAYED, "result": "1-0", "played": "forfeit"},
        {"score": UNPLAYED, "result": "-/+", "played": ""},
        {"score": UNPLAYED, "result": "*", "played": ""},
        {"score": UNPLAYED, "result": "0-1", "played": "unrated"},
    ]
)

GAME_COLUMNS = ["tournament", "date", "round", "board", "game_no", "white", "black", "result", "played"]


def write_facts(history: dict[str, Any], folder: Path, shuffle: int) -> list[Path]:
    """Games, tournaments and openings as files, rows and files in an order that ``shuffle`` decides."""
    chance = random.Random(shuffle)
    games = [[cell(game[column]) for column in GAME_COLUMNS] for game in history["games"]]
    tournaments = [
        [code, LIST, cell(stated["start"]), cell(stated["end"]), cell(stated["points"])]
        for code, stated in history["tournaments"].items()
    ]
    ratings = [
        [o["player"], LIST, cell(o["date"]), cell(o["rating"]), cell(o["games"])] for o in history["openings"]
    ]
    files = [
        write_csv(folder / "games.csv", GAME_COLUMNS, games, chance),
        write_csv(
            folder / "tournaments.csv",
            ["tournament", "lists", "start_date", "end_date", "points"],
            tournaments,
            chance,
        ),
        write_csv(folder / "ratings.csv", ["player", "list", "date", "rating", "games"], ratings, chance),
    ]
    found = [path for path in files if path is not None]
    chance.shuffle(found)
    return found


def write_csv(path: Path, columns: list[str], rows: list[list[str]], chance: random.Random) -> Path | None:
    if not rows:
        return None
    chance.shuffle(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return path


def write_adoptions(history: dict[str, Any], folder: Path) -> Path:
    """The adoptions as a file, in the order in which they are recorded."""
    path = folder / "adoptions.jsonl"
    lines = [
        {
            "type": "adoption",
            "list": LIST,
            "rule_set": adoption["rule_set"],
            "effective_from": adoption["effective_from"].isoformat(),
            "parameters": adoption.get("parameters", {}),
        }
        for adoption in history["adoptions"]
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return f"{float(value):g}"
    return str(value)
