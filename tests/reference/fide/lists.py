"""A list from date to date: each list date rates the tournaments that land on it, all at once.

A history is a dict of plain facts, as for the other oracle, with a dict of lists:

``lists``        by code: ``adoptions`` (in the order of recording: ``text, effective_from``), ``openings``
                 (``player, date, rating, games``), ``adjustments`` (``date`` and what ``adjustments`` reads)
``tournaments``  by code: ``start, end, type, lists``
``games``        ``tournament, date, round, white, black, score``, and ``exempt``: (list or "", side) or None
``players``      by code: ``born`` (a year, or an ISO date), ``sex``, ``federation``
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from ..arithmetic import nearest
from ..tournament_lists import results_of
from . import adjustments, first_ratings, games, round_robins
from .calendar import in_force, lands_on, list_before, list_dates
from .rules import Rules, adoption_on, rules_of, rules_on

NOBODY: dict[str, Any] = {
    "state": None,
    "games": 0,
    "settled": False,
    "pool": [],
    "peak": None,
    "last_played": None,
}
ENOUGH = 10**6
"""The games of a rating that was opened without saying on how many it rests."""


class Books:
    """All lists of a history; a list may look into another one."""

    def __init__(self, history: dict[str, Any], until: date) -> None:
        self.history = history
        self.until = until
        self.books: dict[str, Book] = {}

    def book(self, code: str) -> Book | None:
        if code not in self.history["lists"]:
            return None
        if code not in self.books:
            book = self.books[code] = Book(self, code)
            book.play()
        return self.books[code]

    def shown(self, code: str, day: date) -> dict[str, dict[str, Any]]:
        """Another list as it stood at the end of a day."""
        book = self.book(code)
        return {} if book is None else book.at_end_of(day)

    def fallback(self, code: str | None, player: str, day: date) -> Fraction | None:
        """A player's rating on the list of that code which was in force on a day."""
        book = None if code is None else self.book(code)
        if book is None:
            return None
        listed = book.at_end_of(in_force(book.dates, day)).get(player)
        return None if listed is None else listed["rating"]


class Book:
    """The state of one list as the days go by."""

    def __init__(self, books: Books, code: str) -> None:
        self.books, self.code = books, code
        self.history = books.history
        facts = self.history["lists"][code]
        self.adoptions, self.openings = facts["adoptions"], facts["openings"]
        self.adjustments = facts.get("adjustments", [])
        self.players: dict[str, dict[str, Any]] = {}
        self.changes: list[dict[str, Any]] = []
        self.days: dict[date, dict[str, dict[str, Any]]] = {}
        self.method = ""
        self.dates = self.dates_of_the_list()
        self.tournaments = {
            name: {
                **one,
                "code": name,
                "rules": rules_of(adoption),
                "lands": lands_on(self.adoptions, self.dates, one["end"]),
            }
            for name, one in with_dates(self.history).items()
            if code in one["lists"]
            and (adoption := adoption_on(self.adoptions, one["start"])) is not None
            and any(game["tournament"] == name for game in self.history["games"])
        }

    def play(self) -> None:
        """Everything in order: on one date the list's tournaments, then adjustments, then openings."""
        for day in self.days_of_interest():
            if day in self.dates[1:]:
                rate(self, day)
            adjustments.adjust(self, day)
            for opening in sorted(self.openings, key=lambda one: str(one["player"])):
                if opening["date"] == day:
                    self.open(opening)
            self.end(day)

    def dates_of_the_list(self) -> list[date]:
        """From two years before anything happened."""
        days = [one["date"] for one in self.openings + self.adjustments]
        days += [one["start"] for one in with_dates(self.history).values()]
        first = min([*days, *(one["effective_from"] for one in self.adoptions)])
        return list_dates(self.adoptions, date(first.year - 2, 1, 1), self.books.until)

    def days_of_interest(self) -> list[date]:
        own = [one["date"] for one in self.openings + self.adjustments]
        return sorted({day for day in [*own, *self.dates] if day <= self.books.until})

    def open(self, opening: dict[str, Any]) -> None:
        """A rating that is given; one below the floor of that day counts as none."""
        floor = rules_on(self.adoptions, opening["date"])["floor"]
        player = self.player(opening["player"])
        if floor is not None and opening["rating"] < floor["low"]:
            return
        player.update(games=0, pool=[])
        self.move(opening["player"], Fraction(opening["rating"]), opening["date"], "opening")
        player["games"] = opening["games"] or 0
        player["settled"] = opening["games"] is None

    def end(self, day: date) -> None:
        """Keep the list of the day as it is shown; only now its ratings can be anybody's highest."""
        self.days[day] = {}
        for code, player in self.players.items():
            if player["state"] is not None:
                shown = nearest(player["state"])
                player["peak"] = shown if player["peak"] is None else max(shown, player["peak"])
                row = {"rating": shown, "games": games_for_k(player), "peak": player["peak"]}
                self.days[day][code] = row

    def at_end_of(self, day: date) -> dict[str, dict[str, Any]]:
        earlier = [one for one in self.days if one <= day]
        return self.days[max(earlier)] if earlier else {}

    def player(self, code: str) -> dict[str, Any]:
        if code not in self.players:
            self.players[code] = {**NOBODY, "pool": []}
        return self.players[code]

    def move(self, code: str, after: Fraction | None, day: date, unit: str, **more: Any) -> None:
        """A step of a player; after None: he leaves the list, and begins anew if he comes back."""
        player = self.player(code)
        step = {"player": code, "day": day, "unit": unit, "before": player["state"], "after": after}
        self.changes.append({**step, "lines": [], **more})
        player["state"] = after
        player["pool"] = []
        if after is None:
            player.update(games=0, settled=False)


def games_for_k(player: dict[str, Any]) -> int:
    """The games that a rating rests on; one that was given without a number rests on enough."""
    return ENOUGH if player["settled"] else int(player["games"])


def with_dates(history: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every tournament; dates that nobody states come from its first and its last game."""
    found = {}
    for code, stated in history["tournaments"].items():
        days = [g["date"] for g in history["games"] if g["tournament"] == code and g["date"]]
        days += [day for day in (stated["start"], stated["end"]) if day]
        dates = {"start": stated["start"] or min(days), "end": stated["end"] or max(days)}
        found[code] = {**stated, **dates}
    return found


def rate(book: Book, day: date) -> None:
    """Rate all that lands on the list of a day, K and rounding and first ratings by its period's rules."""
    rules = rules_on(book.adoptions, list_before(book.dates, day))
    landing = [one for one in book.tournaments.values() if one["lands"] == day and is_played(book, one)]
    if not landing:
        return
    leave_below_the_floor(book, rules, day)
    start_pools_anew(book, rules["first_rating"]["method"])
    sides = [side for one in landing for side in sides_of(book, one)]
    enter_by_other_list(book, rules, sides, day)
    moved = changes_of(book, rules, sides, day)
    firsts = first_ratings_of(book, rules, sides, day)
    for code, (change, lines) in sorted(moved.items()):
        settle(book, rules, code, change, lines, day)
    for code, (pool, rating, counting) in sorted(firsts.items()):
        if rating is not None:
            book.move(code, rating, day, "first")
            book.player(code)["games"] = first_ratings.played(counting)
        else:
            book.player(code)["pool"] = pool
    for side in sides:
        note_last_played(book, side)


def start_pools_anew(book: Book, method: str) -> None:
    """A pool is kept while rule sets of one method follow each other."""
    if method != book.method:
        for player in book.players.values():
            player["pool"] = []
    book.method = method


def is_played(book: Book, tournament: dict[str, Any]) -> bool:
    games_of = [game for game in book.history["games"] if game["tournament"] == tournament["code"]]
    return any(game["score"] is not None for game in games_of)


def note_last_played(book: Book, side: games.Side) -> None:
    player = book.player(side["player"])
    if side["counts"]:
        player["last_played"] = max(player["last_played"] or side["played"], side["played"])


def leave_below_the_floor(book: Book, rules: Rules, day: date) -> None:
    """Whoever stands below the floor of the rules that own the list's period leaves before it is rated."""
    for code, player in sorted(book.players.items()):
        floor = rules["floor"]
        if floor is not None and player["state"] is not None and player["state"] < floor["low"]:
            book.move(code, None, day, "floor")


def sides_of(book: Book, tournament: dict[str, Any]) -> list[games.Side]:
    """Both sides of every game that was played, each with the ratings that count for it."""
    played = [
        game
        for game in book.history["games"]
        if game["tournament"] == tournament["code"] and game["score"] is not None
    ]
    codes = sorted({code for game in played for code in (game["white"], game["black"])})
    seen = {code: rating_seen(book, tournament, code) for code in codes}
    tournament["table"] = round_robins.table_of(played, seen)
    stand_ins = stand_ins_of(tournament)
    found = []
    for game in played:
        for colour in ("white", "black"):
            player = game[colour]
            ((opponent, score),) = results_of(player, [game])
            side = own_side(book, tournament, player, seen[player])
            side |= {
                "opponent": opponent,
                "score": score,
                "played": game["date"] or tournament["end"],
                "opponent_rating": seen[opponent],
                "exempt": is_exempt(book.code, game, colour),
                "counts_as": stand_ins.get(opponent) if seen[opponent] is None else seen[opponent],
                "counts": False,
            }
            found.append(side)
    return found


def stand_ins_of(tournament: dict[str, Any]) -> dict[str, Fraction]:
    """What unrated players of a round robin count as to the others, where the rules let them."""
    if not counts_all(tournament):
        return {}
    return round_robins.stand_ins(tournament["rules"], tournament["table"])


def counts_all(tournament: dict[str, Any]) -> bool:
    method = tournament["rules"]["unrated_opponent"]["method"]
    return bool(tournament["type"] == "round_robin" and method == "round robin/1")


def is_exempt(code: str, game: dict[str, Any], colour: str) -> bool:
    if not game.get("exempt"):
        return False
    of_list, side = game["exempt"]
    return of_list in ("", code) and side in (colour, "both")


def listed_at_start(book: Book, tournament: dict[str, Any], code: str) -> dict[str, Any] | None:
    """The player's row on the list in force when the tournament began; below its floor: None."""
    row = book.at_end_of(in_force(book.dates, tournament["start"])).get(code)
    return None if row is None or is_below(tournament["rules"], row["rating"]) else row


def rating_seen(book: Book, tournament: dict[str, Any], code: str) -> Fraction | None:
    """What his opponents are rated against: his rating of the list in force, else of the other list."""
    row = listed_at_start(book, tournament, code)
    if row is not None:
        return Fraction(row["rating"])
    rules = tournament["rules"]
    rating = book.books.fallback(rules["references"]["fallback"], code, tournament["start"])
    return None if rating is None or is_below(rules, rating) else rating


def is_below(rules: Rules, rating: Fraction) -> bool:
    return rules["floor"] is not None and rating < rules["floor"]["low"]


def own_side(book: Book, tournament: dict[str, Any], code: str, seen: Fraction | None) -> games.Side:
    """His own part: ``own`` is his rating, None for a newcomer; ``kind`` says how he is computed."""
    row, player = listed_at_start(book, tournament, code), book.player(code)
    kind, own = "rated", seen
    if player["state"] is None:
        unlisted = "newcomer" if seen is None else "enters"
        kind = unlisted if row is None else "left"
    elif seen is None:
        own = player["state"]  # rated since it began
        kind = "left" if is_below(tournament["rules"], own) else "rated"
    return {
        "player": code,
        "tournament": tournament,
        "kind": kind,
        "own": own,
        "listed": row,
        "by_other_list": row is None and seen is not None,
        "born": born(book.history["players"].get(code, {}).get("born")),
    }


def born(text: str | None) -> date | None:
    """The birth date; of a year alone its last day."""
    if not text:
        return None
    return date.fromisoformat(text) if len(text) > 4 else date(int(text), 12, 31)


def is_rated_game(side: games.Side) -> bool:
    """Whether the game moves its player: both are rated, nothing exempts it."""
    return (
        side["kind"] in ("rated", "enters")
        and not side["exempt"]
        and side["counts_as"] is not None
        and (side["opponent_rating"] is None or not games.is_not_rated(side["tournament"]["rules"], side))
    )


def enter_by_other_list(book: Book, rules: Rules, sides: list[games.Side], day: date) -> None:
    """Who has a rating only on the other list enters with it, that of his first tournament, before it moves.

    One that lies below the floor of this list counts as none, as an opening does.
    """
    entering = [side for side in sides if side["kind"] == "enters" and is_rated_game(side)]
    for side in sorted(entering, key=lambda one: (one["tournament"]["start"], one["tournament"]["code"])):
        if book.player(side["player"])["state"] is None and not is_below(rules, side["own"]):
            book.move(side["player"], side["own"], day, "opening")
    for side in entering:
        if book.player(side["player"])["state"] is None:
            side["kind"] = "left"


def changes_of(
    book: Book, rules: Rules, sides: list[games.Side], day: date
) -> dict[str, tuple[Fraction, list[Fraction]]]:
    """Of every player with rated games: his change before it is rounded, and the value of each game."""
    counted = [with_basis(book, rules, side, day) for side in sides if is_rated_game(side)]
    found = {}
    for code in {side["player"] for side in counted}:
        his = [side for side in counted if side["player"] == code]
        values = []
        for name in sorted({side["tournament"]["code"] for side in his}):
            there = [side for side in his if side["tournament"]["code"] == name]
            expected = expectations(there[0]["tournament"], there)
            for side, expectation in zip(there, expected, strict=True):
                k = games.limited(rules, games.k_of(rules, side), len(his))
                values.append(k * (side["score"] - expectation))
        found[code] = (sum(values, Fraction(0)), values)
    return found


def expectations(tournament: dict[str, Any], his: list[games.Side]) -> list[Fraction]:
    """The expected score of each of his games in a tournament; a round robin can have a mean of its own."""
    rules = tournament["rules"]
    newcomers = any(row["rating"] is None for row in tournament["table"].values())
    if newcomers and counts_all(tournament) and rules["expected"]["against"] == "mean of opponents":
        average = round_robins.means(rules, tournament["table"])[his[0]["player"]]
        return games.against_mean(rules, his[0]["own"], average, len(his))
    return games.expected_scores(rules, his)


def with_basis(book: Book, rules: Rules, side: games.Side, day: date) -> games.Side:
    """The side with what K is read from."""
    side["counts"] = True
    side = {**side, "opponent_rating": side["counts_as"]}
    player = book.player(side["player"])
    now = {"rating": player["state"], "games": games_for_k(player), "peak": player["peak"]}
    if rules["k"]["by"] == "list before":
        return {**side, **now, "day": list_before(book.dates, day)}
    if side["listed"] is not None:
        now = {key: side["listed"][key] for key in ("rating", "games", "peak")}
    elif side["by_other_list"]:
        now["games"] = 0  # none of this list stood behind it
    return {**side, **now, "rating": side["own"], "day": side["tournament"]["start"]}


def settle(book: Book, rules: Rules, code: str, change: Fraction, lines: list[Fraction], day: date) -> None:
    """Add the rounded change to the rating; who falls below the floor leaves the list."""
    player, rounding = book.player(code), rules["unit_rounding"]
    after = player["state"] + change
    if rounding is not None and rounding["of"] == "change":
        after = player["state"] + first_ratings.rounded(rounding, change)
    elif rounding is not None:
        after = first_ratings.rounded(rounding, after)
    played = player["games"] + len(lines)
    book.move(code, None if is_below(rules, after) else after, day, "list", lines=lines)
    player["games"] = 0 if player["state"] is None else played


def first_ratings_of(
    book: Book, rules: Rules, sides: list[games.Side], day: date
) -> dict[str, tuple[list[first_ratings.Block], Fraction | None, list[first_ratings.Block]]]:
    """Of every newcomer who played: his pool after this list, the rating, and the blocks that it rests on."""
    if rules["first_rating"]["method"] == "none/1":
        return {}
    newcomers = [side for side in sides if side["kind"] == "newcomer"]
    found = {}
    for code in {side["player"] for side in newcomers}:
        if book.player(code)["state"] is None:  # else he entered by the other list
            blocks = blocks_of([side for side in newcomers if side["player"] == code], rules, day)
            pool = book.player(code)["pool"]
            if rules["first_rating"]["method"] == "performances/1":
                found[code] = first_ratings.performances(rules, pool, blocks)
            else:
                pool, rating = first_ratings.one_event(rules, pool, blocks, day)
                found[code] = (pool, rating, pool)
    return found


def blocks_of(his: list[games.Side], rules: Rules, day: date) -> list[first_ratings.Block]:
    """What a newcomer did, tournament by tournament: games against rated opponents, in a round robin all."""
    found: dict[str, first_ratings.Block] = {}
    for side in his:
        tournament = side["tournament"]
        average = average_of_round_robin(rules, tournament, side["player"])
        opponent = side["opponent_rating"] if average is None else average
        if opponent is not None and not side["exempt"]:
            block = {"tournament": tournament["code"], "end": tournament["end"], "landed": day}
            block |= {"games": [], "against_rated": [], "mean": average}
            block = found.setdefault(tournament["code"], block)
            block["games"].append((opponent, side["score"]))
            if side["opponent_rating"] is not None:
                block["against_rated"].append(side["score"])
            side["counts"] = True
    return list(found.values())


def average_of_round_robin(rules: Rules, tournament: dict[str, Any], code: str) -> Fraction | None:
    """What a newcomer's games of a round robin count as; None in any other tournament."""
    first = rules["first_rating"]
    computes = first["method"] == "performances/1" or first["round_robin"]
    if tournament["type"] != "round_robin" or not computes:
        return None
    corrected = rules["unrated_opponent"]["method"] == "round robin/1"
    if corrected and rules["expected"]["against"] == "mean of opponents":
        return round_robins.means(rules, tournament["table"]).get(code)
    return round_robins.ra(rules, tournament["table"])


def list_as_of(history: dict[str, Any], code: str, as_of: date) -> dict[str, dict[str, Any]]:
    """The list at the end of a day: by player ``rating``, ``games``, ``status``."""
    book = Books(history, as_of).book(code)
    assert book is not None
    return {player: row_of(state) for player, state in book.players.items()}


def row_of(player: dict[str, Any]) -> dict[str, Any]:
    if player["state"] is not None:
        return {"rating": nearest(player["state"]), "games": player["games"], "status": "rated"}
    waiting = first_ratings.played(player["pool"])
    return {"rating": None, "games": waiting, "status": "provisional" if waiting else "unrated"}


def changes_until(history: dict[str, Any], code: str, as_of: date) -> list[dict[str, Any]]:
    """Every step of every player on a list that has taken effect by the end of a day, in order."""
    book = Books(history, as_of).book(code)
    assert book is not None
    return book.changes
