"""A list of any date, and every step that led to it, from the facts alone.

A history is a dict of plain facts:

``games``        list of dicts: ``tournament, date, round, board, game_no, white, black, score``;
                 ``score`` is White's share of the game, 1, 1/2 or 0, None where no game was played
                 (forfeit, bye, pending); ``date``, ``round`` and ``board`` may be None
``tournaments``  dict by code of dicts: ``start, end, points``, each may be None
``openings``     list of dicts: ``player, date, rating, games``
``adjustments``  list of dicts: ``player, date, amount``
``adoptions``    list of dicts in the order of recording: ``rule_set, effective_from, parameters``

Dates are ``datetime.date``, ratings and scores exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from . import game_lists, monthly_lists, tournament_lists
from .arithmetic import nearest
from .rulesets import adoption_for, first_of_next_month, rules_of

Game = dict[str, Any]
Change = dict[str, Any]


class Step(NamedTuple):
    """Something that happens on a date; ``order`` decides what comes first on it."""

    day: date
    order: tuple[Any, ...]
    happens: Callable[[Book], None]


PERIOD, ADJUSTMENT, OPENING, PLAY, END_OF_DAY = range(5)


class Book:
    """The state of a list as the days go by: one dict a player, and the steps so far."""

    def __init__(self, history: dict[str, Any]) -> None:
        self.history = history
        self.tournaments = tournaments_with_dates(history)
        self.games = rateable_games(history, self.tournaments)
        self.players: dict[str, dict[str, Any]] = {}
        self.changes: list[Change] = []
        self.lists: dict[date, dict[str, Fraction]] = {}

    def player(self, code: str) -> dict[str, Any]:
        return self.players.setdefault(code, {"state": None, "games": 0, "pool": []})

    def state(self, code: str) -> Fraction | None:
        rating: Fraction | None = self.player(code)["state"]
        return rating

    def shown(self) -> dict[str, Fraction]:
        """The list of this moment as it is shown: rated players, whole numbers."""
        return {
            code: nearest(player["state"])
            for code, player in self.players.items()
            if player["state"] is not None
        }

    def set_rating(self, code: str, after: Fraction, games: int, **of_the_change: Any) -> None:
        """One player's step: from what he had to ``after``, with ``games`` more games behind it."""
        player = self.player(code)
        before = player["state"]
        self.changes.append(
            {
                "player": code,
                "before": before,
                "after": after,
                "change": None if before is None else after - before,
                **of_the_change,
            }
        )
        player["state"] = after
        player["games"] += games


def tournaments_with_dates(history: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every tournament; dates that nobody states come from its first and its last game."""
    tournaments = {code: dict(stated) for code, stated in history["tournaments"].items()}
    for game in history["games"]:
        tournaments.setdefault(game["tournament"], {})
    for code, tournament in tournaments.items():
        days = [g["date"] for g in history["games"] if g["tournament"] == code and g["date"]]
        start, end = tournament.get("start"), tournament.get("end")
        days += [day for day in (start, end) if day]
        tournament["start"] = start or min(days)
        tournament["end"] = end or max(days)
        tournament.setdefault("points", None)
    return tournaments


def rateable_games(history: dict[str, Any], tournaments: dict[str, dict[str, Any]]) -> list[Game]:
    """The played games, each with its day and the adoption that takes it."""
    games = []
    for game in history["games"]:
        tournament = tournaments[game["tournament"]]
        day = game["date"] or tournament["end"]
        adoption = adoption_for(history["adoptions"], day, tournament["start"])
        if game["score"] is not None and adoption is not None:
            games.append({**game, "day": day, "adoption": adoption})
    return games


def steps_of(book: Book) -> list[Step]:
    """Everything that happens, in the order in which it takes effect."""
    steps = opening_steps(book) + adjustment_steps(book)
    steps += tournament_steps(book) + month_steps(book) + game_steps(book)
    return sorted(steps, key=lambda step: (step.day, step.order))


def opening_steps(book: Book) -> list[Step]:
    def opens(opening: dict[str, Any]) -> Callable[[Book], None]:
        def happens(book: Book) -> None:
            player = book.player(opening["player"])
            player.update(state=None, games=0, pool=[])
            book.set_rating(
                opening["player"],
                Fraction(opening["rating"]),
                opening.get("games") or 0,
                effective_on=opening["date"],
                unit="opening",
                rule_set=None,
                lines=[],
            )

        return happens

    return [Step(o["date"], (OPENING, o["player"]), opens(o)) for o in book.history["openings"]]


def adjustment_steps(book: Book) -> list[Step]:
    def adjusts(adjustment: dict[str, Any]) -> Callable[[Book], None]:
        def happens(book: Book) -> None:
            before = book.state(adjustment["player"])
            if before is not None:
                book.set_rating(
                    adjustment["player"],
                    before + Fraction(adjustment["amount"]),
                    0,
                    effective_on=adjustment["date"],
                    unit="adjustment",
                    rule_set=None,
                    lines=[],
                )

        return happens

    return [
        Step(a["date"], (ADJUSTMENT, a["player"]), adjusts(a)) for a in book.history.get("adjustments", [])
    ]


def tournament_steps(book: Book) -> list[Step]:
    """Tournaments are rated on the day they end, of two on one day the lower code first."""

    def rates(code: str) -> Callable[[Book], None]:
        return lambda book: tournament_lists.rate(book, code)

    codes = {g["tournament"] for g in book.games if unit_of(g) == "tournament"}
    return [Step(book.tournaments[code]["end"], (PLAY, code), rates(code)) for code in codes]


def month_steps(book: Book) -> list[Step]:
    """A month is rated on the first of the next; the list of every first is kept as it is shown."""

    def rates(month: date) -> Callable[[Book], None]:
        return lambda book: monthly_lists.rate(book, month)

    def keeps(day: date) -> Callable[[Book], None]:
        return lambda book: book.lists.__setitem__(day, book.shown())

    steps = []
    for month in monthly_lists.months(book):
        steps.append(Step(month, (END_OF_DAY, ""), keeps(month)))
        steps.append(Step(first_of_next_month(month), (PERIOD, ""), rates(month)))
    return steps


def game_steps(book: Book) -> list[Step]:
    """Games are rated one by one; those that nothing tells apart are rated together."""

    def rates(games: list[Game]) -> Callable[[Book], None]:
        return lambda book: game_lists.rate(book, games)

    together: dict[tuple[Any, ...], list[Game]] = {}
    for game in book.games:
        if unit_of(game) == "game":
            place = (game["tournament"], game["round"] or 0, game["board"] or 0, game["game_no"])
            together.setdefault((game["day"], *place), []).append(game)
    return [Step(key[0], (PLAY, *key[1:]), rates(games)) for key, games in together.items()]


def unit_of(game: Game) -> str:
    unit: str = rules_of(game["adoption"])["unit"]
    return unit


def play(history: dict[str, Any], as_of: date) -> Book:
    """The book at the end of the day ``as_of``."""
    book = Book(history)
    for step in steps_of(book):
        if step.day <= as_of:
            step.happens(book)
    return book


def list_as_of(history: dict[str, Any], as_of: date) -> dict[str, dict[str, Any]]:
    """The list at the end of a day: by player ``rating`` (shown), ``state``, ``games``, ``status``."""
    book = play(history, as_of)
    return {code: row_of(player) for code, player in book.players.items()}


def row_of(player: dict[str, Any]) -> dict[str, Any]:
    if player["state"] is not None:
        shown = nearest(player["state"])
        return {"rating": shown, "state": player["state"], "games": player["games"], "status": "rated"}
    status = "provisional" if player["pool"] else "unrated"
    return {"rating": None, "state": None, "games": len(player["pool"]), "status": status}


def changes_until(history: dict[str, Any], as_of: date) -> list[Change]:
    """Every step of every player that has taken effect by the end of a day, in order."""
    return play(history, as_of).changes
