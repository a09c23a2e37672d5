from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from ratingstore.replay import choice
from ratingstore.replay.fold import fold
from ratingstore.store.read import Closed, Log
from ratingstore.store.rows import AdoptionRow
from tests.replay.fide import monthly
from tests.replay.made_log import (
    LIST,
    Game,
    adjustment,
    adoption,
    course,
    day,
    exemption,
    explained,
    folded,
    log,
    publication,
    rated,
    rating,
)

OPEN = dict.fromkeys(("ana", "bia", "caio"), ("2000-01-01", 2000.0))
PLAIN = (monthly("2000-01-01"),)
NEXT_LIST = (monthly("2000-01-01", late='policy = "next list"\nlists = 3\n'),)
JANUARY: Game = ("jan", "2012-01-10", "ana", "bia", "1-0")
LATE: Game = ("late", "2012-01-20", "ana", "caio", "1-0")
FEBRUARY: Game = ("t", "2012-02-10", "ana", "caio", "1-0")


def made(*games: Game, rows: Sequence[AdoptionRow] = PLAIN) -> Log:
    """A log that knows four tournaments, with games or not: numbers are those of the store."""
    claims = {code: {"implied_list": LIST} for code in ("jan", "late", "t", "u")}
    return log(games, OPEN, rows, claims)


def closed(now: Log, *books: tuple[str, Log]) -> Log:
    """With books closed through days, each as known in a log; the earlier recorded first."""
    return replace(
        now,
        closed=tuple(
            Closed(list=LIST, through=day(through), log=replace(then, known_at=at))
            for at, (through, then) in enumerate(books, 1)
        ),
    )


def test_what_comes_after_the_closing_has_no_effect_on_closed_days_and_none_later() -> None:
    now = closed(made(JANUARY, LATE, FEBRUARY), ("2012-02-01", made(JANUARY)))
    assert course(now, "ana")[1:] == [("2012-02-01", "2012-01", 2010.0), ("2012-03-01", "2012-02", 2020.0)]
    assert folded(now).without_effect.tolist() == [2]


@pytest.mark.parametrize(("through", "effect"), [("2012-02-01", False), ("2012-01-31", True)])
def test_a_unit_is_closed_when_it_takes_effect_up_to_the_day(through: str, effect: bool) -> None:
    now = closed(made(JANUARY, LATE), (through, made(JANUARY)))
    assert rated(now, "ana", "2012-02-01") == (2020 if effect else 2010)
    assert folded(now).without_effect.tolist() == ([] if effect else [2])


def test_a_closed_game_that_is_corrected_or_voided_later_stays_as_it_was_and_is_listed() -> None:
    corrected: Game = (*JANUARY[:4], "0-1")
    now = closed(made(corrected, FEBRUARY), ("2012-02-01", made(JANUARY)))
    assert rated(now, "ana", "2012-02-15") == 2010
    assert folded(now).without_effect.tolist() == [1]
    voided = made(JANUARY, FEBRUARY)
    games = replace(voided.games, played=np.array([0, 1]))
    now = closed(replace(voided, games=games), ("2012-02-01", made(JANUARY)))
    assert rated(now, "ana", "2012-02-15") == 2010
    assert folded(now).without_effect.tolist() == [1]


def test_a_closed_game_whose_tournament_ends_later_now_is_not_rated_again() -> None:
    now = made(JANUARY, FEBRUARY)
    moved = replace(now.tournaments[1], end_on=day("2012-02-20"))
    now = closed(replace(now, tournaments={**now.tournaments, 1: moved}), ("2012-02-01", made(JANUARY)))
    assert rated(now, "ana", "2012-12-31") == 2020


def test_closings_nest_by_day_and_a_day_stays_with_the_first_that_closed_it() -> None:
    january, february = made(JANUARY), made(JANUARY, LATE, FEBRUARY)
    now = made(JANUARY, LATE, FEBRUARY, ("u", "2012-02-20", "ana", "bia", "1-0"))
    nested = closed(now, ("2012-02-01", january), ("2012-03-01", february))
    assert [after for _, _, after in course(nested, "ana")] == [2000, 2010, 2020]
    assert folded(nested).without_effect.tolist() == [2, 4]
    again = closed(now, ("2012-03-01", january), ("2012-02-01", february))
    assert [after for _, _, after in course(again, "ana")] == [2000, 2010]


def test_a_newcomers_pool_goes_on_over_the_closing_and_its_lines_name_the_right_games() -> None:
    games: list[Game] = [("jan", "2012-01-10", "novo", code, "1-0") for code in ("ana", "bia", "caio")]
    rest: list[Game] = [("t", "2012-02-10", "novo", code, "1-0") for code in ("ana", "bia")]
    now = closed(made(*games, *rest), ("2012-02-01", made(*games)))
    assert course(now, "novo") == course(made(*games, *rest), "novo") != []
    lines = [line for line in explained(now, "novo")["2012-02"] if line.opponent]
    assert [(line.tournament, line.round, line.opponent) for line in lines] == [
        ("jan", 1, "ana"), ("jan", 2, "bia"), ("jan", 3, "caio"), ("t", 4, "ana"), ("t", 5, "bia"),
    ]  # fmt: skip


def test_closed_days_keep_their_openings_adjustments_exemptions_and_rule_sets() -> None:
    then = made(JANUARY)
    now = replace(
        made(JANUARY, FEBRUARY, rows=(monthly("2000-01-01", k="bands = [{ k = 40 }]\n"),)),
        adjustments=(adjustment("2012-01-15", "R + 100"),),
        exemptions=(exemption(1, "both"),),
    )
    now = replace(
        now, ratings=(*now.ratings, rating(4, "2012-01-31", 1000.0)), player_codes=(*now.player_codes, "x")
    )
    assert [after for _, _, after in course(closed(now, ("2012-02-01", then)), "ana")] == [2000, 2010, 2030]
    assert rated(closed(now, ("2012-02-01", then)), "x", "2012-12-31") is None


def test_rule_sets_that_are_only_asked_about_rate_closed_days_too() -> None:
    now = closed(made(JANUARY, FEBRUARY), ("2012-02-01", made(JANUARY)))
    other = choice.adopted((monthly("2000-01-01", k="bands = [{ k = 40 }]\n"),), LIST)
    steps = fold(now, LIST, other).steps
    assert steps.after[steps.player == 1].tolist() == [200000, 202000, 203900]


@pytest.mark.parametrize(("ends", "after"), [("2012-03-01", 2000), ("2012-03-02", 2010)])
def test_nothing_takes_effect_once_a_list_has_ended(ends: str, after: float) -> None:
    now = replace(made(FEBRUARY), ended={LIST: day(ends)})
    assert rated(now, "ana", "2012-12-31") == after


def late(published: str, position: int = 1, *, root: int = 2) -> Log:
    """A game of January, recorded at ``root``, and a publication of a list at ``position``."""
    now = made(JANUARY, rows=NEXT_LIST)
    games = replace(now.games, root=np.array([root]))
    return replace(now, games=games, publications=(publication(published, position),))


@pytest.mark.parametrize(
    ("published", "lands"),
    [
        ("2012-01-01", "2012-02-01"),
        ("2012-02-01", "2012-03-01"),
        ("2012-03-01", "2012-04-01"),
        ("2012-03-15", "2012-04-01"),
    ],
)
def test_a_late_report_counts_in_the_first_list_that_has_not_been_published(
    published: str, lands: str
) -> None:
    assert course(late(published), "ana")[1:] == [(lands, f"2012-{int(lands[5:7]) - 1:02}", 2010.0)]


def test_what_was_recorded_before_the_publication_is_not_late() -> None:
    assert course(late("2012-02-01", 2, root=1), "ana")[1][0] == "2012-02-01"
    assert course(late("2012-02-01", 2, root=3), "ana")[1][0] == "2012-03-01"


def test_lateness_is_that_of_the_tournaments_first_row_whatever_became_of_it() -> None:
    now = made(JANUARY, ("jan", "2012-01-11", "ana", "caio", "1-0"), rows=NEXT_LIST)
    games = replace(now.games, root=np.array([1, 9]), played=np.array([0, 1]))
    now = replace(now, games=games, publications=(publication("2012-02-01", 5),))
    assert course(now, "ana")[1][0] == "2012-02-01"


def test_too_late_for_three_lists_is_never_rated_and_said() -> None:
    assert folded(late("2012-03-01")).too_late.tolist() == []
    too_late = late("2012-04-01")
    assert course(too_late, "ana")[1:] == []
    assert folded(too_late).too_late.tolist() == [1]


def test_restate_takes_no_notice_of_publications() -> None:
    now = replace(late("2012-04-01"), adoptions=PLAIN)
    assert course(now, "ana")[1][0] == "2012-02-01"


def test_a_late_tournament_is_still_rated_by_the_list_at_its_start() -> None:
    raised = rating(1, "2012-02-15", 400.0, "adjustment", relative=True)
    now = late("2012-03-01")
    now = replace(now, ratings=(*now.ratings, raised))
    assert course(now, "ana")[-1] == ("2012-04-01", "2012-03", 2410.0)


def test_a_list_of_single_games_closes_in_the_middle_of_its_games() -> None:
    rows = (adoption("elo-1", "1900-01-01"),)
    now = closed(made(JANUARY, LATE, FEBRUARY, rows=rows), ("2012-01-31", made(JANUARY, rows=rows)))
    assert [unit for _, unit, _ in course(now, "ana")] == ["opening", "jan/1/ana-bia", "t/3/ana-caio"]
