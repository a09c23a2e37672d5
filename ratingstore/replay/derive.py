"""What the log implies without anybody claiming it: dates of tournaments and games, and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratingstore.events.days import NEVER
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.columns import TournamentClaims
from ratingstore.store.read import PENDING, UNDATED, Ints, Log

Flags = NDArray[np.bool_]


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
    round_robin: Flags
    in_list: Flags
    place: Ints

    def points_of(self, tournament: Ints, rules: RuleSet) -> Ints:
        """The points at stake in a game of each tournament: its own, else those of the rule set."""
        own = self.points[tournament]
        return np.where(own == 0, rules.score.points, own)


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
    claims = TournamentClaims.of(log.tournaments)
    first, last = _game_days(log, size)
    end = _placed(claims, claims.end_on, size)
    start = _first_known(_placed(claims, claims.start_on, size), first, end)
    end = _first_known(end, last, start)
    rated = _placed(claims, ~claims.such(claims.status, ("rated",)), size) == 0
    return Tournaments(
        # Games may be dated after the stated end: it began no later than it ended.
        start_on=np.minimum(start, end),
        end_on=end,
        points=_placed(claims, claims.points, size),
        rounds=_placed(claims, claims.rounds, size),
        type=_types(claims, size),
        round_robin=_placed(claims, claims.such(claims.type, ("round_robin",)), size) == 1,
        in_list=_members(log, claims, list_number, size) & rated,
        place=_places(log.tournament_codes),
    )


def _placed(claims: TournamentClaims, column: Ints | Flags, size: int) -> Ints:
    """A column of the claims by tournament number; 0 where nothing is claimed."""
    placed = np.zeros(size, dtype=np.int64)
    placed[claims.number] = column
    return placed


def _types(claims: TournamentClaims, size: int) -> tuple[str, ...]:
    found = [""] * size
    for number, word in zip(claims.number.tolist(), claims.type.tolist(), strict=True):
        found[number] = claims.words[word]
    return tuple(found)


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


def _members(log: Log, claims: TournamentClaims, list_number: int, size: int) -> Flags:
    """Tournaments of a list: by their claimed lists, else by the list that a file's option implied."""
    implied = np.zeros(size, dtype=np.int64)
    named = log.games.implied_list != 0
    implied[log.games.tournament[named]] = log.games.implied_list[named]
    members: Flags = implied == list_number
    code = next(code for code, number in log.lists.items() if number == list_number)
    claimed, mine = claims.naming(code)
    by_option = ~claimed & (claims.implied_list != 0)
    members[claims.number[by_option]] = claims.implied_list[by_option] == list_number
    members[claims.number[claimed]] = mine[claimed]
    return members


def rated_games(log: Log, of: Tournaments, reaches: int = 0) -> RatedGames:
    """The list's games that can be rated, each with its day, in an order that no recording changes.

    ``reaches``: without those that are over before this day, tournament and all.
    """
    games = log.games
    ends = of.end_on[games.tournament]
    played_on = np.where(games.valid_on == UNDATED, ends, games.valid_on)
    kept = (games.played == 1) & (games.white_half != PENDING) & of.in_list[games.tournament]
    kept &= played_on != UNDATED
    if reaches:
        kept &= np.maximum(played_on, ends) >= reaches
    rows = np.flatnonzero(kept)
    rows = rows[_in_order(log, of, rows, played_on[rows])]
    names = [name for name in RatedGames.__dataclass_fields__ if name != "played_on"]
    return RatedGames(**{name: getattr(games, name)[rows] for name in names}, played_on=played_on[rows])


def _in_order(log: Log, of: Tournaments, rows: Ints, played_on: Ints) -> Ints:
    games = log.games
    columns = [played_on, of.place[games.tournament[rows]], games.round[rows], games.board[rows]]
    columns.append(games.game_no[rows])
    order = _order(columns)
    alike = np.ones(max(len(rows) - 1, 0), dtype=np.bool_)
    for column in columns:
        alike &= column[order[1:]] == column[order[:-1]]
    if alike.any():  # then the codes of the players say which is first
        tied = np.flatnonzero(np.append(alike, False) | np.append(False, alike))
        run = np.cumsum(np.append(True, ~alike))[tied]
        his, by_code = rows[order[tied]], _places(log.player_codes)
        order[tied] = order[tied[np.lexsort((by_code[games.black[his]], by_code[games.white[his]], run))]]
    return order


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


def exempted(log: Log, list_number: int, games: RatedGames) -> Flags:
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
