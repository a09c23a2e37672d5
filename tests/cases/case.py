"""Case files: what an officer wrote, made ready to be ingested. ``README.md`` says how they are read."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.cases import variant

Table = Mapping[str, Any]
RESULTS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1"}
LETTERS = {"W": "1-0", "D": "1/2-1/2", "L": "0-1"}
TURNED = {"1": "0", "=": "=", "0": "1", "*": "*"}
OF_A_CASE = {
    "title", "list", "note", "recorded_at", "rules", "adopt", "opened", "openings", "players", "tournaments",
    "corrections", "publications", "expect",
}  # fmt: skip
OF_A_TOURNAMENT = {
    "code", "start", "end", "lists", "type", "rounds", "points", "recorded_at",
    "games", "crosstable", "results",
}  # fmt: skip
OF_AN_EXPECTATION = {"on", "known_at", "list", "unit", "player", "computed", "published", "misread"}
OF_A_ROW = ("rating", "status", "games", "rule_set")
OF_A_CHANGE = ("change", "before", "after", "expected", "score", "k", "each_game", "points")
PLAYERS = ("sex", "born", "federation")


@dataclass(frozen=True)
class Expectation:
    """What must come out for a player on a day, and what must not."""

    on: str
    known_at: str | None
    list: str
    unit: str | None
    player: str
    computed: Table
    published: Table
    misread: Table


@dataclass(frozen=True)
class Game:
    played_on: str
    round: int
    white: str
    result: str
    black: str
    played: str


@dataclass(frozen=True)
class Step:
    """Files that became known at one time."""

    recorded_at: str | None
    files: Table


class Case:
    """One file."""

    def __init__(self, path: Path) -> None:
        self.values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        only(self.values, OF_A_CASE)
        self.title: str = self.values["title"]
        self.note: str = self.values["note"]
        self.rules: Mapping[str, Table] = self.values.get("rules", {})
        named: str | list[str] = self.values["list"]
        self.lists = [*([named] if isinstance(named, str) else named), *self.rules]
        self.recorded_at: str | None = stamp(self.values.get("recorded_at"))
        self.adoptions: Sequence[Table] = self.values.get("adopt", [])
        self.tournaments: Sequence[Table] = self.values["tournaments"]
        for tournament in self.tournaments:
            only(tournament, OF_A_TOURNAMENT)
        self.met: dict[str, int] = {}
        self.games = [row for one in self.tournaments for row in self._played(one)]
        self.expectations = [one for told in self.values["expect"] for one in self._expected(told)]

    @property
    def opened(self) -> str:
        """The day of the opening ratings."""
        first = min(one["start"] for one in self.tournaments)
        return str(iso(self.values.get("opened", date(first.year - 1, 12, 1))))

    def variants(self) -> Iterator[tuple[str, str]]:
        """Lists with rule sets of their own, and the texts of these."""
        return ((name, variant.text(name, told)) for name, told in self.rules.items())

    def steps(self) -> list[Step]:
        """What became known, in the order in which it did; adoptions first where that is open."""
        steps = [
            Step(stamp(one.get("recorded_at")), {f"adoption-{at}.jsonl": self._adopted(one)})
            for at, one in enumerate(self.adoptions)
        ]
        late = sorted({one["recorded_at"] for one in self.tournaments if "recorded_at" in one}, key=str)
        steps.append(Step(self.recorded_at, self._files(None)))
        steps += [Step(stamp(at), self._files(at)) for at in late]
        for kind in ("correction", "publication"):
            steps += [
                Step(stamp(one.get("recorded_at")), {f"{kind}-{at}.jsonl": line(kind, one)})
                for at, one in enumerate(self.values.get(f"{kind}s", []))
            ]
        return sorted(steps, key=lambda step: step.recorded_at or "")

    def _files(self, recorded_at: object) -> dict[str, str]:
        """The texts of the files that became known together, by name."""
        mine = [one for one in self.tournaments if one.get("recorded_at") == recorded_at]
        codes = {one["code"] for one in mine}
        facts = {
            "players.csv": table("player,sex,birth_date,federation", list(self._players())),
            "ratings.csv": table("player,list,date,rating,games", list(self._openings())),
        }
        played = {
            "tournaments.csv": table(
                "tournament,lists,start_date,end_date,type,rounds,points", list(self._tournaments(mine))
            ),
            "games.csv": table(
                "tournament,date,round,white,black,result,played",
                [game for game in self.games if game[0] in codes],
            ),
        }
        made = played if recorded_at else facts | played
        return {name: text for name, text in made.items() if text}

    def _adopted(self, one: Table) -> str:
        """An adoption as a JSON line."""
        only(one, {"list", "rule_set", "from", "set", "recorded_at"})
        told = {
            "list": one.get("list", self.lists[0]),
            "rule_set": one["rule_set"],
            "effective_from": one["from"],
            "parameters": {name: str(value).lower() for name, value in one.get("set", {}).items()},
        }
        return line("adoption", told)

    def _players(self) -> Iterator[tuple[object, ...]]:
        for name, told in self.values.get("players", {}).items():
            only(told, set(PLAYERS))
            yield name, *(told.get(key, "") for key in PLAYERS)

    def _openings(self) -> Iterator[tuple[object, ...]]:
        for names, told in self.values.get("openings", {}).items():
            for opening in told if isinstance(told, list) else [told]:
                for name in names.split():
                    yield from self._opening(
                        name, opening if isinstance(opening, dict) else {"rating": opening}
                    )
        for name, number in self.met.items():
            yield from self._opening(name, {"rating": number, "games": 30})

    def _opening(self, name: str, told: Table) -> Iterator[tuple[object, ...]]:
        only(told, {"rating", "games", "list"})
        for one in [told["list"]] if "list" in told else self.lists:
            yield name, one, self.opened, told["rating"], told.get("games", "")

    def _tournaments(self, mine: Sequence[Table]) -> Iterator[tuple[object, ...]]:
        for one in mine:
            days = iso(one["start"]), iso(one["end"])
            lists = ";".join(one.get("lists", self.lists))
            yield one["code"], lists, *days, *(one.get(key, "") for key in ("type", "rounds", "points"))

    def _played(self, one: Table) -> Iterator[tuple[object, ...]]:
        reader = self._met if "results" in one else crossed if "crosstable" in one else listed
        for game in reader(one):
            whom = game.white, game.black, game.result
            yield one["code"], game.played_on, game.round, *whom, game.played

    def _met(self, tournament: Table) -> Iterator[Game]:
        """The games of ``results``: against somebody else each time, who has the rating that stands there."""
        day, number, rating = str(iso(tournament["end"])), 0, 0
        for player, told in tournament["results"].items():
            for word in told.split():
                if word.isdigit():
                    rating = int(word)
                    continue
                number += 1
                opponent = f"{rating}-{tournament['code']}-{number}"
                self.met[opponent] = rating
                yield Game(day, number, player, LETTERS[word], opponent, "yes")

    def _expected(self, told: Table) -> Iterator[Expectation]:
        """One for each player; of a list of values each has his own."""
        only(told, OF_AN_EXPECTATION)
        players = told["player"].split()
        for at, player in enumerate(players):
            values: dict[str, dict[str, Any]] = {}
            for kind in ("computed", "published", "misread"):
                only(told.get(kind, {}), {*OF_A_ROW, *OF_A_CHANGE})
                values[kind] = {key: his(value, at, players) for key, value in told.get(kind, {}).items()}
            yield Expectation(
                on=str(iso(told["on"])),
                known_at=stamp(told.get("known_at")),
                list=told.get("list", self.lists[0]),
                unit=told.get("unit"),
                player=player,
                **values,
            )


def his(value: object, at: int, players: Sequence[str]) -> object:
    if not isinstance(value, list) or len(players) == 1:
        return value
    assert len(value) == len(players), value
    return value[at]


def line(kind: str, told: Table) -> str:
    """A JSON line; the dates in it as texts."""
    values = {key: value for key, value in told.items() if key != "recorded_at"}
    return json.dumps({"type": kind, **values}, default=str) + "\n"


def listed(tournament: Table) -> Iterator[Game]:
    """The games of ``games``: ``[date] White result Black... [unrated]`` a line."""
    number = 0
    for line in tournament["games"].strip().splitlines():
        words = line.split()
        day = words.pop(0) if words[0][:4].isdigit() else iso(tournament["end"])
        played = words.pop() if words[-1] == "unrated" else "yes"
        white, result, *rivals = words
        assert rivals, line
        for black in rivals:
            number += 1
            yield Game(str(day), number, white, result, black, played)


def crossed(tournament: Table) -> Iterator[Game]:
    """The games of ``crosstable``; both halves must agree."""
    rows = [line.split() for line in tournament["crosstable"].strip().splitlines()]
    names, cells = [row[0] for row in rows], [row[1:] for row in rows]
    number = 0
    for at, white in enumerate(names):
        assert cells[at][at] == "*", white
        for other, black in enumerate(names):
            assert TURNED[cells[at][other]] == cells[other][at], (white, black)
            if at < other:
                number += 1
                result = RESULTS[cells[at][other]]
                yield Game(str(iso(tournament["end"])), number, white, result, black, "yes")


def only(values: Table, known: set[str]) -> None:
    """A key that nobody reads would be a claim that nobody checks."""
    assert set(values) <= known, sorted(set(values) - known)


def iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def stamp(told: object) -> str | None:
    """A day or an instant as the store takes it."""
    return None if told is None else str(told).replace(" ", "T")


def table(header: str, rows: Sequence[Sequence[object]]) -> str:
    """The rows as CSV; "" without rows."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([header.split(","), *rows])
    return text.getvalue() if rows else ""
