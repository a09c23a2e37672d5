from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from ratingstore.rules.k_factor import BORN_UNKNOWN, BY_RATING, Basis, k_of
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, Band, KCondition, KFactor

POINTS = HUNDREDTHS


def k(*conditions: KCondition, **basis: int) -> tuple[int, int]:
    """K of one player and why; 20 where no condition holds."""
    factor = KFactor(bands=(Band(low=0, high=10**6, k=20),), conditions=conditions, source="s")
    values = {"rating": 2000 * POINTS, "games": 100, "peak": UNRATED, "born": BORN_UNKNOWN, "on": 0, **basis}
    found, why = k_of(factor, Basis(**{name: np.array([value]) for name, value in values.items()}))
    return int(found[0]), int(why[0])


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


BY_BIRTHDAY = KCondition(k=40, age_to=18, age_by="birthday", rating_below=2300 * POINTS)
BY_YEAR = KCondition(k=40, age_to=18, peak_below=2300 * POINTS)
NEW = KCondition(k=40, games_below=30)
MASTER = KCondition(k=10, peak_from=2400 * POINTS)


@pytest.mark.parametrize(
    ("born", "on", "wanted"),
    [
        ("1998-05-06", "2016-05-05", 40), ("1998-05-06", "2016-05-06", 20), ("1998-05-06", "2016-04-30", 40),
        ("2000-02-29", "2018-02-28", 40), ("2000-02-29", "2018-03-01", 20),
    ],
)  # fmt: skip
def test_a_junior_until_the_day_before_his_birthday(born: str, on: str, wanted: int) -> None:
    assert k(BY_BIRTHDAY, born=day(born), on=day(on))[0] == wanted


@pytest.mark.parametrize(("on", "wanted"), [("2016-12-31", 40), ("2017-01-01", 20)])
def test_a_junior_until_the_end_of_the_year_of_his_birthday(on: str, wanted: int) -> None:
    assert k(BY_YEAR, born=day("1998-01-01"), on=day(on))[0] == wanted
    assert k(BY_YEAR, born=day("1998-12-31"), on=day(on))[0] == wanted


def test_a_player_without_a_birth_date_is_an_adult() -> None:
    assert k(BY_YEAR, on=day("2016-12-31")) == (20, BY_RATING)


@pytest.mark.parametrize(("rating", "wanted"), [(229_999, 40), (230_000, 20)])
def test_a_junior_while_he_is_below_2300(rating: int, wanted: int) -> None:
    assert k(BY_BIRTHDAY, born=day("2000-01-01"), on=day("2015-01-01"), rating=rating)[0] == wanted


@pytest.mark.parametrize(("games", "wanted"), [(29, (40, 0)), (30, (20, BY_RATING))])
def test_a_new_player_until_thirty_games(games: int, wanted: tuple[int, int]) -> None:
    assert k(NEW, games=games) == wanted


@pytest.mark.parametrize(("peak", "wanted"), [(239_999, (20, BY_RATING)), (240_000, (10, 0))])
def test_once_2400_always_10(peak: int, wanted: tuple[int, int]) -> None:
    assert k(MASTER, peak=peak) == wanted


def test_the_first_condition_that_holds_decides() -> None:
    both = {"peak": 240_000, "games": 5}
    assert k(MASTER, NEW, **both) == (10, 0)
    assert k(NEW, MASTER, **both) == (40, 0)
    assert k(MASTER, NEW, games=5) == (40, 1)


def test_many_players_have_the_k_that_each_would_have_alone() -> None:
    born = [BORN_UNKNOWN, day("1998-05-06"), day("2003-01-01"), day("1998-05-06")]
    on = [day("2016-05-05"), day("2016-05-06"), day("2016-05-06"), day("2016-05-05")]
    size = np.zeros(4, dtype=np.int64)
    factor = KFactor(bands=(Band(low=0, high=10**6, k=20),), conditions=(BY_BIRTHDAY,), source="s")
    basis = Basis(rating=size, games=size, peak=size, born=np.array(born), on=np.array(on))
    assert k_of(factor, basis)[0].tolist() == [20, 20, 40, 40]
    nobody = Basis(rating=size[:0], games=size[:0], peak=size[:0], born=size[:0], on=size[:0])
    assert k_of(factor, nobody)[0].tolist() == []
