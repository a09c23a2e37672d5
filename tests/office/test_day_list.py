"""The list of a day as it may go out: who is kept off, when it has ended, what its digests depend on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratingstore.office import day_list
from ratingstore.office.day_list import DayList
from ratingstore.replay import choice
from ratingstore.store.administration import FOREVER
from ratingstore.store.read import Log
from ratingstore.store.rows import WithheldRow
from tests.replay.made_log import LIST, adoption, day, log

DAY = "2012-02-01"


@pytest.fixture
def known() -> Log:
    games = [("t", "2012-01-10", "ana", "bia", "1-0")]
    ratings = {"ana": ("2011-06-01", 2000.0), "bia": ("2011-06-01", 1900.0)}
    return log(games, ratings, [adoption("cxc-2012", "2012-01-01")])


def of(known: Log, as_of: str = DAY) -> DayList:
    return day_list.of_log(known, "cxc", LIST, choice.adopted(known.adoptions, LIST), day(as_of))


def withheld(player: int, from_on: str, until: int = FOREVER, number: int = LIST) -> WithheldRow:
    return WithheldRow(position=9, player=player, list=number, from_on=day(from_on), until=until)


@pytest.mark.parametrize(
    ("row", "players"),
    [
        (withheld(1, DAY), ["bia"]),
        (withheld(1, "2012-02-02"), ["ana", "bia"]),
        (withheld(1, "2012-01-01", day(DAY)), ["ana", "bia"]),
        (withheld(1, "2012-01-01", day("2012-02-02")), ["bia"]),
        (withheld(1, DAY, number=0), ["bia"]),
        (withheld(1, DAY, number=2), ["ana", "bia"]),
    ],
    ids=["from", "before it", "until", "last day", "all lists", "another list"],
)
def test_a_player_is_kept_off_from_a_day_until_before_another(
    known: Log, row: WithheldRow, players: list[str]
) -> None:
    made = of(replace(known, withheld=(row,)))
    assert [one[1] for one in made.rows()] == players
    assert [one[1] for one in made.rows(everyone=True)] == ["ana", "bia"]


def test_a_list_that_has_ended_has_nobody_and_keeps_the_date_of_its_last_list(known: Log) -> None:
    ended = replace(known, ended={LIST: day("2012-02-10")})
    assert of(ended, "2012-02-09").rows() == of(known, "2012-02-09").rows()
    gone = of(ended, "2012-02-10")
    assert (gone.rows(everyone=True), gone.shown_on) == ((), None)
    assert gone.effective_on == day(DAY)


def test_the_numbers_digest_depends_on_numbers_and_ratings_not_on_codes_or_order(known: Log) -> None:
    made = of(known)
    rows = made.rows()
    codes = ("", "erased-1", *known.player_codes[2:])
    renamed = of(replace(known, player_codes=codes))
    assert renamed.digest(renamed.rows()) != made.digest(rows)
    assert renamed.numbers_digest(renamed.rows()) == made.numbers_digest(tuple(reversed(rows)))
    other = of(replace(known, ratings=known.ratings[1:]))
    assert other.numbers_digest(other.rows()) != made.numbers_digest(rows)
    assert day_list.numbers_digest("fide", made.shown_on, []) != day_list.numbers_digest("cxc", None, [])
