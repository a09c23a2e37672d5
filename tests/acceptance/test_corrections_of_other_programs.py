"""Faults that other programs had in undoing, annulling and rating anew: each by where it was reported."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.acceptance.club import Club
from tests.acceptance.test_corrections import (
    AS_OF,
    PLAYED,
    correct,
    digest,
    expect_same,
    key,
    position,
    season,
)


@pytest.fixture
def played(club: Club) -> Club:
    season(club)
    club.games(*PLAYED, to="elo")
    return club


@pytest.fixture
def other(club_on_a_file: Club) -> Club:
    return season(club_on_a_file)


def test_a_past_game_is_taken_back_skillratings_2_and_elo_1(played: Club, other: Club) -> None:
    other.games(*PLAYED[1:], to="elo")
    correct(played, "void", *key(PLAYED[0]))
    expect_same(played, other)


def test_a_win_does_not_lower_a_rating_after_an_annulment_goratings_13_and_online_go_1376(
    played: Club,
) -> None:
    correct(played, "void-player", "zoe")
    for change in played.explain("ana", "elo", "--as-of", AS_OF):
        if change["score"] == change["games"] and change["games"]:
            assert change["change"] >= 0


def test_an_event_that_is_rated_after_all_counts_from_its_own_day_dmoj_129_and_1605(
    played: Club, other: Club
) -> None:
    other.games(*PLAYED, to="elo")
    correct(played, "tournament", "t", "--status", "refused")
    assert digest(played) != digest(other)
    correct(played, "tournament", "t", "--status", "rated")
    expect_same(played, other)


def test_the_order_of_correction_and_report_does_not_matter_penny_dreadful_3957(
    played: Club, other: Club
) -> None:
    late = "s,2011-12-01,1,bia,zoe,1-0"
    for club in (played, other):
        if club is other:
            club.games(*PLAYED, late, to="elo")
        correct(club, "game", *key(PLAYED[2]), "--to", "1-0")
    played.games(late, to="elo")
    expect_same(played, other)


def test_what_is_projected_after_a_deletion_is_what_is_projected_anew_bzion_128_and_170(played: Club) -> None:
    correct(played, "void", *key(PLAYED[1]))
    listed = ("list", "--list", "elo", "--as-of", AS_OF, "--format", "json")
    before = played.run(*listed).json
    played.run("project", "--full")
    assert played.run(*listed).json == before
    assert digest(played, "--full") == before["digest"]


def test_a_refund_is_an_event_of_its_own_whose_lines_add_up_lila_6527_and_3822(played: Club) -> None:
    before = played.ratings("elo", AS_OF)["ana"] or 0
    answer = correct(
        played, "adjust", "--list", "elo", "--date", "2012-12-01", "--player", "ana", "--amount", "+4"
    )
    assert played.ratings("elo", AS_OF)["ana"] == before + 4
    (change,) = played.explain("ana", "elo", "--on", "2012-12-01", "--as-of", AS_OF)
    assert [line["kind"] for line in change["lines"]] == ["adjustment"]
    correct(played, "undo", position(answer))
    assert played.ratings("elo", AS_OF)["ana"] == before


def test_the_numbers_of_a_corrected_game_add_up_lila_16811_and_goratings_72(played: Club) -> None:
    correct(played, "game", *key(PLAYED[0]), "--to", "1/2-1/2")
    changes = played.explain("ana", "elo", "--as-of", AS_OF)
    for one, next_ in pairwise(changes):
        assert one["after"] == next_["before"]


def test_the_rating_of_then_is_not_the_rating_of_now_online_go_364_and_lila_7313(played: Club) -> None:
    known = played.replay("elo", "2012-01-31")
    correct(played, "game", *key(PLAYED[0]), "--to", "0-1")
    again = played.replay("elo", "2012-01-31", "--known-at", str(known["known_at"]))
    assert again == known
    assert played.replay("elo", "2012-01-31")["digest"] != known["digest"]


def test_a_correction_of_the_rating_alone_leaves_the_standings_sharly_chess_2318(played: Club) -> None:
    correct(played, "game", *key(PLAYED[0]), "--played", "unrated", "--standings-result", "1-0")
    (row,) = played.query(
        "select result, standings_result, played from game_now where tournament = 't' and round = 1"
        " and white = 'ana'"
    )
    assert row == {"result": "1-0", "standings_result": "1-0", "played": "unrated"}


def test_an_event_entered_late_does_not_become_the_last_one_raago_giant_fix(
    played: Club, other: Club
) -> None:
    early = "s,2012-01-02,1,ana,zoe,1-0"
    played.games(early.replace("2012-01-02", "2012-06-02"), to="elo")
    correct(played, "game", *key(early), "--date", "2012-01-02")
    other.games(early, *PLAYED, to="elo")
    expect_same(played, other)
