"""Corrections of one game: what is right of it, or that it does not count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ratingstore.events import days
from ratingstore.events.facts import Correction, GameCorrection, VoidGame
from ratingstore.ingest.corrections.mending import Mending
from ratingstore.ingest.corrections.played import Played, result_of
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.ingest.log_games import LogGames
from ratingstore.ingest.scale import Scales
from ratingstore.ingest.tournaments import Tournaments
from ratingstore.language import _, day
from ratingstore.store import administration, existing
from ratingstore.store.existing import Record


def correct(mending: Mending, request: GameCorrection) -> str:
    """Draft the game as it is right; what was and what is, "" where it stands so already."""
    played = Played(mending, mending.tournament(request.key.tournament))
    before = played.find(request.key)
    expect_scale(mending, request, played.tournament)
    new = _right(mending, request, played, before)
    after = {**before, **new}
    if after["white"] == after["black"]:
        raise Refused("RS035", "new_black", text=mending.code(after["black"]))
    if all(before[name] == value for name, value in new.items()):
        return ""
    players = {after["white"], after["black"]}
    moved = players - {before["white"], before["black"]} if before["round"] == after["round"] else players
    played.expect_seats(after, moved, {before["root"]})
    shown = _shown(played, before)
    played.change(request, before, new)
    return _("{tournament}: {before} -> {after}").format(
        tournament=request.key.tournament, before=shown, after=_shown(played, after)
    )


def expect_scale(mending: Mending, request: GameCorrection, tournament: int) -> None:
    """Refused where the result is spelled on a scale that the tournament does not have."""
    if not request.scale:
        return
    known = Tournaments(mending.connection, LogGames(mending.connection), mending.draft, [request])
    points = Scales(known, mending.lists.adoptions).points(tournament, known.lists(tournament))
    if request.scale != points:
        code = "RS099" if request.scale == 2 else "RS072"
        raise Refused(code, "to", tournament=request.key.tournament, points=points)


def _right(mending: Mending, request: GameCorrection, played: Played, before: Record) -> dict[str, Any]:
    new: dict[str, Any] = {}
    if request.swap_colours:
        for one, other in (("white", "black"), ("black", "white")):
            new[one] = before[other]
            new[f"{one}_half"] = before[f"{other}_half"]
            new[f"standings_{one}"] = before[f"standings_{other}"]
    stated = {
        "valid_on": request.played_on,
        "round": request.new_round,
        "board": request.board,
        "played": request.played,
    }
    new |= {name: value for name, value in stated.items() if value is not None}
    day = request.played_on or played.day(before)
    for side, code in (("white", request.new_white), ("black", request.new_black)):
        if code:
            new[side] = _player(mending, request, f"new_{side}", code, day)
    if request.result is not None:
        new["white_half"], new["black_half"] = request.result
    if request.standings is not None:
        new["standings_white"], new["standings_black"] = request.standings
    return new


def _player(mending: Mending, request: Correction, word: str, code: str, day: int | None) -> int:
    """The player who is right, made where nobody knows him."""
    if mending.people.is_asked_about(code):
        candidates = ", ".join(mending.people.candidates(code))
        raise Refused("RS051", word, text=code, candidates=candidates)
    found = mending.people.number(request, word, code, day)
    assert found is not None  # what is asked about was refused above
    return found


def _shown(played: Played, row: Mapping[str, Any]) -> str:
    """``round 3 ana–bia 1-0, 2012-01-10``."""
    parts = [f"{played.place(row)} {result_of(row)}"]
    if row["round"] and row["valid_on"]:
        parts.append(day(days.iso(row["valid_on"])))
    if row["board"]:
        parts.append(_("board {board}").format(board=row["board"]))
    if row["standings_white"] is not None:
        counted = {"white_half": row["standings_white"], "black_half": row["standings_black"]}
        parts.append(_("in the standings {result}").format(result=result_of({**counted, "played": "yes"})))
    return ", ".join(parts)


def void(mending: Mending, request: VoidGame) -> str:
    """Draft that a game does not count: nowhere, or not in a list, or not for one side."""
    played = Played(mending, mending.tournament(request.key.tournament))
    before = played.find(request.key)
    shown = f"{request.key.tournament}: {_shown(played, before)}"
    if not request.list and request.side == "both":
        played.void(request, before)
        return _("{game} -> void").format(game=shown)
    number = mending.list_number(request.list) if request.list else None
    if not exempt(mending, request, played, before, request.side, number):
        return ""
    return _("{game}: not rated for {side} in {list}").format(
        game=shown, side=request.side, list=request.list or _("any list")
    )


def exempt(
    mending: Mending,
    request: Correction,
    played: Played,
    row: Record,
    side: str,
    list_number: int | None,
) -> bool:
    """Draft that a list, or every list, does not rate a game for a side; False where that stands.

    A game of the same file has its number in the draft for a subject, until the batch has positions.
    """
    if (row["root"], list_number or 0, side) in _exempted(mending):
        return False
    touches = played.touches(row["valid_on"])
    day = played.day(row) or 0
    mending.admin(request, "exemption", list_number, day, str(row["root"]), {"side": side}, touches)
    return True


def _exempted(mending: Mending) -> set[tuple[int, int, str]]:
    standing = administration.read(mending.connection, existing.HEAD).exemptions
    return {(one.root, one.list, one.side) for one in standing}
