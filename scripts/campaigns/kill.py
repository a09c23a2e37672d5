"""kill -9 of commands at random moments, and on PostgreSQL of the server.

A plan is a store as it stands and the commands that go on from there. Beside them a reader reads in a
loop. What must hold: a command that said done stays done, the reader sees only states that an
undisturbed run goes through, the store is sound, and the same commands come to the same end.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.campaigns import older, season
from scripts.campaigns.children import Child, Done, Step, run_steps
from scripts.campaigns.looking import NO_STORE, Examiner, Reader, State
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import Place
from scripts.campaigns.season import Course

_STEPS_A_PLAN = 3
_SERVER_DIES = 5
"""On PostgreSQL one run in so many kills the server in place of the client."""


@dataclass(frozen=True)
class Plan:
    """A store to copy, and the course that goes on from it."""

    start: str
    course: Course


def campaign(place: Place, count: int, seed: int, months: int = season.MONTHS) -> Outcome:
    """Kill ``count`` times."""
    outcome = Outcome(f"kill, {place.name}")
    with tempfile.TemporaryDirectory() as folder, outcome.timed():
        run = Killing(place, outcome, Examiner(), Reader())
        plans = run.plans(season.steps(Path(folder), months=months))
        names = sorted(plans)
        for number in range(count):
            chance = random.Random(f"{seed} {number}")
            name = names[number % len(names)]
            outcome.add(run.once(chance.choice(plans[name]), chance), f"{seed} {number} {name}")
    return outcome


@dataclass(frozen=True)
class Killing:
    """What the runs of a campaign share."""

    place: Place
    outcome: Outcome
    examiner: Examiner
    reader: Reader

    def plans(self, steps: Sequence[Step]) -> Mapping[str, Sequence[Plan]]:
        """The plans, by the command that is to be killed; the stores that they start from stay."""
        url, taken = self.place.fresh(), []
        kept = [self.place.copy(url)]
        for one in season.undisturbed(url, steps, self.examiner):
            taken.append(one)
            kept.append(self.place.copy(url))
        whole = season.course_of(steps, NO_STORE, taken)
        plans: dict[str, list[Plan]] = {}
        for at, step in enumerate(steps):
            part = whole.part(at, min(at + _STEPS_A_PLAN, len(steps)))
            plans.setdefault(step[0], []).append(Plan(kept[at], part))
        plans["project"] = [self._unprojected(url)]
        # What was published first makes no difference to games and ratings, and no old store has it.
        plans["upgrade"] = [self._old([step for step in steps if step[0] != "publish"])]
        return plans

    def _unprojected(self, url: str) -> Plan:
        """The whole season, its stored lists gone."""
        start = self.place.copy(url)
        self.examiner.do(older.without_projections, start)
        again = self.place.copy(start)
        return Plan(start, season.course(again, [("project",), ("project", "--full")], self.examiner))

    def _old(self, steps: Sequence[Step]) -> Plan:
        """A season in a store of the first schema."""
        url, start = self.place.fresh(), self.place.fresh()
        season.course(url, steps, self.examiner)
        self.examiner.do(older.aged, url, start)
        again = self.place.copy(start)
        return Plan(start, season.course(again, [("upgrade",), ("project",)], self.examiner))

    def once(self, plan: Plan, chance: random.Random) -> list[str]:
        """One run; its faults."""
        url = self.place.copy(plan.start)
        self.reader.begin(url)
        done, crashed = _disturbed(self.place, url, plan.course, chance, self.outcome)
        seen, wrong = self.reader.enough()
        faults = _of_commands(done, crashed)
        faults += _of_reader(seen, set() if crashed else wrong, plan.course)
        faults += self._of_store(url, plan.course, len(done))
        faults += self._again(url, plan.course, len(done))
        self.place.drop(url)
        return faults

    def _of_store(self, url: str, course: Course, acknowledged: int) -> list[str]:
        """Faults of the store as it was left."""
        found, faults = self.examiner.examine(url)
        later = {one.log for one in course.states[acknowledged:]}
        if found.log not in later:
            faults.append(f"{acknowledged} commands were done, and the store has {found}")
        return faults

    def _again(self, url: str, course: Course, acknowledged: int) -> list[str]:
        """Faults of running again what was not done."""
        child = Child(run_steps, url, course.steps[acknowledged:])
        done = [one for one in child.answers() if one != "begun"]
        child.end()
        faults = [f"again: {one.step} ended with {one.code}: {one.said}" for one in done if not one.fine]
        if len(done) != len(course.steps) - acknowledged:
            faults.append("again: the commands did not come to their end")
        found, more = self.examiner.examine(url)
        if found != course.states[-1]:
            faults.append(f"again: the end is {found}, not {course.states[-1]}")
        return [*faults, *more]


def _disturbed(
    place: Place, url: str, course: Course, chance: random.Random, outcome: Outcome
) -> tuple[list[Done], bool]:
    """Run the commands and kill; what was done by then, and whether it was the server that died."""
    crash = place.name == "PostgreSQL" and chance.randrange(_SERVER_DIES) == 0
    by_hand = not crash and chance.random() < 0.5
    moment = chance.randint(1, course.moments) if by_hand else 0
    child = Child(run_steps, url, course.steps, moment)
    child.answer()
    if not by_hand:
        time.sleep(chance.uniform(0, 1.1 * sum(course.seconds)))
        outcome.counts["server kills" if crash else "kills by the clock"] += 1
        if crash:
            place.crash()
        else:
            child.kill()
    else:
        outcome.counts["kills by the statement"] += 1
    done = list(child.answers())
    child.end()
    if not all(one.code == 0 for one in done) or len(done) < len(course.steps):
        outcome.counts["commands cut off"] += 1
    return done, crash


def _of_commands(done: list[Done], crashed: bool) -> list[str]:
    """Faults of what the commands said; what a dead server kept from being done leaves the list."""
    failed = [one for one in done if one.code]
    done[:] = [one for one in done if not one.code]
    wrong = [one for one in failed if one.code != 2 or not crashed or "Traceback" in one.said]
    return [f"{one.step} ended with {one.code}: {one.said}" for one in wrong]


def _of_reader(seen: set[State], wrong: set[str], course: Course) -> list[str]:
    faults = [f"the reader met {text}" for text in wrong]
    logs = {one.log for one in course.states}
    projected = {one.projected for one in course.states}
    for one in seen:
        if one.log not in logs:
            faults.append(f"the reader saw a log that never was: {one}")
        if one.projected not in projected:
            faults.append(f"the reader saw stored changes that never were: {one}")
    return faults
