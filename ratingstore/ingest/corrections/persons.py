"""Corrections of one player: a fact, an opening, games that do not count, and what no list shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ratingstore.events import days
from ratingstore.events.facts import Correction, OpeningCorrection, PlayerCorrection, VoidPlayer, Withholding
from ratingstore.ingest.corrections import games
from ratingstore.ingest.corrections.mending import Mending
from ratingstore.ingest.corrections.played import Played
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.ingest.draft import NEW_ROOT
from ratingstore.ingest.match_players import ALWAYS
from ratingstore.language import _, day, plural
from ratingstore.replay.trace import points
from ratingstore.rules.ruleset import HUNDREDTHS
from ratingstore.store import administration, existing, versions
from ratingstore.store.existing import Record


def correct_fact(mending: Mending, request: PlayerCorrection) -> str:
    """Draft the right value of a fact of a player; "" where it stands so already.

    Without a day it is that of the value that holds now.
    """
    player = mending.player(request, "player", request.player, request.valid_from)
    rows = versions.of_player(mending.connection, "player_event", {player})
    everything = list(mending.with_drafted("player_event", rows).values())
    his = [one[-1] for one in everything if (one[-1]["player"], one[-1]["fact"]) == (player, request.fact)]
    before = _at(his, request.valid_from)
    if before is not None and before["value"] == request.value:
        return ""
    touches = request.valid_from or first_day(mending, player)
    if before is not None:
        mending.version("player_event", request, before, touches, value=request.value)
    else:
        day = ALWAYS if request.valid_from is None else request.valid_from
        _expect_free(everything, player, request.fact, day)
        mending.add("player_event", request, NEW_ROOT, player, request.fact, request.value, day, touches)
    return _("{player}: {fact} {before} -> {after}").format(
        player=mending.code(player),
        fact=request.fact,
        before=(before["value"] if before else "") or "–",
        after=request.value,
    )


def _at(his: list[Record], valid_from: int | None) -> Record | None:
    """The fact that holds from this day, withdrawn or not; without a day the one that holds now."""
    if valid_from is not None:
        return next((row for row in his if row["valid_from"] == valid_from), None)
    standing = [row for row in his if row["value"]] or his
    return max(standing, key=lambda row: int(row["valid_from"]), default=None)


def _expect_free(everything: Sequence[Sequence[Record]], player: int, fact: str, day: int) -> None:
    """Refused where a fact that now is another player's was recorded under this key."""
    for one in everything:
        for row in one:
            if (row["player"], row["fact"], row["valid_from"]) == (player, fact, day):
                raise Refused("RS084", "fact", position=one[-1]["position"])


def first_day(mending: Mending, player: int) -> int:
    """The day of a player's first game: what a fact that always held touches."""
    return existing.first_games(mending.connection, {player}).get(player, days.NEVER)


def correct_opening(mending: Mending, request: OpeningCorrection) -> str:
    """Draft what is right of a player's opening in a list; "" where it stands so already."""
    player = mending.player(request, "player", request.player, request.rated_on)
    number = mending.list_number(request.list)
    rows = versions.of_player(mending.connection, "rating_event", {player})
    found = (one[-1] for one in mending.with_drafted("rating_event", rows).values())
    his = [
        row for row in found if (row["player"], row["list"], row["purpose"]) == (player, number, "opening")
    ]
    if not his:
        raise Refused("RS100", "player", player=request.player, list=request.list)
    before = his[0]
    stated = {"rating": request.rating, "rated_on": request.rated_on, "games": request.games}
    new: dict[str, Any] = {
        name: value for name, value in stated.items() if value is not None and value != before[name]
    }
    if not new:
        return ""
    touches = request.rated_on or int(before["rated_on"])
    mending.version("rating_event", request, before, touches, **new)
    return _("{player}, opening: {before} -> {after}").format(
        player=mending.code(player), before=opening(before), after=opening({**before, **new})
    )


def opening(row: Record) -> str:
    """``1500, 2010-12-01, 12 games``."""
    parts = [f"{points(row['rating'], HUNDREDTHS)}", days.iso(row["rated_on"])]
    if row["games"] is not None:
        parts.append(plural("{count} game", "{count} games", row["games"]).format(count=row["games"]))
    return ", ".join(parts)


def void_games(mending: Mending, request: VoidPlayer) -> str:
    """Draft that a player's games of a time do not count, for him or for both sides."""
    player = mending.player(request, "player", request.player)
    number = mending.list_number(request.list) if request.list else None
    made = 0
    for played, row in list(_his_games(mending, player, request.from_on or 0, request.until or days.NEVER)):
        if number is None and request.side == "both":
            played.void(request, row)
            made += 1
            continue
        own = "white" if row["white"] == player else "black"
        side = own if request.side == "own" else "both"
        made += games.exempt(mending, request, played, row, side, number)
    sentence = plural(
        "{count} game of {player} does not count ({side}, {list})",
        "{count} games of {player} do not count ({side}, {list})",
        made,
    )
    side = _("for him alone") if request.side == "own" else _("for both sides")
    shown = {"player": mending.code(player), "side": side, "list": request.list or _("all lists")}
    return sentence.format(count=made, **shown) if made else ""


def _his_games(mending: Mending, player: int, first: int, last: int) -> Iterator[tuple[Played, Record]]:
    """A player's games from a day to another, each with its tournament."""
    rows = mending.with_drafted("game_event", versions.of_games(mending.connection, {player})).values()
    his = [one[-1] for one in rows if player in (one[-1]["white"], one[-1]["black"])]
    for tournament in sorted({int(row["tournament"]) for row in his}):
        played = Played(mending, tournament)
        for row in list(played.standing()):
            day = played.day(row)
            if player in (row["white"], row["black"]) and day is not None and first <= day <= last:
                yield played, row


def withhold(mending: Mending, request: Withholding) -> str:
    """Draft that a player stays off public lists for a time; "" where that stands."""
    player = mending.player(request, "player", request.player, request.from_on)
    number = mending.list_number(request.list) if request.list else None
    if request.until is not None and request.until <= request.from_on:
        raise Refused("RS101", "until", start=days.iso(request.from_on), end=days.iso(request.until))
    until = request.until or administration.FOREVER
    standing = administration.read(mending.connection, existing.HEAD).withheld
    wanted = (player, number or 0, request.from_on, until)
    if wanted in {(one.player, one.list, one.from_on, one.until) for one in standing}:
        return ""
    keep_off(mending, request, player, number, request.from_on, request.until)
    return _("{player} stays off {list} from {start} until {end}").format(
        player=mending.code(player),
        list=request.list or _("all lists"),
        start=day(days.iso(request.from_on)),
        end="–" if request.until is None else day(days.iso(request.until)),
    )


def keep_off(
    mending: Mending, request: Correction, player: int, number: int | None, first: int, until: int | None
) -> None:
    """Draft a withholding."""
    mending.admin(request, "withheld", number, first, str(player), {"until": until}, first)
