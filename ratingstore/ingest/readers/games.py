"""Rows of games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, get_args

from ratingstore.events.facts import Fact, GameFact, Played, TournamentFact
from ratingstore.ingest.readers.reading import ReadOptions
from ratingstore.ingest.readers.results import PENDING, Result, parse_result
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.values import Wrong, fold, parse_ordinal, parse_rating
from ratingstore.problems import Problem

COLUMNS: Final = (
    "tournament", "date", "round", "board", "game_no", "white", "black", "result", "played",
    "standings_result", "white_name", "black_name", "white_rating", "black_rating", "note",
)  # fmt: skip
_PLAYED: Final[tuple[Played, ...]] = get_args(Played)
_BYES: Final = re.compile(r"(bye|freilos|spielfrei|livre|libre|folga|descans[ao]|noplayer)\d*")


def read_game(row: Row) -> GameFact | None:
    """The game of a row; None where it is refused, or is a bye: the log keeps games of two players."""
    played = row.word("played", _PLAYED, "yes")
    white, black = _players(row, played)
    result = _result(row, played)
    counted = _counted(row, result)
    fact = GameFact(
        line=row.line,
        row=row.text,
        tournament=row.needed("tournament", row.options.tournament),
        white=white,
        black=black,
        played_on=row.day("date", row.options.date),
        round=row.read("round", parse_ordinal),
        board=row.read("board", parse_ordinal),
        game_no=row.read("game_no", parse_ordinal) or 1,
        white_half=result.white,
        black_half=result.black,
        scale=(result.scale or (counted.scale if counted else 0)) if played == "yes" else 0,
        played="forfeit" if result.forfeit and played != "bye" else played or "yes",
        standings_half=_halves(counted),
        white_name=row.get("white_name"),
        black_name=row.get("black_name"),
        white_rating=row.read("white_rating", parse_rating),
        black_rating=row.read("black_rating", parse_rating),
        note=row.note,
    )
    if row.refused:
        return None
    if white and black:
        return fact
    row.report("RS037", "played", {"text": white or black})
    return None


def _players(row: Row, played: Played | None) -> tuple[str, str]:
    """White's and Black's code; "" for the side that a bye stands in for."""
    white, black = (_player(row, side, played) for side in ("white", "black"))
    if played == "bye" and not white and not black:
        row.missing("white")
    if white and white == black:
        row.report("RS035", "black")
    return white, black


def _player(row: Row, side: str, played: Played | None) -> str:
    if played != "bye":
        code = row.needed(side)
        if code and is_bye(code):
            row.report("RS036", side)
        return code
    code = row.get(side)
    return "" if is_bye(code) else code


@lru_cache(maxsize=16384)
def is_bye(code: str) -> bool:
    """Whether a code is a word that programs write for a bye: ``BYE``, ``No_player2``, ``livre``."""
    return _BYES.fullmatch(fold(code)) is not None


def _result(row: Row, played: Played | None) -> Result:
    """The result; only that of a game that counts as played is judged, any other is kept."""
    text = row.get("result")
    if not text:
        if played == "yes":
            row.missing("result", "RS033")
        return PENDING
    judged = played in ("yes", None)
    result = parse_result(text)
    if isinstance(result, Wrong):
        if judged:
            row.report(result.code, "result")
        else:
            row.extras.append(("result", text))
        return PENDING
    if judged and result.nobody_scored:
        row.report("RS031", "result")
    return result


def _counted(row: Row, board: Result) -> Result | None:
    """What the standings count, where that differs from the board."""
    counted = row.read("standings_result", parse_result)
    if counted is None:
        return None
    if board.scale and counted.scale and board.scale != counted.scale:
        row.report("RS034", "standings_result")
    return None if (counted.white, counted.black) == (board.white, board.black) else counted


def _halves(counted: Result | None) -> tuple[int, int] | None:
    if counted is None or counted.white is None or counted.black is None:
        return None
    return counted.white, counted.black


def name_tournament(
    facts: list[Fact], options: ReadOptions, plain: Iterable[str] = ()
) -> tuple[list[Fact], list[Problem]]:
    """What ``--name`` adds to a file of games: the tournament's name, if they are of one only.

    ``plain``: codes of tournaments of games that are not among the facts.
    """
    played = {*plain, *(fact.tournament for fact in facts if isinstance(fact, GameFact))}
    stated = {fact.tournament for fact in facts if isinstance(fact, TournamentFact)}
    if not options.name or not played or played & stated:
        return [], []
    if len(played) == 1:
        return [TournamentFact(line=0, row="", tournament=played.pop(), name=options.name)], []
    values: dict[str, object] = {"text": options.name, "found": len(played)}
    return [], [Problem(code="RS006", file=options.file, values=values)]
