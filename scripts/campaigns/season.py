"""A club's season in small files, and the states that a store goes through as they come in."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.campaigns.children import Child, Done, Step, run_steps
from scripts.campaigns.looking import LIST, Examiner, State

RESULTS = ("1-0", "1/2-1/2", "0-1")
MONTHS = 4


@dataclass(frozen=True)
class Course:
    """Commands in their order; ``states[n]`` is what a reader sees after n of them.

    ``seconds`` of each, and ``moments``: how many statements and commits there are in all.
    """

    steps: tuple[Step, ...]
    states: tuple[State, ...]
    seconds: tuple[float, ...]
    moments: int

    def part(self, first: int, last: int) -> Course:
        """The steps from ``first`` to before ``last``; their moments by their share of all."""
        share = max(1, self.moments * (last - first) // len(self.steps))
        return Course(self.steps[first:last], self.states[first : last + 1], self.seconds[first:last], share)


def undisturbed(url: str, steps: Sequence[Step], examiner: Examiner) -> Iterator[tuple[Done, State]]:
    """Run the steps; after each, what it said and what a reader sees."""
    for step in steps:
        child = Child(run_steps, url, [step])
        _begun, done = child.answer(), child.answer()
        child.end()
        if done.code:
            raise RuntimeError(f"{step} ended with {done.code}:\n{done.said}")
        yield done, examiner.state(url)


def course(url: str, steps: Sequence[Step], examiner: Examiner) -> Course:
    """The course of the steps when nothing disturbs them."""
    before = examiner.state(url)
    return course_of(steps, before, list(undisturbed(url, steps, examiner)))


def course_of(steps: Sequence[Step], before: State, taken: Sequence[tuple[Done, State]]) -> Course:
    """The course of steps that were taken."""
    return Course(
        tuple(steps),
        (before, *(after for _done, after in taken)),
        tuple(done.seconds for done, _after in taken),
        sum(done.moments for done, _after in taken),
    )


def steps(folder: Path, *, players: int = 16, months: int = MONTHS, seed: int = 1) -> list[Step]:
    """Write the files of a season; the commands that make a store of them and publish its lists."""
    chance = random.Random(seed)
    codes = [f"{number:04}" for number in range(1, players + 1)]
    made: list[Step] = [("init", "--time-zone", "America/Sao_Paulo")]
    made.append(_ingest(_players(folder, codes)))
    made.append(_ingest(_ratings(folder, codes[: players * 3 // 4], chance)))
    for month in range(1, months + 1):
        games = _games(folder, month, codes, chance)
        made.append(_ingest(games))
        if month % 2 == 0:
            made.append(("publish", "--list", LIST, "--date", f"2012-{month + 1:02}-01"))
        else:
            made.append(_correct(games))
    return [*made, ("project", "--full"), _ingest(_late(folder, codes))]


def _ingest(path: Path) -> Step:
    return "ingest", str(path), "--list", LIST


def _write(path: Path, rows: Sequence[str]) -> Path:
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def _players(folder: Path, codes: Sequence[str]) -> Path:
    rows = [f"{code},Player {code},{1950 + int(code)},{'mf'[int(code) % 2]}" for code in codes]
    return _write(folder / "players.csv", ["player,name,birth_date,sex", *rows])


def _ratings(folder: Path, codes: Sequence[str], chance: random.Random) -> Path:
    rows = [f"{code},{LIST},2011-12-01,{chance.randint(1400, 2200)}" for code in codes]
    return _write(folder / "ratings.csv", ["player,list,date,rating", *rows])


def _games(folder: Path, month: int, codes: Sequence[str], chance: random.Random) -> Path:
    rows = []
    for number in range(1, 6):
        drawn = chance.sample(codes, len(codes))
        for white, black in zip(drawn[::2], drawn[1::2], strict=True):
            day = f"2012-{month:02}-{number + 9:02}"
            rows.append(f"open-{month},{day},{number},{white},{black},{chance.choice(RESULTS)}")
    return _write(folder / f"games-{month}.csv", ["tournament,date,round,white,black,result", *rows])


def _correct(games: Path) -> Step:
    """Nobody won the first game of the file."""
    tournament, _date, number, white, black, _result = games.read_text(encoding="utf-8").split()[1].split(",")
    key = ("--tournament", tournament, "--round", number, "--white", white, "--black", black)
    return "correct", "game", *key, "--to", "both-lost", "--reason", "so the arbiter"


def _late(folder: Path, codes: Sequence[str]) -> Path:
    rows = [f"late,2012-01-20,{number},{codes[0]},{code},1-0" for number, code in enumerate(codes[1:5], 1)]
    return _write(folder / "late.csv", ["tournament,date,round,white,black,result", *rows])
