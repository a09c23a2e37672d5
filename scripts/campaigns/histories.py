"""Random histories of an office, as Hypothesis makes and shortens them; both databases tell each of them.

At the end of each: stored lists are the replay, the databases agree, every list of the past comes out
as it did, lines add up, everything is as it was written. Where the office only corrected games, a new
store that had the right facts from the start, in another order, has the same lists.
"""

from __future__ import annotations

import itertools
import random
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scripts.campaigns.offices import AFTERWARDS, LISTS, Offices, Words, opened
from scripts.campaigns.places import Place

PLAYERS = [f"p{number}" for number in range(1, 7)]
TOURNAMENTS = {f"{code}-{number}": code for code in LISTS for number in (1, 2)}
RESULTS = ("1-0", "1/2-1/2", "0-1", "+/-")
DAYS = [f"2012-{month:02}-{day:02}" for month in range(1, 7) for day in (1, 10, 20)]
_UNDO = re.compile(r"correct undo (\d+)")

players = st.sampled_from(PLAYERS)
lists = st.sampled_from(list(LISTS))
tournaments = st.sampled_from(list(TOURNAMENTS))
days = st.sampled_from(DAYS)
results = st.sampled_from(RESULTS)
rounds = st.integers(1, 3)
pairs = st.permutations(PLAYERS).map(lambda order: (order[0], order[1]))
sides = st.sampled_from(("white", "black", "both"))
Pair = tuple[str, str]
Game = tuple[str, int, str, str]
"""Tournament, round, White, Black, as they were handed in."""


class Histories(RuleBasedStateMachine):
    """What an office does in one store's life; ``bound`` says where the stores lie."""

    places: tuple[Place, ...] = ()
    templates: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="ratingstore-history-"))
        self.urls = [place.copy(url) for place, url in zip(self.places, self.templates, strict=True)]
        self.offices = Offices([opened(url) for url in self.urls], self.folder)
        self.games: list[Game] = []
        self.facts: list[tuple[Words, str]] = []
        self.undoable: list[int] = []
        self.codes_stand = True
        self.plain = True

    @initialize(decides=st.booleans(), ratings=st.lists(st.integers(1400, 2300), min_size=4, max_size=4))
    def begin(self, decides: bool, ratings: list[int]) -> None:
        """Four players have a rating in every list. ``decides``: games are not all that is corrected."""
        self.decides = decides
        opening: Words = {"type": "rating", "date": "2011-12-01"}
        openings: list[Words] = [
            {**opening, "list": code, "player": player, "rating": rating}
            for code in LISTS
            for player, rating in zip(PLAYERS, ratings, strict=False)
        ]
        self._facts(openings, "cxc")

    def _facts(self, lines: list[Words], to: str) -> None:
        self.offices.hand_in(lines, to)
        self.facts += [(line, to) for line in lines]

    @rule(
        tournament=tournaments,
        drawn=st.lists(st.tuples(rounds, pairs, days, results), min_size=1, max_size=5),
    )
    def games_come(self, tournament: str, drawn: list[tuple[int, Pair, str, str]]) -> None:
        """Games of one tournament, early or late; some may be known already, with this result or another."""
        lines: list[Words] = []
        for number, (white, black), day, result in drawn:
            game: Words = {"type": "game", "tournament": tournament, "round": number, "date": day}
            lines.append({**game, "white": white, "black": black, "result": result})
            self.games.append((tournament, number, white, black))
        self.offices.hand_in(lines, TOURNAMENTS[tournament])

    @rule(tournament=tournaments, day=days)
    def an_end_is_stated(self, tournament: str, day: str) -> None:
        """A tournament's end is told once."""
        if not any(line.get("tournament") == tournament for line, _to in self.facts):
            line: Words = {"type": "tournament", "tournament": tournament, "end_date": day}
            self._facts([line], TOURNAMENTS[tournament])

    @rule(player=players, year=st.integers(1930, 2005))
    def a_birth_is_stated(self, player: str, year: int) -> None:
        """When a player was born is told once."""
        if not any(line.get("birth_date") and line["player"] == player for line, _to in self.facts):
            self._facts([{"type": "player", "player": player, "birth_date": str(year)}], "cxc")

    def _correct(self, action: str, **words: object) -> None:
        said, _problems, _published = (*self.offices.correct(action, **words), (), ())[:3]
        if said != "refused":
            self.undoable += [int(position) for line in said for position in _UNDO.findall(line)]

    def _key(self, data: st.DataObject) -> Words:
        tournament, number, white, black = data.draw(st.sampled_from(self.games))
        return {"tournament": tournament, "round": str(number), "white": white, "black": black}

    @precondition(lambda self: self.games)
    @rule(data=st.data(), to=st.sampled_from((*RESULTS, "both-lost", "*")))
    def a_result_is_corrected(self, data: st.DataObject, to: str) -> None:
        """The result was another."""
        self._correct("game", **self._key(data), to=to)

    @precondition(lambda self: self.games)
    @rule(data=st.data(), day=days)
    def a_day_is_corrected(self, data: st.DataObject, day: str) -> None:
        """It was played on another day."""
        self._correct("game", **self._key(data), date=day)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def colours_are_corrected(self, data: st.DataObject) -> None:
        """White was Black."""
        self._correct("game", **self._key(data), swap_colours="yes")

    @precondition(lambda self: self.games)
    @rule(data=st.data(), player=players)
    def a_player_is_corrected(self, data: st.DataObject, player: str) -> None:
        """Another had White."""
        self._correct("game", **self._key(data), new_white=player)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def a_game_is_void(self, data: st.DataObject) -> None:
        """It never was."""
        self._correct("void", **self._key(data))

    @precondition(lambda self: self.undoable)
    @rule(data=st.data())
    def it_is_undone(self, data: st.DataObject) -> None:
        """A correction is taken back, perhaps an undoing."""
        self._correct("undo", position=str(data.draw(st.sampled_from(self.undoable))))

    @rule(code=lists, day=days)
    def a_list_goes_out(self, code: str, day: str) -> None:
        """The list of a day is published."""
        self.offices.publish(code, day)

    @rule(code=lists, day=days)
    def a_list_is_computed(self, code: str, day: str) -> None:
        """Somebody looks at a list."""
        self.offices.compute(code, day)

    @rule()
    def lists_are_stored_anew(self) -> None:
        """All projections are made from the first fact on."""
        self.offices.both(lambda store: [one.changes for one in store.project(full=True)])

    def _decide(self, action: str, **words: object) -> None:
        self.plain = False
        self._correct(action, **words)

    @precondition(lambda self: self.games and self.decides)
    @rule(data=st.data(), code=lists, side=sides)
    def a_game_does_not_count(self, data: st.DataObject, code: str, side: str) -> None:
        """Not in one list, or not for one side."""
        self._decide("void", **self._key(data), list=code, side=side)

    @precondition(lambda self: self.decides)
    @rule(pair=pairs)
    def two_codes_are_one_person(self, pair: Pair) -> None:
        """A merge."""
        self._decide("merge", player=pair[0], into=pair[1])

    @precondition(lambda self: self.decides)
    @rule(pair=pairs, day=days)
    def one_code_is_two_persons(self, pair: Pair, day: str) -> None:
        """A split."""
        self._decide("split", player=pair[0], to=f"{pair[1]}-too", **{"from": day})

    @precondition(lambda self: self.decides)
    @rule(player=players, day=days)
    def a_player_is_void(self, player: str, day: str) -> None:
        """His games from a day on."""
        self._decide("void-player", player=player, **{"from": day})

    @precondition(lambda self: self.decides)
    @rule(player=players, code=lists, day=days)
    def a_player_is_withheld(self, player: str, code: str, day: str) -> None:
        """He stays off a list."""
        self._decide("withhold", player=player, list=code, **{"from": day})

    @precondition(lambda self: self.decides)
    @rule(code=lists, day=days, points=st.integers(-60, 60))
    def ratings_are_adjusted(self, code: str, day: str, points: int) -> None:
        """All of a list, by so many points."""
        self._decide("adjust", list=code, date=day, amount=f"{points:+}", all="yes")

    @precondition(lambda self: self.decides)
    @rule(tournament=tournaments, status=st.sampled_from(("rated", "pending", "refused", "void")))
    def a_tournament_is_judged(self, tournament: str, status: str) -> None:
        """Its games count, or wait, or do not count."""
        self._decide("tournament", tournament=tournament, status=status)

    @precondition(lambda self: self.decides)
    @rule(tournament=tournaments, end=days, chosen=st.lists(lists, min_size=1, max_size=2, unique=True))
    def a_tournament_is_corrected(self, tournament: str, end: str, chosen: list[str]) -> None:
        """Its end and its lists."""
        self._decide("tournament", tournament=tournament, end=end, lists=" ".join(chosen))

    @precondition(lambda self: self.decides)
    @rule(code=lists, day=days, word=st.sampled_from(("through", "through", "from")))
    def books_are_closed(self, code: str, day: str, word: str) -> None:
        """Through a day, or a list ends."""
        self._decide("close", list=code, **{word: day})

    @precondition(lambda self: self.decides)
    @rule(player=players)
    def a_player_is_erased(self, player: str) -> None:
        """His name and code go; lists of the past had the code in their digests."""
        how = self.offices.writing()
        self.plain = self.codes_stand = False
        self.offices.both(lambda store: store.erase(player, how) and None)

    @invariant()
    def the_heads_are_one(self) -> None:
        """Both logs have come equally far."""
        assert self.offices.head >= 0

    def teardown(self) -> None:
        """Look at everything once more; then all is gone."""
        try:
            if hasattr(self, "decides"):
                self._look()
        finally:
            for store in self.offices.stores:
                store.close()
            for place, url in zip(self.places, self.urls, strict=True):
                place.drop(url)
            shutil.rmtree(self.folder)

    def _look(self) -> None:
        for code in LISTS:
            self.offices.compute(code, AFTERWARDS)
        self.offices.expect_the_past(self.codes_stand)
        self.offices.expect_sums(list(LISTS)[self.offices.head % len(LISTS)])
        self.offices.expect_sound(self.urls)
        if self.plain:
            self._expect_the_same_from_right_facts()

    def _expect_the_same_from_right_facts(self) -> None:
        place, template = self.places[0], self.templates[0]
        url = place.copy(template)
        folder = self.folder / "right"
        folder.mkdir()
        right = Offices([opened(url)], folder)
        lines = [*self.facts, *self._games_as_they_stand()]
        random.Random(len(lines)).shuffle(lines)
        for to, some in itertools.groupby(lines, key=lambda one: one[1]):
            right.hand_in([line for line, _to in some], to)
        for code in LISTS:
            ours, theirs = (_digest(one, code) for one in (self.offices, right))
            assert ours == theirs, f"{code}: corrected {ours}, right from the start {theirs}"
        right.stores[0].close()
        place.drop(url)

    def _games_as_they_stand(self) -> list[tuple[Words, str]]:
        names = ("tournament", "round", "date", "white", "black", "result", "played")
        found = self.offices.stores[0].query(f"select {', '.join(names)} from game_now")
        games: list[tuple[Words, str]] = []
        for row in found.rows:
            game: Words = {name: str(value) for name, value in zip(names, row, strict=True)}
            games.append(({"type": "game", **game}, TOURNAMENTS[str(game["tournament"])]))
        return games


def _digest(offices: Offices, code: str) -> Any:
    return dict(offices.stores[0].replay(code, as_of=AFTERWARDS, everyone=False).meta.values)["digest"]


def bound(places: tuple[Place, ...], templates: tuple[str, ...]) -> Callable[[], Histories]:
    """The machine over these places; ``templates``: a prepared store in each."""
    return type("Histories", (Histories,), {"places": places, "templates": templates})
