"""The explanation of a player's changes, taken from the computation while it runs.

Each change carries the lines that add up to it; a first or opening rating has no before and its
lines add up to the rating itself. Numbers are exact decimals of points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal

from ratingstore.language import mark
from ratingstore.replay.derive import RatedGames
from ratingstore.replay.names import Naming
from ratingstore.rules.entries import NONE, Changes, Entries, First, FirstLine, Reason
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, RuleSet, Section
from ratingstore.store.read import Ints
from ratingstore.store.rows import RatingRow

LINE_FIELDS = (
    "kind", "tournament", "round", "opponent", "opponent_rating", "difference", "difference_used",
    "score", "expected", "k", "value", "reason", "source",
)  # fmt: skip

_WORDS = {
    Reason.PLAIN: "",
    Reason.CAPPED: mark("the difference is cut at the cap"),
    Reason.OPPONENT_UNRATED: mark("no effect: the opponent is not rated"),
    Reason.STAND_IN: mark("the opponent is not rated: his performance in the tournament stands in"),
    Reason.IN_MEAN: mark("enters the mean of the opponents"),
    Reason.UNRATED: mark("no effect: not rated on the list that these games are rated by"),
    Reason.POOL_GAME: mark("counts towards the first rating"),
    Reason.MEAN: mark("mean of the opponents' ratings"),
    Reason.SCORE: mark("for the score over or under one half"),
    Reason.PERFORMANCE: mark("share of this tournament's performance in the mean of all"),
    Reason.LEFT_OUT: mark("left out: no performance, or below the least before any that reaches it"),
    Reason.GRANTED: mark("given for half of the rounds and half of the points of an Olympiad"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a change; ``reasons`` are translated where they are shown. None: does not apply."""

    kind: str
    value: Decimal
    tournament: str | None = None
    round: int | None = None
    opponent: str | None = None
    opponent_rating: Decimal | None = None
    difference: Decimal | None = None
    difference_used: Decimal | None = None
    score: Decimal | None = None
    expected: Decimal | None = None
    k: int | None = None
    reasons: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """One change of the watched player: the unit's number and its lines."""

    unit: int
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Watch:
    """Records every change of one player."""

    player: int
    naming: Naming
    games: RatedGames
    changes: list[Explained] = field(default_factory=list)

    def played(self, unit_of: Ints, rules: RuleSet, entries: Entries, changes: Changes) -> None:
        """See ``fold.Tracer``."""
        rows = (changes.player == self.player).nonzero()[0]
        if not len(rows):
            return
        row = int(rows[0])
        own = (entries.player == self.player).nonzero()[0].tolist()
        own.sort(key=self._order(entries, own))
        lines = [self._entry(rules, entries, at) for at in own]
        lines += _leftovers(rules, int(changes.rounding[row]), int(changes.bound[row]))
        if changes.after[row] == UNRATED and rules.floor is not None:
            lines.append(_line(rules, rules.floor, "floor", 0, mark("below the floor: leaves the list")))
        self._note(int(unit_of[self.player]), lines)

    def _order(self, entries: Entries, own: list[int]) -> Callable[[int], tuple[int, int]]:
        """Lines stand in the order of play; the line of a whole tournament follows its games."""
        last: dict[int, int] = {}
        for at in own:
            tournament, game = int(entries.tournament[at]), int(entries.game[at])
            last[tournament] = max(last.get(tournament, game), game)

        def place(at: int) -> tuple[int, int]:
            game = int(entries.game[at])
            return (last[int(entries.tournament[at])], 1) if game == NONE else (game, 0)

        return place

    def first(self, number: int, rules: RuleSet, made: First) -> None:
        """See ``fold.Tracer``."""
        if made.player != self.player:
            return
        rule = rules.first_rating
        lines = [self._first_line(rules, line) for line in made.lines]
        lines += _leftovers(rules, made.rounding, made.bound, rule.rounding or rule)
        self._note(number, lines)

    def stated(self, number: int, rules: RuleSet | None, row: RatingRow, before: int, after: int) -> None:
        """See ``fold.Tracer``."""
        if row.player == self.player:
            value = after - (0 if before == UNRATED else before)
            reasons = (row.reason,) if row.reason else ()
            self._note(number, [Line(kind=row.purpose, value=points(value, HUNDREDTHS), reasons=reasons)])

    def _note(self, number: int, lines: list[Line]) -> None:
        self.changes.append(Explained(unit=number, lines=tuple(lines)))

    def _entry(self, rules: RuleSet, entries: Entries, at: int) -> Line:
        game = int(entries.game[at])
        reason = Reason(int(entries.reason[at]))
        counts = bool(entries.counted[at])
        rated = entries.opponent_rating[at] != UNRATED
        summed = bool(entries.sums[at])
        section = _section(rules, reason)
        return Line(
            kind="tournament" if game == NONE else "game",
            tournament=self.naming.tournament(int(entries.tournament[at])),
            round=None if game == NONE else self.naming.round(game),
            opponent=None if game == NONE else self.naming.player(int(entries.opponent[at])),
            opponent_rating=points(int(entries.opponent_rating[at]), HUNDREDTHS) if rated else None,
            difference=points(int(entries.difference[at]), HUNDREDTHS) if counts or summed else None,
            difference_used=points(int(entries.used[at]), HUNDREDTHS) if summed else None,
            score=points(int(entries.score2[at]), 2),
            expected=points(int(entries.expected[at]), MILLIONTHS) if summed else None,
            k=int(entries.k[at]) if summed else None,
            value=points(int(entries.value[at]), MILLIONTHS),
            reasons=_reasons(rules, section, _WORDS[reason]),
            source=section.source,
        )

    def _first_line(self, rules: RuleSet, line: FirstLine) -> Line:
        rated = line.opponent_rating != UNRATED
        return Line(
            kind="first",
            tournament=None if line.tournament == NONE else self.naming.tournament(line.tournament),
            round=None if line.game == NONE else self.naming.round(line.game),
            opponent=None if line.opponent == NONE else self.naming.player(line.opponent),
            opponent_rating=points(line.opponent_rating, HUNDREDTHS) if rated else None,
            score=None if line.score2 == NONE else points(line.score2, 2),
            value=points(line.value, MILLIONTHS),
            reasons=_reasons(rules, rules.first_rating, _WORDS[line.reason]),
            source=rules.first_rating.source,
        )


def points(number: int, a_point: int) -> Decimal:
    """A number in parts of a point as the shortest exact decimal: 201150 hundredths are 2011.5."""
    found = (Decimal(number) / a_point).normalize()
    return found.quantize(Decimal(1)) if found == found.to_integral_value() else found


def _leftovers(rules: RuleSet, rounding: int, bound: int, rounded_by: Section | None = None) -> list[Line]:
    lines = []
    if rounding:
        section = rounded_by or rules.unit_rounding or rules.shown
        lines.append(_line(rules, section, "rounding", rounding, mark("to the step that the rules name")))
    if bound and rules.bounds is not None:
        lines.append(
            _line(rules, rules.bounds, "floor", bound, mark("the rating ends at the bound of the list"))
        )
    return lines


def _line(rules: RuleSet, section: Section, kind: str, millionths: int, words: str) -> Line:
    return Line(
        kind=kind,
        value=points(millionths, MILLIONTHS),
        reasons=_reasons(rules, section, words),
        source=section.source,
    )


def _section(rules: RuleSet, reason: Reason) -> Section:
    if reason == Reason.CAPPED and rules.cap is not None:
        return rules.cap
    if reason in (Reason.OPPONENT_UNRATED, Reason.STAND_IN):
        return rules.unrated_opponent
    return rules.references if reason == Reason.UNRATED else rules.expected


def _reasons(rules: RuleSet, section: Section, words: str) -> tuple[str, ...]:
    """What is read into the rules, not stated by them, says so on every line."""
    inferred = section.inferred or rules.status == "inferred"
    return tuple(text for text in (words, mark("inferred") if inferred else "") if text)
