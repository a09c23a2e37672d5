"""Tournaments that seem to stand in the log under another code: sent twice, they would rate twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from ratingstore.events.facts import Fact, GameFact
from ratingstore.ingest import likeness, plain_games
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.log_games import LogGames
from ratingstore.ingest.people import known_number
from ratingstore.ingest.readers.game_columns import PENDING, GameColumns, in_order

MANY: Final = 10
"""So many games in common, or half of them, and the tournament is asked about whole."""

_Same = tuple[int, ...]


def asked(log: LogGames, draft: Draft, facts: Sequence[Fact], plain: GameColumns) -> set[str]:
    """Codes of tournaments of the file that are asked about; reports them, and lesser likeness.

    ``plain``: games that are not among the facts.
    """
    if not draft.tournaments:
        return set()
    codes = {fact.tournament for fact in facts if isinstance(fact, GameFact)}
    codes |= plain_games.elsewhere(log, draft, plain)
    all_of_them = in_order(facts, plain.at(plain.of_tournaments(codes)))
    games = [fact for fact in all_of_them if isinstance(fact, GameFact)]
    if not games:
        return set()
    there = _log_games(log, draft, games)
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


def _log_games(log: LogGames, draft: Draft, games: Iterable[GameFact]) -> dict[_Same | None, set[str]]:
    """Tournaments of the log in which one of these games stands, by day, players and result."""
    wanted = {same for fact in games if (same := _same(draft, fact))}
    if not wanted:
        return {}
    standing = log.standing_between(min(wanted)[0], max(wanted)[0])
    columns = [standing[name] for name in plain_games.SAME]
    marks = likeness.marks(*np.array(sorted(wanted), dtype=np.int64).reshape(-1, len(columns)).T)
    rows = np.flatnonzero(np.isin(likeness.marks(*columns), marks))
    there: dict[_Same | None, set[str]] = defaultdict(set)
    codes = {number: code for code, number in draft.tournaments.items()}
    games_there = zip(*(column[rows].tolist() for column in columns), strict=True)
    for game, tournament in zip(games_there, standing["tournament"][rows].tolist(), strict=True):
        there[game].add(codes[tournament])
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
    halves = (PENDING if half is None else half for half in (fact.white_half, fact.black_half))
    return fact.played_on, white, black, *halves


def without(facts: Sequence[Fact], codes: set[str]) -> list[Fact]:
    """The facts that do not belong to the tournaments asked about."""
    return [fact for fact in facts if not (isinstance(fact, GameFact) and fact.tournament in codes)]
