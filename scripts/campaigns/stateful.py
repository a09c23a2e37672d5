"""The histories of ``histories``, many of them."""

from __future__ import annotations

import traceback

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from scripts.campaigns import histories, offices
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import Place, files, server

_STEPS = 25


def campaign(count: int, number: int) -> Outcome:
    """``count`` histories; what goes wrong first is shortened and ends the campaign."""
    outcome = Outcome("stateful, SQLite and PostgreSQL")
    with outcome.timed(), files() as sqlite, server() as postgresql:
        outcome.faults += told((sqlite, postgresql), count, _STEPS, number, outcome)
    return outcome


def told(places: tuple[Place, ...], count: int, steps: int, number: int, outcome: Outcome) -> list[str]:
    """Tell ``count`` histories of so many steps over the places; the fault that was found, if any."""
    wanted = settings(
        max_examples=count,
        stateful_step_count=steps,
        derandomize=False,  # the seed says which histories
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    templates = tuple(offices.prepared(place) for place in places)

    class Counted(histories.bound(places, templates)):  # type: ignore[misc]
        def teardown(self) -> None:
            outcome.runs += 1
            super().teardown()

    try:
        run_state_machine_as_test(seed(number)(Counted), settings=wanted)
    except Exception as error:
        return ["".join(traceback.format_exception(error))]
    return []
