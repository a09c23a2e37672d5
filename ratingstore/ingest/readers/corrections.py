"""Corrections: the words of the ``correct`` commands, one object a correction."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, Literal, get_args

from ratingstore.events import facts
from ratingstore.events.facts import Correction, GameKey, Played, PublicationRequest
from ratingstore.ingest.readers import adjustments
from ratingstore.ingest.readers.results import Result, parse_result
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.tournaments import TYPES
from ratingstore.ingest.readers.values import (
    Wrong,
    parse_count,
    parse_ordinal,
    parse_points,
    parse_position,
    parse_rating,
    parse_sex,
    split_lists,
)

KEY: Final = ("tournament", "round", "on", "white", "black", "game_no")
RIGHT: Final = (
    "to", "date", "played", "new_round", "board", "standings_result",
    "swap_colours", "new_white", "new_black",
)  # fmt: skip
OF_TOURNAMENT: Final = ("start", "end", "lists", "status", "name", "type", "rounds", "points")
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "game": (*KEY, *RIGHT),
    "void": (*KEY, "list", "side"),
    "tournament": ("tournament", *OF_TOURNAMENT),
    "void-player": ("player", "from", "until", "side", "list"),
    "withhold": ("player", "list", "from", "until"),
    "merge": ("player", "into"),
    "split": ("player", "from", "to"),
    "adjust": adjustments.WORDS,
    "player": ("player", "fact", "value", "valid_from"),
    "opening": ("player", "list", "rating", "date", "games"),
    "close": ("list", "through", "from"),
    "undo": ("position",),
}
"""The words of each action, beside those of ``ALWAYS``."""
ALWAYS: Final = ("action", "reason", "by", "note")
COLUMNS: Final = (*ALWAYS, *dict.fromkeys(word for words in WORDS.values() for word in words))
LISTED: Final = frozenset({"lists", "player", "except"})
"""Words that can have several values; of players each stands on a line of its own."""
PUBLICATION: Final = ("list", "date", "reason", "by", "note")
FACTS: Final = ("born", "sex", "federation", "title", "club", "joined_on")
STATUSES: Final = ("rated", "pending", "refused", "void")
YES: Final = "yes"
"""How a word that is there or not is written in a cell."""
_SIDES: Final[tuple[Literal["white", "black", "both"], ...]] = ("white", "black", "both")
_OWN: Final[tuple[Literal["own", "both"], ...]] = ("own", "both")
_PLAYED: Final[tuple[Played, ...]] = get_args(Played)
_BOTH: Final = {"both-won": Result(2, 2), "both-lost": Result(0, 0)}


def read_correction(row: Row) -> Correction | None:
    """The correction of a row; None where it is refused."""
    action = row.get("action").casefold().replace("_", "-").replace(" ", "-")
    if action not in WORDS:
        row.report("RS030", "action", {"known": ", ".join(WORDS)})
        return None
    if not row.get("reason"):
        row.report("RS048", "reason")
    _strange(row, action)
    said: dict[str, Any] = {
        "line": row.line,
        "row": row.text,
        "reason": row.get("reason"),
        "by": row.get("by"),
        "note": row.get("note"),
    }
    made = _READERS[action](row, said)
    return None if row.refused else made


def read_publication(row: Row) -> PublicationRequest | None:
    """The publication that a row asks for; None where it is refused."""
    row.needed("list")
    row.needed("date")
    made = PublicationRequest(
        line=row.line,
        row=row.text,
        list=row.get("list"),
        date=row.day("date") or 0,
        reason=row.get("reason"),
        by=row.get("by"),
        note=row.note,
    )
    return None if row.refused else made


def _strange(row: Row, action: str) -> None:
    """A word that the action does not have is refused: left out, the correction would be another one."""
    known = (*ALWAYS, *WORDS[action])
    labels = [name for name, text in row.cells.items() if text and name not in known]
    for label in [*labels, *(label for label, _text in row.extras)]:
        row.report("RS047", label, {"action": action, "text": label, "known": ", ".join(WORDS[action])})
    row.extras.clear()


def _nothing(row: Row, words: tuple[str, ...]) -> None:
    if not any(row.get(word) for word in words):
        row.report("RS049", words[0], {"known": ", ".join(words)})


def one_of(row: Row, *words: str) -> str:
    """The one of these words that is given; "" and a problem where none or several are."""
    given = [word for word in words if row.get(word)]
    if len(given) == 1:
        return given[0]
    row.report("RS038", words[0], {"known": ", ".join(words), "count": len(given)})
    return ""


def _key(row: Row) -> GameKey:
    return GameKey(
        tournament=row.needed("tournament"),
        white=row.needed("white"),
        black=row.needed("black"),
        round=row.read("round", parse_ordinal),
        on=row.day("on"),
        game_no=row.read("game_no", parse_ordinal) or 1,
    )


def _result(text: str) -> Result | Wrong:
    return _BOTH.get(text.casefold().replace("_", "-")) or parse_result(text)


def _game(row: Row, said: dict[str, Any]) -> Correction:
    _nothing(row, RIGHT)
    to = row.read("to", _result)
    counted = row.read("standings_result", _result)
    played = row.word("played", _PLAYED, "yes") if row.get("played") else None
    if to is not None and to.forfeit and played is None:
        played = "forfeit"
    standings = None
    if counted is not None and counted.white is not None and counted.black is not None:
        standings = counted.white, counted.black
    return facts.GameCorrection(
        **said,
        key=_key(row),
        result=None if to is None else (to.white, to.black),
        scale=(to.scale if to else 0) or (counted.scale if counted else 0),
        played=played,
        played_on=row.day("date"),
        new_round=row.read("new_round", parse_ordinal),
        board=row.read("board", parse_ordinal),
        standings=standings,
        swap_colours=_is_set(row, "swap_colours"),
        new_white=row.get("new_white"),
        new_black=row.get("new_black"),
    )


def _is_set(row: Row, word: str) -> bool:
    """Whether a word that is there or not is there; a problem where it has another value."""
    return bool(row.get(word)) and row.word(word, (YES,), YES) == YES


def _void(row: Row, said: dict[str, Any]) -> Correction:
    side = row.word("side", _SIDES, "both") or "both"
    return facts.VoidGame(**said, key=_key(row), list=row.get("list"), side=side)


def _tournament(row: Row, said: dict[str, Any]) -> Correction:
    _nothing(row, OF_TOURNAMENT)
    status = row.word("status", STATUSES, "") if row.get("status") else ""
    return facts.TournamentCorrection(
        **said,
        tournament=row.needed("tournament"),
        name=row.get("name"),
        lists=split_lists(row.get("lists")),
        start_on=row.day("start"),
        end_on=row.day("end"),
        type=row.word("type", TYPES, "") or "",
        rounds=row.read("rounds", parse_ordinal),
        points=row.read("points", parse_points),
        status=status or "",  # type: ignore[arg-type]
    )


def _void_player(row: Row, said: dict[str, Any]) -> Correction:
    return facts.VoidPlayer(
        **said,
        player=row.needed("player"),
        from_on=row.day("from"),
        until=row.day("until"),
        side=row.word("side", _OWN, "both") or "both",
        list=row.get("list"),
    )


def _withhold(row: Row, said: dict[str, Any]) -> Correction:
    row.needed("from")
    return facts.Withholding(
        **said,
        player=row.needed("player"),
        from_on=row.day("from") or 0,
        until=row.day("until"),
        list=row.get("list"),
    )


def _merge(row: Row, said: dict[str, Any]) -> Correction:
    return facts.Merge(**said, player=row.needed("player"), into=row.needed("into"))


def _split(row: Row, said: dict[str, Any]) -> Correction:
    row.needed("from")
    return facts.Split(**said, player=row.needed("player"), from_on=row.day("from") or 0, to=row.needed("to"))


def _player(row: Row, said: dict[str, Any]) -> Correction:
    row.needed("value")
    fact = row.word("fact", FACTS, "born") if row.needed("fact") else None
    return facts.PlayerCorrection(
        **said,
        player=row.needed("player"),
        fact=fact or "",
        value=_value(row, fact or ""),
        valid_from=row.day("valid_from"),
    )


def _value(row: Row, fact: str) -> str:
    """The value as a players file would state it."""
    if fact == "born":
        return row.birth("value")
    if fact == "sex":
        return row.read("value", parse_sex) or ""
    if fact == "joined_on":
        row.day("value")
    return row.get("value")


def _opening(row: Row, said: dict[str, Any]) -> Correction:
    _nothing(row, ("rating", "date", "games"))
    return facts.OpeningCorrection(
        **said,
        player=row.needed("player"),
        list=row.get("list"),
        rating=row.read("rating", parse_rating),
        rated_on=row.day("date"),
        games=row.read("games", parse_count),
    )


def _close(row: Row, said: dict[str, Any]) -> Correction:
    word = one_of(row, "through", "from")
    day = row.day(word) if word else None
    kind: Literal["through", "from"] = "from" if word == "from" else "through"
    return facts.Closing(**said, list=row.needed("list"), kind=kind, day=day or 0)


def _adjust(row: Row, said: dict[str, Any]) -> Correction:
    amount = row.get("by")
    if not row.get("amount") and re.fullmatch(r"[+\-−–]\d+([.,]\d+)?", amount):
        # The option --by of the command is both; a signed number is no person.
        row.cells["amount"], row.cells["by"] = amount, ""
        said["by"] = ""
    return adjustments.read(row, said, one_of)


def _undo(row: Row, said: dict[str, Any]) -> Correction:
    row.needed("position")
    return facts.Undo(**said, position=row.read("position", parse_position) or 0)


_READERS: Final[dict[str, Callable[[Row, dict[str, Any]], Correction]]] = {
    "game": _game,
    "void": _void,
    "tournament": _tournament,
    "void-player": _void_player,
    "withhold": _withhold,
    "merge": _merge,
    "split": _split,
    "adjust": _adjust,
    "player": _player,
    "opening": _opening,
    "close": _close,
    "undo": _undo,
}
