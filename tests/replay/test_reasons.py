from __future__ import annotations

import dataclasses

import pytest

from ratingstore.replay import reasons
from ratingstore.replay.reasons import said
from ratingstore.replay.trace import Line
from ratingstore.rules.entries import Reason
from tests.replay.fide import K, monthly
from tests.replay.made_log import Game, explained, fact, log, rating

CONDITIONS = K.replace('by = "list before"\n', "")
OPEN = dict.fromkeys(("ana", "bia"), ("2012-01-01", 2000.0))


def spoken(line: Line) -> str:
    return "; ".join(said(reason) for reason in line.reasons)


def test_every_reason_has_words() -> None:
    assert set(reasons.WORDS) == set(Reason)
    assert sorted(reason for reason, words in reasons.WORDS.items() if not words) == [Reason.PLAIN]


@pytest.mark.parametrize(
    ("opening", "born", "words"),
    [
        (rating(1, "2012-01-01", 2400.0, games=90), "", "K: once listed with 2400 or more"),
        (
            rating(1, "2012-01-01", 2000.0, games=90),
            "2000",
            "K: never listed with 2300 or more; K: not older than 18",
        ),
        (rating(1, "2012-01-01", 2000.0, games=29), "", "K: fewer than 30 rated games"),
        (rating(1, "2012-01-01", 2000.0, games=30), "", ""),
    ],
)
def test_a_line_says_which_condition_gave_k(opening: object, born: str, words: str) -> None:
    made = log(
        [("t", "2012-02-10", "ana", "bia", "1-0")],
        {"bia": OPEN["bia"]},
        (monthly("2012-01-01", k=K),),
        more_ratings=[opening],  # type: ignore[list-item]
    )
    made = dataclasses.replace(made, facts=(fact(1, "born", born),) if born else ())
    lines = explained(made, "ana")["2012-02"]
    assert spoken(lines[0]) == words


@pytest.mark.parametrize(("games", "k"), [(35, 20), (36, 19)])
def test_k_that_the_limit_cuts_says_so(games: int, k: int) -> None:
    rows = (monthly("2012-01-01", k="bands = [{ k = 20 }]\nlimit = 700\n"),)
    played: list[Game] = [("t", "2012-02-10", "ana", "bia", "1/2")] * games
    line = explained(log(played, OPEN, rows), "ana")["2012-02"][0]
    assert line.k == k
    assert spoken(line) == ("" if k == 20 else "K is cut: K times the rated games of the list is at most 700")


def test_rounding_once_names_what_rounding_by_tournament_would_give() -> None:
    # Two tournaments of +0.4 each: once +1, by tournament 0 and 0.
    rows = (monthly("2012-01-01", k="bands = [{ k = 5 }]\n"),)
    openings = {"ana": ("2012-01-01", 2400.0), "bia": ("2012-01-01", 2000.0)}
    games: list[Game] = [("t", "2012-02-10", "ana", "bia", "1-0"), ("u", "2012-02-11", "ana", "bia", "1-0")]
    last = explained(log(games, openings, rows), "ana")["2012-02"][-1]
    assert last.kind == "rounding"
    assert spoken(last) == "rounded once for the list; tournament by tournament it would be +0"
    alone = explained(log(games[:1], openings, rows), "ana")["2012-02"][-1]
    assert spoken(alone) == "to the step that the rules name"


def test_braces_in_an_officers_reason_are_left_alone() -> None:
    assert said("see {minutes}") == "see {minutes}"
