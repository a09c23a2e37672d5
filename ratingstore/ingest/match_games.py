"""Rows of games: new, known, filling an empty field, contradicting, or asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ratingstore.errors import UsageError
from ratingstore.events import days
from ratingstore.events.facts import GameFact
from ratingstore.ingest.claims import Claims
from ratingstore.ingest.draft import NEW_ROOT, Draft
from ratingstore.ingest.people import People
from ratingstore.ingest.readers.game_columns import GameColumns
from ratingstore.ingest.scale import Scales
from ratingstore.ingest.tournaments import Tournaments
from ratingstore.language import _
from ratingstore.store import existing
from ratingstore.store.engine import Connection

Key = tuple[int, int, int, int, int]
"""Tournament, slot (round, else the day), the two players unordered, game number."""

ROUNDS_BELOW: Final = 100_000
"""A slot below is a round, one above a day; 0 is neither."""

CONTENT: Final = (
    "valid_on", "board", "white", "black", "white_half", "black_half", "played",
    "standings_white", "standings_black",
)  # fmt: skip
_SAID: Final = 5
"""So many known rows whose games are void are named."""
RESULTS: Final = {(2, 0): "1-0", (1, 1): "1/2-1/2", (0, 2): "0-1", (0, 0): "0-0"}


@dataclass(slots=True)
class Stored:
    """A game of the log or of the draft: its root, the key it has now, and all contents it ever had.

    ``position``: that of the newest version, 0 while it is drafted.
    """

    root: int
    key: Key
    versions: list[dict[str, Any]]
    position: int = 0

    @property
    def is_void(self) -> bool:
        return bool(self.versions[-1]["played"] == existing.VOID)


class Games:
    """Matches the games of one file."""

    def __init__(
        self,
        connection: Connection,
        draft: Draft,
        people: People,
        tournaments: Tournaments,
        scales: Scales,
        default_list: int | None,
        facts: Sequence[GameFact],
    ) -> None:
        self._draft = draft
        self._people = people
        self._tournaments = tournaments
        self._scales = scales
        self._default_list = default_list
        self._claims = Claims(connection, draft, facts)
        self._stored: dict[Key, Stored] = {}
        self._by_root: dict[int, Stored] = {}
        self._rounds: dict[tuple[int, int, int], int] = {}
        self._meetings: dict[tuple[int, int, int, int], dict[int, Stored]] = defaultdict(dict)
        self._voided: set[int] = set()
        self.undated: dict[int, int] = {}
        self.rated_elsewhere: set[int] = set()
        known = {draft.tournaments[fact.tournament] for fact in facts if fact.tournament in draft.tournaments}
        for row in existing.games(connection, known) if known else ():  # of none would be a search of all
            self._recall(row)

    def _recall(self, row: Mapping[str, Any]) -> None:
        key: Key = (row["tournament"], row["slot"], row["player_low"], row["player_high"], row["game_no"])
        content = {name: row[name] for name in CONTENT}
        stored = self._by_root.setdefault(row["root"], Stored(row["root"], key, []))
        self._keep(stored, key, content)
        stored.position = row["position"]

    def _keep(self, stored: Stored, key: Key, content: dict[str, Any]) -> None:
        """Note the newest version of a game; under the keys that it had before it is found too."""
        if stored.versions:
            self._unseat(stored)
        tournament, _slot, low, high, game_no = stored.key = key
        stored.versions.append(content)
        self._stored[key] = stored
        self._meetings[tournament, low, high, game_no][stored.root] = stored
        if round_of(key) and not stored.is_void:
            self._seat(key, content["white"], content["black"])
            self._seat(key, content["black"], content["white"])

    def _seat(self, key: Key, player: int, opponent: int) -> None:
        self._rounds[key[0], key[1], player] = opponent

    def _unseat(self, stored: Stored) -> None:
        """Free the places that a game held before a version moved it or made it void."""
        now = stored.versions[-1]
        for player, opponent in ((now["white"], now["black"]), (now["black"], now["white"])):
            place = (stored.key[0], stored.key[1], player)
            if self._rounds.get(place) == opponent:
                del self._rounds[place]

    def match(self, fact: GameFact) -> None:
        """Draft the row, or report why it cannot be taken."""
        tournament = self._draft.tournament(fact.tournament)
        day = self._tournaments.end(tournament) if fact.played_on is None else fact.played_on
        white = self._people.number(fact, "white", fact.white, day)
        black = self._people.number(fact, "black", fact.black, day)
        if white is None or black is None or self._against_himself(fact, white, black):
            return
        if self._unplaced(fact, tournament):
            return
        lists = self.rating(tournament)
        if not self._scales.fits(self._draft, fact, tournament, lists):
            return
        slot = fact.round or fact.played_on or 0
        key = (tournament, slot, min(white, black), max(white, black), fact.game_no)
        content = _content(fact, white, black)
        stored = self._stored.get(key)
        if stored is not None:
            self._again(fact, stored, content)
        elif not self._met(fact, key, content) and self._free(fact, tournament, white, black):
            self._new(fact, key, content)

    def known(self, games: GameColumns) -> None:
        """Note rows of which the log has the very game."""
        for _line, code, *_days in games.spans():
            self.rating(self._draft.tournaments[code])
        if len(games):
            self._draft.counts["games", "known"] += len(games)

    def _against_himself(self, fact: GameFact, white: int, black: int) -> bool:
        if white == black:  # his code and an owner's id of his
            self._draft.report(fact, "RS035", "black", text=fact.black)
        return white == black

    def _unplaced(self, fact: GameFact, tournament: int) -> bool:
        if fact.played_on is not None:
            return False
        if not self._tournaments.is_placed(tournament):
            self._draft.report(fact, "RS070", "date", tournament=fact.tournament)
            return True
        self.undated[tournament] = self.undated.get(tournament, 0) + 1
        return False

    def rating(self, tournament: int) -> tuple[int, ...]:
        """The lists that rate games of a tournament; notes where the option names another."""
        lists = self._tournaments.lists_or(tournament, self._default_list)
        if self._default_list is not None and self._default_list not in lists:
            self.rated_elsewhere.add(tournament)
        return lists

    def told_of(self, tournament: int, day: int) -> tuple[int, int | None, int]:
        """What new games of a tournament, the first of them on a day, carry: its number, the list that is
        implied, and the first day that they touch."""
        self.rating(tournament)
        self._tournaments.place(tournament)
        touches = self._tournaments.touches(tournament, day, self._tournaments.end(tournament))
        return tournament, self._implied(tournament), touches

    def finish(self) -> None:
        """What is to be done when all rows are matched: nothing, where a file may lack games."""

    def _again(self, fact: GameFact, stored: Stored, content: dict[str, Any]) -> None:
        now = stored.versions[-1]
        merged = _filled(now, content)
        if any(_filled(version, content) == version for version in stored.versions):
            self._draft.known("games")
            self._say_void(fact, stored)
            return
        if stored.is_void:
            self._draft.report(fact, "RS083", "result", position=stored.position)
            return
        differs = self._differs(now, merged)
        if differs is None:
            self._add(fact, stored.root, stored.key, merged)
            self._keep(stored, stored.key, merged)
            return
        name, there, here = self._shown(differs, now, merged)
        self._draft.report(fact, "RS060", name, field=name, there=there, here=here)

    def _say_void(self, fact: GameFact, stored: Stored) -> None:
        """The row is known, but a correction has made its game void: who sends it again should know."""
        if stored.is_void and len(self._voided) < _SAID:
            self._voided.add(stored.root)
            sentence = _(
                "{tournament}: the game {white}–{black} was voided at {position}; "
                "if that was wrong: ratingstore correct undo {position}"
            )
            shown = {"tournament": fact.tournament, "white": fact.white, "black": fact.black}
            self._draft.warnings.append(sentence.format(**shown, position=stored.position))

    @staticmethod
    def _differs(now: Mapping[str, Any], merged: Mapping[str, Any]) -> str | None:
        """The first field in which a row says something else than the log; a pending game says little."""
        said = {name: value for name, value in now.items() if not (name == "played" and _pending(now))}
        return next((name for name in CONTENT if said.get(name) not in (None, merged[name])), None)

    def _shown(self, name: str, there: Mapping[str, Any], here: Mapping[str, Any]) -> tuple[str, str, str]:
        if name == "valid_on":
            return "date", days.iso(there[name]), days.iso(here[name])
        if name in ("white", "black"):
            codes = [self._draft.persons[one[name]].code for one in (there, here)]
            return name, codes[0], codes[1]
        if name.endswith("_half"):
            results = [RESULTS.get((one["white_half"], one["black_half"]), "*") for one in (there, here)]
            return "result", results[0], results[1]
        return name.replace("standings_white", "standings_result"), str(there[name]), str(here[name])

    def _met(self, fact: GameFact, key: Key, content: dict[str, Any]) -> bool:
        """Whether the row is a game that stands under another slot because one of the two says less.

        A game of round 3 that is sent again without rounds, or without its day, would be rated twice.
        """
        tournament, _slot, low, high, game_no = key
        pair = self._meetings[tournament, low, high, game_no].values()
        alike = sorted((one for one in pair if _may_be(one, fact)), key=lambda one: _is_crossed(one, fact))
        if not alike:
            return False
        fitting = (
            one
            for one in alike
            if self._differs(one.versions[-1], _filled(one.versions[-1], content)) is None
        )
        self._less_or_more(fact, next(fitting, alike[0]), key, content)
        return True

    def _less_or_more(self, fact: GameFact, stored: Stored, key: Key, content: dict[str, Any]) -> None:
        """Known where the row says less than the log; a version under the fuller key where it says more."""
        now = stored.versions[-1]
        merged = _filled(now, content)
        more = not round_of(stored.key) and (fact.round or (now["valid_on"] is None and fact.played_on))
        if _is_crossed(stored, fact):
            there, here = (round_ or "–" for round_ in (round_of(stored.key), fact.round))
            self._draft.report(fact, "RS060", "round", field="round", there=there, here=here)
        elif not more or self._differs(now, merged) is not None:
            self._again(fact, stored, content)
        elif self._free(fact, key[0], merged["white"], merged["black"]):
            self._add(fact, stored.root, key, merged, claims=True)
            self._keep(stored, key, merged)

    def _free(self, fact: GameFact, tournament: int, white: int, black: int) -> bool:
        """Whether neither player has another opponent in this round."""
        for player, opponent in ((white, black), (black, white)):
            seated = self._rounds.get((tournament, fact.round or 0, player))
            if seated is not None and seated != opponent:
                code = self._draft.persons[player].code
                shown = {"player": code, "round": fact.round, "tournament": fact.tournament}
                self._draft.report(fact, "RS064", "round", **shown)
                return False
        return True

    def _new(self, fact: GameFact, key: Key, content: dict[str, Any]) -> None:
        self._claims.check(fact, content["white"], content["black"], self.rating(key[0]))
        self._outside(fact, key[0])
        self._keep(Stored(self._add(fact, NEW_ROOT, key, content), key, []), key, content)

    def _add(
        self, fact: GameFact, root: int, key: Key, content: Mapping[str, Any], *, claims: bool = False
    ) -> int:
        if content["valid_on"] is not None:
            self._tournaments.place(key[0])
        touches = self._tournaments.touches(key[0], content["valid_on"], self._tournaments.end(key[0]))
        cells = {**content, "round": round_of(key)}
        order = ("valid_on", "round", *CONTENT[1:])
        implied = self._implied(key[0])
        values = (*key, *(cells[name] for name in order), implied, touches)
        return self._draft.add("game_event", "games", fact, root, *values, claims=claims)

    def _implied(self, tournament: int) -> int | None:
        """The list that the option gives a tournament which has none of its own.

        Every game carries it, and every version of one: a game may become void.
        """
        implied = self._tournaments.implied_by_games(tournament)
        if implied is not None:
            return implied
        if self._tournaments.lists(tournament):
            return None
        if self._default_list is None:
            raise UsageError(_("nothing says which list these games are rated in"), _("name it: --list LIST"))
        return self._default_list

    def _outside(self, fact: GameFact, tournament: int) -> None:
        if fact.played_on is not None and fact.played_on > self._draft.seen_on:
            self._draft.report(fact, "RS080", "date", date=days.iso(fact.played_on))
        start, end = self._tournaments.start(tournament), self._tournaments.end(tournament)
        day = fact.played_on
        if day is not None and start is not None and end is not None and not start <= day <= end:
            shown = {"date": days.iso(day), "start": days.iso(start), "end": days.iso(end)}
            self._draft.report(fact, "RS075", "date", tournament=fact.tournament, **shown)


def _content(fact: GameFact, white: int, black: int) -> dict[str, Any]:
    standings = fact.standings_half or (None, None)
    return {
        "valid_on": fact.played_on,
        "board": fact.board,
        "white": white,
        "black": black,
        "white_half": fact.white_half,
        "black_half": fact.black_half,
        "played": fact.played,
        "standings_white": standings[0],
        "standings_black": standings[1],
    }


def _filled(now: Mapping[str, Any], content: Mapping[str, Any]) -> dict[str, Any]:
    """The game as it stands with what a row states; a pending row says nothing of how it ended."""
    open_ = {name for name in CONTENT if content[name] is None}
    if _pending(content):
        open_.add("played")
    return {name: now[name] if name in open_ else content[name] for name in CONTENT}


def _pending(content: Mapping[str, Any]) -> bool:
    return content["white_half"] is None and content["played"] == "yes"


def round_of(key: Key) -> int | None:
    """The round of a game's key; None where it has only a day, or nothing."""
    return key[1] if 0 < key[1] < ROUNDS_BELOW else None


def _may_be(stored: Stored, fact: GameFact) -> bool:
    """Whether nothing that both state tells a row from a game of the same pair."""
    day = stored.versions[-1]["valid_on"]
    same_day = day is None or fact.played_on is None or day == fact.played_on
    return same_day and not (round_of(stored.key) and fact.round)


def _is_crossed(stored: Stored, fact: GameFact) -> bool:
    """Whether one of the two has only a day and the other only a round: nothing says they are one."""
    dated = stored.versions[-1]["valid_on"] is not None
    in_round = round_of(stored.key) is not None
    return dated != in_round and (dated, in_round) == (fact.played_on is None, fact.round is None)
