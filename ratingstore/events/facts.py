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


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicationRequest:
    """A JSON line that asks for a list to be published; who folds the log carries it out."""

    line: int
    row: str
    list: str
    date: int
    reason: str = ""
    by: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What every correction says beside its own words: why, and who decided it."""

    line: int
    row: str
    reason: str
    by: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKey:
    """Which game is meant: its players as the log has them, its round or the day ``on``, its number."""

    tournament: str
    white: str
    black: str
    round: int | None = None
    on: int | None = None
    game_no: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCorrection(Correction):
    """What is right of a game; None or "" where the log is right.

    ``result`` and ``standings`` are half points of White and Black (None: pending), of the White that
    is right. ``scale`` as in ``GameFact``. ``swap_colours`` leaves each player his points.
    """

    key: GameKey
    result: tuple[int | None, int | None] | None = None
    scale: Literal[0, 1, 2] = 0
    played: Played | None = None
    played_on: int | None = None
    new_round: int | None = None
    board: int | None = None
    standings: tuple[int, int] | None = None
    swap_colours: bool = False
    new_white: str = ""
    new_black: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidGame(Correction):
    """A game that does not count: nowhere, or not in ``list``, or not for ``side``."""

    key: GameKey
    list: str = ""
    side: Literal["white", "black", "both"] = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCorrection(Correction):
    """What is right of a tournament; None or "" where the log is right."""

    tournament: str
    name: str = ""
    lists: tuple[str, ...] = ()
    start_on: int | None = None
    end_on: int | None = None
    type: str = ""
    rounds: int | None = None
    points: int | None = None
    status: Literal["", "rated", "pending", "refused", "void"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidPlayer(Correction):
    """A player's games of a time, both days included, do not count: for him (``own``) or for both sides."""

    player: str
    from_on: int | None = None
    until: int | None = None
    side: Literal["own", "both"] = "both"
    list: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withholding(Correction):
    """A player stays off a public list, or off every list, from a day until before another."""

    player: str
    from_on: int
    until: int | None = None
    list: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge(Correction):
    """Two codes of one person: all that is known of ``player`` is ``into``'s."""

    player: str
    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Correction):
    """Two persons under one code: from a day on it is ``to``."""

    player: str
    from_on: int
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentRequest(Correction):
    """Ratings of a list moved at once by ``formula`` over R and S; ratings in hundredths.

    ``players`` empty: all for whom everything that is stated holds, without ``excepted``.
    """

    list: str
    date: int
    formula: str
    players: tuple[str, ...] = ()
    excepted: tuple[str, ...] = ()
    federation: str = ""
    sex: Literal["", "m", "f"] = ""
    rating_from: int | None = None
    rating_below: int | None = None
    active_since: int | None = None
    other_list: str = ""
    step: int = 100
    mode: str = "half up"
    least: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCorrection(Correction):
    """The right value of one fact of a player, from ``valid_from`` (None: the day it holds from now)."""

    player: str
    fact: str
    value: str
    valid_from: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningCorrection(Correction):
    """What is right of a player's opening in a list; hundredths."""

    player: str
    list: str
    rating: int | None = None
    rated_on: int | None = None
    games: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing(Correction):
    """Books of a list closed ``through`` a day, or a list that is no more ``from`` a day."""

    list: str
    kind: Literal["through", "from"]
    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Correction):
    """Takes back what was written for the same line as the event at ``position``."""

    position: int


Fact = GameFact | TournamentFact | PlayerFact | RatingFact | AdoptionRequest | PublicationRequest | Correction
