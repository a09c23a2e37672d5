"""Random histories of lists that come out on dates, around the days on which their rules change."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from ratingstore.rulebook import catalogue

from .lists import changes_until
from .made_up import rule_sets

LIST, OTHER = "probe", "other"
FIRST_DAY, LAST_DAY = date(2011, 10, 1), date(2012, 9, 30)
OPENED, LAST = date(2011, 9, 1), date(2012, 12, 31)
CODES = ["10", "9", "Zonal", "aberto", "Éden", "b-2"]
CHANGES = [date(2012, 1, 1), date(2012, 2, 1), date(2012, 3, 1), date(2012, 3, 14), date(2012, 7, 1)]
WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
RATINGS = st.one_of(
    st.integers(1350, 1450), st.integers(1750, 1850), st.integers(2250, 2450), st.integers(1000, 2700)
)
RAISED: dict[str, list[dict[str, Any]]] = {
    "fide-standard": [
        {"date": date(2024, 3, 1), "formula": "R + 0.4 * (2000 - R)", "selection": {"rating_below": 2000}}
    ],
}
RAISED["fide-rapid"] = RAISED["fide-blitz"] = [
    {"date": date(2022, 10, 1), "formula": "max(R, S - 100)", "other_list": "fide-standard"},
    *RAISED["fide-standard"],
]
"""What the shipped calendars hold beside rule sets."""


def young(day: date) -> list[str]:
    """Birth dates of players who are about 18."""
    year = day.year - 18
    return [str(year), str(year + 1), f"{year + 1}-02-01", f"{year + 1}-03-20", f"{year}-11-15"]


def days(first: date = FIRST_DAY, last: date = LAST_DAY) -> st.SearchStrategy[date]:
    return st.dates(min_value=first, max_value=last)


@st.composite
def histories(draw: st.DrawFn) -> dict[str, Any]:
    """Two lists of made-up rules; the first may fall back on the second, and be adjusted by it."""
    players = [f"p{number}" for number in range(1, draw(st.integers(4, 7)) + 1)]
    lists = {OTHER: draw(the_list("other", None, players))}
    lists = {LIST: draw(the_list("made", OTHER, players)), **lists}
    return draw(with_play(players, lists, FIRST_DAY, LAST_DAY))


@st.composite
def shipped_histories(draw: st.DrawFn) -> dict[str, Any]:
    """A shipped list around the day on which its rules change, and the standard list that it looks at."""
    players = [f"p{number}" for number in range(1, draw(st.integers(5, 8)) + 1)]
    codes = draw(
        st.sampled_from([["fide-standard"], ["fide-rapid", "fide-standard"], ["fide-blitz", "fide-standard"]])
    )
    calendar = catalogue.calendar(codes[0])
    assert calendar is not None
    change = date.fromisoformat(draw(st.sampled_from(calendar.entries)).effective_from)
    slow = change.year < 2000
    first, last = change - timedelta(days=400 if slow else 240), change + timedelta(days=700 if slow else 240)
    lists = {code: draw(shipped_list(code, players, first)) for code in codes}
    return draw(with_play(players, lists, first, last))


@st.composite
def shipped_list(draw: st.DrawFn, code: str, players: list[str], first: date) -> dict[str, Any]:
    calendar = catalogue.calendar(code)
    assert calendar is not None
    found = []
    for player in players:
        if draw(st.integers(0, 9)) < 7:
            opening = {"player": player, "date": first - timedelta(days=30), "rating": draw(RATINGS)}
            found.append({**opening, "games": draw(st.sampled_from([None, 20, 28, 100]))})
    return {
        "adoptions": [
            {
                "text": catalogue.find(entry.rule_set).text,
                "tables": catalogue.find(entry.rule_set).tables,
                "effective_from": date.fromisoformat(str(entry.effective_from)),
            }
            for entry in calendar.entries
        ],
        "openings": found,
        "adjustments": RAISED[code],
    }


@st.composite
def with_play(
    draw: st.DrawFn, players: list[str], lists: dict[str, Any], first: date, last: date
) -> dict[str, Any]:
    history: dict[str, Any] = {"lists": lists, "tournaments": {}, "games": [], "players": {}}
    for code in draw(st.lists(st.sampled_from(CODES), min_size=1, max_size=4, unique=True)):
        kind = draw(st.sampled_from(["swiss", "swiss", "round_robin"]))
        main = next(iter(lists))
        in_lists = draw(st.sampled_from([[main], [main], [*lists], [*lists][-1:]]))
        starts = [day for day in CHANGES if first <= day <= last] or [first + (last - first) / 2]
        start = draw(st.one_of(days(first, last), st.sampled_from(starts)))
        end = start + timedelta(days=draw(st.sampled_from([0, 1, 8, 28, 65])))
        history["tournaments"][code] = {
            "start": start,
            "end": end,
            "type": kind,
            "lists": in_lists,
        }
        if kind == "round_robin":
            history["games"] += draw(all_play_all(code, players, end))
        else:
            history["games"] += draw(rounds(code, players, start, end, main))
    for player in players:
        born = draw(st.sampled_from([None, None, *young(first), "1870"]))
        history["players"][player] = {"born": born, "sex": draw(st.sampled_from(["m", "f", None]))}
    return with_openings_of_unrated(with_whole_round_robins(history))


def with_whole_round_robins(history: dict[str, Any]) -> dict[str, Any]:
    """Where the mean of a round robin is worked out from its table, no rule says what a gap does to it."""
    adoptions = [one for facts in history["lists"].values() for one in facts["adoptions"]]
    asked = any(by_table(one["text"]) for one in adoptions)
    for game in history["games"]:
        tournament = history["tournaments"][game["tournament"]]
        if asked and tournament["type"] == "round_robin" and game["score"] is None:
            game["score"] = DRAW
    return history


def by_table(text: str) -> bool:
    return 'against = "mean of opponents"' in text and 'method = "round robin/1"' in text


@st.composite
def rounds(
    draw: st.DrawFn, code: str, players: list[str], start: date, end: date, a_list: str
) -> list[dict[str, Any]]:
    """Rounds of a Swiss; here and there a side, or both, is not to be rated."""
    exemptions = [None] * 12 + [("", "white"), (a_list, "black"), (a_list, "both")]
    games = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        order = draw(st.permutations(players))
        day = draw(st.one_of(st.none(), days(start, end)))
        for white, black in zip(order[::2], order[1::2], strict=False):
            score = draw(st.sampled_from([WIN, WIN, DRAW, LOSS, LOSS, None]))
            exempt = draw(st.sampled_from(exemptions))
            place = {"tournament": code, "date": day, "round": number, "board": None, "game_no": 1}
            games.append({**place, "white": white, "black": black, "score": score, "exempt": exempt})
    return games


@st.composite
def all_play_all(draw: st.DrawFn, code: str, players: list[str], day: date) -> list[dict[str, Any]]:
    """A round robin in which nearly all games are played."""
    there = draw(st.lists(st.sampled_from(players), min_size=4, unique=True))
    games = []
    for number, (white, black) in enumerate(combinations(there, 2), 1):
        score = draw(st.sampled_from([WIN] * 6 + [DRAW] * 6 + [LOSS] * 6 + [None]))
        place = {"tournament": code, "date": day, "round": number, "board": None, "game_no": 1}
        games.append({**place, "white": white, "black": black, "score": score, "exempt": None})
    return games


@st.composite
def the_list(draw: st.DrawFn, name: str, fallback: str | None, players: list[str]) -> dict[str, Any]:
    changes = draw(st.lists(st.sampled_from(CHANGES), max_size=2, unique=True))
    dates = [date(2011, 1, 1), *sorted(changes)]
    return {
        "adoptions": [
            {"text": draw(rule_sets(f"{name}-{number}", fallback)), "effective_from": day}
            for number, day in enumerate(dates, 1)
        ],
        "openings": draw(openings(players)),
        "adjustments": draw(st.lists(adjustments(fallback), max_size=1)),
    }


@st.composite
def openings(draw: st.DrawFn, players: list[str]) -> list[dict[str, Any]]:
    """Openings of some of the players, nearly all of them before anybody plays."""
    found = []
    for player in players:
        when = draw(st.sampled_from([OPENED] * 5 + [None, None, date(2012, 2, 10), date(2012, 3, 1)]))
        if when is not None:
            opening = {"player": player, "date": when, "rating": draw(RATINGS)}
            found.append({**opening, "games": draw(st.sampled_from([None, 0, 8, 30]))})
    return found


@st.composite
def adjustments(draw: st.DrawFn, other: str | None) -> dict[str, Any]:
    formulas = ["R + 178", "R - 20", "R + 0.4 * (2000 - R)", "min(R, 2300)", "(R + 1800) / 2"]
    formulas += ["max(R, S - 100)"] if other else []
    formula = draw(st.sampled_from(formulas))
    selections: list[dict[str, Any]] = [{}, {"rating_below": 2000}, {"rating_from": 1900}, {"sex": "f"}]
    selections += [{"excepted": ["p1"]}, {"players": ["p1", "p2"]}, {"active_since": date(2012, 2, 1)}]
    found = {
        "date": draw(st.sampled_from([date(2012, 3, 1), date(2012, 4, 1), date(2012, 4, 9)])),
        "formula": formula,
        "selection": draw(st.sampled_from(selections)),
        "least": draw(st.sampled_from([None, None, 1500])),
    }
    if "S" in formula:
        found["other_list"] = other
    return found


def with_openings_of_unrated(history: dict[str, Any]) -> dict[str, Any]:
    """The history without openings of players who have had a rating before."""
    for code, facts in history["lists"].items():
        given, facts["openings"] = facts["openings"], []
        for opening in sorted(given, key=lambda one: str(one["date"])):
            steps = changes_until(history, code, opening["date"])
            if opening["player"] not in {step["player"] for step in steps}:
                facts["openings"].append(opening)
    return history
