"""Rows of a file that say nothing but the game, many at once: known to the log as they are, or new.

A row is known if the log has the very game and no correction of it. Rows are new if nothing that is
asked of a row can be in question for any row of their tournament: the log has no game of it, no player
is seated twice in a round, no game comes twice. All other rows are matched one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from ratingstore.events.facts import Fact, GameFact
from ratingstore.ingest import likeness
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.likeness import Flags, Ints
from ratingstore.ingest.log_games import LogGames
from ratingstore.ingest.people import People, known_number, owner_id
from ratingstore.ingest.readers.game_columns import GameColumns
from ratingstore.ingest.tournaments import Tournaments

SAME: Final = ("valid_on", "white", "black", "white_half", "black_half")
"""What makes two games the same whatever their tournament is called."""
UNKNOWN: Final = 0
"""Stands for a player or tournament without a number."""


def ambiguous(draft: Draft, games: GameColumns) -> Flags:
    """Rows with a code that means another player on another day or that has another spelling."""
    own = np.array([_is_own(draft, code) for code in games.players], dtype=np.bool_)
    numbers = _numbers(draft, games)
    white, black = numbers[games.white], numbers[games.black]
    against_himself: Flags = (white == black) & (white != UNKNOWN)
    return ~(own[games.white] & own[games.black]) | against_himself


def _is_own(draft: Draft, code: str) -> bool:
    owner = owner_id(code)
    return code not in draft.aliases and (owner is None or ":".join(owner) == code)


def _numbers(draft: Draft, games: GameColumns) -> Ints:
    """The number of each of the file's players, as far as known."""
    found = np.full(len(games.players), UNKNOWN)
    for at in np.unique(np.concatenate([games.white, games.black])).tolist():
        found[at] = known_number(draft, games.players[at]) or UNKNOWN
    return found


def elsewhere(log: LogGames, draft: Draft, games: GameColumns) -> set[str]:
    """Tournaments of which a game (day, players, result) may stand in the log under another code."""
    if not len(games):
        return set()
    numbers = _numbers(draft, games)
    there = log.standing_between(int(games.played_on.min()), int(games.played_on.max()))
    found = likeness.stand_in(
        likeness.marks(games.played_on, numbers[games.white], numbers[games.black], *games.halves()),
        likeness.marks(*(there[name] for name in SAME)),
    )
    return {games.tournaments[at] for at in np.unique(games.tournament[found]).tolist()}


def known(log: LogGames, draft: Draft, games: GameColumns) -> Flags:
    """Rows of which the log has the very game, and never had another version of it."""
    own = _tournaments(draft, games)
    if not own.any():
        return np.zeros(len(games), dtype=np.bool_)
    numbers, there = _numbers(draft, games), log.untouched
    white, black = numbers[games.white], numbers[games.black]
    halves = games.halves()
    at = likeness.places(
        likeness.marks(own, games.slot, white, black, games.game_no),
        likeness.marks(*(there[name] for name in ("tournament", "slot", "white", "black", "game_no"))),
    )
    same = (at >= 0) & ~games.of_results(lambda one: one.forfeit)
    at = at[same]
    stated = {
        "tournament": own, "slot": games.slot, "white": white, "black": black, "game_no": games.game_no,
        "valid_on": games.played_on, "white_half": halves[0], "black_half": halves[1],
    }  # fmt: skip
    agreed = (games.board[same] == 0) | (there["board"][at] == games.board[same])
    for name, column in stated.items():
        agreed &= there[name][at] == column[same]
    same[same] = agreed
    return same


def _tournaments(draft: Draft, games: GameColumns) -> Ints:
    """The number of each row's tournament, as far as known."""
    numbers = [draft.tournaments.get(code, UNKNOWN) for code in games.tournaments]
    return np.array(numbers, dtype=np.int64)[games.tournament]


def questioned(
    log: LogGames,
    draft: Draft,
    people: People,
    tournaments: Tournaments,
    facts: Iterable[Fact],
    games: GameColumns,
) -> Flags:
    """Rows of tournaments that are not just new; ``facts`` are matched one by one anyhow."""
    told = {fact.tournament for fact in facts if isinstance(fact, GameFact)}
    for _line, code, first, last in games.spans():
        number = draft.tournaments[code]
        start, end = tournaments.start(number) or first, tournaments.end(number) or last
        begun = code not in draft.new_tournaments and number in log.tournaments
        if begun or first < start or end < last:
            told.add(code)
    disputed = np.unique(games.tournament[_disputed(draft, people, games)])
    return games.of_tournaments([*told, *(games.tournaments[at] for at in disputed.tolist())])


def _disputed(draft: Draft, people: People, games: GameColumns) -> Flags:
    """Rows of which something may be asked or said beside the row."""
    numbers = _numbers(draft, games)
    unknown = numbers == UNKNOWN
    numbers[unknown] = np.arange(1, unknown.sum() + 1) * -1
    white, black, slot = numbers[games.white], numbers[games.black], games.slot
    pair = np.minimum(white, black), np.maximum(white, black)
    asked = np.array([people.is_asked_about(code) for code in games.players], dtype=np.bool_)
    bad = asked[games.white] | asked[games.black] | (games.played_on > draft.seen_on)
    bad |= likeness.repeated(likeness.marks(games.tournament, slot, *pair, games.game_no))
    # A round for some and only a day for others: they may be one game.
    bad |= likeness.at_odds(likeness.marks(games.tournament), (games.round > 0).astype(np.int64))
    seats = [likeness.marks(games.tournament, games.round, side) for side in (white, black)]
    crowded = likeness.at_odds(np.concatenate(seats), np.concatenate([black, white]))
    return bad | ((games.round > 0) & (crowded[: len(games)] | crowded[len(games) :]))
