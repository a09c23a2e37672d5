"""Units in which every player is rated and a rule set asks nothing unusual: the changes, and nothing else.

What is left out is what nobody looks at here: lines of games, reasons, pools. ``tests/replay`` and the
reference hold these numbers against those of the general way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratingstore.replay.derive import Tournaments
from ratingstore.replay.people import People
from ratingstore.replay.sheet import Sheet
from ratingstore.replay.snapshots import Snapshot
from ratingstore.replay.state import Status
from ratingstore.rules import cap
from ratingstore.rules import expected as expectation
from ratingstore.rules import unit as units
from ratingstore.rules.games import MILLIONTHS_A_HUNDREDTH, mean_ahead, value_of
from ratingstore.rules.grouping import narrow, run_starts
from ratingstore.rules.k_factor import Basis, k_of
from ratingstore.rules.rounding import Ints, to_step
from ratingstore.rules.ruleset import UNRATED, RuleSet


def applies(rules: RuleSet) -> bool:
    """Whether a rule set asks for nothing but what is computed here."""
    asks_more = (
        rules.references.fallback,
        rules.not_rated,
        rules.floor,
        rules.k.limit,
        rules.k.by != "reference",
        rules.cap is not None and rules.cap.games != "all",
        rules.first_rating.minimum_tournaments,
        rules.unit.kind == "period"
        and (rules.unit.lands_by != "game date" or rules.expected.against == "mean of opponents"),
    )
    return not any(asks_more)


class PlainUnits:
    """Rates units of rated players, several at once where nobody plays in two of them."""

    def __init__(self, sheet: Sheet, of: Tournaments, people: People) -> None:
        self._sheet = sheet
        self._of = of
        self._people = people

    def rate(
        self, rules: RuleSet, rows: Ints, unit: Ints, listed: Snapshot | None = None, on: int = 0
    ) -> bool:
        """Rate games, each in the unit of its number, if every player is rated; else do nothing.

        ``listed``: the list by which they are rated; None: as the state is. ``on``: the day on which K is
        asked; 0: that on which the player's tournament began.
        """
        games, state = self._sheet.games, self._sheet.state
        player = np.concatenate([games.white[rows], games.black[rows]])
        rating = state.rating if listed is None else listed.shown
        if (rating[player] == UNRATED).any() or (state.rating[player] == UNRATED).any():
            return False
        order = np.argsort(narrow(player), kind="stable")
        player = player[order]
        starts = run_starts(player)
        who, size = player[starts], np.diff(np.append(starts, len(player)))
        opponent = np.concatenate([games.black[rows], games.white[rows]])[order]
        half = np.concatenate([games.white_half[rows], games.black_half[rows]])[order]
        row = np.concatenate([rows, rows])[order]
        tournament = games.tournament[row]
        points = self._of.points_of(tournament, rules)
        own = rating[who]
        basis = Basis(
            rating=own,
            games=state.games_for_k(who) if listed is None else listed.games[who],
            peak=state.peak[who] if listed is None else listed.peak[who],
            born=self._people.born[who],
            on=np.full(len(who), on) if on else self._of.start_on[tournament[starts]],
        )
        k, _why = k_of(rules.k, basis)
        sides = _Sides(
            own=np.repeat(own, size), other=rating[opponent], score2=half * points, points=points,
            starts=starts, size=size,
        )  # fmt: skip
        expected, score2, value = _worth(rules, sides, k)
        self._write(rules, who, value, {
            "unit": np.concatenate([unit, unit])[order][starts],
            "games": size,
            "score2": score2,
            "expected": expected,
            "k": k,
            "last_played": np.maximum.reduceat(games.played_on[row], starts),
        })  # fmt: skip
        return True

    def _write(self, rules: RuleSet, who: Ints, value: Ints, columns: dict[str, Ints]) -> None:
        state = self._sheet.state
        before = state.rating[who]
        rounded = units.rounded(rules, before * MILLIONTHS_A_HUNDREDTH, value)
        after = units.within(rounded, rules.bounds) // MILLIONTHS_A_HUNDREDTH
        state.rating[who] = after
        state.shown[who] = to_step(after, rules.shown, 1)
        state.games[who] += columns["games"]
        state.last_played[who] = np.maximum(state.last_played[who], columns.pop("last_played"))
        number = columns.pop("unit")
        days = self._sheet.ledger.units.days(number)
        self._sheet.step(number, days, who, before, {**columns, "status": Status.RATED})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sides:
    """Sides of games by player; ``starts`` is the first of each player, ``size`` how many he has."""

    own: Ints
    other: Ints
    score2: Ints
    points: Ints
    starts: Ints
    size: Ints

    def total(self, column: Ints) -> Ints:
        """The sum of a column over each player's sides."""
        return np.add.reduceat(column, self.starts)


def _worth(rules: RuleSet, sides: _Sides, k: Ints) -> tuple[Ints, Ints, Ints]:
    """Expected score, twice the score, and the value in millionths, of each player."""
    difference, score2 = sides.own - sides.other, sides.total(sides.score2)
    if rules.expected.against == "each opponent":
        used = cap.capped(difference, sides.own, rules.cap)
        expected = expectation.score(used, rules.expected) * sides.points
        value = value_of(np.repeat(k, sides.size), sides.score2, expected, rules)
        return sides.total(expected), score2, sides.total(value)
    each = rules.cap is not None and rules.cap.on == "each opponent"
    used = cap.capped(difference, sides.own, rules.cap) if each else difference
    whole = mean_ahead(sides.total(used), sides.size)
    ahead = whole if each else cap.capped(whole, sides.own[sides.starts], rules.cap)
    expected = expectation.score(ahead, rules.expected) * sides.total(sides.points)
    return expected, score2, value_of(k, score2, expected, rules)
