"""A club with a store: hands in files, runs the program, reads its answers."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from ratingstore.cli import main

DONE, PROBLEMS, NOT_USABLE, QUARANTINED = 0, 1, 2, 3
WIN, DRAW, LOSS = "1-0", "1/2-1/2", "0-1"
GAMES = "tournament,date,round,white,black,result"
OPENED = "2010-12-01"


@dataclass(frozen=True)
class Answer:
    """What a command printed and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out, parse_float=Decimal)

    @property
    def rows(self) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.out)))


@dataclass
class Club:
    """A store at ``url`` and a folder for the files that are handed in."""

    url: str
    folder: Path
    files: int = 0

    def run(self, *arguments: str, code: int | None = DONE) -> Answer:
        """Run the program in this process; check the exit code (None: any)."""
        out, err = Stream(), Stream()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            found = main(["--db", self.url, *arguments])
        answer = Answer(found, out.printed(), err.printed())
        assert code is None or answer.code == code, f"{arguments}: {answer}"
        return answer

    def process(self, *arguments: str, code: int | None = DONE) -> Answer:
        """The same in a process of its own, as an officer's shell starts it."""
        answer = process("--db", self.url, *arguments)
        assert code is None or answer.code == code, f"{arguments}: {answer}"
        return answer

    def file(self, content: str | bytes, ending: str = "csv") -> str:
        """A new file with this content."""
        self.files += 1
        path = self.folder / f"file-{self.files}.{ending}"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def ingest(
        self, content: str | bytes, *options: str, code: int | None = DONE, ending: str = "csv"
    ) -> Answer:
        return self.run("ingest", self.file(content, ending), *options, code=code)

    def games(self, *rows: str, to: str, header: str = GAMES, code: int = DONE) -> Answer:
        """Ingest games, a row a text in the order of ``header``, for the list ``to``."""
        return self.ingest("\n".join([header, *rows]) + "\n", "--list", to, code=code)

    def openings(
        self, ratings: Mapping[str, int | str], to: str, day: str = OPENED, code: int = DONE
    ) -> Answer:
        rows = [f"{player},{to},{OPENED},{rating}" for player, rating in ratings.items()]
        return self.ingest("\n".join(["player,list,date,rating", *rows]) + "\n", "--list", to, code=code)

    def adopt(self, rule_set: str, to: str, effective_from: str, *options: str) -> Answer:
        return self.run("rules", "adopt", rule_set, "--list", to, "--from", effective_from, *options)

    def replay(self, list_code: str, as_of: str, *options: str) -> Any:
        options = ("--list", list_code, "--as-of", as_of, "--format", "json", *options)
        return self.run("replay", *options).json

    def ratings(self, list_code: str, as_of: str, *options: str) -> dict[str, int | None]:
        """The shown ratings of a list by player."""
        return {row["player"]: row["rating"] for row in self.replay(list_code, as_of, *options)["rows"]}

    def row(self, player: str, list_code: str, as_of: str) -> dict[str, Any]:
        """A player's row of a list, unrated players too."""
        rows = self.replay(list_code, as_of, "--all")["rows"]
        found: dict[str, Any] = next(row for row in rows if row["player"] == player)
        return found

    def explain(self, player: str, list_code: str, *options: str) -> list[dict[str, Any]]:
        """A player's changes with their lines, as JSON."""
        answer = self.run("explain", player, "--list", list_code, "--format", "json", *options)
        changes: list[dict[str, Any]] = answer.json
        for change in changes:
            expect_lines_to_add_up(change)
        return changes

    def change(self, player: str, list_code: str, unit: str) -> dict[str, Any]:
        """A player's one change in a unit."""
        changes = self.explain(player, list_code, "--as-of", "2030-01-01")
        (found,) = [change for change in changes if change["unit"] == unit]
        return found

    def query(self, sql: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.run("query", "--sql", sql, "--format", "json").json
        return rows

    def count(self, view: str) -> int:
        (row,) = self.query(f"select count(*) as n from {view}")
        return int(row["n"])


class Stream(io.TextIOWrapper):
    """A stream of text over one of bytes, as a process has them."""

    def __init__(self) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding="utf-8", newline="", write_through=True)

    def printed(self) -> str:
        return self.bytes.getvalue().decode()


def process(*arguments: str) -> Answer:
    """Run the program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "ratingstore", *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "RATINGSTORE_LANG": "en"},
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def expect_lines_to_add_up(change: dict[str, Any]) -> None:
    """The lines give the change; those of a first rating or an opening give the rating itself."""
    total = sum((line["value"] for line in change["lines"]), Decimal(0))
    if change["before"] is None:
        assert change["change"] is None, change
        assert total == change["after"], change
    else:
        assert total == change["change"], change
        assert change["before"] + change["change"] == change["after"], change


def tournament_of(
    player: str, results: Sequence[str], rivals: Iterable[str], day: str, code: str = "t"
) -> list[str]:
    """Rows of a tournament in which a player has White against one rival a round, all on one day."""
    rounds = enumerate(zip(results, rivals, strict=True), start=1)
    return [f"{code},{day},{number},{player},{rival},{result}" for number, (result, rival) in rounds]


def names(count: int, prefix: str = "rival") -> list[str]:
    return [f"{prefix}-{number:02}" for number in range(1, count + 1)]
