"""What is reported late: the order of recording decides nothing but what the rules let it decide.

The season is that of a federation whose weekend tournament of November was reported in March, and whose
league, begun before it, ended in April.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.acceptance.club import GAMES, Answer, Club

RATED = {"ana": 1900, "bia": 1950, "eva": 2000, "zoe": 2100}
LEAGUE = [
    "league,2024-10-01,1,ana,bia,1-0",
    "league,2024-12-10,2,eva,ana,1-0",
    "league,2025-04-20,3,ana,zoe,1/2-1/2",
]
WEEKEND = ["weekend,2024-11-20,1,zoe,ana,0-1", "weekend,2024-11-20,2,ana,eva,1-0"]
JANUARY, FEBRUARY, MAY = "2025-01-15", "2025-02-01", "2025-05-15"
DAYS = ["2024-10-01", "2024-11-30", JANUARY, FEBRUARY, "2025-03-01", "2025-05-01", MAY]
BY_LIST, BY_TOURNAMENT = "fide-standard-2024-03", "cbx-1"
NAME = "federation"


def season(club: Club, rule_set: str) -> Club:
    club.adopt(rule_set, NAME, "2024-03-01")
    rows = [f"{player},{NAME},2024-03-01,{rating},40" for player, rating in RATED.items()]
    club.ingest("\n".join(["player,list,date,rating,games", *rows, ""]))
    return club


def hand_in(club: Club, *files: Iterable[str]) -> None:
    for rows in files:
        club.games(*rows, to=NAME)


def publish(club: Club, date: str, *options: str) -> Answer:
    return club.run("publish", "--list", NAME, "--date", date, "--format", "json", *options)


def digests(club: Club) -> list[str]:
    return [club.replay(NAME, day)["digest"] for day in DAYS]


def news(answer: Answer) -> list[str]:
    return [line for line in answer.err.splitlines() if line.startswith("changes the list")]


@pytest.fixture
def another(tmp_path: Path) -> Callable[[], Club]:
    """Stores of their own, to compare with."""
    numbers = itertools.count(1)

    def made() -> Club:
        folder = tmp_path / f"another-{next(numbers)}"
        folder.mkdir()
        club = Club(f"sqlite:///{folder / 'store.db'}", folder)
        club.run("init", "--time-zone", "America/Sao_Paulo")
        return club

    return made


@pytest.mark.parametrize("rule_set", [BY_LIST, BY_TOURNAMENT])
def test_f23_nothing_depends_on_the_order_in_which_reports_come(
    club: Club, another: Callable[[], Club], rule_set: str
) -> None:
    hand_in(season(club, rule_set), LEAGUE, WEEKEND)
    expected = digests(club)
    assert len(set(expected)) > 1
    parts = [LEAGUE[:1], LEAGUE[1:], WEEKEND]
    for order in itertools.permutations(parts):
        other = season(another(), rule_set)
        hand_in(other, *order)
        assert digests(other) == expected


def test_f23_a_late_report_restates_by_tournament_and_the_list_that_went_out_stays(
    club: Club, another: Callable[[], Club]
) -> None:
    hand_in(season(club, BY_TOURNAMENT), LEAGUE[:2])
    went_out = publish(club, JANUARY).out
    late = club.games(*WEEKEND, to=NAME)
    assert news(late) == [f"changes the list {NAME} of {JANUARY} as published (v1): 4 players"]
    hand_in(club, LEAGUE[2:])
    known = season(another(), BY_TOURNAMENT)
    hand_in(known, WEEKEND, LEAGUE)
    assert digests(club) == digests(known)
    shown = ("--list", NAME, "--as-of", JANUARY, "--format", "json")
    assert club.run("list", "--published", *shown).out == went_out
    publish(club, JANUARY, "--reason", "the weekend was reported in March")
    assert club.run("list", "--published", "v1", *shown).out == went_out
    second = club.run("list", "--published", *shown).json
    assert second["publication"] == f"{NAME}@{JANUARY}v2"
    assert second["digest"] == known.replay(NAME, JANUARY)["digest"]
    # The league rates his start by what the weekend, which ended before it, made of him.
    (weekend,) = [one for one in club.explain("ana", NAME) if one["unit"] == "weekend"]
    (league,) = [one for one in club.explain("ana", NAME) if one["unit"] == "league"]
    assert (weekend["before"], league["before"]) == (1900, weekend["after"])


def test_f23_a_late_report_counts_in_the_next_list_and_changes_none_that_went_out(
    club: Club, another: Callable[[], Club]
) -> None:
    season(club, BY_LIST)
    went_out = publish(club, "2025-01-01").json
    assert news(club.games(*WEEKEND, to=NAME, code=0)) == []
    hand_in(club, LEAGUE)
    assert club.replay(NAME, "2025-01-31")["rows"] == went_out["rows"]
    (weekend,) = [one for one in club.explain("ana", NAME) if one["effective_on"] == FEBRUARY]
    assert weekend["before"] == 1900
    in_time = season(another(), BY_LIST)
    hand_in(in_time, WEEKEND, LEAGUE)
    (then,) = [one for one in in_time.explain("ana", NAME) if one["effective_on"] == "2024-12-01"]
    assert then["change"] == weekend["change"]
    assert club.ratings(NAME, MAY) == in_time.ratings(NAME, MAY)


def test_late_news_under_next_list_are_corrections_of_what_went_out(club: Club) -> None:
    season(club, BY_LIST)
    publish(club, "2025-01-01")
    hand_in(club, WEEKEND)
    publish(club, FEBRUARY)
    key = ("--tournament", "weekend", "--round", "1", "--white", "zoe", "--black", "ana")
    words = ("correct", "game", *key, "--to", "1-0", "--reason", "score sheet")
    expected = [f"changes the list {NAME} of {FEBRUARY} as published (v1): 2 players"]
    before = club.count("event")
    assert news(club.run(*words, "--dry-run")) == expected
    assert club.count("event") == before
    assert news(club.run(*words)) == expected
    # Lateness is the tournament's: what comes of it later lands with it.
    more = club.games("weekend,2024-11-20,3,bia,zoe,1-0", to=NAME)
    assert news(more) == [f"changes the list {NAME} of {FEBRUARY} as published (v1): 2 players"]


def test_t8_two_versions_of_rules_with_two_starts_in_the_past_are_adopted_in_one_file(
    club: Club, another: Callable[[], Club]
) -> None:
    games = [
        "t,2013-05-01,1,ana,bia,1-0",
        "t,2015-05-01,2,ana,bia,1-0",
        "t,2019-05-01,3,bia,ana,1-0",
        "t,2020-06-01,4,ana,bia,1-0",
        "t,2021-01-01,5,bia,ana,1/2-1/2",
    ]
    openings = f"player,list,date,rating\nana,{NAME},2010-01-01,1900\nbia,{NAME},2010-01-01,1950\n"
    versions = [("2014-01-01", "20"), ("2020-06-01", "32")]
    adoption = {"type": "adoption", "list": NAME, "rule_set": "elo-1"}
    file = "".join(
        json.dumps({**adoption, "effective_from": day, "parameters": {"k": k}}) + "\n" for day, k in versions
    )
    right = another()
    for one in (club, right):
        one.adopt("elo-1", NAME, "2010-01-01", "--set", "k=20")
    club.adopt("elo-1", NAME, "2014-01-01", "--set", "k=5")
    for day, k in versions:
        right.adopt("elo-1", NAME, day, "--set", f"k={k}")
    for one in (club, right):
        one.ingest(openings)
        one.ingest("\n".join([GAMES, *games, ""]), "--list", NAME)
    days = ["2013-12-31", "2019-12-31", "2021-06-30"]
    before = {day: club.replay(NAME, day) for day in days}
    known = str(before[days[0]]["known_at"])
    publish(club, days[0])
    publish(club, days[2])
    told = club.ingest(file, ending="jsonl")
    assert news(told) == [f"changes the list {NAME} of {days[2]} as published (v1): 2 players"]
    for day in days:
        assert club.replay(NAME, day)["digest"] == right.replay(NAME, day)["digest"]
        assert club.replay(NAME, day, "--known-at", known) == before[day]
    assert [one["k"] for one in club.explain("ana", NAME)[1:]] == [20, 20, 20, 32, 32]
    assert [one["rule_set"] for one in club.explain("ana", NAME)[1:]] == ["elo-1"] * 5
