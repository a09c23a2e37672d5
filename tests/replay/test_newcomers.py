"""First ratings by lists: pools of tournaments, what is void, what is too old, what is below the floor."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ratingstore.replay.state import Status
from ratingstore.store.rows import AdoptionRow
from tests.replay.fide import monthly
from tests.replay.made_log import Game, day, explained, folded, log, rated, rating

OPENINGS = {f"r{at}": ("2019-12-01", 1800.0) for at in range(1, 6)}


def played(tournament: str, on: str, results: str, newcomer: str = "new") -> list[Game]:
    """A newcomer's games against the rated: W, D or L for each of them."""
    result = {"W": "1-0", "D": "1/2", "L": "0-1"}
    return [(tournament, on, newcomer, f"r{at}", result[one]) for at, one in enumerate(results, 1)]


def rules(*edits: tuple[str, str], floor: bool = True) -> AdoptionRow:
    return monthly("2020-01-01", 1, *edits, floor=floor)


def last(games: Sequence[Game], *edits: tuple[str, str], as_of: str) -> tuple[Status, int]:
    """What the newcomer is on a day, and the games that his rating or his pool rests on."""
    made = log(games, OPENINGS, [rules(*edits)])
    steps = folded(made, as_of).steps
    at = (steps.player == made.player_codes.index("new")).nonzero()[0][-1]
    return Status(int(steps.status[at])), int(steps.games_total[at])


def test_two_tournaments_of_two_lists_are_computed_as_one() -> None:
    games = played("a", "2020-01-10", "WD") + played("b", "2020-02-10", "LDW")
    made = log(games, OPENINGS, [rules()])
    assert rated(made, "new", "2020-02-29") is None
    # 3 of 5 and two draws, p = 4/7 = .57: 1800 + 50.
    assert rated(made, "new", "2020-03-01") == 1850
    assert last(games, as_of="2020-02-29") == (Status.PROVISIONAL, 2)
    assert last(games, as_of="2020-03-01") == (Status.RATED, 5)


def test_a_first_tournament_without_a_point_is_void_and_does_not_become_first() -> None:
    void = played("a", "2020-01-10", "LLL") + played("b", "2020-02-10", "LL")
    assert last(void, as_of="2020-03-01") == (Status.UNRATED, 0)
    begun = void + played("c", "2020-03-10", "DLL")
    assert last(begun, as_of="2020-04-01") == (Status.PROVISIONAL, 3)
    # Once there is a pool, a tournament without a point counts.
    assert last(begun + played("d", "2020-04-10", "LL"), as_of="2020-05-01")[1] == 5


def test_of_two_tournaments_on_one_list_the_one_that_ends_first_is_first() -> None:
    lost_first = played("b", "2020-01-10", "LLL") + played("a", "2020-01-20", "WW")
    lost_last = played("a", "2020-01-10", "WW") + played("b", "2020-01-20", "LLL")
    assert last(lost_first, as_of="2020-02-01") == (Status.PROVISIONAL, 2)
    assert last(lost_last, as_of="2020-02-01")[1] == 5


@pytest.mark.parametrize(
    ("second", "as_of", "games"), [("2022-02-10", "2022-03-01", 5), ("2022-03-10", "2022-04-01", 2)]
)
def test_the_pool_reaches_over_the_list_itself_and_the_25_before_it(
    second: str, as_of: str, games: int
) -> None:
    # The first tournament is on the list of February 2020.
    both = played("a", "2020-01-10", "WDL") + played("b", second, "WD")
    found = last(both, as_of=as_of)
    assert found == (Status.RATED if games == 5 else Status.PROVISIONAL, games)


def test_a_pool_that_is_too_old_makes_the_next_tournament_the_first() -> None:
    both = played("a", "2020-01-10", "WDL") + played("b", "2023-01-10", "LLL")
    assert last(both, as_of="2023-02-01") == (Status.UNRATED, 0)


POOR = played("a", "2020-01-10", "DLLLL")
"""Against players of 1450 this gives 1550 - 230, below the floor of 1400."""


def test_below_the_floor_the_pool_starts_again() -> None:
    openings = {code: (on, 1450.0) for code, (on, _) in OPENINGS.items()}
    made = log(POOR, openings, [rules()])
    steps = folded(made, "2020-02-01").steps
    at = (steps.player == made.player_codes.index("new")).nonzero()[0].tolist()
    assert [int(steps.status[one]) for one in at] == [Status.UNRATED]
    assert [(int(steps.games[one]), int(steps.games_total[one])) for one in at] == [(5, 0)]
    # What is won afterwards is the first tournament of a new pool.
    more = log([*POOR, *played("b", "2020-02-10", "WWWW")], openings, [rules()])
    assert rated(more, "new", "2020-03-01") is None


def test_or_the_pool_is_kept_where_the_rules_say_so() -> None:
    openings = {code: (on, 1450.0) for code, (on, _) in OPENINGS.items()}
    keep = ("highest = 2200\n", 'highest = 2200\nbelow_floor = "keep"\n')
    made = log([*POOR, *played("b", "2020-02-10", "WWWW")], openings, [rules(keep)])
    steps = folded(made, "2020-02-01").steps
    at = (steps.player == made.player_codes.index("new")).nonzero()[0].tolist()
    assert [(int(steps.status[one]), int(steps.games_total[one])) for one in at] == [(Status.PROVISIONAL, 5)]
    # 4.5 of 9 and two draws against (9 x 1450 + 3600)/11 = 1513.64.
    assert rated(made, "new", "2020-03-01") == 1514


def test_a_pool_survives_a_rule_set_that_computes_in_another_way() -> None:
    straight = (
        "hypothetical_draws = 2\nhypothetical_rating = 1800\nhighest = 2200\n", "per_half_point = 20\n",
    )  # fmt: skip
    games = played("a", "2020-01-10", "WW") + played("b", "2020-06-10", "WWD")
    made = log(games, OPENINGS, [rules(straight), monthly("2020-05-01", 2)])
    # 4.5 of 5 with two draws, p = 5.5/7 = .79: 1800 + 230.
    assert rated(made, "new", "2020-07-01") == 2030


def test_the_last_game_of_the_pool_is_when_he_played_last() -> None:
    made = log(played("a", "2020-01-10", "WDLWD"), OPENINGS, [rules()])
    steps = folded(made).steps
    at = (steps.player == made.player_codes.index("new")).nonzero()[0][-1]
    assert steps.last_played[at] == day("2020-01-10")


def test_the_lines_of_a_first_rating_add_up_to_the_highest_one_where_it_ends_there() -> None:
    openings = {code: (on, 2500.0) for code, (on, _) in OPENINGS.items()}
    lines = explained(log(played("a", "2020-01-10", "WWWWW"), openings, [rules()]), "new")["2020-01"]
    assert [line.value for line in lines if line.value] == [2300, 309, -409]
    assert [line.opponent_rating for line in lines if line.opponent_rating] == [2500] * 5 + [1800]
    assert sum(line.value for line in lines) == 2200


def test_an_opening_below_the_floor_leaves_what_was_played_towards_a_first_rating() -> None:
    games = played("a", "2020-01-10", "WD") + played("b", "2020-02-10", "LDW")
    too_low = rating(1, "2020-02-05", 1399.0)
    made = log(games, OPENINGS, [rules()], more_ratings=[too_low])
    assert made.player_codes[too_low.player] == "new"
    steps = folded(made, "2020-02-05").steps
    assert (steps.games_total[-1], steps.status[-1]) == (2, Status.PROVISIONAL)
    assert steps.last_played[-1] == day("2020-01-10")
    assert rated(made, "new", "2020-03-01") == 1850
