"""What the log implies without anybody claiming it: dates of tournaments and games, and lists."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratingstore.events.days import NEVER
from ratingstore.store.read import PENDING, UNDATED, Ints, Log


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournaments:
    """By tournament number: first and last day (0 unknown), points a game (0: the rule set's), rounds
    (0 unknown), type, whether the list rates it, and its place in the order of codes."""

    start_on: Ints
    end_on: Ints
    points: Ints
    rounds: Ints
    type: tuple[str, ...]
    in_list: NDArray[np.bool_]
    place: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGames:
    """The games that a list rates: played, with a result, dated; in the order of play."""

    root: Ints
    tournament: Ints
    slot: Ints
    round: Ints
    board: Ints
    game_no: Ints
    played_on: Ints
    white: Ints
    black: Ints
    white_half: Ints
    black_half: Ints

    def __len__(self) -> int:
        return len(self.root)


def tournaments(log: Log, list_number: int) -> Tournaments:
    """Dates, scales and list of every tournament, claimed or derived from its games."""
    size = max(len(log.tournament_codes), 1)
    first, last = _game_days(log, size)
    start, end, points, rounds = (np.zeros(size, dtype=np.int64) for _ in range(4))
    types = [""] * size
    rated = np.ones(size, dtype=np.bool_)
    for number, row in log.tournaments.items():
        start[number], end[number] = row.start_on or 0, row.end_on or 0
        points[number], rounds[number] = row.points or 0, row.rounds or 0
        types[number] = row.type
        rated[number] = row.status == "rated"
    start = _first_known(start, first, end)
    end = _first_known(end, last, start)
    return Tournaments(
        start_on=start,
        end_on=end,
        points=points,
        rounds=rounds,
        type=tuple(types),
        in_list=_members(log, list_number, size) & rated,
        place=_places(log.tournament_codes),
    )


def _game_days(log: Log, size: int) -> tuple[Ints, Ints]:
    dated = log.games.valid_on != UNDATED
    first = np.full(size, NEVER, dtype=np.int64)
    last = np.zeros(size, dtype=np.int64)
    np.minimum.at(first, log.games.tournament[dated], log.games.valid_on[dated])
    np.maximum.at(last, log.games.tournament[dated], log.games.valid_on[dated])
    first[first == NEVER] = UNDATED
    return first, last


def _first_known(*choices: Ints) -> Ints:
    found = choices[0]
    for choice in choices[1:]:
        found = np.where(found == UNDATED, choice, found)
    return found


def _members(log: Log, list_number: int, size: int) -> NDArray[np.bool_]:
    """Tournaments of a list: by their claimed lists, else by the list that a file's option implied."""
    implied = np.zeros(size, dtype=np.int64)
    named = log.games.implied_list != 0
    implied[log.games.tournament[named]] = log.games.implied_list[named]
    code = next(code for code, number in log.lists.items() if number == list_number)
    members: NDArray[np.bool_] = implied == list_number
    for number, row in log.tournaments.items():
        if row.lists:
            members[number] = code in row.lists
        elif row.implied_list is not None:
            members[number] = row.implied_list == list_number
    return members


def rated_games(log: Log, of: Tournaments) -> RatedGames:
    """The list's games that can be rated, each with its day, in an order that no recording changes."""
    games = log.games
    played_on = np.where(games.valid_on == UNDATED, of.end_on[games.tournament], games.valid_on)
    keep = np.flatnonzero(
        (games.played == 1)
        & (games.white_half != PENDING)
        & of.in_list[games.tournament]
        & (played_on != UNDATED)
    )
    by_code = _places(log.player_codes)
    order = (
        played_on, of.place[games.tournament], games.round, games.board, games.game_no,
        by_code[games.white], by_code[games.black],
    )  # fmt: skip
    rows = keep[np.lexsort(tuple(column[keep] for column in reversed(order)))]
    names = [name for name in RatedGames.__dataclass_fields__ if name != "played_on"]
    return RatedGames(**{name: getattr(games, name)[rows] for name in names}, played_on=played_on[rows])


def _places(codes: tuple[str, ...]) -> Ints:
    """The place of each number in the order of its code."""
    places = np.zeros(max(len(codes), 1), dtype=np.int64)
    places[sorted(range(len(codes)), key=codes.__getitem__)] = np.arange(len(codes))
    return places
