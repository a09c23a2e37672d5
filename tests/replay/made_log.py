"""A log in memory, written as an officer would write it, for tests of the fold without a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np

from ratingstore.rulebook import catalogue, loader
from ratingstore.store.read import GameColumns, Log
from ratingstore.store.rows import AdoptionRow, RatingRow, TournamentRow

LIST = 1
Game = tuple[str, str, str, str, str]
"""Tournament, ISO date or "", White, Black, result; the round is the number of the row."""

_HALF = {"1-0": (2, 0), "1/2": (1, 1), "0-1": (0, 2), "*": (-1, -1)}


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def adoption(name: str, effective_from: str, position: int = 1, **parameters: str) -> AdoptionRow:
    one = catalogue.find(name)
    return AdoptionRow(
        position=position,
        list=LIST,
        effective_on=day(effective_from),
        rule_set=name,
        digest=loader.digest(one.text, one.tables, parameters),
        text=one.text,
        tables=one.tables,
        parameters=parameters,
    )


def rating(player: int, on: str, points: float, purpose: str = "opening", **more: object) -> RatingRow:
    return RatingRow(
        position=1,
        player=player,
        list=LIST,
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
        )
        for at, game in enumerate(games, 1)
    ]
    columns = np.array(rows, dtype=np.int64).reshape(len(rows), 13).T
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


def _claim(said: Mapping[str, object]) -> TournamentRow:
    empty: dict[str, object] = {
        "lists": (), "start_on": None, "end_on": None, "points": None, "rounds": None, "type": "",
        "status": "rated", "implied_list": LIST,
    }  # fmt: skip
    return TournamentRow(**{**empty, **said})  # type: ignore[arg-type]
