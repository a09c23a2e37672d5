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

Table = Mapping[str, Any]
RESULTS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1"}
TURNED = {"1": "0", "=": "=", "0": "1", "*": "*"}
OF_A_CASE = {
    "title", "list", "note", "recorded_at", "adopt", "opened", "openings", "players", "tournaments", "expect",
}  # fmt: skip
OF_A_TOURNAMENT = {"code", "start", "end", "type", "rounds", "points", "games", "crosstable"}
OF_AN_EXPECTATION = {"on", "known_at", "player", "computed", "published", "misread"}
OF_A_ROW = ("rating", "status", "games", "rule_set")
OF_A_CHANGE = ("change", "before", "after", "expected", "score", "k", "each_game")


@dataclass(frozen=True)
class Expectation:
    """What must come out for a player on a day, and what must not."""

    on: str
    known_at: str | None
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


class Case:
    """One file."""

    def __init__(self, path: Path) -> None:
        self.values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        only(self.values, OF_A_CASE)
        self.title: str = self.values["title"]
        self.list: str = self.values["list"]
        self.note: str = self.values["note"]
        self.recorded_at: str | None = iso(self.values.get("recorded_at"))
        self.adoptions: Sequence[Table] = self.values.get("adopt", [])
        self.tournaments: Sequence[Table] = self.values["tournaments"]
        for tournament in self.tournaments:
            only(tournament, OF_A_TOURNAMENT)
        self.expectations = [expectation(one) for one in self.values["expect"]]

    def files(self) -> dict[str, str]:
        """The texts of the files that are ingested, by name."""
        made = {
            "players.csv": table("player,sex", list(self._players())),
            "ratings.csv": table("player,list,date,rating,games", list(self._openings())),
            "tournaments.csv": table(
                "tournament,lists,start_date,end_date,type,rounds,points", list(self._tournaments())
            ),
            "games.csv": table("tournament,date,round,white,black,result,played", list(self._games())),
        }
        return {name: text for name, text in made.items() if text}

    def adopted(self, one: Table) -> str:
        """An adoption as a JSON line."""
        only(one, {"rule_set", "from", "set", "recorded_at"})
        line = {
            "type": "adoption",
            "list": self.list,
            "rule_set": one["rule_set"],
            "effective_from": iso(one["from"]),
            "parameters": {name: str(value) for name, value in one.get("set", {}).items()},
        }
        return json.dumps(line) + "\n"

    def _players(self) -> Iterator[tuple[object, ...]]:
        for name, told in self.values.get("players", {}).items():
            only(told, {"sex"})
            yield name, told["sex"]

    def _openings(self) -> Iterator[tuple[object, ...]]:
        first = min(one["start"] for one in self.tournaments)
        day = self.values.get("opened", date(first.year - 1, 12, 1))
        for names, told in self.values.get("openings", {}).items():
            opening = told if isinstance(told, dict) else {"rating": told}
            only(opening, {"rating", "games"})
            for name in names.split():
                yield name, self.list, iso(day), opening["rating"], opening.get("games", "")

    def _tournaments(self) -> Iterator[tuple[object, ...]]:
        for one in self.tournaments:
            days = iso(one["start"]), iso(one["end"])
            yield one["code"], self.list, *days, *(one.get(key, "") for key in ("type", "rounds", "points"))

    def _games(self) -> Iterator[tuple[object, ...]]:
        for one in self.tournaments:
            played = crossed(one) if "crosstable" in one else listed(one)
            for game in played:
                yield (
                    one["code"],
                    game.played_on,
                    game.round,
                    game.white,
                    game.black,
                    game.result,
                    game.played,
                )


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


def expectation(told: Table) -> Expectation:
    only(told, OF_AN_EXPECTATION)
    for kind in ("computed", "published", "misread"):
        only(told.get(kind, {}), {*OF_A_ROW, *OF_A_CHANGE})
    return Expectation(
        on=str(iso(told["on"])),
        known_at=iso(told.get("known_at")),
        player=told["player"],
        computed=told["computed"],
        published=told.get("published", {}),
        misread=told.get("misread", {}),
    )


def only(values: Table, known: set[str]) -> None:
    """A key that nobody reads would be a claim that nobody checks."""
    assert set(values) <= known, sorted(set(values) - known)


def iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def table(header: str, rows: Sequence[Sequence[object]]) -> str:
    """The rows as CSV; "" without rows."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([header.split(","), *rows])
    return text.getvalue() if rows else ""
