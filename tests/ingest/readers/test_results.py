from __future__ import annotations

import pytest

from tests.ingest.readers.reads import codes, game, game_problems

WHITE, DRAW, BLACK = (2, 0), (1, 1), (0, 2)

CHESS = {
    WHITE: ["1-0", "1 - 0", "1–0", "1—0", "1−0", "1‑0", "1:0", "1 : 0", "W", "w"],
    DRAW: [
        "1/2-1/2", "1/2 - 1/2", "½-½", "½ – ½", "½:½", "1/2:1/2", "0.5-0.5", "0,5-0,5", "0,5:0,5",
        "=", "=-=", "1/2", "½", "1⁄2", "0.5", "0,5", "D", "d",
    ],
    BLACK: ["0-1", "0 - 1", "0–1", "0−1", "0:1", "0", "0.0", "L", "l"],
}  # fmt: skip
DRAUGHTS = {WHITE: ["2-0", "2–0", "2:0", "2 - 0", "2"], DRAW: ["1-1", "1:1"], BLACK: ["0-2", "0:2"]}
FORFEITS = {
    WHITE: ["+/-", "+-", "+:-", "+ / -", "+/−", "+ - -", "+–"],
    BLACK: ["-/+", "-+", "-:+", "—/+", "- - +"],
    (0, 0): ["-/-", "--", "-:-", "–/–", "- - -"],
}
PAIRS = [(text, halves) for halves, texts in CHESS.items() for text in texts]
ON_DRAUGHTS_SCALE = [(text, halves) for halves, texts in DRAUGHTS.items() for text in texts]
OF_FORFEITS = [(text, halves) for halves, texts in FORFEITS.items() for text in texts]


@pytest.mark.parametrize(("text", "halves"), PAIRS)
def test_every_chess_spelling_gives_half_points_and_fits_both_scales(
    text: str, halves: tuple[int, int]
) -> None:
    found = game(result=text)
    assert (found.white_half, found.black_half, found.scale, found.played) == (*halves, 0, "yes")


@pytest.mark.parametrize(("text", "halves"), ON_DRAUGHTS_SCALE)
def test_draughts_spellings_say_that_a_win_counts_two(text: str, halves: tuple[int, int]) -> None:
    found = game(result=text)
    assert (found.white_half, found.black_half, found.scale) == (*halves, 2)


@pytest.mark.parametrize("text", ["1", "1.0"])
def test_a_lone_one_is_a_win_on_the_chess_scale_only(text: str) -> None:
    found = game(result=text)
    assert (found.white_half, found.black_half, found.scale) == (2, 0, 1)


@pytest.mark.parametrize("played", ["", "yes", "forfeit", "unrated"])
@pytest.mark.parametrize(("text", "halves"), OF_FORFEITS)
def test_a_forfeit_is_one_whatever_the_column_played_says(
    text: str, halves: tuple[int, int], played: str
) -> None:
    found = game("played", played, result=text)
    assert (found.white_half, found.black_half, found.played) == (*halves, "forfeit")


def test_an_asterisk_is_a_pending_game() -> None:
    found = game(result="*")
    assert (found.white_half, found.black_half, found.played) == (None, None, "yes")


@pytest.mark.parametrize(
    "text",
    ["3-0", "1-2", "2-1", "0-0", "0:0", "1/2-0", "won", "?", "1,0", "10", "-", "+", "++", "1-0-1", "−"],
)
def test_a_result_that_is_no_spelling_is_asked(text: str) -> None:
    (problem,) = game_problems(result=text)
    assert (problem.code, problem.field, problem.values["text"]) == ("RS031", "result", text)


@pytest.mark.parametrize(
    "text", ["2012-02-01", "01/02/2012", "1/fev", "02-Jan", "jan/01", "1.2.2012", "01 Feb"]
)
def test_a_result_that_a_spreadsheet_made_a_date_is_asked_as_such(text: str) -> None:
    assert codes(game_problems(result=text)) == [("RS032", "result")]


def test_an_empty_result_of_a_played_game_is_asked() -> None:
    assert codes(game_problems(result="")) == [("RS033", "result")]
    assert codes(game_problems("played", "yes", result="")) == [("RS033", "result")]


@pytest.mark.parametrize("played", ["forfeit", "unrated", "bye"])
def test_an_empty_result_beside_another_word_than_yes_is_no_problem(played: str) -> None:
    found = game("played", played, result="")
    assert (found.white_half, found.black_half, found.played) == (None, None, played)


@pytest.mark.parametrize("played", ["forfeit", "unrated", "bye"])
def test_a_result_beside_another_word_than_yes_is_kept_and_never_judged(played: str) -> None:
    understood = game("played", played, result="1-0")
    assert (understood.white_half, understood.black_half, understood.played) == (2, 0, played)
    nobody = game("played", played, result="0-0")
    assert (nobody.white_half, nobody.black_half) == (0, 0)
    strange = game("played|note", f"{played}|late", result="WO")
    assert (strange.white_half, strange.played, strange.note) == (None, played, "late; result=WO")
    assert game("played", played, result="2-0").scale == 0


@pytest.mark.parametrize(("text", "meant"), [("YES", "yes"), (" Forfeit ", "forfeit"), ("Bye", "bye")])
def test_case_and_spaces_of_played_do_not_matter(text: str, meant: str) -> None:
    assert game("played", text).played == meant


def test_a_word_that_played_does_not_know_is_asked_with_the_nearest_one() -> None:
    (near,) = game_problems("played", "forfit")
    assert (near.code, near.field) == ("RS029", "played")
    assert near.hint == "did you mean forfeit? Known are: yes, forfeit, unrated, bye"
    assert codes(game_problems("played", "0")) == [("RS030", "played")]


def test_a_standings_result_is_kept_only_where_it_differs_from_the_board() -> None:
    assert game("standings_result", "").standings_half is None
    assert game("standings_result", "W").standings_half is None
    assert game("standings_result", "½").standings_half == (1, 1)
    assert game("standings_result", "0-0").standings_half == (0, 0)
    assert game("standings_result", "+/-", result="*").standings_half == (2, 0)
    assert game("standings_result", "*").standings_half is None
    assert codes(game_problems("standings_result", "won")) == [("RS031", "standings_result")]


def test_the_scale_comes_from_the_standings_where_the_board_leaves_it_open() -> None:
    assert game("standings_result", "1", result="=").scale == 1
    assert game("standings_result", "2-0", result="=").scale == 2


def test_two_scales_in_one_row_are_asked() -> None:
    assert codes(game_problems("standings_result", "1", result="2-0")) == [("RS034", "standings_result")]
    assert game("standings_result", "1-1", result="2-0").standings_half == (1, 1)
