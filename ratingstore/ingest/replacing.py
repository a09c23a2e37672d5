"""``ingest --replaces``: the file is the whole truth of a tournament.

What it lacks is void, what differs is corrected, what is new is added, in one batch with a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ratingstore.errors import UnknownName, UsageError
from ratingstore.events import days
from ratingstore.events.facts import Fact, GameFact, TournamentCorrection, TournamentFact
from ratingstore.ingest.match_games import CONTENT, RESULTS, Games, Key, Stored, round_of
from ratingstore.language import _
from ratingstore.store.existing import VOID

_SAID: Final = ("valid_on", "board", "white", "black", "played", "standings_white", "standings_black")


@dataclass(frozen=True, slots=True)
class Replaced:
    """The tournament that a file replaces, and why."""

    code: str
    reason: str

    @classmethod
    def asked(cls, code: str | None, reason: str, known: Iterable[str]) -> Replaced | None:
        """What is asked for. UsageError without a reason, UnknownName for a tournament not there."""
        if code is None:
            return None
        if not reason.strip():
            message = _("replacing a tournament needs a reason")
            raise UsageError(message, _("say why the first file was wrong: --reason TEXT"))
        if code not in known:
            raise UnknownName(
                _("there is no tournament {tournament}").format(tournament=code),
                _("a file of a tournament that is not there is ingested without --replaces"),
            )
        return cls(code, reason)


class WholeTruth(Games):
    """Matches the games of a file that lacks nothing: no row of it contradicts the log."""

    def __init__(self, *given: Any, replaced: Replaced) -> None:
        super().__init__(*given)
        self._replaced = replaced
        self._seen: set[int] = set()
        self._rounds.clear()  # who sits where is what the file says

    def match(self, fact: GameFact) -> None:
        """Draft the row as it is right; RS113 for a game of another tournament."""
        if fact.tournament != self._replaced.code:
            shown = {"tournament": fact.tournament, "replaced": self._replaced.code}
            self._draft.report(fact, "RS113", "tournament", **shown)
            return
        super().match(fact)

    def _again(self, fact: GameFact, stored: Stored, content: dict[str, Any]) -> None:
        """A game that stands, or is void: corrected where the file says otherwise."""
        now = stored.versions[-1]
        key = self._key(fact, stored, content)
        if stored.root in self._seen:
            self._draft.report(fact, "RS064", "round", **self._twice(fact, content))
            return
        if not self._free(fact, key[0], content["white"], content["black"]):
            return
        self._seen.add(stored.root)
        right = _right(now, content)
        if right == now and key == stored.key:
            self._draft.known("games")
            self._take_seats(key, right)
            return
        before = self._told(stored.key, now)
        self._correct(fact, stored, key, right)
        self._say(_("{game} -> {after}").format(game=before, after=self._told(key, right)))

    def _key(self, fact: GameFact, stored: Stored, content: Mapping[str, Any]) -> Key:
        day = fact.played_on or stored.versions[-1]["valid_on"]
        slot = fact.round or round_of(stored.key) or day or 0
        low, high = sorted((content["white"], content["black"]))
        return stored.key[0], slot, low, high, fact.game_no

    def _less_or_more(self, fact: GameFact, stored: Stored, key: Key, content: dict[str, Any]) -> None:
        """A game that the log has under another slot, because one of the two says less."""
        self._again(fact, stored, content)

    def _twice(self, fact: GameFact, content: Mapping[str, Any]) -> dict[str, object]:
        code = self._draft.persons[content["white"]].code
        return {"player": code, "round": fact.round, "tournament": fact.tournament}

    def _correct(self, fact: GameFact, stored: Stored, key: Key, right: dict[str, Any]) -> None:
        held = key in {one for one, other in self._stored.items() if other.root == stored.root}
        self._add(fact, stored.root, key, right, claims=not held)
        self._draft.remark("reason", self._replaced.reason, "game_event")
        self._keep(stored, key, right)

    def _take_seats(self, key: Key, content: Mapping[str, Any]) -> None:
        if round_of(key) and content["played"] != VOID:
            self._seat(key, content["white"], content["black"])
            self._seat(key, content["black"], content["white"])

    def _new(self, fact: GameFact, key: Key, content: dict[str, Any]) -> None:
        super()._new(fact, key, content)
        self._seen.add(self._stored[key].root)
        self._say(_("new: {game}").format(game=self._told(key, content)))

    def finish(self) -> None:
        """Draft that the games which no row of the file has do not count."""
        nowhere = GameFact(line=0, row="", tournament="", white="", black="")
        for stored in list(self._by_root.values()):
            if stored.root in self._seen or stored.is_void:
                continue
            now = stored.versions[-1]
            told = self._told(stored.key, now)
            self._correct(nowhere, stored, stored.key, {**now, "played": VOID})
            self._say(_("{game} -> void").format(game=told))

    def _say(self, sentence: str) -> None:
        self._draft.notes.append(sentence)

    def _told(self, key: Key, content: Mapping[str, Any]) -> str:
        """``round 1 ana–bia 1-0, 2012-01-10``."""
        pair = "–".join(self._draft.persons[content[side]].code for side in ("white", "black"))
        halves = (content["white_half"], content["black_half"])
        result = RESULTS.get(halves, "*" if None in halves else f"{halves[0] / 2:g}-{halves[1] / 2:g}")
        where = _("round {round}").format(round=round_of(key)) if round_of(key) else ""
        parts = [f"{where} {pair} {result}".strip()]
        parts += [] if content["valid_on"] is None else [days.iso(content["valid_on"])]
        parts += [] if content["board"] is None else [_("board {board}").format(board=content["board"])]
        parts += [] if content["played"] == "yes" else [str(content["played"])]
        return ", ".join(parts)


def _right(now: Mapping[str, Any], content: Mapping[str, Any]) -> dict[str, Any]:
    """The file's content; what it has no column for stays as it was, the result is always the file's."""
    kept = {name for name in _SAID if content[name] is None}
    return {name: now[name] if name in kept else content[name] for name in CONTENT}


def as_corrections(facts: Sequence[Fact], replaced: Replaced | None) -> list[Fact]:
    """The facts of a file, what it says of a replaced tournament itself as a correction."""
    if replaced is None:
        return list(facts)
    names = ("line", "row", "tournament", "name", "lists", "start_on", "end_on", "type", "rounds", "points")
    return [
        TournamentCorrection(**{name: getattr(one, name) for name in names}, reason=replaced.reason)
        if isinstance(one, TournamentFact) and one.tournament == replaced.code
        else one
        for one in facts
    ]
