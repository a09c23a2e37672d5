"""Both sides of every date on which FIDE's rules changed, through the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from ratingstore.rulebook import catalogue
from tests.acceptance.club import Club

RESULTS = {"W": "1-0", "D": "1/2-1/2", "L": "0-1"}
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Side:
    """A tournament by the rules of one side of a date, and what it must give."""

    day: str
    wanted: Values


@dataclass(frozen=True)
class Change:
    """A card, of a player with this rating and so many games, that the old and the new rules tell apart.

    Where the tournament's own day decides, it is played the day before and the day itself; K, rounding and
    first ratings go by the list on which it lands. ``before``: a tournament that he needs earlier, its day
    and results; ``facts``: his birth date; ``opened``: from when both have their ratings, else long before.
    """

    rating: int | None
    results: str
    old: Side
    new: Side
    games: int = 100
    before: tuple[str, str] | None = None
    facts: str = ""
    opened: tuple[str, str] | None = None


STANDARD = {
    "1981-01-01": Change(
        2300, "2300 W",
        Side("1980-03-05", {"effective_on": "1981-01-01"}),
        Side("1981-03-05", {"effective_on": "1981-07-01"}),
    ),
    "1990-01-01": Change(
        None, "2250 W W L L L L L L L",
        Side("1989-03-05", {"rating": None}), Side("1990-03-05", {"rating": 2030}),
    ),
    "2000-01-01": Change(
        2300, "2300 W", Side("1999-12-31", {"rating": 2310}), Side("2000-01-01", {"rating": 2308})
    ),
    "2003-11-01": Change(
        2500, "2100 W 2500 D", Side("2003-10-31", {"expected": 1.52}), Side("2003-11-01", {"expected": 1.46})
    ),
    "2008-01-01": Change(
        2300, "2000 W 2300 D", Side("2007-12-31", {"expected": 1.4}), Side("2008-01-01", {"expected": 1.35})
    ),
    "2009-07-01": Change(
        2500, "2100 W", Side("2009-06-30", {"expected": 0.89}), Side("2009-07-01", {"expected": 0.92})
    ),
    "2011-07-01": Change(
        2000, "2000 W", Side("2011-05-10", {"k": 25}), Side("2011-07-10", {"k": 30}), games=10
    ),
    "2012-07-01": Change(
        1300, "1100 W 1300 D", Side("2012-06-30", {"expected": 0.5}), Side("2012-07-01", {"expected": 1.26}),
        opened=("2010-12-01", "2012-07-01"),
    ),
    "2014-07-01": Change(2000, "2000 W", Side("2014-06-05", {"k": 15}), Side("2014-07-05", {"k": 20})),
    # A junior who was published with 2310 and stands at 2290: below 2300 now, and not always.
    "2016-01-01": Change(
        2310, "2290 D", Side("2015-12-05", {"k": 40}), Side("2016-01-05", {"k": 20}),
        before=("2015-10-05", "2310 L L"), facts="2002-05-05",
    ),
    "2017-07-01": Change(
        2000, "2000" + " D" * 36, Side("2017-06-05", {"k": 20}), Side("2017-07-05", {"k": 19})
    ),
    "2022-01-01": Change(
        2400, "1900 W 1850 W", Side("2021-12-31", {"expected": 1.84}), Side("2022-01-01", {"expected": 1.88})
    ),
    "2024-03-01": Change(
        2400, "1900 W 1850 W", Side("2024-02-29", {"expected": 1.88}), Side("2024-03-01", {"expected": 1.84})
    ),
    "2025-10-01": Change(
        2700, "2200 W", Side("2025-09-30", {"expected": 0.92}), Side("2025-10-01", {"expected": 0.96})
    ),
}  # fmt: skip

RAPID = {
    "2012-07-01": Change(
        1300, "1100 W 1300 D",
        Side("2012-06-30", {"expected": 0.5, "effective_on": "2012-07-01"}),
        Side("2012-07-01", {"expected": 1.26, "effective_on": "2012-08-01"}),
        opened=("2010-12-01", "2012-07-01"),
    ),
    "2021-11-01": Change(
        2400, "1900 W", Side("2021-10-31", {"expected": 0.92}), Side("2021-11-01", {"expected": 0.96})
    ),
    "2022-01-01": Change(
        2400, "1900 W 1850 W", Side("2021-12-31", {"expected": 1.93}), Side("2022-01-01", {"expected": 1.88})
    ),
    "2022-10-01": Change(2400, "2400 W", Side("2022-09-10", {"k": 20}), Side("2022-10-10", {"k": 10})),
    "2024-03-01": Change(
        2400, "1900 W 1850 W", Side("2024-02-29", {"expected": 1.88}), Side("2024-03-01", {"expected": 1.84})
    ),
    "2024-12-01": Change(
        2650, "2000 W 2640 D", Side("2024-11-30", {"expected": 1.43}), Side("2024-12-01", {"expected": 0.51})
    ),
}  # fmt: skip

LISTS = {"fide-standard": STANDARD, "fide-rapid": RAPID, "fide-blitz": RAPID}


class Files:
    """The files of all the changes of a list."""

    def __init__(self, list_code: str) -> None:
        self.list = list_code
        self.players = ["player,birth_date"]
        self.ratings = ["player,list,date,rating,games"]
        self.tournaments = ["tournament,lists,start_date,end_date"]
        self.games = ["tournament,date,round,white,black,result"]

    def add(self, player: str, change: Change, day: str, opened: str) -> None:
        """The tournament of one side of a change, and the one before it that the change needs."""
        if change.rating is not None:
            self._rated(player, opened, change.rating, change.games)
        if change.facts:
            self.players.append(f"{player},{change.facts}")
        if change.before is not None:
            earlier, results = change.before
            self._tournament(f"{player}-before", player, results, earlier, opened)
        self._tournament(f"{player}-t", player, change.results, day, opened)

    def _rated(self, player: str, opened: str, rating: int, games: int) -> None:
        self.ratings.append(f"{player},{self.list},{opened},{rating},{games}")

    def _tournament(self, code: str, player: str, results: str, day: str, opened: str) -> None:
        self.tournaments.append(f"{code},{self.list},{day},{day}")
        number, rating = 0, 0
        for word in results.split():
            if word.isdigit():
                rating = int(word)
                continue
            number += 1
            rival = f"{code}-{number}-rival"
            self._rated(rival, opened, rating, 100)
            self.games.append(f"{code},{day},{number},{player},{rival},{RESULTS[word]}")

    def ingest(self, club: Club) -> None:
        for rows in (self.players, self.ratings, self.tournaments, self.games):
            if len(rows) > 1:
                club.ingest("\n".join(rows) + "\n", "--list", self.list)


def found(club: Club, list_code: str) -> dict[str, list[dict[str, Any]]]:
    """The changes of the players whose tournaments are looked at, opponents left out."""
    rows = club.query(
        "select player, unit, effective_on, k, expected, rating from rating_change"
        f" where list = '{list_code}' and unit not in ('opening', 'adjustment')"
        " and player not like '%rival' order by step"
    )
    by_player: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_player.setdefault(row["player"], []).append(row)
    return by_player


@pytest.mark.parametrize("list_code", LISTS)
def test_a_tournament_is_rated_by_the_old_rules_before_a_date_and_by_the_new_ones_from_it(
    club: Club, list_code: str
) -> None:
    files = Files(list_code)
    wanted: dict[str, Values] = {}
    for date, change in LISTS[list_code].items():
        for name, side, at in (("old", change.old, 0), ("new", change.new, 1)):
            opened = change.opened[at] if change.opened else f"{int(side.day[:4]) - 2}-12-01"
            files.add(f"{date}-{name}", change, side.day, opened)
            wanted[f"{date}-{name}"] = side.wanted
    files.ingest(club)
    came = found(club, list_code)
    last = {player: came.get(player, [{"rating": None}])[-1] for player in wanted}
    seen = {player: {key: as_number(last[player][key]) for key in told} for player, told in wanted.items()}
    assert seen == wanted


def as_number(value: object) -> object:
    return value if value is None or isinstance(value, (int, str)) else float(str(value))


@pytest.mark.parametrize("list_code", LISTS)
def test_no_date_of_a_calendar_is_left_out(list_code: str) -> None:
    calendar = catalogue.calendar(list_code)
    assert calendar is not None
    dates = [later.effective_from for _, later in pairwise(calendar.entries)]
    assert dates == list(LISTS[list_code])
    for date, change in LISTS[list_code].items():
        assert change.old.day < date <= change.new.day
        assert change.old.wanted != change.new.wanted
