"""First ratings from whole tournaments: ``performances/1``, as FIDE rated newcomers in the 1990s."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ratingstore.rules.entries import First, FirstLine, Performance, Reason, Sides
from ratingstore.rules.round_robin import NEAREST, Seats, share
from ratingstore.rules.round_robin import mean as mean_of_round_robin
from ratingstore.rules.rounding import half_up, quotient
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, FirstRating, RuleSet
from ratingstore.rules.score_difference import above_mean

_MILLIONTHS_A_HUNDREDTH = MILLIONTHS // HUNDREDTHS


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What must be known of a tournament: its type, its rounds (0 unknown), its place in the order
    of (end date, code), its last day."""

    type: str
    rounds: int
    place: tuple[int, int]
    end_on: int


def of_tournament(
    rule: FirstRating, sides: Sides, unrated: Sides, tournament: int, setting: Setting
) -> dict[int, Performance]:
    """The performance of each newcomer of a tournament, by player.

    ``sides`` are the tournament's, ``unrated`` those of them that count towards first ratings.
    A newcomer without a game that gives a mean of opponents has none.
    """
    newcomers = sorted(set(unrated.player[unrated.own == UNRATED].tolist()))
    round_robin = setting.type == "round_robin"
    mean = mean_of_round_robin(rule, Seats.of(sides)) if round_robin and newcomers else None
    found = {}
    for player in newcomers:
        his = unrated.where(unrated.player == player)
        counted = his if round_robin else his.where(his.opponent_rating != UNRATED)
        rc = mean if round_robin else _mean(counted.opponent_rating.tolist())
        if rc is None or not len(counted.game):
            continue
        games, half = len(counted.game), int(counted.half.sum())
        # In a round robin every newcomer has played all but himself.
        added = above_mean(rule, half, games, share(rule, games) if round_robin else Fraction(1))
        found[player] = Performance(
            tournament=tournament,
            place=setting.place,
            games=games,
            half=half,
            rc=rc,
            ru=None if added is None else rc + added,
            granted=_granted(rule, his, setting),
            played_on=setting.end_on,
        )
    return found


def _mean(ratings: Sequence[int]) -> Fraction | None:
    return Fraction(sum(ratings), len(ratings)) if ratings else None


def _granted(rule: FirstRating, his: Sides, setting: Setting) -> int:
    """The rating of an Olympiad for half of its rounds and half of the points."""
    amount = {"olympiad": rule.olympiad, "olympiad_women": rule.olympiad_women}.get(setting.type, UNRATED)
    games, half = len(his.game), int(his.half.sum())
    enough = setting.rounds > 0 and 2 * games >= setting.rounds and half >= games
    return amount if enough else UNRATED


def counting(rule: FirstRating, pool: Sequence[Performance]) -> list[Performance]:
    """The performances that count, in order: those before the first that reaches the least do not."""
    ordered = sorted((one for one in pool if one.ru is not None), key=lambda one: one.place)
    first = next((at for at, one in enumerate(ordered) if (one.ru or 0) >= rule.least), len(ordered))
    return ordered[first:]


def reached(rule: FirstRating, pool: Sequence[Performance]) -> bool:
    """Whether the performances, or one of them alone, give a rating that may be published."""
    return _mean_rating(rule, pool) is not None or any(one.granted != UNRATED for one in pool)


def _mean_rating(rule: FirstRating, pool: Sequence[Performance]) -> int | None:
    """Rn, rounded; None where there are too few games or it lies below the least."""
    used = counting(rule, pool)
    games = sum(one.games for one in used)
    if not used or games < rule.minimum_games:
        return None
    total = Fraction(0)
    for one in used:
        total += (one.ru or 0) * Fraction(one.games, games)
    rating = quotient(total.numerator, total.denominator, rule.rounding or NEAREST)
    return rating if rating >= rule.least else None


def compute(rules: RuleSet, player: int, pool: Sequence[Performance]) -> First:
    """Rn over the performances that count, or the rating that an Olympiad gives where that is more."""
    rule = rules.first_rating
    mean = _mean_rating(rule, pool)
    granted = max(one.granted for one in pool)
    used = [] if mean is None or granted > mean else counting(rule, pool)
    games = sum(one.games for one in used or pool)
    after = granted if mean is None else max(mean, granted)
    lines = [_line(one, used, games) for one in sorted(pool, key=lambda one: one.place)]
    if not used:
        lines.append(FirstLine(Reason.GRANTED, after * _MILLIONTHS_A_HUNDREDTH))
    shown = sum(line.value for line in lines)
    return First(
        player=player,
        after=after,
        games=games,
        score2=sum(one.half for one in used or pool),
        last_played=max(one.played_on for one in pool),
        lines=tuple(lines),
        rounding=after * _MILLIONTHS_A_HUNDREDTH - shown,
        bound=0,
    )


def _line(one: Performance, used: Sequence[Performance], games: int) -> FirstLine:
    rc = half_up(one.rc.numerator, one.rc.denominator)
    if one not in used or one.ru is None:
        return FirstLine(Reason.LEFT_OUT, 0, one.tournament, opponent_rating=rc, score2=one.half)
    share = one.ru * one.games / games
    value = half_up(share.numerator, share.denominator) * _MILLIONTHS_A_HUNDREDTH
    return FirstLine(Reason.PERFORMANCE, value, one.tournament, opponent_rating=rc, score2=one.half)
