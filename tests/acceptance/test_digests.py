"""The same facts give the same list, byte for byte, whatever way they came in."""

from __future__ import annotations

import random

import pytest

from tests.acceptance.club import GAMES, Club

PLAYERS = [f"p{number}" for number in range(1, 9)]
DATES = ["2011-12-31", "2012-01-01", "2012-02-01", "2012-04-01", "2012-06-01"]


def season(seed: int) -> list[str]:
    """Games of four months around the change of rules."""
    chance, rows = random.Random(seed), []
    for month in ("2011-11", "2011-12", "2012-01", "2012-02"):
        for number in range(1, 8):
            order = chance.sample(PLAYERS, k=8)
            for white, black in zip(order[::2], order[1::2], strict=True):
                result = chance.choice(["1-0", "0-1", "1/2-1/2"])
                rows.append(f"t-{month},{month}-{number + 10},{number},{white},{black},{result}")
    return rows


def openings(to: str) -> list[str]:
    return [f"{player},{to},2011-10-01,{1500 + 90 * number}" for number, player in enumerate(PLAYERS[2:])]


def hand_in(club: Club, to: str, seed: int, files: int) -> None:
    """The season in ``files`` files of shuffled rows, in shuffled order."""
    chance, rows = random.Random(seed), season(2012)
    chance.shuffle(rows)
    contents = ["\n".join([GAMES, *rows[part::files]]) + "\n" for part in range(files)]
    ratings = openings(to)
    chance.shuffle(ratings)
    contents.append("\n".join(["player,list,date,rating", *ratings]) + "\n")
    chance.shuffle(contents)
    for content in contents:
        club.ingest(content, "--list", to)


@pytest.mark.parametrize("to", ["cxc", "cbx", "cbjd", "elo"])
def test_rows_files_and_order_change_no_digest_nor_does_the_database(
    club: Club, club_on_a_file: Club, to: str
) -> None:
    hand_in(club_on_a_file, to, seed=1, files=1)
    hand_in(club, to, seed=2, files=5)
    for day in DATES:
        expected, found = club_on_a_file.replay(to, day, "--all"), club.replay(to, day, "--all")
        assert found["digest"] == expected["digest"]
        assert found["rows"] == expected["rows"]
    for player in PLAYERS:
        assert club.explain(player, to, "--as-of", DATES[-1]) == club_on_a_file.explain(
            player, to, "--as-of", DATES[-1]
        )


def test_replaying_twice_gives_the_same_bytes(club: Club) -> None:
    hand_in(club, "cxc", seed=1, files=2)
    options = ("--list", "cxc", "--as-of", "2012-02-01", "--format", "json")
    first = club.run("replay", *options).out
    assert club.process("replay", *options).out == first
    assert club.run("replay", *options, "--full").out == first


def test_digests_tell_lists_dates_and_ratings_apart(club: Club) -> None:
    hand_in(club, "cxc", seed=1, files=2)
    before = [club.replay("cxc", day)["digest"] for day in DATES[1:4]]
    assert len(set(before)) == 3
    assert club.replay("cxc", "2012-02-02")["digest"] == before[1], "the list of 1 February still holds"
    club.openings({"p1": 1500}, to="elo")
    club.openings({"p1": 1500}, to="cbjd")
    assert club.replay("elo", DATES[0])["digest"] != club.replay("cbjd", DATES[0])["digest"]
    club.games("t-2011-12,2011-12-30,9,p1,p3,1-0", to="cxc")
    assert [
        club.replay("cxc", day)["digest"] != old for day, old in zip(DATES[1:4], before, strict=True)
    ] == [
        True,
        True,
        True,
    ]


def test_list_equals_replay_at_every_date_before_and_after_project(club: Club) -> None:
    hand_in(club, "cxc", seed=1, files=2)
    for day in DATES:
        options = ("--list", "cxc", "--as-of", day, "--format", "json")
        replayed = club.run("replay", *options).json
        assert club.run("list", *options).json == replayed
    club.run("project", "--list", "cxc", "--full")
    assert club.run("list", *options).json == replayed
