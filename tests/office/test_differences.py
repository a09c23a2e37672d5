"""Where two histories part: the whole of the first unit that differs, later only what has its own cause."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from ratingstore.office.differences import between
from ratingstore.office.explained import Change
from ratingstore.replay.trace import Line

GAME = Line(
    kind="game",
    tournament="t",
    round=1,
    opponent="bia",
    opponent_rating=Decimal(1900),
    score=Decimal(1),
    k=15,
    value=Decimal("5.4"),
)
JANUARY = Change(
    unit="2012-01", effective_on=734534, rule_set="cxc-2012", before=200000, after=200540, lines=(GAME,)
)
FEBRUARY = replace(JANUARY, unit="2012-02", effective_on=734563, before=200540, after=201080)


def kinds(*after: Change, before: tuple[Change, ...] = (JANUARY, FEBRUARY)) -> list[tuple[str, str]]:
    return [(one.kind, one.change.unit) for one in between(before, after)]


def test_histories_that_agree_have_no_difference() -> None:
    assert kinds(JANUARY, FEBRUARY) == []


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (replace(GAME, score=Decimal(0), value=Decimal("-9.6")), "game"),
        (replace(GAME, k=30, value=Decimal("10.8")), "k"),
        (replace(GAME, k=None, value=Decimal(0)), "game"),
        (replace(GAME, opponent_rating=Decimal(1950), value=Decimal("6.2")), "opponent"),
        (replace(GAME, value=Decimal("5.5")), "computed"),
    ],
)
def test_a_line_that_differs_is_named_by_what_differs_in_it(line: Line, kind: str) -> None:
    assert kinds(replace(JANUARY, lines=(line,)), FEBRUARY) == [(kind, "2012-01")]


def test_a_game_that_one_has_not_and_one_against_another_are_games() -> None:
    other = replace(GAME, opponent="caio")
    assert kinds(replace(JANUARY, lines=()), FEBRUARY) == [("game", "2012-01")]
    assert kinds(replace(JANUARY, lines=(other,)), FEBRUARY) == [("game", "2012-01")] * 2
    assert kinds(JANUARY) == [("game", "2012-02")]


def test_later_units_say_only_what_does_not_follow_from_the_first() -> None:
    first = replace(JANUARY, lines=(replace(GAME, score=Decimal(0)),))
    follows = replace(FEBRUARY, before=199040, lines=(replace(GAME, opponent_rating=Decimal(1915)),))
    assert kinds(first, follows) == [("game", "2012-01")]
    own = replace(follows, lines=(replace(GAME, score=Decimal("0.5")),))
    assert kinds(first, own) == [("game", "2012-01"), ("game", "2012-02")]


def test_another_rule_set_is_a_difference_of_its_own() -> None:
    assert kinds(replace(JANUARY, rule_set="cxc-2011"), FEBRUARY) == [("rule set", "2012-01")]


def test_an_adjustment_that_only_one_has_is_stated_and_its_rounding_is_not() -> None:
    lines = (Line(kind="adjustment", value=Decimal(178)), Line(kind="rounding", value=Decimal("0.4")))
    adjusted = replace(JANUARY, unit="adjustment", effective_on=734510, lines=lines)
    assert kinds(adjusted, JANUARY, FEBRUARY) == [("stated", "adjustment")]


def test_two_games_against_one_opponent_in_a_round_are_two_lines() -> None:
    twice = replace(JANUARY, lines=(GAME, GAME))
    assert kinds(twice, FEBRUARY) == [("game", "2012-01")]
