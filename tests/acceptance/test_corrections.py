"""After a correction the lists are those of a log in which the right fact stood from the start.

Each case is a fault that rating officers have reported; the right log is kept in another store.
"""

from __future__ import annotations

import json
import re

import pytest

from tests.acceptance.club import GAMES, NOT_USABLE, PROBLEMS, QUARANTINED, Answer, Club

AS_OF = "2013-01-01"
WHY = ("--reason", "it was so")
RATED = {"ana": 1500, "bia": 1600, "eva": 1700, "zoe": 1800}
PLAYED = [
    "t,2012-01-10,1,ana,bia,1-0",
    "t,2012-01-10,1,eva,zoe,1/2-1/2",
    "t,2012-01-11,2,ana,eva,0-1",
    "t,2012-01-12,3,zoe,ana,1-0",
    "u,2012-02-11,1,bia,ana,0-1",
]


@pytest.fixture
def right(club_on_a_file: Club) -> Club:
    """A store that knows the right facts from the start."""
    return season(club_on_a_file)


@pytest.fixture
def wrong(club: Club) -> Club:
    """A store in which something is to be corrected, on each database."""
    return season(club)


def season(club: Club) -> Club:
    club.adopt("elo-1", "elo", "2000-01-01")
    club.openings(RATED, to="elo")
    return club


def correct(club: Club, *words: str, code: int | None = 0) -> Answer:
    return club.run("correct", *words, *WHY, code=code)


def key(row: str) -> list[str]:
    """The words that name a game of a row in the order of ``GAMES``."""
    tournament, _date, round_, white, black, _result = row.split(",")
    return ["--tournament", tournament, "--round", round_, "--white", white, "--black", black]


def position(answer: Answer) -> str:
    """The position by which what was done can be undone."""
    found = re.findall(r"correct undo (\d+)", answer.out)
    assert found, answer
    return str(found[-1])


def digest(club: Club, *options: str) -> str:
    return str(club.replay("elo", AS_OF, *options)["digest"])


def expect_same(one: Club, other: Club) -> None:
    assert one.ratings("elo", AS_OF) == other.ratings("elo", AS_OF)
    assert digest(one) == digest(other)
    (listed,) = [one.run("list", "--list", "elo", "--as-of", AS_OF, "--format", "json").json]
    assert listed["digest"] == digest(other)


def instead(row: str, by: str) -> list[str]:
    return [by if one == row else one for one in PLAYED]


@pytest.mark.parametrize(
    ("row", "words", "by"),
    [
        (PLAYED[0], ("--to", "0-1"), "t,2012-01-10,1,ana,bia,0-1"),
        (PLAYED[1], ("--to", "1-0", "--date", "2012-01-09"), "t,2012-01-09,1,eva,zoe,1-0"),
        (PLAYED[2], ("--swap-colours",), "t,2012-01-11,2,eva,ana,1-0"),
        (PLAYED[3], ("--new-white", "bia"), "t,2012-01-12,3,bia,ana,1-0"),
        (PLAYED[3], ("--new-round", "4", "--date", "2012-03-01"), "t,2012-03-01,4,zoe,ana,1-0"),
        (PLAYED[4], ("--to=+/-",), "u,2012-02-11,1,bia,ana,+/-"),
    ],
)
def test_a_corrected_game_counts_as_if_it_had_been_right(
    wrong: Club, right: Club, row: str, words: tuple[str, ...], by: str
) -> None:
    wrong.games(*PLAYED, to="elo")
    right.games(*instead(row, by), to="elo")
    before = digest(wrong)
    answer = correct(wrong, "game", *key(row), *words)
    assert "->" in answer.out
    expect_same(wrong, right)
    correct(wrong, "undo", position(answer))
    assert digest(wrong) == before
    again = wrong.games(*PLAYED, to="elo")
    assert "0 new" in again.out


def test_a_void_game_counts_for_nothing_not_even_for_the_dates_of_its_tournament(
    wrong: Club, right: Club
) -> None:
    late = "u,2012-06-30,9,eva,zoe,1-0"
    wrong.games(*PLAYED, late, to="elo")
    right.games(*PLAYED, to="elo")
    answer = correct(wrong, "void", *key(late))
    expect_same(wrong, right)
    resent = wrong.games(late, to="elo")
    assert f"voided at {position(answer)}" in resent.out
    other = wrong.games(late.replace("1-0", "0-1"), to="elo", code=QUARANTINED)
    assert f"correct undo {position(answer)}" in other.err


def test_a_correction_without_a_reason_is_refused_with_a_hint(wrong: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    events = wrong.count("event")
    answer = wrong.run("correct", "void", *key(PLAYED[0]), code=NOT_USABLE)
    assert "--reason" in answer.err
    assert wrong.count("event") == events


def test_a_dry_run_says_what_would_change_and_changes_nothing(wrong: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    before = digest(wrong), wrong.count("event")
    answer = correct(wrong, "game", *key(PLAYED[0]), "--to", "0-1", "--dry-run")
    assert "1-0" in answer.out
    assert "0-1" in answer.out
    assert (digest(wrong), wrong.count("event")) == before


def test_f02_a_result_posted_to_a_namesake_goes_to_the_right_player(wrong: Club, right: Club) -> None:
    named = [row.replace("zoe", "zoe-irl") for row in PLAYED]
    for club in (wrong, right):
        club.openings({"zoe-irl": 2300}, to="elo")
    wrong.games(*named, to="elo")
    right.games(*PLAYED, to="elo")
    for row in (named[1], named[3]):
        side = "--new-black" if row.split(",")[4] == "zoe-irl" else "--new-white"
        correct(wrong, "game", *key(row), side, "zoe")
    expect_same(wrong, right)
    assert wrong.ratings("elo", AS_OF)["zoe-irl"] == 2300


def test_f03_an_id_with_two_digits_transposed(wrong: Club, right: Club) -> None:
    codes = {"12345678": 2300, "12354678": 812}
    for club in (wrong, right):
        club.openings(codes, to="elo")
    later = ["v,2012-03-01,1,12345678,ana,1-0", "w,2012-03-09,1,12354678,bia,0-1"]
    wrong.games("t,2012-02-01,1,12345678,eva,0-1", *later, to="elo")
    right.games("t,2012-02-01,1,12354678,eva,0-1", *later, to="elo")
    words = ("--tournament", "t", "--round", "1", "--white", "12345678", "--black", "eva")
    correct(wrong, "game", *words, "--new-white", "12354678")
    expect_same(wrong, right)


def test_f05_t6_the_list_of_march_keeps_what_was_known_then(club: Club) -> None:
    club.adopt("elo-1", "elo", "2000-01-01")
    club.openings({"alt": 1896, "opp": 1896}, to="elo")
    answer = club.ingest(
        f"{GAMES}\nt,2012-02-20,6,alt,opp,1-0\n", "--list", "elo", "--recorded-at", "2030-02-21", code=None
    )
    assert answer.code == NOT_USABLE  # nobody records in the future
    club.games("t,2012-02-20,6,alt,opp,1-0", to="elo")
    known = club.replay("elo", "2012-03-01")["known_at"]
    gained = club.ratings("elo", "2012-03-01")["alt"]
    correct(club, "void", *key("t,2012-02-20,6,alt,opp,1-0"))
    assert club.ratings("elo", "2012-03-01", "--known-at", str(known))["alt"] == gained
    assert gained != 1896
    assert club.ratings("elo", "2012-03-01") == {"alt": 1896, "opp": 1896}
    assert [club.count(view) for view in ("game_now", "game_as_recorded")] == [0, 2]


def test_f13_f14_a_forfeit_that_was_written_as_a_game(wrong: Club, right: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    right.games(*instead(PLAYED[0], "t,2012-01-10,1,ana,bia,+/-"), to="elo")
    correct(wrong, "game", *key(PLAYED[0]), "--played", "forfeit")
    expect_same(wrong, right)


def test_f25_t18_a_number_is_added_to_everybody_by_one_event(wrong: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    before = wrong.ratings("elo", AS_OF)
    words = ("adjust", "--list", "elo", "--date", "2012-12-01", "--all", "--by", "+178")
    answer = correct(wrong, *words)
    assert wrong.ratings("elo", AS_OF) == {player: (old or 0) + 178 for player, old in before.items()}
    assert wrong.ratings("elo", "2012-11-30") == before
    assert wrong.explain("ana", "elo", "--on", "2012-12-01", "--as-of", AS_OF)[0]["change"] == 178
    correct(wrong, "undo", position(answer))
    assert wrong.ratings("elo", AS_OF) == before


def test_f29_games_that_took_an_invented_date_get_the_right_one(wrong: Club, right: Club) -> None:
    undated = f"{GAMES}\nz,,1,ana,bia,1-0\n"
    assert "RS070" in wrong.ingest(undated, "--list", "elo", code=QUARANTINED).err
    wrong.ingest(undated, "--list", "elo", "--date", "2000-02-01")
    right.ingest(undated, "--list", "elo", "--date", "2012-02-01")
    words = ("--tournament", "z", "--round", "1", "--white", "ana", "--black", "bia")
    correct(wrong, "game", *words, "--date", "2012-02-01")
    expect_same(wrong, right)


def test_f30_the_same_result_twice_is_corrected_and_known_in_every_form(wrong: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    correct(wrong, "game", *key(PLAYED[0]), "--to", "1/2-1/2")
    for row in (PLAYED[0], PLAYED[0].replace("1-0", "1/2-1/2")):
        assert "1 known" in wrong.games(row, to="elo").out
    assert "RS060" in wrong.games(PLAYED[0].replace("1-0", "0-1"), to="elo", code=QUARANTINED).err


def test_f31_one_id_for_two_persons_is_split_by_date_and_later_files_follow(wrong: Club, right: Club) -> None:
    rows = ["t,1997-05-01,1,109484,ana,1-0", "u,2008-05-01,1,109484,bia,0-1"]
    last = "v,2009-05-01,1,109484,eva,1-0"
    for club in (wrong, right):
        club.adopt("elo-1", "elo", "1990-01-01")
        club.ingest("player,list,date,rating\n109484,elo,1990-01-01,1500\nthacher,elo,1990-01-01,1500\n")
    wrong.games(*rows, to="elo")
    right.games(rows[0], *(row.replace("109484", "thacher") for row in (rows[1], last)), to="elo")
    answer = correct(wrong, "split", "109484", "--from", "1998-01-01", "--to", "thacher")
    wrong.games(last, to="elo")
    expect_same(wrong, right)
    assert "known" in wrong.games(*rows, to="elo").out
    correct(wrong, "undo", position(answer))
    assert wrong.query("select count(*) as n from person_alias") == [{"n": 0}]


def test_f31_t22_two_codes_of_one_person_are_merged_however_old_the_first_game(
    wrong: Club, right: Club
) -> None:
    old = "s,2011-03-01,1,ana-2,zoe,1-0"
    wrong.games(*PLAYED, old, to="elo")
    right.games(*PLAYED, old.replace("ana-2", "ana"), to="elo")
    before = digest(wrong)
    answer = correct(wrong, "merge", "ana-2", "ana")
    expect_same(wrong, right)
    assert "0 new" in wrong.games(*PLAYED, old, to="elo").out
    assert wrong.run("history", "ana-2", "--list", "elo", "--format", "csv").rows
    correct(wrong, "undo", position(answer))
    assert digest(wrong) == before


def test_f31_two_who_met_are_not_merged(wrong: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    events = wrong.count("event")
    answer = correct(wrong, "merge", "ana", "bia", code=PROBLEMS)
    assert "round 1 ana–bia" in answer.err
    assert wrong.count("event") == events


def test_f33_nobody_is_made_his_own_opponent(wrong: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    assert "RS035" in correct(wrong, "game", *key(PLAYED[0]), "--new-black", "ana", code=PROBLEMS).err


def test_t7_an_opening_that_was_linked_wrongly_is_corrected_as_an_opening(wrong: Club, right: Club) -> None:
    for club, rating in ((wrong, "1545"), (right, "1700")):
        club.openings({"lin": rating}, to="elo")
        club.games(*PLAYED, "v,2012-05-01,1,lin,ana,1-0", to="elo")
    correct(wrong, "opening", "lin", "--rating", "1700")
    expect_same(wrong, right)
    assert [line["kind"] for line in wrong.explain("lin", "elo")[0]["lines"]] == ["opening"]


def test_t8_t13_a_tournament_is_dated_anew_kept_unrated_and_rated_again(wrong: Club, right: Club) -> None:
    for club in (wrong, right):
        club.games(*PLAYED, to="elo")
    dated = digest(wrong)
    pending = correct(wrong, "tournament", "u", "--status", "pending")
    right_rows = [row for row in PLAYED if row.startswith("u")]
    correct(right, "void", *key(right_rows[0]))
    expect_same(wrong, right)
    correct(wrong, "tournament", "u", "--status", "rated")
    assert digest(wrong) == dated
    assert "changed again" in correct(wrong, "undo", position(pending), code=PROBLEMS).err


def test_lists_that_an_option_implied_stay_when_a_tournament_gets_its_first_claim(wrong: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    before = wrong.ratings("elo", AS_OF)
    correct(wrong, "tournament", "t", "--name", "Open")
    assert wrong.ratings("elo", AS_OF) == before


def test_the_games_of_a_time_are_annulled_for_both_sides(wrong: Club, right: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    right.games(PLAYED[1], *PLAYED[4:], to="elo")
    answer = correct(wrong, "void-player", "ana", "--from", "2012-01-10", "--until", "2012-01-31")
    assert "3 games" in answer.out
    expect_same(wrong, right)


def test_a_file_of_corrections_does_what_the_commands_do_and_only_once(wrong: Club, right: Club) -> None:
    said = {"type": "correction", "reason": "it was so", "by": "the arbiter"}
    game = {"tournament": "t", "round": 1, "white": "ana", "black": "bia"}
    lines = [
        {**said, "action": "game", **game, "to": "0-1"},
        {**said, "action": "adjust", "list": "elo", "date": "2012-12-01", "all": True, "amount": "+10"},
        {**said, "action": "void", "tournament": "t", "round": 2, "white": "ana", "black": "eva"},
    ]
    for club in (wrong, right):
        club.games(*PLAYED, to="elo")
    text = "\n".join(json.dumps(one) for one in lines)
    wrong.ingest(text + "\n", ending="jsonl")
    correct(right, "game", *key(PLAYED[0]), "--to", "0-1")
    correct(right, "adjust", "--list", "elo", "--date", "2012-12-01", "--all", "--amount", "+10")
    correct(right, "void", *key(PLAYED[2]))
    expect_same(wrong, right)
    after = wrong.count("event")
    wrong.ingest(text + "\n\n", ending="jsonl")
    assert wrong.count("event") == after
    bad = {**said, "action": "void", **game, "rond": 1}
    refused = wrong.ingest(json.dumps(bad) + "\n", ending="jsonl", code=QUARANTINED)
    assert "RS047" in refused.err


def test_a_file_that_replaces_a_tournament_is_the_whole_truth_of_it(wrong: Club, right: Club) -> None:
    truth = ["t,2012-01-10,1,ana,bia,0-1", "t,2012-01-11,2,eva,ana,1-0", "t,2012-01-12,3,bia,eva,1-0"]
    wrong.games(*PLAYED, to="elo")
    right.games(*truth, PLAYED[4], to="elo")
    content = "\n".join([GAMES, *truth, ""])
    assert wrong.ingest(content, "--replaces", "t", code=NOT_USABLE).err
    trial = wrong.ingest(content, "--replaces", "t", *WHY, "--dry-run")
    done = wrong.ingest(content, "--replaces", "t", *WHY)
    notes = [[line for line in one.out.splitlines() if "note:" in line] for one in (trial, done)]
    assert notes[0] == notes[1]
    assert sum("-> void" in line for line in notes[0]) == 2
    expect_same(wrong, right)


def test_closed_books_keep_out_what_comes_later_until_they_are_opened(wrong: Club) -> None:
    wrong.games(*PLAYED[:4], to="elo")
    before = wrong.ratings("elo", AS_OF)
    answer = wrong.run("close", "elo", "--through", "2012-02-28", *WHY)
    wrong.games(PLAYED[4], to="elo")
    assert wrong.ratings("elo", AS_OF) == before
    correct(wrong, "undo", position(answer))
    assert wrong.ratings("elo", AS_OF) != before


def test_a_game_is_not_rated_for_one_side_of_one_list(wrong: Club) -> None:
    wrong.games(*PLAYED[:1], to="elo")
    answer = correct(wrong, "void", *key(PLAYED[0]), "--list", "elo", "--side", "white")
    after = wrong.ratings("elo", AS_OF)
    assert after["ana"] == RATED["ana"]
    assert after["bia"] != RATED["bia"]
    correct(wrong, "undo", position(answer))
    assert wrong.ratings("elo", AS_OF)["ana"] != RATED["ana"]


def test_a_withheld_player_is_not_shown_and_comes_back(wrong: Club) -> None:
    wrong.games(*PLAYED, to="elo")
    answer = correct(wrong, "withhold", "ana", "--from", "2012-06-01")
    assert "ana" not in wrong.ratings("elo", AS_OF)
    assert "ana" in wrong.ratings("elo", "2012-05-31")
    correct(wrong, "undo", position(answer))
    assert "ana" in wrong.ratings("elo", AS_OF)
