"""The games of one tournament as they stand, under the corrections that are being made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ratingstore.events import days
from ratingstore.events.facts import Correction, GameKey
from ratingstore.ingest.corrections.mending import DRAFTED, Mending
from ratingstore.ingest.corrections.refused import Refused
from ratingstore.ingest.match_games import Key
from ratingstore.language import _
from ratingstore.store import existing
from ratingstore.store.existing import VOID, Record

PARTS: Final = ("tournament", "slot", "player_low", "player_high", "game_no")
_RESULTS: Final = {(2, 0): "1-0", (1, 1): "1/2-1/2", (0, 2): "0-1", (0, 0): "0-0", (2, 2): "both-won"}


def key_of(row: Mapping[str, Any]) -> Key:
    """The key that a version of a game stands under."""
    tournament, slot, low, high, game_no = (int(row[name]) for name in PARTS)
    return tournament, slot, low, high, game_no


class Played:
    """One tournament's games: versions by root, and which game holds which key."""

    def __init__(self, mending: Mending, tournament: int) -> None:
        self.mending = mending
        self.tournament = tournament
        self.claim = mending.claim(tournament)
        rows = mending.with_drafted("game_event", existing.games(mending.connection, {tournament}))
        self.versions = {root: all_ for root, all_ in rows.items() if all_[-1]["tournament"] == tournament}
        self.holders = {key_of(row): root for root, all_ in self.versions.items() for row in all_}

    def standing(self) -> Iterable[Record]:
        """The games that count for anything."""
        return (all_[-1] for all_ in self.versions.values() if all_[-1]["played"] != VOID)

    def find(self, key: GameKey) -> Record:
        """The one game that is meant. Refused where it is void, none, or one of several."""
        white = self.mending.players("white", key.white)
        black = self.mending.players("black", key.black)
        pair = [
            all_[-1]
            for all_ in self.versions.values()
            if (all_[-1]["white"] in white and all_[-1]["black"] in black)
            or (all_[-1]["white"] in black and all_[-1]["black"] in white)
        ]
        meant = [row for row in pair if _is_meant(row, key, self.day(row))]
        alive = [row for row in meant if row["played"] != VOID]
        if len(alive) != 1:
            self._not_one(key, meant, alive, pair)
        (row,) = alive
        if row["white"] not in white:
            raise Refused("RS094", "white", white=key.white, black=key.black, tournament=key.tournament)
        return row

    def _not_one(self, key: GameKey, meant: list[Record], alive: list[Record], pair: list[Record]) -> None:
        shown = {"white": key.white, "black": key.black, "tournament": key.tournament}
        if len(alive) > 1:
            raise Refused("RS095", "round", **shown, games=", ".join(map(self.place, alive)))
        if meant:
            raise Refused("RS093", "round", **shown, position=_shown_position(meant[-1]))
        there = ", ".join(self.place(row) for row in pair if row["played"] != VOID) or "–"
        raise Refused("RS096", "round", **shown, games=there)

    def day(self, row: Mapping[str, Any]) -> int | None:
        """The day of a game: its own, else the last of the tournament."""
        if row["valid_on"] is not None:
            return int(row["valid_on"])
        return self.end()

    def end(self) -> int | None:
        """Last day: claimed, else of the last game, else the first day."""
        dated = [row["valid_on"] for row in self.standing() if row["valid_on"] is not None]
        claimed = (self._claimed("end_on"), max(dated, default=None), self._claimed("start_on"))
        return next((day for day in claimed if day), None)

    def start(self) -> int | None:
        """First day: claimed, else of the first game, else the last day."""
        dated = [row["valid_on"] for row in self.standing() if row["valid_on"] is not None]
        claimed = (self._claimed("start_on"), min(dated, default=None), self._claimed("end_on"))
        return next((day for day in claimed if day), None)

    def _claimed(self, name: str) -> int | None:
        return None if self.claim is None else self.claim[name]

    def touches(self, *own: int | None) -> int:
        """The earliest day that a row of the tournament influences, ``own`` being its days."""
        dated = [row["valid_on"] for row in self.standing()]
        known = [day for day in (self._claimed("start_on"), self._claimed("end_on"), *dated, *own) if day]
        return min(known, default=days.NEVER)

    def place(self, row: Mapping[str, Any]) -> str:
        """``round 3 ana–bia``, to tell a game in a sentence."""
        pair = f"{self.mending.code(row['white'])}–{self.mending.code(row['black'])}"
        where = _("round {round}").format(round=row["round"]) if row["round"] else ""
        if not row["round"] and row["valid_on"]:
            where = days.iso(row["valid_on"])
        number = f" #{row['game_no']}" if row["game_no"] != 1 else ""
        return f"{where} {pair}{number}".strip()

    def expect_seats(self, row: Mapping[str, Any], players: Iterable[int], apart: set[int]) -> None:
        """Refused where one of the players has another game in the round; ``apart`` from these roots."""
        if not row["round"]:
            return
        pair = {row["white"], row["black"]}
        for player in players:
            for other in self.standing():
                seated = {other["white"], other["black"]}
                same_round = other["round"] == row["round"] and other["root"] not in apart
                if same_round and player in seated and seated != pair:
                    raise Refused("RS097", "round", player=self.mending.code(player), game=self.place(other))

    def change(self, request: Correction, before: Record, new: Mapping[str, Any]) -> None:
        """Draft a version of a game, under another key where that changes.

        Where a game that is void holds the key, that one is taken up again and the other made void.
        """
        after = _placed({**before, **new})
        touches = self.touches(before["valid_on"], after["valid_on"])
        holder = self.holders.get(key_of(after), int(before["root"]))
        changed = {name: after[name] for name in after if after[name] != before[name]}
        if holder == before["root"]:
            held = {key_of(row) for row in self.versions[holder]}
            self._version(request, before, touches, changed, claims=key_of(after) not in held)
            return
        there = self.versions[holder][-1]
        if there["played"] != VOID or key_of(there) != key_of(after):
            raise Refused("RS098", "round", game=self.place(after), position=_shown_position(there))
        content = {
            name: after[name] for name in after if name not in ("root", "position", "touches", "claims")
        }
        content["implied_list"] = after["implied_list"] or there["implied_list"]
        self._version(request, there, touches, content, claims=False)
        self._version(request, before, touches, {"played": VOID}, claims=False)

    def _version(
        self, request: Correction, before: Record, touches: int, new: Mapping[str, Any], *, claims: bool
    ) -> None:
        self.mending.version("game_event", request, before, touches, claims, **new)
        size = len(self.mending.draft.rows["game_event"])
        row = {**before, **new, "position": DRAFTED + size, "touches": min(touches, before["touches"])}
        self.versions[before["root"]].append(row)
        self.holders[key_of(row)] = before["root"]

    def void(self, request: Correction, before: Record) -> None:
        """Draft that a game does not count."""
        self._version(request, before, self.touches(before["valid_on"]), {"played": VOID}, claims=False)


def _placed(row: dict[str, Any]) -> dict[str, Any]:
    """A game under the key that its round or day and its players give it."""
    slot = row["round"] or row["valid_on"] or 0
    low, high = sorted((row["white"], row["black"]))
    return {**row, "slot": slot, "player_low": low, "player_high": high}


def _is_meant(row: Mapping[str, Any], key: GameKey, day: int | None) -> bool:
    return (
        row["game_no"] == key.game_no
        and key.round in (None, row["round"])
        and (key.on is None or key.on == day)
    )


def _shown_position(row: Mapping[str, Any]) -> object:
    return row["position"] if row["position"] < DRAFTED else "–"


def result_of(row: Mapping[str, Any]) -> str:
    """``1-0``, ``1/2-1/2 (forfeit)``, ``*``: how a game ended."""
    text = _RESULTS.get((row["white_half"], row["black_half"]), "*")
    if (row["white_half"], row["black_half"]) not in _RESULTS and row["white_half"] is not None:
        text = f"{row['white_half'] / 2:g}-{(row['black_half'] or 0) / 2:g}"
    return text if row["played"] == "yes" else f"{text} ({row['played']})"
