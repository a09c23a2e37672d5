"""What the log implies without anybody claiming it: dates of tournaments and games, and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratingstore.events.days import NEVER
from ratingstore.store.read import PENDING, UNDATED, Ints, Log


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournaments:
    """By tournament number: first and last day (0 unknown), points a game (0: the rule set's), rounds
    (0 unknown), type, whether it is a round robin, whether the list rates it, and its place in the order
    of codes."""

    start_on: Ints
    end_on: Ints
    points: Ints
    rounds: Ints
    type: tuple[str, ...]
    round_robin: NDArray[np.bool_]
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

    def at(self, rows: Ints) -> RatedGames:
        """Some of the games."""
        return RatedGames(**{name: getattr(self, name)[rows] for name in self.__dataclass_fields__})

    @classmethod
    def joined(cls, parts: Sequence[RatedGames]) -> RatedGames:
        """The games of several logs, one after the other."""
        names = cls.__dataclass_fields__
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


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
        # Games may be dated after the stated end: it began no later than it ended.
        start_on=np.minimum(start, end),
        end_on=end,
        points=points,
        rounds=rounds,
        type=tuple(types),
        round_robin=np.array([one == "round_robin" for one in types], dtype=np.bool_),
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
    rows = keep[_order([column[keep] for column in order])]
    names = [name for name in RatedGames.__dataclass_fields__ if name != "played_on"]
    return RatedGames(**{name: getattr(games, name)[rows] for name in names}, played_on=played_on[rows])


def _order(columns: Sequence[Ints]) -> Ints:
    """Rows in the order of the columns, the first of which weighs most."""
    packed, room = np.zeros(len(columns[0]), dtype=np.int64), 2**62
    for column in columns:
        low, size = int(column.min(initial=0)), int(np.ptp(column)) + 1 if len(column) else 1
        room //= size
        packed = packed * size + (column - low)
    if not room:  # more than one whole number holds
        return np.lexsort(tuple(reversed(columns)))
    # Games come in the order of play more often than not, and this sort is quick with what is in order.
    return np.argsort(packed, kind="stable")


def exempted(log: Log, list_number: int, games: RatedGames) -> NDArray[np.bool_]:
    """Two rows of flags over the games: White's side is not rated, Black's is not."""
    flags = np.zeros((2, len(games)), dtype=np.bool_)
    sides = {"white": (True, False), "black": (False, True), "both": (True, True)}
    for row in log.exemptions:
        if row.list in (0, list_number):
            flags[np.ix_(sides[row.side], games.root == row.root)] = True
    return flags


def _places(codes: tuple[str, ...]) -> Ints:
    """The place of each number in the order of its code."""
    places = np.zeros(max(len(codes), 1), dtype=np.int64)
    places[sorted(range(len(codes)), key=codes.__getitem__)] = np.arange(len(codes))
    return places
