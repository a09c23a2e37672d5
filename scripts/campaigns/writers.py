"""Several programs write at once, some of them in vain, while a reader follows the log.

The reader asks for the positions above the last one that it has seen. What must hold: he misses no
event and sees none twice, positions have no gap, every accepted file is there whole and no other.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection as Channel
from pathlib import Path

import ratingstore
from scripts.campaigns.children import Child, Done, Step, run_steps, serve
from scripts.campaigns.looking import Examiner
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import Place

WRITERS, FILES, GAMES = 3, 3, 6
LIST = "elo"
_IN_VAIN = 0.3
"""The share of files with a row that --strict refuses."""
_REFUSED, _BUSY = 1, "another program is writing"
_FOLLOWED = "select position, batch, kind from event where position > {last} order by position"
Event = tuple[object, ...]


@dataclass(frozen=True)
class Hand:
    """What one writer hands in: a command a file, and which tournaments are good."""

    steps: tuple[Step, ...]
    good: tuple[str, ...]


def campaign(place: Place, count: int, seed: int) -> Outcome:
    """``count`` times writers against each other, each time on a new store."""
    outcome = Outcome(f"writers, {place.name}")
    with outcome.timed():
        examiner, follower = Examiner(), Child(serve)
        for number in range(count):
            with tempfile.TemporaryDirectory() as folder:
                chance = random.Random(f"{seed} {number}")
                hands = [hand(Path(folder), writer, chance) for writer in range(WRITERS)]
                outcome.add(_once(place, hands, examiner, follower, outcome), f"{seed} {number}")
    return outcome


def hand(folder: Path, writer: int, chance: random.Random) -> Hand:
    """Write the files of a writer."""
    steps, good = [], []
    for number in range(FILES):
        name, bad = f"t{writer}-{number}", chance.random() < _IN_VAIN
        rows = [
            f"{name},2012-01-{game:02},1,w{writer}-{game},b{number}-{game},1-0"
            for game in range(1, GAMES + 1)
        ]
        if bad:
            rows[chance.randrange(GAMES)] = f"{name},2012-01-40,1,x,y,1-0"
        path = folder / f"{name}.csv"
        path.write_text("\n".join(["tournament,date,round,white,black,result", *rows, ""]), encoding="utf-8")
        steps.append(("ingest", str(path), "--list", LIST, "--strict"))
        if not bad:
            good.append(name)
    return Hand(tuple(steps), tuple(good))


def _once(
    place: Place, hands: Sequence[Hand], examiner: Examiner, follower: Child, outcome: Outcome
) -> list[str]:
    url = place.fresh()
    start = Child(
        run_steps, url, [("init",), ("rules", "adopt", "elo-1", "--list", LIST, "--from", "2000-01-01")]
    )
    faults = [f"{one.step}: {one.said}" for one in start.answers() if one != "begun" and one.code]
    start.end()
    follower.ask(followed, url)
    writers = [Child(patient, url, one.steps) for one in hands]
    for one, writer in zip(hands, writers, strict=True):
        faults += _of_writer(one, [done for done in writer.answers() if done != "begun"], outcome)
        writer.end()
    follower.channel.send("enough")
    faults += _of_log(follower.answer(), [name for one in hands for name in one.good])
    _seen, more = examiner.examine(url)
    place.drop(url)
    return [*faults, *more]


def patient(channel: Channel, url: str, steps: Sequence[Step]) -> None:
    """A child's work: run steps, each again for as long as it says that somebody else is writing."""
    from scripts.campaigns.children import run

    for step in steps:
        code, said = run(url, step)
        tries = 1
        while code == 2 and _BUSY in said:
            code, said = run(url, step)
            tries += 1
        channel.send(Done(step, code, said, 0.0, tries))


def _of_writer(one: Hand, done: Sequence[Done], outcome: Outcome) -> list[str]:
    outcome.counts["files"] += len(done)
    outcome.counts["told to try again"] += sum(each.moments - 1 for each in done)
    faults = [] if len(done) == len(one.steps) else ["a writer did not come to its end"]
    for each in done:
        good = Path(each.step[1]).stem in one.good
        outcome.counts["taken back"] += not good
        if each.code != (0 if good else _REFUSED):
            faults.append(f"{each.step} ended with {each.code}: {each.said}")
    return faults


def _of_log(answer: tuple[list[Event], list[Event], list[str]], good: Sequence[str]) -> list[str]:
    followed, whole, tournaments = answer
    faults = []
    if followed != whole:
        missed, twice = set(whole) - set(followed), len(followed) - len(set(followed))
        faults.append(f"the reader missed {len(missed)} events, saw {twice} twice, {len(whole)} there are")
    if [row[0] for row in whole] != list(range(1, len(whole) + 1)):
        faults.append("positions are not dense")
    if sorted(tournaments) != sorted(name for name in good for _game in range(GAMES)):
        faults.append(f"the store has the games {tournaments}")
    return faults


def followed(channel: Channel, url: str) -> None:
    """A child's work: follow the log until a word comes; then what was seen, the whole log, and its games."""
    seen: list[Event] = []
    with ratingstore.open(url) as store:
        channel.send("begun")
        last_look = False
        while True:
            last = seen[-1][0] if seen else 0
            seen += store.query(_FOLLOWED.format(last=last)).rows
            if last_look:
                break
            if channel.poll(0.005):
                channel.recv()
                last_look = True
        whole = list(store.query(_FOLLOWED.format(last=0)).rows)
        games = [str(row[0]) for row in store.query("select tournament from game_as_recorded").rows]
    channel.send((seen, whole, games))
