"""Lines of corrections: the words of each action, and what a misspelt or missing one does."""

from __future__ import annotations

import json

import pytest

from ratingstore.events import days, facts
from ratingstore.events.facts import Fact
from ratingstore.ingest.readers import Reading, ReadOptions, read

KEY = {"tournament": "t", "round": 3, "white": "ana", "black": "bia"}


def reading(**said: object) -> Reading:
    line = json.dumps({"type": "correction", "reason": "a test", **said})
    return read(line.encode(), ReadOptions(file="file"))


def the(**said: object) -> Fact:
    found = reading(**said)
    assert found.problems == ()
    (fact,) = found.facts
    return fact


@pytest.mark.parametrize(
    ("to", "result", "played"),
    [
        ("1-0", (2, 0), None),
        ("both-won", (2, 2), None),
        ("both_lost", (0, 0), None),
        ("0-0", (0, 0), None),
        ("+/-", (2, 0), "forfeit"),
        ("*", (None, None), None),
    ],
)
def test_a_result_that_is_right(to: str, result: tuple[int | None, int | None], played: str | None) -> None:
    found = the(action="game", **KEY, to=to)
    assert isinstance(found, facts.GameCorrection)
    assert (found.result, found.played) == (result, played)
    assert found.key == facts.GameKey(tournament="t", white="ana", black="bia", round=3)


def test_a_word_that_is_there_or_not_is_true_or_false() -> None:
    found = the(action="game", **KEY, swap_colours=True)
    assert isinstance(found, facts.GameCorrection)
    assert found.swap_colours
    assert [one.code for one in reading(action="game", **KEY, swap_colours=False).problems] == ["RS049"]


@pytest.mark.parametrize(
    ("words", "formula", "step"),
    [
        ({"by": "+178"}, "R + 178", 1),
        ({"amount": "-20,5"}, "R - 20.50", 1),
        ({"to_rating": 1800}, "1800", 100),
        ({"formula": "R + 0.4 * (2000 - R)", "step": "0.5"}, "R + 0.4 * (2000 - R)", 50),
    ],
)
def test_an_adjustment_is_a_formula(words: dict[str, object], formula: str, step: int) -> None:
    found = the(action="adjust", list="elo", date="2008-10-01", player=["ana b", "bia"], **words)
    assert isinstance(found, facts.AdjustmentRequest)
    assert (found.formula, found.step, found.players, found.by) == (formula, step, ("ana b", "bia"), "")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"action": "gone"}, "RS030"),
        ({"action": "merge", "player": "ana"}, "RS001"),
        ({"action": "merge", "player": "ana", "into": "bia", "reason": ""}, "RS048"),
        ({"action": "merge", "player": "ana", "into": "bia", "white": "eva"}, "RS047"),
        ({"action": "close", "list": "elo", "through": "2012-01-31", "from": "2012-02-01"}, "RS038"),
        ({"action": "adjust", "list": "elo", "date": "2012-01-31", "amount": "+1"}, "RS038"),
        ({"action": "adjust", "list": "elo", "date": "2012-01-31", "all": True}, "RS038"),
        ({"action": "player", "player": "ana", "fact": "born", "value": "soon"}, "RS012"),
        ({"action": "undo", "position": "first"}, "RS022"),
    ],
)
def test_what_leaves_open_what_is_meant_is_refused(words: dict[str, object], code: str) -> None:
    assert [one.code for one in reading(**words).problems] == [code]


def test_a_publication_is_handed_on_as_a_request() -> None:
    line = '{"type": "publication", "list": "cxc", "date": "2012-02-01", "reason": "monthly"}'
    (found,) = read(line.encode(), ReadOptions()).facts
    assert isinstance(found, facts.PublicationRequest)
    assert (found.list, found.date, found.reason) == ("cxc", days.day_of("2012-02-01"), "monthly")
