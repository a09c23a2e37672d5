"""A rule set: numbers of one version of one body's rules, and the names of the functions that use them.

Every section carries its ``source`` (key of a document in ``sources`` and the item in it) and may
carry a ``note`` and ``inferred`` (True: not stated by the source, read into it). The rulebook
builds these records from files; the fold only reads them. Units: ratings, steps and caps in
hundredths of a point (``HUNDREDTHS``); amounts a game or point likewise; scores in half points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

HUNDREDTHS: Final = 100
"""A rating of 1 point."""
MILLIONTHS: Final = 1_000_000
"""An expected score of 1, and the unit of the values of lines."""
UNRATED: Final = -(2**62)
"""Stands for "no rating" in columns of ratings."""

Period = Literal["", "month", "two months", "quarter", "half year", "year"]
RoundingMode = Literal["half up", "half away from zero"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What every part of a rule set carries."""

    source: str
    note: str = ""
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document: ``key`` is how sections name it."""

    key: str
    title: str
    published_on: str = ""
    checked_on: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A deviation from a source's letter, or what was read into it. ``path`` names a key."""

    path: str
    text: str
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding(Section):
    """Round to a multiple of ``step`` (hundredths); ``of``: the new rating, or the change alone."""

    step: int
    mode: RoundingMode
    of: Literal["rating", "change"] = "rating"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(Section):
    """What is rated at once, and the day by which the rule set is chosen.

    ``selected_by``: ``tournament start``, ``period start`` or ``game date``. A period lies between
    two list dates, the first days of calendar months, quarters and so on; its list is dated the first
    day after it. ``lands_by`` puts a game into a period: by its own date, or whole tournaments by
    their end, on the first list dated at least ``closing_days`` after it.
    """

    kind: Literal["game", "tournament", "period"]
    selected_by: Literal["tournament start", "period start", "game date"]
    period: Period = ""
    lands_by: Literal["game date", "tournament end"] = "game date"
    closing_days: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class References(Section):
    """Which rating stands for a player in the computation.

    ``running``: the state before the game. ``unit start``: the state when the unit is folded.
    ``list in force``: the list of the period's first day, as shown. ``list at tournament start``:
    the last list dated on or before the tournament's first day, as shown; a player rated since
    then has his current rating on his own side and is unrated to his opponents; one who left the
    list since then counts for his opponents and is not computed himself.

    ``fallback`` is the code of a list whose rating of that date stands for a player who has none here,
    and becomes his first rating here when a game of his is rated.
    """

    own: Literal["running", "unit start", "list in force", "list at tournament start"]
    opponent: Literal["running", "unit start", "list in force", "list at tournament start"]
    fallback: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Section):
    """``points``: at stake a game where the tournament says nothing; ``multiplier`` in millionths.

    ``result``: what is rated of a game that counts otherwise in the standings than on the board.
    """

    points: int
    multiplier: int = MILLIONTHS
    result: Literal["board", "standings"] = "board"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected(Section):
    """``method``: ``table/1`` or ``logistic/1``. ``against``: each opponent, or their mean.

    ``upper`` are the table's upper edges of the difference in whole points, ``high`` the expected
    score of the higher side in millionths, one more than edges (the last is open-ended).
    """

    method: Literal["table/1", "logistic/1"]
    against: Literal["each opponent", "mean of opponents"]
    table: str = ""
    upper: tuple[int, ...] = ()
    high: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cap(Section):
    """Largest difference used (hundredths); ``side``: the higher-rated side only, or both.

    ``on``: the difference (to the opponent, or to the mean of them), or each opponent's rating before
    the mean is taken. ``games``: in all games; or for the higher-rated side only in the one game of a
    tournament with the largest difference, for the lower-rated one in all; or for ``either side`` only in
    the one with the largest difference, be it to a higher- or to a lower-rated opponent. Whoever has
    ``exempt_from`` or more is rated on the real difference on his own side.
    """

    points: int
    side: Literal["higher", "both"]
    on: Literal["difference", "each opponent"] = "difference"
    games: Literal["all", "largest of a tournament", "largest of a tournament, either side"] = "all"
    exempt_from: int = UNRATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """From ``low`` to ``high`` (hundredths, both included) K is ``k`` (whole points a game)."""

    low: int
    high: int
    k: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KCondition:
    """K is ``k`` where everything that is stated here holds (ratings in hundredths; None: not stated).

    ``games_below``: his rating rests on fewer games. ``peak``: the highest rating that a list ever
    showed of him. ``age_to``: not older than so many years, by the ``birthday`` that follows, or until
    the ``year end`` of it; a player without a birth date is an adult.
    """

    k: int
    rating_from: int | None = None
    rating_below: int | None = None
    games_below: int | None = None
    peak_from: int | None = None
    peak_below: int | None = None
    age_to: int | None = None
    age_by: Literal["birthday", "year end"] = "year end"


@dataclass(frozen=True, slots=True, kw_only=True)
class KFactor(Section):
    """K by the first of the ``conditions`` that holds, else by the bands of the own rating.

    Bands are without gap or overlap, ascending. ``by``: the rating, games and peak of the own
    reference, or those of the ``list before`` the one on which the unit lands, one K for all of it.
    ``limit``: K times the rated games of the unit is at most so much, else K is the whole part of
    ``limit`` / games (0: no limit).
    """

    bands: tuple[Band, ...]
    conditions: tuple[KCondition, ...] = ()
    by: Literal["reference", "list before"] = "reference"
    limit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRated(Section):
    """Games between rated players that move nobody: a difference of ``gap_from`` or more and a
    player ``above`` that rating (hundredths)."""

    gap_from: int
    above: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnratedOpponent(Section):
    """``no effect/1``: the game moves nobody. ``performance/1``: he stands in with his performance,
    ``Rm + per_share (P/N - 1/2)``, unrated opponents counted as ``unrated_as``, rounded.

    ``round robin/1``: in a round robin he stands in with Ru, which the first-rating section computes
    for one tournament; elsewhere the game moves nobody. Against the mean of opponents, in a round robin
    with an unrated player, each rated player's mean is (N Ra - R)/(N - 1), corrected by what the cap
    cuts off each opponent, and a newcomer's is Ra so corrected; means and Ru are rounded to whole points,
    halves up.
    """

    method: Literal["no effect/1", "performance/1", "round robin/1"]
    per_share: int = 0
    unrated_as: int = UNRATED
    rounding: Rounding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstRating(Section):
    """How a player without a rating gets one.

    ``none/1``: only by an opening rating. ``mean and score/1``:
    ``Rm + per_share (P/N - 1/2) + per_point (P - N/2)`` over the pool, once it holds
    ``minimum_games`` and ``minimum_tournaments`` tournaments that have ended, each with at least
    ``minimum_games_a_tournament`` of his games, and ``minimum_score`` half points.
    ``opponents``: games against rated opponents only, or all, unrated ones as ``unrated_as``.
    The pool is kept when a rule set with the same method follows, else it starts anew.

    ``performances/1``: each tournament gives Ru: the mean Rc of the opponents plus ``per_half_point``
    for every half point over one half, or plus dp below it (``differences``, whole points for a score
    of 50 %, 51 %, ... 99 %, from the table ``table``); in a round robin Rc is the mean of the
    tournament, corrected by what its rated players scored. The rating is the mean of the Ru by their
    games; leading ones below ``least`` are left out, and so is a result below it. ``olympiad`` and
    ``olympiad_women``: the rating for half of the rounds and half of the points there.

    ``one event/1``: all games of the pool against rated opponents are computed as if they were one
    event, once there are ``minimum_games``: the mean Ra of the opponents and of
    ``hypothetical_draws`` games drawn against ``hypothetical_rating``, plus ``per_half_point`` for every
    half point over one half where that is given, else dp; below one half always dp. The share p has two
    decimals, halves up; the result is rounded and at most ``highest``. A tournament enters the pool with
    ``block_games`` games and ``block_score`` half points against rated opponents, and if its own
    Ru reaches ``block_least``; as long as the pool is empty it needs ``first_games`` and ``first_score``
    of such half points.
    What was rated ``months`` or more before the list under computation is no longer in the pool (0: it
    stays). ``round_robin``: there Rc is Ra as under ``performances/1``, or what ``round robin/1``
    makes of it, and all games count; ``round_robin_share``: and dp below one half counts n/(n + 1), of
    several tournaments each by its games. ``below_floor``: a rating below the floor of the list is not
    given, and the pool starts again or is kept.
    """

    method: Literal["none/1", "mean and score/1", "performances/1", "one event/1"]
    per_share: int = 0
    per_point: int = 0
    minimum_games: int = 0
    minimum_tournaments: int = 0
    minimum_games_a_tournament: int = 0
    minimum_score: int = 0
    opponents: Literal["rated", "all"] = "rated"
    unrated_as: int = UNRATED
    per_half_point: int = 0
    table: str = ""
    differences: tuple[int, ...] = ()
    least: int = 0
    olympiad: int = UNRATED
    olympiad_women: int = UNRATED
    hypothetical_draws: int = 0
    hypothetical_rating: int = UNRATED
    block_games: int = 0
    block_score: int = 0
    block_least: int = UNRATED
    first_games: int = 0
    first_score: int = 0
    months: int = 0
    highest: int = UNRATED
    round_robin: bool = False
    round_robin_share: bool = False
    below_floor: Literal["start again", "keep"] = "start again"
    rounding: Rounding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor(Section):
    """A rating below ``low`` (hundredths) leaves the list: the player is unrated from then on."""

    low: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds(Section):
    """A computed rating outside is set to the bound; an opening outside is a problem."""

    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Late(Section):
    """What a late report does: ``restate`` what followed, or count in the ``next list``, the first not
    yet published when the tournament was first recorded.

    ``lists``: what is too late for that many lists after its end is never rated (0: no such limit).
    """

    policy: Literal["restate", "next list"]
    lists: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One version of one body's rules. Dates are ISO texts; "" where not known.

    ``source`` is where the dates and the status come from, as in a section.
    """

    id: str
    body: str
    title: str
    valid_from: str
    status: Literal["firm", "trial", "inferred"]
    sources: tuple[Source, ...]
    unit: Unit
    references: References
    score: Score
    expected: Expected
    k: KFactor
    unrated_opponent: UnratedOpponent
    first_rating: FirstRating
    shown: Rounding
    late: Late
    game_rounding: Rounding | None = None
    unit_rounding: Rounding | None = None
    cap: Cap | None = None
    bounds: Bounds | None = None
    floor: Floor | None = None
    not_rated: NotRated | None = None
    source: str = ""
    decided_on: str = ""
    published_on: str = ""
    trial_until: str = ""
    revoked_on: str = ""
    frozen_until: str = ""
    settable: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
