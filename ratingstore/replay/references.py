"""Whose rating stands for whom: the sides of a unit's games with the references that a rule set names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.other_lists import OtherLists
from ratingstore.replay.people import People
from ratingstore.replay.snapshots import Snapshot
from ratingstore.replay.state import State
from ratingstore.rules.entries import Sides
from ratingstore.rules.k_factor import Basis, k_of
from ratingstore.rules.ruleset import UNRATED, Floor, RuleSet
from ratingstore.store.read import UNDATED, Ints

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """The sides of a unit's games. ``fallback`` flags those whose own rating is that of another list,
    of the day ``seen_on``."""

    sides: Sides
    fallback: Flags
    seen_on: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Games of a unit that one rule set rates: their rows, the dates of the lists that they are rated
    by, and the first day of the unit's period (``UNDATED``: it is none)."""

    rows: Ints
    reference_on: Ints
    period_start: int = UNDATED


@dataclass(frozen=True, slots=True, kw_only=True)
class _Own:
    """References of one column of players, and what K is decided by."""

    rating: Ints
    games: Ints
    peak: Ints
    fallback: Flags
    seen_on: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a book's references are taken from."""

    games: RatedGames
    of: Tournaments
    people: People
    state: State
    lists: Mapping[int, Snapshot]
    others: OtherLists

    def sides(self, rules: RuleSet, unit_rules: RuleSet, asked: Asked) -> Looked:
        """Both sides of each game: all of White, then all of Black.

        ``rules`` rate the games, ``unit_rules`` the unit: K is theirs.
        """
        rows = asked.rows
        white, black = self.games.white[rows], self.games.black[rows]
        tournament = np.tile(self.games.tournament[rows], 2)
        player, opponent = np.concatenate([white, black]), np.concatenate([black, white])
        seen = self._seen(rules, player, tournament, np.tile(asked.reference_on, 2))
        own = self._with_own(rules, seen, player)
        on = self._asked_on(rules, unit_rules, asked)
        k, why_k = k_of(unit_rules.k, self._basis(unit_rules, player, own, on))
        half = np.concatenate([self.games.white_half[rows], self.games.black_half[rows]])
        made = Sides(
            game=np.tile(rows, 2),
            tournament=tournament,
            player=player,
            opponent=opponent,
            half=half,
            points=self.of.points_of(tournament, rules),
            own=own.rating,
            k=k,
            why_k=why_k,
            opponent_rating=np.roll(seen.rating, len(rows)),
            round_robin=self.of.round_robin[tournament],
        )
        return Looked(sides=made, fallback=own.fallback, seen_on=own.seen_on)

    def _seen(self, rules: RuleSet, player: Ints, tournament: Ints, reference_on: Ints) -> _Own:
        """What each player is rated with as his opponents see him."""
        state = self.state
        if rules.references.own.startswith("list"):
            rating, games, peak = np.full((3, len(player)), UNRATED, dtype=np.int64)
            for day in np.unique(reference_on).tolist():
                at, listed = reference_on == day, self.lists[day]
                rating[at], games[at], peak[at] = (
                    column[player[at]] for column in (listed.shown, listed.games, listed.peak)
                )
        else:
            rating, games, peak = state.rating[player], state.games_for_k(player), state.peak[player]
        rating = _on_list(rating, rules.floor)
        seen_on, found = self._fallback(rules, player, tournament)
        fallback = (rating == UNRATED) & (found != UNRATED)
        return _Own(
            rating=np.where(fallback, found, rating),
            games=np.where(fallback, 0, games),
            peak=np.where(fallback, state.peak[player], peak),
            fallback=fallback,
            seen_on=seen_on,
        )

    def _with_own(self, rules: RuleSet, seen: _Own, player: Ints) -> _Own:
        """Rated since the tournament began: to himself he is rated, to his opponents he was not."""
        if rules.references.own != "list at tournament start":
            return seen
        state, since = self.state, seen.rating == UNRATED
        return _Own(
            rating=np.where(since, _on_list(state.shown[player], rules.floor), seen.rating),
            games=np.where(since, state.games_for_k(player), seen.games),
            peak=np.where(since, state.peak[player], seen.peak),
            fallback=seen.fallback,
            seen_on=seen.seen_on,
        )

    def _fallback(self, rules: RuleSet, player: Ints, tournament: Ints) -> tuple[Ints, Ints]:
        """(day, rating) on the list that stands in, in force at the start of each side's tournament."""
        seen_on, rating = np.zeros_like(player), np.full(len(player), UNRATED, dtype=np.int64)
        code = rules.references.fallback
        other = self.others.get(code) if code else None
        if other is not None:
            starts = self.of.start_on[tournament]
            for start in np.unique(starts).tolist():
                at, day = starts == start, other.list_day(start)
                seen_on[at], rating[at] = day, other.shown(day)[player[at]]
        return seen_on, _on_list(rating, rules.floor)

    def _asked_on(self, rules: RuleSet, unit_rules: RuleSet, asked: Asked) -> Ints:
        """The day on which K of each side is asked."""
        size = 2 * len(asked.rows)
        by_list = unit_rules.k.by == "list before" or rules.unit.lands_by == "game date"
        if asked.period_start != UNDATED and by_list:
            return np.full(size, asked.period_start, dtype=np.int64)
        if rules.unit.kind == "game":
            return np.tile(self.games.played_on[asked.rows], 2)
        return np.tile(self.of.start_on[self.games.tournament[asked.rows]], 2)

    def _basis(self, rules: RuleSet, player: Ints, own: _Own, on: Ints) -> Basis:
        born, state = self.people.born[player], self.state
        if rules.k.by == "reference":
            return Basis(rating=own.rating, games=own.games, peak=own.peak, born=born, on=on)
        shown = state.shown[player]
        rating = np.where(shown == UNRATED, own.rating, shown)
        games, peak = state.games_for_k(player), state.peak[player]
        return Basis(rating=rating, games=games, peak=peak, born=born, on=on)


def _on_list(rating: Ints, floor: Floor | None) -> Ints:
    """A rating below the floor is none."""
    return rating if floor is None else np.where(rating < floor.low, UNRATED, rating)
