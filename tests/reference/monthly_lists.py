"""CXC: a month is rated at once, game by game, by the list of its first day as it was shown."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from .arithmetic import HALF, away_from_zero, expected_by_table, mean, nearest, performance
from .rulesets import (
    RuleSet,
    adoption_for,
    first_of_month,
    first_of_next_month,
    rules_of,
    start_of_unbroken_run,
)
from .tournament_lists import results_of

TENTH = Fraction(1, 10)
UNRATED_COUNTS_AS = Fraction(1800)
"""What an unrated opponent counted as until 2011."""
ENOUGH_GAMES, ENOUGH_TOURNAMENTS = 9, 2

Side = dict[str, Any]


def months(book: Any) -> list[date]:
    """The first day of every month from the first game to the last game or end of a tournament."""
    monthly = [g for g in book.games if rules_of(g["adoption"])["unit"] == "month"]
    if not monthly:
        return []
    last = max(max(g["day"], book.tournaments[g["tournament"]]["end"]) for g in monthly)
    month, found = first_of_month(min(g["day"] for g in monthly)), []
    while month <= last:
        found.append(month)
        month = first_of_next_month(month)
    return found


def rate(book: Any, month: date) -> None:
    """Rate one month by the rule set in force on its first day."""
    adoption = adoption_for(book.history["adoptions"], month)
    if adoption is None or rules_of(adoption)["unit"] != "month":
        return
    of_the_change = {
        "effective_on": first_of_next_month(month),
        "unit": f"{month:%Y-%m}",
        "rule_set": adoption["rule_set"],
    }
    if not played_in(book, month) and rules_of(adoption)["first_rating"] != "two tournaments":
        return  # nothing was played, nothing can come of it
    firsts = first_ratings(book, month, adoption)
    for player, lines in sorted(game_values(book, month, rules_of(adoption)).items()):
        before = book.state(player)
        after = before + sum((line["value"] for line in lines), Fraction(0))
        book.set_rating(player, after, len(lines), lines=lines, **of_the_change)
    for player, (rating, games) in sorted(firsts.items()):
        book.set_rating(player, rating, games, lines=[], **of_the_change)


def played_in(book: Any, month: date) -> bool:
    return any(month <= game["day"] <= last_day_of(month) for game in book.games)


def sides(book: Any, first_day: date, last_day: date) -> list[Side]:
    """Both sides of every game of these days; ratings are those of the list of the game's month.

    A rating is None where the player did not stand on that list.
    """
    found = []
    for game in book.games:
        if first_day <= game["day"] <= last_day and rules_of(game["adoption"])["unit"] == "month":
            shown = book.lists[first_of_month(game["day"])]
            for player in (game["white"], game["black"]):
                ((opponent, score),) = results_of(player, [game])
                found.append(
                    {
                        "player": player,
                        "own": shown.get(player),
                        "opponent": opponent,
                        "opponent_rating": shown.get(opponent),
                        "score": score,
                        "tournament": game["tournament"],
                        "day": game["day"],
                    }
                )
    return found


def last_day_of(month: date) -> date:
    return first_of_next_month(month) - timedelta(days=1)


def game_values(book: Any, month: date, rules: RuleSet) -> dict[str, list[dict[str, Any]]]:
    """What each game of the month is worth to the players who stand on its list."""
    of_the_month = sides(book, month, last_day_of(month))
    values: dict[str, list[dict[str, Any]]] = {}
    for side in of_the_month:
        opponent = side["opponent_rating"]
        if opponent is None and rules["first_rating"] == "two tournaments":
            opponent = stand_in(of_the_month, side["opponent"], side["tournament"])
        if side["own"] is not None and opponent is not None:
            value = game_value(rules, side["own"], opponent, side["score"])
            line = {"opponent": side["opponent"], "opponent_rating": opponent, "value": value}
            values.setdefault(side["player"], []).append(line)
    return values


def game_value(rules: RuleSet, own: Fraction, opponent: Fraction, score: Fraction) -> Fraction:
    """K (score - expected), to one decimal; only the stronger side's difference is capped."""
    difference = min(int(own - opponent), rules["cap"])
    return away_from_zero(rules["k"] * (score - expected_by_table(difference)), TENTH)


def stand_in(of_the_month: list[Side], unrated: str, tournament: str) -> Fraction:
    """The performance of an unrated player in this tournament and month stands for his rating."""
    his = [s for s in of_the_month if s["player"] == unrated and s["tournament"] == tournament]
    return performance([rating_or_1800(side) for side in his], points_of(his))


def rating_or_1800(side: Side) -> Fraction:
    rating: Fraction | None = side["opponent_rating"]
    return UNRATED_COUNTS_AS if rating is None else rating


def points_of(his: list[Side]) -> Fraction:
    return sum((side["score"] for side in his), Fraction(0))


def first_ratings(book: Any, month: date, adoption: dict[str, Any]) -> dict[str, tuple[Fraction, int]]:
    """Who gets a first rating at the end of the month: the rating and the games it rests on.

    Fills every unrated player's pool on the way.
    """
    if rules_of(adoption)["first_rating"] == "two tournaments":
        since, give = date.min, by_two_tournaments
    else:
        since, give = start_of_unbroken_run(book.history["adoptions"], adoption), by_nine_games
    by_player: dict[str, list[Side]] = {}
    for side in sides(book, since, last_day_of(month)):
        by_player.setdefault(side["player"], []).append(side)
    for player in set(book.players) - set(by_player):
        book.player(player)["pool"] = []
    firsts = {}
    for player, his in by_player.items():
        if book.state(player) is None:
            rating = give(book, month, player, his)
            if rating is not None:
                firsts[player] = (rating, len(book.player(player)["pool"]))
    return firsts


def by_two_tournaments(book: Any, month: date, player: str, his: list[Side]) -> Fraction | None:
    """CXC 2011: all games so far, at the end of the month in which a second tournament ended."""
    book.player(player)["pool"] = his
    played_in = {side["tournament"] for side in his}
    ended = [t for t in played_in if book.tournaments[t]["end"] <= last_day_of(month)]
    if len(ended) < ENOUGH_TOURNAMENTS:
        return None
    return performance([rating_or_1800(side) for side in his], points_of(his))


def by_nine_games(book: Any, month: date, player: str, his: list[Side]) -> Fraction | None:
    """CXC 2012: mean + 50 (points - games / 2), from nine games against rated players on."""
    counted = [side for side in his if side["opponent_rating"] is not None]
    book.player(player)["pool"] = counted
    if len(counted) < ENOUGH_GAMES:
        return None
    average = mean(side["opponent_rating"] for side in counted)
    return nearest(average + 50 * (points_of(counted) - len(counted) * HALF))
