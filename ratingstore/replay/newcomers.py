"""Players without a rating: their pools, and the first ratings that come of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from ratingstore.replay.derive import RatedGames, Tournaments
from ratingstore.replay.ledger import Ledger
from ratingstore.replay.state import State, Status
from ratingstore.rules import first_rating, one_event, performances
from ratingstore.rules.entries import First, Pool, PoolGame, Sides, rows_by_tournament
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
        added = self._fill(rules, sides, unrated, over_by)
        waiting = np.unique(unrated.player).tolist()
        if rules.first_rating.minimum_tournaments:
            # A pool may also become enough because a tournament ended without a game in this unit.
            waiting = sorted({*waiting, *self._state.pools})
        self._rate(rules, waiting, added, unit_of, over_by)

    def wait(self, rules: RuleSet, unit_of: Ints, over_by: int) -> None:
        """A unit without games, in which pools may still become enough."""
        if rules.first_rating.method != "one event/1":  # there only another game does that
            self._rate(rules, sorted(self._state.pools), {}, unit_of, over_by)

    def say_let_go(self, number: int) -> None:
        """Note those whose pool ended and who have not begun another in this unit."""
        for player in self.let_go:
            if player not in self._state.pools and self._state.rating[player] == UNRATED:
                self._still_unrated(player, (), 0, number)
        self.let_go = ()

    def _fill(self, rules: RuleSet, sides: Sides, unrated: Sides, landed_on: int) -> dict[int, int]:
        """Add to the pools of unrated players; how many games each got (0: his pool has changed)."""
        if rules.first_rating.method == "performances/1":
            return self._fill_performances(rules, sides, unrated)
        if rules.first_rating.method == "one event/1":
            return self._fill_blocks(rules, sides, unrated, landed_on)
        added: dict[int, int] = {}
        for player, one in self._games_of(unrated):
            entering = first_rating.pool_rating(rules.first_rating, one.opponent_rating)
            if entering is not None:
                one = one._replace(opponent_rating=entering)
                self._state.pools.setdefault(player, []).append(one)
                added[player] = added.get(player, 0) + 1
        return added

    def _games_of(self, unrated: Sides) -> Iterator[tuple[int, PoolGame]]:
        """Players and their games, in the order of play."""
        unrated = unrated.at(np.argsort(unrated.game, kind="stable"))
        names = ("player", "game", "tournament", "opponent", "opponent_rating", "half")
        columns = (getattr(unrated, name).tolist() for name in names)
        for player, game, tournament, opponent, rating, half in zip(*columns, strict=True):
            played_on = int(self._games.played_on[game])
            yield player, PoolGame(game, tournament, opponent, rating, half, played_on)

    def _tournaments(self, sides: Sides, unrated: Sides) -> Iterator[tuple[int, Sides, Sides]]:
        """The tournaments of unrated players by (end date, code): all their sides, and the unrated ones."""
        whole, his = rows_by_tournament(sides), rows_by_tournament(unrated)
        for tournament in sorted(his, key=self._place):
            yield tournament, sides.at(whole[tournament]), unrated.at(his[tournament])

    def _place(self, tournament: int) -> tuple[int, int]:
        return int(self._of.end_on[tournament]), int(self._of.place[tournament])

    def _fill_performances(self, rules: RuleSet, sides: Sides, unrated: Sides) -> dict[int, int]:
        added: dict[int, int] = {}
        for tournament, whole, his in self._tournaments(sides, unrated):
            setting = Setting(
                type=self._of.type[tournament],
                rounds=int(self._of.rounds[tournament]),
                place=self._place(tournament),
                end_on=int(self._of.end_on[tournament]),
            )
            found = performances.of_tournament(rules.first_rating, whole, his, tournament, setting)
            for player, one in found.items():
                self._state.pools.setdefault(player, []).append(one)
                added[player] = added.get(player, 0) + one.games
        return added

    def _fill_blocks(self, rules: RuleSet, sides: Sides, unrated: Sides, landed_on: int) -> dict[int, int]:
        added = self._expire(rules, np.unique(unrated.player).tolist(), landed_on)
        for tournament, whole, his in self._tournaments(sides, unrated):
            played: dict[int, list[PoolGame]] = {}
            for player, one in self._games_of(his):
                played.setdefault(player, []).append(one)
            found = one_event.of_tournament(rules, whole, played, self._place(tournament), landed_on)
            for player, block in found.items():
                pool = self._state.pools.get(player, [])
                if one_event.enters(rules.first_rating, block, pool):
                    self._state.pools[player] = [*pool, block]
                    added[player] = added.get(player, 0) + block.games
        return added

    def _expire(self, rules: RuleSet, players: Sequence[int], on: int) -> dict[int, int]:
        """Drop what is too old from the pools of these players; whose pool has changed."""
        changed: dict[int, int] = {}
        for player in players:
            pool = self._state.pools.get(player, [])
            kept = one_event.current(rules.first_rating, pool, on)
            if len(kept) < len(pool):
                changed[player] = 0
                self._keep(player, kept)
        return changed

    def _keep(self, player: int, pool: list[Any]) -> None:
        if pool:
            self._state.pools[player] = pool
        else:
            self._state.pools.pop(player, None)

    def _rate(
        self, rules: RuleSet, waiting: Sequence[int], added: dict[int, int], unit_of: Ints, over_by: int
    ) -> None:
        def over(tournament: int) -> bool:
            return bool(self._of.end_on[tournament] < over_by)

        for player in waiting:
            pool = self._state.pools.get(player, [])
            number = int(unit_of[player])
            games = added.get(player, 0)
            if pool and first_rating.reached(rules.first_rating, pool, over):
                self._reached(first_rating.compute(rules, player, pool), rules, games, number)
            elif player in added or not pool:
                self._still_unrated(player, pool, games, number)

    def _reached(self, made: First, rules: RuleSet, games: int, number: int) -> None:
        if first_rating.given(rules, made):
            self._first(made, rules, number)
            return
        if rules.first_rating.below_floor == "start again":
            del self._state.pools[made.player]
        self._still_unrated(made.player, self._state.pools.get(made.player, []), games, number)

    def _first(self, made: First, rules: RuleSet, number: int) -> None:
        state, player = self._state, made.player
        del state.pools[player]
        state.rating[player] = made.after
        state.shown[player] = to_step(made.after, rules.shown, 1)
        state.games[player] = made.games
        state.settled[player] = False
        state.last_played[player] = made.last_played
        self._ledger.steps(
            1,
            player=player,
            unit=number,
            effective_on=self._ledger.units.day(number),
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
            effective_on=self._ledger.units.day(number),
            games=games,
            games_total=sum(one.games for one in pool),
            last_played=max((one.played_on for one in pool), default=0),
            status=Status.PROVISIONAL if pool else Status.UNRATED,
        )
