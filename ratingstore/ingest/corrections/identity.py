"""Two codes of one person, and two persons under one code: a batch of reassignments.

The fold never sees a merge: it sees games, facts and ratings that are another player's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from ratingstore.events import days
from ratingstore.events.facts import Correction, Merge, Split
from ratingstore.ingest.corrections import beside, persons
from ratingstore.ingest.corrections.mending import Mending
from ratingstore.ingest.corrections.played import Played
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.language import _, day, plural
from ratingstore.rules import adjustment
from ratingstore.store import administration, existing, versions
from ratingstore.store.existing import VOID, Record
from ratingstore.store.rows import AdjustmentRow

ALWAYS = 0


@dataclass(frozen=True, slots=True)
class _Move:
    """What is one player's from a day on becomes another's."""

    mending: Mending
    request: Correction
    player: int
    into: int
    from_on: int


def merge(mending: Mending, request: Merge) -> str:
    """Draft that all that is known of a player is another's. Refused while the two are at odds."""
    player = mending.player(request, "player", request.player)
    into = mending.player(request, "into", request.into)
    if player == into:
        return ""
    aliases, ids = beside.handed_over(mending, player, into)
    said = _reassign(_Move(mending, request, player, into, ALWAYS), "merge", len(aliases))
    beside.change(mending, aliases, ids)
    sentence = _("{player} is {into} from now on: {what}")
    return sentence.format(player=request.player, into=mending.code(into), what=said)


def split(mending: Mending, request: Split) -> str:
    """Draft that a code is another person's from a day on. Refused where the two would be at odds."""
    player = mending.player(request, "player", request.player)
    if mending.people.is_asked_about(request.to):
        candidates = ", ".join(mending.people.candidates(request.to))
        raise Refused("RS051", "to", text=request.to, candidates=candidates)
    into = mending.people.number(request, "to", request.to, request.from_on)
    if into is None or player == into:
        raise Refused("RS102", "to", player=request.player)
    ids = [":".join(owner) for owner, number in mending.draft.owner_ids.items() if number == player]
    aliases: beside.Aliases = {(code, request.from_on): into for code in (mending.code(player), *ids)}
    move = _Move(mending, request, player, into, request.from_on)
    said = _reassign(move, "split", len(aliases))
    beside.change(mending, aliases, {})
    return _("{player} is {into} from {day} on: {what}").format(
        player=request.player, into=mending.code(into), day=day(days.iso(request.from_on)), what=said
    )


def _reassign(move: _Move, kind: str, aliases: int) -> str:
    """Draft the versions and the event that tells of them; what was moved, in words."""
    games, facts, ratings = _games(move), _his(move, "player_event"), _his(move, "rating_event")
    rated = _expect_openings(move, ratings)
    kept = _move_facts(move, facts)
    for played, row in games:
        new = {side: move.into for side in ("white", "black") if row[side] == move.player}
        played.change(move.request, row, new)
    for row in ratings:
        _move_rating(move, row, gone=row["root"] in rated)
    moved = _move_decisions(move)
    day = [played.day(row) or days.NEVER for played, row in games] + [row["rated_on"] for row in ratings]
    payload = {"aliases": aliases, "admin": []}
    subject = f"{move.player} {move.into}"
    move.mending.admin(move.request, kind, None, move.from_on, subject, payload, min(day, default=days.NEVER))
    return _words(len(games), len(facts) - len(kept), len(ratings), moved, kept)


def _move_rating(move: _Move, row: Record, *, gone: bool) -> None:
    """Draft that a rating is the other's; ``gone``: that it is no more, for he has the same opening."""
    new = {"purpose": VOID} if gone else {"player": move.into}
    claims = not gone and _claims(move, row)
    move.mending.version("rating_event", move.request, row, row["rated_on"], claims, **new)


def _words(games: int, facts: int, ratings: int, moved: int, kept: Sequence[str]) -> str:
    parts = [
        plural("{count} game", "{count} games", games).format(count=games),
        plural("{count} fact", "{count} facts", facts).format(count=facts),
        plural("{count} rating", "{count} ratings", ratings).format(count=ratings),
    ]
    if moved:
        parts.append(plural("{count} decision", "{count} decisions", moved).format(count=moved))
    if kept:
        parts.append(_("not taken over: {facts}").format(facts=", ".join(kept)))
    return ", ".join(parts)


def _games(move: _Move) -> list[tuple[Played, Record]]:
    """The games to be moved. Refused, naming them, where the two meet or play in one round."""
    rows = move.mending.with_drafted(
        "game_event", versions.of_games(move.mending.connection, {move.player})
    ).values()
    tournaments = sorted({int(one[-1]["tournament"]) for one in rows})
    found: list[tuple[Played, Record]] = []
    at_odds: list[str] = []
    for number in tournaments:
        played = Played(move.mending, number)
        mine = [row for row in played.standing() if move.player in (row["white"], row["black"])]
        mine = [row for row in mine if (played.day(row) or 0) >= move.from_on]
        at_odds += [f"{_tournament(move, number)} {text}" for text in _odds(move, played, mine)]
        found += [(played, row) for row in mine]
    if at_odds:
        shown = {"player": move.mending.code(move.player), "into": move.mending.code(move.into)}
        raise Refused("RS103", "player", **shown, games="; ".join(dict.fromkeys(at_odds)))
    return found


def _odds(move: _Move, played: Played, mine: Sequence[Record]) -> list[str]:
    """Games that one person cannot have played."""
    against = [row for row in mine if move.into in (row["white"], row["black"])]
    rounds = {row["round"] for row in mine if row["round"]}
    same = [
        row
        for row in played.standing()
        if row["round"] in rounds and move.into in (row["white"], row["black"]) and row not in against
    ]
    return [played.place(row) for row in (*against, *same)]


def _tournament(move: _Move, number: int) -> str:
    return next(code for code, one in move.mending.draft.tournaments.items() if one == number)


def _his(move: _Move, table: str) -> list[Record]:
    """His facts or ratings of the time that is moved, without those that are withdrawn."""
    rows = versions.of_player(move.mending.connection, table, {move.player})
    standing = (one[-1] for one in move.mending.with_drafted(table, rows).values())
    day, gone = ("valid_from", "value") if table == "player_event" else ("rated_on", "purpose")
    return [
        row
        for row in standing
        if row["player"] == move.player and row[day] >= move.from_on and row[gone] not in ("", VOID)
    ]


def _expect_openings(move: _Move, ratings: Sequence[Record]) -> set[int]:
    """Roots of openings that the other has too; refused where the two differ."""
    theirs = versions.of_player(move.mending.connection, "rating_event", {move.into})
    standing = (one[-1] for one in move.mending.with_drafted("rating_event", theirs).values())
    openings = {
        row["list"]: row for row in standing if (row["player"], row["purpose"]) == (move.into, "opening")
    }
    same: set[int] = set()
    for row in ratings:
        other = openings.get(row["list"]) if row["purpose"] == "opening" else None
        if other is None:
            continue
        if any(row[name] != other[name] for name in ("rated_on", "rating", "games")):
            codes = {number: code for code, number in move.mending.draft.lists.items()}
            shown = {"player": persons.opening(row), "into": persons.opening(other)}
            raise Refused("RS104", "player", list=codes[row["list"]], **shown)
        same.add(row["root"])
    return same


def _claims(move: _Move, row: Record) -> bool:
    """Whether the version takes a key that its event never held: the opening of the other in a list."""
    rows = versions.of_roots(move.mending.connection, "rating_event", [row["root"]])
    held = any(one["player"] == move.into for one in rows)
    foreign = [
        one
        for one in versions.of_player(move.mending.connection, "rating_event", {move.into})
        if (one["list"], one["purpose"], one["claims"]) == (row["list"], "opening", 1)
    ]
    if foreign and row["purpose"] == "opening" and not held:
        raise Refused("RS084", "player", position=foreign[-1]["position"])
    return row["purpose"] == "opening" and not held


def _move_facts(move: _Move, facts: Sequence[Record]) -> list[str]:
    """Draft the facts that become the other's; those that contradict his stay, and are named."""
    theirs = versions.of_player(move.mending.connection, "player_event", {move.into})
    by_root = move.mending.with_drafted("player_event", theirs).values()
    held = {(row["fact"], row["valid_from"]) for one in by_root for row in one if row["player"] == move.into}
    kept = []
    for row in facts:
        if (row["fact"], row["valid_from"]) in held:
            kept.append(f"{row['fact']} {row['value']}")
            continue
        rows = versions.of_roots(move.mending.connection, "player_event", [row["root"]])
        claims = not any(one["player"] == move.into for one in rows)
        touches = row["valid_from"] or min(
            persons.first_day(move.mending, player) for player in (move.player, move.into)
        )
        new = {"player": move.into}
        move.mending.version("player_event", move.request, row, touches, claims, **new)
    return kept


def _move_decisions(move: _Move) -> int:
    """Draft anew what was decided about the player: who stays off lists, whom an adjustment names."""
    standing = administration.read(move.mending.connection, existing.HEAD)
    gone: list[int] = []
    for off in standing.withheld:
        if off.player == move.player and off.from_on >= move.from_on:
            until = None if off.until == administration.FOREVER else off.until
            persons.keep_off(move.mending, move.request, move.into, off.list or None, off.from_on, until)
            gone.append(off.position)
    touched = days.NEVER
    for row in standing.adjustments:
        chosen = row.adjustment.selection
        if row.on >= move.from_on and move.player in (*chosen.players, *chosen.excepted):
            _adjust_anew(move, row)
            gone.append(row.position)
            touched = min(touched, row.on)
    if gone:
        payload = {"admin": gone, "rows": []}
        move.mending.admin(move.request, "undo", None, 0, str(gone[0]), payload, touched)
    return len(gone)


def _adjust_anew(move: _Move, row: AdjustmentRow) -> None:
    chosen = row.adjustment.selection

    def named(players: Sequence[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(move.into if one == move.player else one for one in players))

    changed = dataclasses.replace(chosen, players=named(chosen.players), excepted=named(chosen.excepted))
    values = adjustment.values_of(dataclasses.replace(row.adjustment, selection=changed))
    move.mending.admin(
        dataclasses.replace(move.request, reason=row.reason),
        "adjustment",
        row.list,
        row.on,
        "",
        values,
        row.on,
    )
