"""Units rated plainly give, to the last column, what they give when every line of them is computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratingstore.projections import stored
from ratingstore.replay import choice, plain_units
from ratingstore.replay.fold import Folded, fold
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.read import Log
from tests.reference.fide.as_log import Numbered
from tests.reference.fide.histories import histories, shipped_histories
from tests.replay.made_log import LIST, Game, adoption, log

PLAYERS = ("ana", "bia", "caio", "davi", "eva", "fabio", "new")
BODIES = ("cxc-2010", "cxc-2011", "cxc-2012", "cbx-1", "cbjd-1", "elo-1")


def in_full(known: Log, number: int) -> Folded:
    """The fold when no unit is taken for a plain one."""

    def never(_rules: RuleSet) -> bool:
        return False

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plain_units, "applies", never)
        return fold(known, number, choice.adopted(known.adoptions, number))


def expect_the_same(known: Log, number: int) -> None:
    plain, full = fold(known, number, choice.adopted(known.adoptions, number)), in_full(known, number)
    found, wanted = stored.steps(plain.steps), stored.steps(full.steps)
    for name, column in wanted.items():
        assert np.array_equal(found[name], column), name
    assert plain.units.names == full.units.names
    assert [list(plain.units.games), list(plain.units.effective_on)] == [
        list(full.units.games), list(full.units.effective_on)
    ]  # fmt: skip


@st.composite
def games(draw: st.DrawFn) -> list[Game]:
    """Tournaments of four months; the last player is a newcomer and comes rarely."""
    played = []
    for number in range(draw(st.integers(1, 40))):
        white, black = draw(st.permutations(PLAYERS[: 7 if number % 9 == 8 else 6]))[:2]
        month = draw(st.integers(1, 4))
        result = draw(st.sampled_from(["1-0", "1/2", "0-1"]))
        played.append((f"t{month}{draw(st.sampled_from('ab'))}", f"2012-{month:02}-10", white, black, result))
    return sorted(played)


@pytest.mark.parametrize("body", BODIES)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_clubs_units_are_the_same_plainly(body: str, data: st.DataObject) -> None:
    points = st.integers(1000, 2600)
    openings = {player: ("2011-12-01", float(data.draw(points))) for player in PLAYERS[:6]}
    expect_the_same(log(data.draw(games()), openings, [adoption(body, "1990-01-01")]), LIST)


@pytest.mark.parametrize("made_by", [histories, shipped_histories])
def test_units_in_the_manner_of_fide_are_the_same_plainly(made_by: Any) -> None:
    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(history=made_by())
    def check(history: dict[str, Any]) -> None:
        numbered = Numbered(history)
        known = numbered.log()
        for number in numbered.lists.values():
            expect_the_same(known, number)

    check()
