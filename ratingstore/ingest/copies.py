"""Tournaments that seem to stand in the log under another code: sent twice, they would rate twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ratingstore.events.facts import Fact, GameFact
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.people import known_number
from ratingstore.store import existing
from ratingstore.store.engine import Connection

MANY: Final = 10
"""So many games in common, or half of them, and the tournament is asked about whole."""

_Same = tuple[int, int, int, int | None, int | None]


def asked(connection: Connection, draft: Draft, games: Sequence[GameFact]) -> set[str]:
    """Codes of tournaments of the file that are asked about; reports them, and lesser likeness."""
    there = _log_games(connection, draft, games)
    found: set[str] = set()
    for code, own in _new_games(draft, games, there).items():
        others = Counter(other for fact in own for other in there.get(_same(draft, fact), ()))
        if not others:
            continue
        other, count = max(others.items(), key=lambda item: (item[1], item[0]))
        whole = count >= MANY or 2 * count >= len(own)
        shown = {"tournament": code, "other": other, "count": count, "games": len(own)}
        draft.report(own[0], "RS065" if whole else "RS066", "tournament", **shown)
        if whole:
            found.add(code)
            for fact in own[1:]:
                draft.report(fact, "RS078", "tournament", tournament=code)
    return found


def _log_games(
    connection: Connection, draft: Draft, games: Iterable[GameFact]
) -> dict[_Same | None, set[str]]:
    """Tournaments of the log in which a game of these days stands, by day, players and result."""
    played = [fact.played_on for fact in games if fact.played_on is not None]
    there: dict[_Same | None, set[str]] = defaultdict(set)
    codes = {number: code for code, number in draft.tournaments.items()}
    for row in existing.games_between(connection, min(played), max(played)) if played else ():
        key = (row["valid_on"], row["white"], row["black"], row["white_half"], row["black_half"])
        there[key].add(codes[row["tournament"]])
    return there


def _new_games(
    draft: Draft, games: Iterable[GameFact], there: Mapping[_Same | None, set[str]]
) -> dict[str, list[GameFact]]:
    """By tournament, the games that do not stand in the log under their own code."""
    found: dict[str, list[GameFact]] = defaultdict(list)
    for fact in games:
        if fact.tournament not in there.get(_same(draft, fact), ()):
            found[fact.tournament].append(fact)
    return found


def _same(draft: Draft, fact: GameFact) -> _Same | None:
    """What makes two games the same whatever their tournament is called; None where too little is known."""
    white, black = (known_number(draft, code, fact.played_on) for code in (fact.white, fact.black))
    if fact.played_on is None or white is None or black is None:
        return None
    return fact.played_on, white, black, fact.white_half, fact.black_half


def without(facts: Sequence[Fact], codes: set[str]) -> list[Fact]:
    """The facts that do not belong to the tournaments asked about."""
    return [fact for fact in facts if not (isinstance(fact, GameFact) and fact.tournament in codes)]
