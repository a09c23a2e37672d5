"""First ratings: the pool of a newcomer's tournaments, and the rating that it gives.

A block is what a newcomer did in one tournament, a dict: ``tournament, end, landed, games`` (pairs of
the opponent's rating and the score), ``against_rated`` (the scores against rated opponents) and
``mean``, the Ra of a round robin, else None.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from ..arithmetic import HALF, away_from_zero, nearest
from .calendar import months_between
from .rules import Rules

Block = dict[str, Any]

DIFFERENCES = (
    [0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166]
    + [175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383]
    + [401, 422, 444, 470, 501, 538, 589, 677]
)
"""dp of 50 %, 51 %, ... 99 % of the points."""
OF_A_FULL_SCORE = 800
TABLES_WITH_A_FULL_SCORE = {"dp-fide-2011", "full"}
"""The names of the tables that have a row for 100 %; the other one has none."""


def dp(table: str, share: Fraction) -> int | None:
    """The rating difference that a share of the points stands for; None where the table has no row."""
    percent = int(nearest(100 * share))
    of_the_better = max(percent, 100 - percent)
    if of_the_better == 100:
        if table not in TABLES_WITH_A_FULL_SCORE:
            return None
        difference = OF_A_FULL_SCORE
    else:
        difference = DIFFERENCES[of_the_better - 50]
    return difference if percent >= 50 else -difference


def scored(blocks: list[Block]) -> Fraction:
    return sum((score for block in blocks for _, score in block["games"]), Fraction(0))


def played(blocks: list[Block]) -> int:
    return sum(len(block["games"]) for block in blocks)


def rounded(how: Rules, value: Fraction) -> Fraction:
    """To a multiple of the step; a half goes up, or away from zero."""
    step = Fraction(how["step"])
    if how["mode"] == "half away from zero":
        return away_from_zero(value, step)
    return nearest(value / step) * step


def performance(first: Rules, blocks: list[Block]) -> Fraction | None:
    """The rating of some tournaments computed as if they were one; None where there is no dp."""
    draws = first["hypothetical_draws"]
    games, points = played(blocks) + draws, scored(blocks) + draws * HALF
    opponents = [
        rating if block["mean"] is None else block["mean"] for block in blocks for rating, _ in block["games"]
    ] + [first["hypothetical_rating"]] * draws
    mean = Fraction(sum(opponents)) / games
    rating: Fraction
    if first["per_half_point"] is not None and points * 2 >= games:
        over = (points - games * HALF) * 2
        rating = mean + over * first["per_half_point"]
    else:
        difference = dp(first["table"], points / games)
        if difference is None:
            return None
        if difference < 0 and first["round_robin_share"]:
            rating = mean + difference * share(blocks, draws)
        else:
            rating = mean + difference
    if first["rounding"] is not None:
        rating = rounded(first["rounding"], rating)
    return rating if first["highest"] is None else min(rating, Fraction(first["highest"]))


def share(blocks: list[Block], draws: int) -> Fraction:
    """n / (n + 1) of a round robin of n games, 1 of any other tournament, each by its games."""
    shares = Fraction(draws)
    for block in blocks:
        games = len(block["games"])
        shares += games * (1 if block["mean"] is None else Fraction(games, games + 1))
    return shares / (played(blocks) + draws)


def enters(first: Rules, pool: list[Block], block: Block) -> bool:
    """Whether a tournament enters the pool."""
    games, points = len(block["against_rated"]), sum(block["against_rated"])
    if games == 0 or games < first["block_games"] or points < first["block_score"]:
        return False
    if not pool and (games < first["first_games"] or points < first["first_score"]):
        return False
    if first["block_least"] is not None:
        alone = performance(first, [block])
        return alone is not None and alone >= first["block_least"]
    return True


def without_the_old(first: Rules, pool: list[Block], day: date) -> list[Block]:
    """The pool without what was rated too many months before the list of a day."""
    if not first["months"]:
        return pool
    return [block for block in pool if months_between(block["landed"], day) < first["months"]]


def one_event(
    rules: Rules, pool: list[Block], blocks: list[Block], day: date
) -> tuple[list[Block], Fraction | None]:
    """The pool after the list of a day, and the rating that it gives (None: none)."""
    first = rules["first_rating"]
    pool = without_the_old(first, pool, day)
    for block in sorted(blocks, key=lambda block: (block["end"], block["tournament"])):
        if enters(first, pool, block):
            pool = [*pool, block]
    if not pool or played(pool) < first["minimum_games"]:
        return pool, None
    rating = performance(first, pool)
    if rating is None:
        return pool, None
    if rules["floor"] is not None and rating < rules["floor"]["low"]:
        return ([] if first["below_floor"] == "start again" else pool), None
    return pool, rating


def performances(
    rules: Rules, pool: list[Block], blocks: list[Block]
) -> tuple[list[Block], Fraction | None, list[Block]]:
    """The same for the mean of the tournaments' performances; at last the tournaments that count."""
    first = rules["first_rating"]
    new = sorted(blocks, key=lambda block: (block["end"], block["tournament"]))
    found = [*pool, *({**block, "ru": performed(first, block)} for block in new)]
    pool = found
    performed_in = [block for block in pool if block["ru"] is not None]
    counting = sorted(performed_in, key=lambda block: (block["end"], block["tournament"]))
    while counting and counting[0]["ru"] < first["least"]:
        counting = counting[1:]
    if played(counting) < max(1, first["minimum_games"]):
        return pool, None, counting
    total = sum((block["ru"] * len(block["games"]) for block in counting), Fraction(0))
    rating = rounded(first["rounding"], total / played(counting))
    return pool, None if rating < first["least"] else rating, counting


def performed(first: Rules, block: Block) -> Fraction | None:
    """Ru of one tournament, not rounded; None without a dp."""
    as_one = {**first, "hypothetical_draws": 0, "round_robin_share": True, "highest": None}
    return performance({**as_one, "rounding": None}, [block])
