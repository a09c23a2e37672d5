"""Facts as a file states them: codes and texts, before they meet the store. Pure.

A reader yields these; matching turns them into event rows. Days are INTEGER (``events.days``);
None or "" means that the file leaves it open. ``line`` is the 1-based line of the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Played = Literal["yes", "forfeit", "unrated", "bye"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFact:
    """One game. ``white_half``/``black_half`` count half points of a win: 2, 1 or 0; None: pending.

    ``scale`` is 2 where the file spells the result on the draughts scale (2-0, 1-1), 1 where it
    spells it on the chess scale in a way that a draughts scale would read differently (a lone
    ``1``), 0 where the spelling fits both. ``standings_half`` is White's and Black's half points
    in the standings where they differ from the board.
    """

    line: int
    row: str
    tournament: str
    white: str
    black: str
    played_on: int | None = None
    round: int | None = None
    board: int | None = None
    game_no: int = 1
    white_half: int | None = None
    black_half: int | None = None
    scale: Literal[0, 1, 2] = 0
    played: Played = "yes"
    standings_half: tuple[int, int] | None = None
    white_name: str = ""
    black_name: str = ""
    white_rating: int | None = None
    black_rating: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFact:
    """What a file says of a tournament. ``points`` a game: 1 or 2; ``lists`` are list codes."""

    line: int
    row: str
    tournament: str
    name: str = ""
    lists: tuple[str, ...] = ()
    start_on: int | None = None
    end_on: int | None = None
    type: str = ""
    rounds: int | None = None
    points: int | None = None
    federation: str = ""
    place: str = ""
    time_control: str = ""
    reported_on: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFact:
    """What a file says of a player. ``born`` is ``YYYY`` or an ISO date; ``ids`` are (scheme, id)."""

    line: int
    row: str
    player: str
    name: str = ""
    born: str = ""
    sex: Literal["", "m", "f"] = ""
    federation: str = ""
    club: str = ""
    title: str = ""
    joined_on: int | None = None
    valid_from: int | None = None
    ids: tuple[tuple[str, str], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingFact:
    """A rating that a file states. ``rating`` and ``k`` are hundredths.

    ``relative``: an adjustment written with a sign (``+178``) is an amount, else the new rating.
    """

    line: int
    row: str
    player: str
    list: str
    rated_on: int
    rating: int
    relative: bool = False
    games: int | None = None
    k: int | None = None
    status: str = ""
    purpose: Literal["opening", "published", "adjustment"] = "opening"
    reason: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptionRequest:
    """A JSON line that asks for a rule set to be put in force. ``rule_set`` is an id of the rulebook."""

    line: int
    row: str
    list: str
    rule_set: str
    effective_from: int | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    note: str = ""


Fact = GameFact | TournamentFact | PlayerFact | RatingFact | AdoptionRequest
