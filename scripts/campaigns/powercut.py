"""Power cuts on SQLite, without root or special hardware.

The product's commands run once, and its statements are recorded. A second process gives the same
statements to SQLite on a disk that records every write. For each cut the files are rebuilt as such a
disk may leave them, and a third process opens them with the product. What must hold: every command that
was done is there, nothing is broken, and the rest of the commands come to the same end.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scripts.campaigns import disk, recording, season
from scripts.campaigns.children import Child, Step, run_steps
from scripts.campaigns.looking import Examiner
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import Files, files
from scripts.campaigns.season import Course

_SYNCHRONOUS = "synchronous=FULL"
_FINISHED = 10
"""After one cut in so many the rest of the commands is run too."""


def campaign(count: int, seed: int, months: int = season.MONTHS, synchronous: str = _SYNCHRONOUS) -> Outcome:
    """``count`` cuts, in one half of them while another program reads.

    ``synchronous`` in place of the product's own setting shows that the campaign finds what it looks for.
    """
    outcome = Outcome("powercut, SQLite")
    with tempfile.TemporaryDirectory() as folder, files() as place, outcome.timed():
        examiner = Examiner()
        steps = season.steps(Path(folder), months=months)
        course = season.course(place.fresh(), steps, examiner)
        tapes = [_tape(place, steps, watched, synchronous) for watched in (False, True)]
        cutting = Cutting(place, course, examiner, outcome)
        for number in range(count):
            outcome.add(cutting.once(tapes[number % 2], number, seed), f"{seed} {number}")
    return outcome


def _tape(place: Files, steps: Sequence[Step], watched: bool, synchronous: str) -> Sequence[disk.Touch]:
    """What a disk is told while the commands run."""
    calls = [
        replace(call, statement=call.statement.replace(_SYNCHRONOUS, synchronous))
        for call in _only(Child(recording.recorded, place.fresh(), steps))
    ]
    with tempfile.TemporaryDirectory() as folder:
        touches: Sequence[disk.Touch] = _only(Child(disk.played, Path(folder), calls, watched))
    return touches


def _only(child: Child) -> Any:
    try:
        return child.answer()
    finally:
        child.end()


@dataclass(frozen=True)
class Cutting:
    """What the cuts of a campaign share."""

    place: Files
    course: Course
    examiner: Examiner
    outcome: Outcome

    def once(self, tape: Sequence[disk.Touch], number: int, seed: int) -> list[str]:
        """One cut; its faults."""
        chance = random.Random(f"{seed} {number}")
        left, done = disk.after_a_cut(tape[: chance.randint(1, len(tape))], chance)
        url = self._put(left)
        found, faults = self.examiner.examine(url)
        later = {one.log for one in self.course.states[done : done + 2]}
        if found.log not in later:
            faults.append(f"{done} commands were done, and the store has {found}")
        if number % _FINISHED == 0:
            faults += self._finished(url, done)
        self.place.drop(url)
        return faults

    def _put(self, left: dict[str, bytes]) -> str:
        url = self.place.fresh()
        for name, content in left.items():
            if not name.endswith("-shm"):  # memory that programs share, no file
                Path(url + name.removeprefix("store.db")).write_bytes(content)
        return url

    def _finished(self, url: str, done: int) -> list[str]:
        """Faults of running what was not done."""
        child = Child(run_steps, url, self.course.steps[done:])
        said = [one for one in child.answers() if one != "begun"]
        child.end()
        faults = [f"then {one.step} ended with {one.code}: {one.said}" for one in said if not one.fine]
        found, more = self.examiner.examine(url)
        if found != self.course.states[-1]:
            faults.append(f"the end is {found}, not {self.course.states[-1]}")
        self.outcome.counts["carried on to the end"] += 1
        return [*faults, *more]
