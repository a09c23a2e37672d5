from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ratingstore.replay import choice, derive
from ratingstore.replay.fold import fold
from ratingstore.replay.names import Naming
from ratingstore.replay.trace import Explained, Watch, points
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import Log
from ratingstore.store.rows import AdoptionRow
from tests.replay.fide import K, monthly
from tests.replay.made_log import LIST, Game, adoption, day, log

CALENDARS = {
    "cbjd": (adoption("cbjd-1", "1900-01-01"),),
    "cbx": (adoption("cbx-1", "1900-01-01"),),
    "elo": (adoption("elo-1", "1900-01-01"),),
    "cxc": (adoption("cxc-2011", "2011-01-01"), adoption("cxc-2012", "2012-01-01", 2)),
    "fide": (monthly("2011-01-01", k=K), monthly("2012-01-01", 2, k=K, floor=True)),
}


def watch(made: Log, player: str) -> list[tuple[Explained, int, int]]:
    """A player's explained changes, each with the ratings before and after, in hundredths."""
    number = made.player_codes.index(player)
    games = derive.rated_games(made, derive.tournaments(made, LIST))
    seen = Watch(number, Naming(made, games), games)
    steps = fold(made, LIST, choice.adopted(made.adoptions, LIST), tracer=seen).steps
    rows = {int(steps.unit[at]): at for at in (steps.player == number).nonzero()[0]}
    return [
        (one, int(steps.before[rows[one.unit]]), int(steps.after[rows[one.unit]])) for one in seen.changes
    ]


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Game], dict[str, tuple[str, float]], tuple[AdoptionRow, ...]]:
    names = [f"p{at}" for at in range(draw(st.integers(2, 5)))]
    game = st.tuples(
        st.sampled_from(["a", "b", "c"]),
        st.sampled_from(["2011-11-03", "2011-12-31", "2012-01-01", "2012-01-31", "2012-02-10"]),
        st.sampled_from(names),
        st.sampled_from([*names, "novo"]),
        st.sampled_from(["1-0", "1/2", "0-1"]),
    ).filter(lambda one: one[2] != one[3])
    rated = draw(st.lists(st.sampled_from(names), unique=True, min_size=1))
    openings = {name: ("2011-02-01", float(draw(st.integers(0, 3000)))) for name in rated}
    return draw(st.lists(game, max_size=40)), openings, CALENDARS[draw(st.sampled_from(sorted(CALENDARS)))]


@given(histories())
@settings(max_examples=60, deadline=None)
def test_the_lines_of_every_change_add_up_to_it(
    history: tuple[list[Game], dict[str, tuple[str, float]], tuple[AdoptionRow, ...]],
) -> None:
    made = log(*history)
    for player in made.player_codes[1:]:
        changes = watch(made, player)
        for one, before, after in changes:
            start = Decimal(0) if before == UNRATED else points(before, 100)
            if after == UNRATED:
                assert one.lines[-1].kind == "floor"  # he leaves the list: nothing to add up to
            else:
                assert start + sum(line.value for line in one.lines) == points(after, 100)
        # Each change begins where the one before it ended.
        for (_, _, after), (_, before, _) in pairwise(changes):
            assert before == after


def test_what_is_inferred_says_so_on_every_line() -> None:
    ratings = {"ana": ("2011-02-01", 2000.0), "bia": ("2011-02-01", 1400.0)}
    made = log([("t", "2011-11-03", "ana", "bia", "1-0")], ratings, CALENDARS["cxc"])
    last = watch(made, "ana")[-1][0]
    assert ["inferred" in line.reasons for line in last.lines] == [True]


def test_lines_stand_in_the_order_of_play_and_a_tournaments_own_line_comes_last() -> None:
    ratings = dict.fromkeys(("ana", "bia", "caio"), ("1999-01-01", 2000.0))
    games: list[Game] = [
        ("t", "2000-01-03", "caio", "ana", "1-0"),
        ("t", "2000-01-02", "ana", "bia", "1-0"),
        ("t", "2000-01-04", "ana", "caio", "0-1"),
    ]
    made = log(games, ratings, CALENDARS["cbx"])
    lines = watch(made, "ana")[-1][0].lines
    assert [(line.kind, line.opponent) for line in lines][:4] == [
        ("game", "bia"), ("game", "caio"), ("game", "caio"), ("tournament", None),
    ]  # fmt: skip


def test_points_are_the_shortest_exact_decimals() -> None:
    assert str(points(201150, 100)) == "2011.5"
    assert str(points(200000, 100)) == "2000"
    assert str(points(-30, 100)) == "-0.3"
    assert str(points(0, 100)) == "0"
    assert str(points(day("2012-01-01"), 1)) == str(day("2012-01-01"))
