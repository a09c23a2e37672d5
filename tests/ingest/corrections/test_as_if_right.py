"""After corrections, whatever they are, the lists are those of a log in which the right facts stood."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.store.desk import RATINGS, Desk, codes

PLAYERS = ["ana", "bia", "eva", "zoe"]
LISTS = ["cxc", "cbx", "elo"]
DATES = ["2012-01-20", "2012-02-01", "2012-03-01", "2012-04-15"]
PAIRS = [("ana", "bia"), ("eva", "zoe"), ("ana", "eva"), ("zoe", "bia"), ("bia", "eva"), ("zoe", "ana")]
WRONG = ["result", "date", "colours", "player", "not there", "right"]
Game = dict[str, Any]


def season(draw: st.DrawFn) -> list[Game]:
    """Six rounds, a game a round."""
    day = st.integers(1, 28).map(lambda number: f"2012-02-{number:02}")
    return [
        {
            "tournament": "t", "round": number, "date": draw(day), "white": white, "black": black,
            "result": draw(st.sampled_from(["1-0", "1/2-1/2", "0-1", "+/-"])),
        }
        for number, (white, black) in enumerate(PAIRS, 1)
    ]  # fmt: skip


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Game], list[Game], list[Game]]:
    """The right games, those that are handed in, and the corrections between them."""
    right, handed_in, corrections = season(draw), [], []
    for game in right:
        kind = draw(st.sampled_from(WRONG))
        wrong, by = mistaken(game, kind)
        handed_in.append(wrong)
        if by:
            key = {name: wrong[name] for name in ("tournament", "round", "white", "black")}
            corrections.append({"type": "correction", "reason": "a test", **key, **by})
    kept = [game for game, wrong in zip(right, handed_in, strict=True) if "played_by" not in wrong]
    return kept, [{**one, "played_by": None} for one in handed_in], draw(st.permutations(corrections))


def mistaken(game: Game, kind: str) -> tuple[Game, Game]:
    """The game as it is handed in, and the words that correct it."""
    to = {"action": "game", "to": game["result"]}
    if kind == "result":
        return {**game, "result": "0-1" if game["result"] == "1-0" else "1-0"}, {**to, "played": played(game)}
    if kind == "date":
        return {**game, "date": "2012-01-05"}, {"action": "game", "date": game["date"]}
    if kind == "colours":
        turned = {**game, "white": game["black"], "black": game["white"], "result": "1-0"}
        return turned, {**to, "swap_colours": True, "played": played(game)}
    if kind == "player":
        return {**game, "black": "someone"}, {"action": "game", "new_black": game["black"]}
    if kind == "not there":
        return {**game, "played_by": "nobody"}, {"action": "void"}
    return game, {}


def played(game: Game) -> str:
    return "forfeit" if game["result"] == "+/-" else "yes"


def desk_with(folder: Path, games: list[Game], corrections: list[Game]) -> Desk:
    desk = Desk(str(folder / "club.db"), folder)
    for code in LISTS:
        desk.store.rules_adopt(code, code)
    everybody = [*PLAYERS, "someone"]
    rows = [f"{one},{code},2011-01-01,{1700 + 40 * n}" for n, one in enumerate(everybody) for code in LISTS]
    desk.hand_in([RATINGS, *rows])
    lines = [{"type": "tournament", "tournament": "t", "lists": " ".join(LISTS)}]
    lines += [{"type": "game", **{k: v for k, v in one.items() if k != "played_by"}} for one in games]
    assert codes(desk.jsonl(*map(json.dumps, lines))) == []
    if corrections:
        assert codes(desk.jsonl(*map(json.dumps, corrections))) == []
    return desk


@settings(max_examples=10, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(history=histories())
def test_a_log_that_was_corrected_is_one_that_was_right_from_the_start(
    tmp_path_factory: pytest.TempPathFactory, history: tuple[list[Game], list[Game], list[Game]]
) -> None:
    right, handed_in, corrections = history
    one = desk_with(tmp_path_factory.mktemp("right"), right, [])
    other = desk_with(tmp_path_factory.mktemp("wrong"), handed_in, corrections)
    for code in LISTS:
        for day in DATES:
            before, after = (desk.store.replay(code, as_of=day, everyone=True) for desk in (one, other))
            assert dict(before.meta.values)["digest"] == dict(after.meta.values)["digest"], (code, day)
            assert before.rows == after.rows
