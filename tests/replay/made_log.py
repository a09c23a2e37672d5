"""A log in memory, written as an officer would write it, for tests of the fold without a database."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Literal

import numpy as np

from ratingstore.replay import choice, derive
from ratingstore.replay.fold import Folded, fold
from ratingstore.replay.names import Naming
from ratingstore.replay.trace import Line, Watch
from ratingstore.rulebook import catalogue, loader
from ratingstore.rules.adjustment import Adjustment, Selection
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store.read import GameColumns, Log
from ratingstore.store.rows import (
    AdjustmentRow,
    AdoptionRow,
    ExemptionRow,
    FactRow,
    PublicationRow,
    RatingRow,
    TournamentRow,
)

LIST = 1
Game = tuple[str, str, str, str, str]
"""Tournament, ISO date or "", White, Black, result; the round is the number of the row."""

_HALF = {"1-0": (2, 0), "1/2": (1, 1), "0-1": (0, 2), "*": (-1, -1)}


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def adoption(
    name: str, effective_from: str, position: int = 1, list_number: int = LIST, **parameters: str
) -> AdoptionRow:
    one = catalogue.find(name)
    return AdoptionRow(
        position=position,
        list=list_number,
        effective_on=day(effective_from),
        rule_set=name,
        digest=loader.digest(one.text, one.tables, parameters),
        text=one.text,
        tables=one.tables,
        parameters=parameters,
    )


def edited(row: AdoptionRow, *edits: tuple[str, str]) -> AdoptionRow:
    """An adoption of the same rule set with other lines in it."""
    text = row.text
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return replace(row, text=text)


def without(row: AdoptionRow, *sections: str) -> AdoptionRow:
    """An adoption of the same rule set without some sections and the notes on them."""
    text = row.text
    for section in sections:
        text = re.sub(rf"\n\[{section}\]\n.*?(?=\n\[)", "", text, flags=re.DOTALL)
        text = re.sub(rf'\n\[\[notes\]\]\npath = "{section}[^"]*"\n.*?(?=\n\[|\Z)', "", text, flags=re.DOTALL)
    return replace(row, text=text)


def rating(
    player: int, on: str, points: float, purpose: str = "opening", list_number: int = LIST, **more: object
) -> RatingRow:
    return RatingRow(
        position=1,
        player=player,
        list=list_number,
        purpose=purpose,
        rated_on=day(on),
        rating=round(points * 100),
        relative=bool(more.get("relative", False)),
        games=more.get("games"),  # type: ignore[arg-type]
    )


def log(
    games: Sequence[Game],
    ratings: Mapping[str, tuple[str, float]],
    adoptions: Sequence[AdoptionRow],
    claims: Mapping[str, Mapping[str, object]] | None = None,
    more_ratings: Sequence[RatingRow] = (),
    rounds: Sequence[int] | None = None,
) -> Log:
    """The log; player numbers go by code from 1, tournament numbers by code from 1."""
    players = sorted({code for game in games for code in game[2:4]} | set(ratings))
    tournaments = sorted({game[0] for game in games} | set(claims or {}))
    number = {code: at for at, code in enumerate(players, 1)}
    rows = [
        (
            at,
            1 + tournaments.index(game[0]),
            at,
            rounds[at - 1] if rounds else at,
            0,
            1,
            day(game[1]) if game[1] else 0,
            number[game[2]],
            number[game[3]],
            *_HALF[game[4]],
            1,
            LIST,
            *_HALF["*"],
        )
        for at, game in enumerate(games, 1)
    ]
    columns = np.array(rows, dtype=np.int64).reshape(len(rows), 15).T
    openings = [rating(number[code], on, points) for code, (on, points) in ratings.items()]
    return Log(
        known_at=1,
        games=GameColumns(**dict(zip(GameColumns.__dataclass_fields__, columns, strict=True))),
        tournaments={1 + tournaments.index(code): _claim(said) for code, said in (claims or {}).items()},
        ratings=(*openings, *more_ratings),
        adoptions=tuple(adoptions),
        player_codes=("", *players),
        player_names=("", *players),
        tournament_codes=("", *tournaments),
        lists={"probe": LIST},
    )


def publication(date: str, position: int) -> PublicationRow:
    return PublicationRow(
        position=position,
        list=LIST,
        date=day(date),
        version=1,
        digest="",
        numbers_digest="",
        known_at=position,
        head="",
        rules=(),
        rows=0,
        shown_on=day(date),
    )


def adjustment(on: str, formula: str, reason: str = "", **said: Any) -> AdjustmentRow:
    """``said``: fields of the selection and of the adjustment."""
    where = {name: value for name, value in said.items() if name in Selection.__dataclass_fields__}
    rest = {name: value for name, value in said.items() if name not in where}
    made = Adjustment(formula=formula, selection=Selection(**where), **rest)
    return AdjustmentRow(position=1, list=LIST, on=day(on), adjustment=made, reason=reason)


def exemption(root: int, side: Literal["white", "black", "both"], list_number: int = 0) -> ExemptionRow:
    return ExemptionRow(position=1, root=root, list=list_number, side=side)


def fact(player: int, name: str, value: str, valid_from: str = "") -> FactRow:
    return FactRow(player=player, fact=name, value=value, valid_from=day(valid_from) if valid_from else 0)


def folded(made: Log, as_of: str = "2099-12-31", list_number: int = LIST) -> Folded:
    return fold(made, list_number, choice.adopted(made.adoptions, list_number), day(as_of))


def course(made: Log, player: str, list_number: int = LIST) -> list[tuple[str, str, float | None]]:
    """A player's steps that moved him: effective date, unit, rating after (None: not rated)."""
    found = folded(made, list_number=list_number)
    steps, number = found.steps, made.player_codes.index(player)
    return [
        (
            date.fromordinal(int(steps.effective_on[at])).isoformat(),
            found.units[int(steps.unit[at])].name,
            None if steps.after[at] == UNRATED else int(steps.after[at]) / 100,
        )
        for at in (steps.player == number).nonzero()[0].tolist()
        if steps.before[at] != steps.after[at]
    ]


def rated(made: Log, player: str, as_of: str, list_number: int = LIST) -> float | None:
    """A player's rating at the end of a day; None: he has none."""
    before = [after for on, _, after in course(made, player, list_number) if on <= as_of]
    return before[-1] if before else None


def explained(made: Log, player: str) -> dict[str, list[Line]]:
    """The lines of a player's changes, by unit."""
    games = derive.rated_games(made, derive.tournaments(made, LIST))
    seen = Watch(made.player_codes.index(player), Naming(made, games), games)
    units = fold(made, LIST, choice.adopted(made.adoptions, LIST), tracer=seen).units
    return {units[one.unit].name: list(one.lines) for one in seen.changes}


def _claim(said: Mapping[str, object]) -> TournamentRow:
    empty: dict[str, object] = {
        "lists": (), "start_on": None, "end_on": None, "points": None, "rounds": None, "type": "",
        "status": "rated", "implied_list": LIST,
    }  # fmt: skip
    return TournamentRow(**{**empty, **said})  # type: ignore[arg-type]
