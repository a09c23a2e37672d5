"""Players without a rating: their pools, and the first ratings that come of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.ledger import Ledger
from ratingstore.replay.state import State, Status
from ratingstore.rules import first_rating, performances
from ratingstore.rules.entries import First, Pool, PoolGame, Sides
from ratingstore.rules.performances import Setting
from ratingstore.rules.rounding import to_step
from ratingstore.rules.ruleset import UNRATED, RuleSet
from ratingstore.store.read import Ints


class Told(Protocol):
    """Is told every first rating."""

    def first(self, number: int, rules: RuleSet, made: First) -> None:
        """A first rating in a unit."""


class Newcomers:
    """The part of a fold that rates players for the first time."""

    def __init__(
        self, games: RatedGames, of: Tournaments, state: State, ledger: Ledger, told: Told | None
    ) -> None:
        self._games = games
        self._of = of
        self._state = state
        self._ledger = ledger
        self._told = told
        self.let_go: tuple[int, ...] = ()
        """Players whose pools ended before the unit that is being folded."""

    def unit(self, rules: RuleSet, sides: Sides, unrated: Sides, unit_of: Ints, over_by: int) -> None:
        """Take a unit's games in; ``unrated`` are the sides of those who had no rating before it.

        ``unit_of`` gives the unit by player; tournaments that ended before day ``over_by`` are over.
        """
        added = self._fill(rules, sides, unrated)
        waiting = np.unique(unrated.player).tolist()
        if rules.first_rating.minimum_tournaments:
            # A pool may also become enough because a tournament ended without a game in this unit.
            waiting = sorted({*waiting, *self._state.pools})
        self._rate(rules, waiting, added, unit_of, over_by)

    def wait(self, rules: RuleSet, unit_of: Ints, over_by: int) -> None:
        """A unit without games, in which pools may still become enough."""
        self._rate(rules, sorted(self._state.pools), {}, unit_of, over_by)

    def say_let_go(self, number: int) -> None:
        """Note those whose pool ended and who have not begun another in this unit."""
        for player in self.let_go:
            if player not in self._state.pools and self._state.rating[player] == UNRATED:
                self._still_unrated(player, (), 0, number)
        self.let_go = ()

    def _fill(self, rules: RuleSet, sides: Sides, unrated: Sides) -> dict[int, int]:
        """Add to the pools of unrated players; how many games each got."""
        if rules.first_rating.method == "performances/1":
            return self._fill_tournaments(rules, sides, unrated)
        added: dict[int, int] = {}
        unrated = unrated.at(np.argsort(unrated.game, kind="stable"))
        names = ("player", "game", "tournament", "opponent", "opponent_rating", "half")
        columns = (getattr(unrated, name).tolist() for name in names)
        for player, game, tournament, opponent, rating, half in zip(*columns, strict=True):
            entering = first_rating.pool_rating(rules.first_rating, rating)
            if entering is not None:
                played_on = int(self._games.played_on[game])
                one = PoolGame(game, tournament, opponent, entering, half, played_on)
                self._state.pools.setdefault(player, []).append(one)
                added[player] = added.get(player, 0) + 1
        return added

    def _fill_tournaments(self, rules: RuleSet, sides: Sides, unrated: Sides) -> dict[int, int]:
        added: dict[int, int] = {}
        still = set(unrated.player.tolist())
        for tournament in np.unique(unrated.tournament).tolist():
            end = int(self._of.end_on[tournament])
            setting = Setting(
                type=self._of.type[tournament],
                rounds=int(self._of.rounds[tournament]),
                place=(end, int(self._of.place[tournament])),
                end_on=end,
            )
            whole = sides.where(sides.tournament == tournament)
            found = performances.of_tournament(rules.first_rating, whole, tournament, setting)
            for player, one in found.items():
                if player in still:
                    self._state.pools.setdefault(player, []).append(one)
                    added[player] = added.get(player, 0) + one.games
        return added

    def _rate(
        self, rules: RuleSet, waiting: Sequence[int], added: dict[int, int], unit_of: Ints, over_by: int
    ) -> None:
        def over(tournament: int) -> bool:
            return bool(self._of.end_on[tournament] < over_by)

        for player in waiting:
            pool = self._state.pools.get(player, [])
            number = int(unit_of[player])
            if pool and first_rating.reached(rules.first_rating, pool, over):
                self._first(first_rating.compute(rules, player, pool), rules, number)
            elif player in added or not pool:
                self._still_unrated(player, pool, added.get(player, 0), number)

    def _first(self, made: First, rules: RuleSet, number: int) -> None:
        state, player = self._state, made.player
        del state.pools[player]
        state.rating[player] = made.after
        state.shown[player] = to_step(made.after, rules.shown, 1)
        state.games[player] = made.games
        state.last_played[player] = made.last_played
        self._ledger.steps(
            1,
            player=player,
            unit=number,
            effective_on=self._ledger.units[number].effective_on,
            before=UNRATED,
            after=made.after,
            shown=state.shown[player],
            games=made.games,
            games_total=made.games,
            score2=made.score2,
            last_played=made.last_played,
            status=Status.RATED,
        )
        if self._told is not None:
            self._told.first(number, rules, made)

    def _still_unrated(self, player: int, pool: Pool, games: int, number: int) -> None:
        self._ledger.steps(
            1,
            player=player,
            unit=number,
            effective_on=self._ledger.units[number].effective_on,
            games=games,
            games_total=sum(one.games for one in pool),
            last_played=max((one.played_on for one in pool), default=0),
            status=Status.PROVISIONAL if pool else Status.UNRATED,
        )
