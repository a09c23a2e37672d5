"""Second stage: a unit's entries become changes of rated players, by the rule set of the unit."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ratingstore.rules.entries import Changes, Entries, Flags
from ratingstore.rules.games import MILLIONTHS_A_HUNDREDTH, value_of
from ratingstore.rules.grouping import distinct
from ratingstore.rules.k_factor import LIMITED
from ratingstore.rules.rounding import Ints, to_step
from ratingstore.rules.ruleset import UNRATED, Bounds, Floor, RuleSet


def limited(rules: RuleSet, entries: Entries) -> Entries:
    """The entries with K cut where K times the player's rated games of the unit is above the limit."""
    limit = rules.k.limit
    if not limit or not len(entries.player):
        return entries
    games = np.bincount(entries.player[entries.counted], minlength=int(entries.player.max()) + 1)
    his = games[entries.player].astype(np.int64)
    over = entries.k * his > limit
    k = np.where(over, limit // np.maximum(his, 1), entries.k)
    return replace(
        entries,
        k=k,
        why_k=np.where(over, LIMITED, entries.why_k),
        value=np.where(over, value_of(k, entries.score2, entries.expected, rules), entries.value),
    )


def change(rules: RuleSet, entries: Entries, ratings: Ints) -> Changes:
    """One change for each player of the entries who has a rating in ``ratings`` (by player)."""
    of = _Totals.of(entries, ratings)
    before = ratings[of.players] * MILLIONTHS_A_HUNDREDTH
    change = of.total(entries.value, entries.sums)
    games = of.total(np.ones(len(entries.player), dtype=np.int64), entries.counted)
    # Nobody moves without a rated game, not even by rounding.
    played = games > 0
    made = np.where(played, rounded(rules, before, change), before + change)
    kept = np.where(played, within(made, rules.bounds), made)
    k = np.zeros(len(of.players), dtype=np.int64)
    np.maximum.at(k, of.member, entries.k[of.rated])
    computed = kept // MILLIONTHS_A_HUNDREDTH
    return Changes(
        player=of.players,
        before=ratings[of.players],
        after=np.where(played, listed(computed, rules.floor), ratings[of.players]),
        computed=computed,
        games=games,
        score2=of.total(entries.score2, entries.sums),
        expected=of.total(entries.expected, entries.sums),
        k=k,
        rounding=made - before - change,
        bound=kept - made,
        apart=_apart(rules, of, entries, made - before),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Totals:
    """Sums by player over the entries of those who are rated."""

    players: Ints
    rated: Flags
    member: Ints

    @classmethod
    def of(cls, entries: Entries, ratings: Ints) -> _Totals:
        rated = ratings[entries.player] != UNRATED
        players, member = distinct(entries.player[rated])
        return cls(players=players, rated=rated, member=member)

    def total(self, column: Ints, flags: Flags) -> Ints:
        """The sum of a column of the entries over those that are flagged."""
        found = np.zeros(len(self.players), dtype=np.int64)
        chosen = flags[self.rated]
        np.add.at(found, self.member[chosen], column[self.rated][chosen])
        return found


def rounded(rules: RuleSet, before: Ints, change: Ints) -> Ints:
    """Ratings after changes (millionths), rounded as the rules say."""
    rounding = rules.unit_rounding
    if rounding is None:
        return before + change
    if rounding.of == "change":
        return before + to_step(change, rounding, MILLIONTHS_A_HUNDREDTH)
    return to_step(before + change, rounding, MILLIONTHS_A_HUNDREDTH)


def _apart(rules: RuleSet, of: _Totals, entries: Entries, change: Ints) -> Ints:
    """What the changes would be, tournament by tournament; one tournament alone is never different."""
    rounding = rules.unit_rounding
    if rounding is None or rounding.of != "change":
        return np.full(len(of.players), UNRATED, dtype=np.int64)
    summed = entries.sums[of.rated]
    tournament = entries.tournament[of.rated][summed]
    tournaments = int(tournament.max(initial=0)) + 1
    pairs, where = np.unique(of.member[summed] * tournaments + tournament, return_inverse=True)
    each = np.zeros(len(pairs), dtype=np.int64)
    np.add.at(each, where, entries.value[of.rated][summed])
    apart = np.zeros(len(of.players), dtype=np.int64)
    np.add.at(apart, pairs // tournaments, to_step(each, rounding, MILLIONTHS_A_HUNDREDTH))
    return np.where(apart == change, UNRATED, apart)


def listed(ratings: Ints, floor: Floor | None) -> Ints:
    """Ratings in hundredths; ``UNRATED`` for those that leave the list."""
    return ratings if floor is None else np.where(ratings < floor.low, UNRATED, ratings)


def within(millionths: Ints, bounds: Bounds | None) -> Ints:
    """Ratings in millionths, set to the bound where they lie outside."""
    if bounds is None:
        return millionths
    return np.clip(millionths, bounds.low * MILLIONTHS_A_HUNDREDTH, bounds.high * MILLIONTHS_A_HUNDREDTH)
