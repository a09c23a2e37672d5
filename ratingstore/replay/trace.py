"""The explanation of a player's changes, taken from the computation while it runs.

Each change carries the lines that add up to it; a first or opening rating has no before and its
lines add up to the rating itself. Numbers are exact decimals of points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal

from ratingstore.language import mark
from ratingstore.replay import reasons as why
from ratingstore.replay.derive import RatedGames
from ratingstore.replay.names import Naming
from ratingstore.replay.reasons import Told
from ratingstore.replay.sheet import Moved
from ratingstore.rules.entries import NONE, Changes, Entries, First, FirstLine, Reason
from ratingstore.rules.ruleset import HUNDREDTHS, MILLIONTHS, UNRATED, RuleSet, Section
from ratingstore.store.read import Ints
from ratingstore.store.rows import AdjustmentRow, RatingRow

LINE_FIELDS = (
    "kind", "tournament", "round", "opponent", "opponent_rating", "difference", "difference_used",
    "score", "expected", "k", "value", "reason", "source",
)  # fmt: skip


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
    reasons: tuple[str | Told, ...] = ()
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

    def begins(self, naming: Naming, games: RatedGames) -> None:
        """See ``sheet.Tracer``."""
        self.naming, self.games = naming, games

    def played(self, unit_of: Ints, rules: RuleSet, entries: Entries, changes: Changes) -> None:
        """See ``sheet.Tracer``."""
        rows = (changes.player == self.player).nonzero()[0]
        if not len(rows):
            return
        row = int(rows[0])
        own = (entries.player == self.player).nonzero()[0].tolist()
        own.sort(key=self._order(entries, own))
        lines = [self._entry(rules, entries, at) for at in own]
        other = int(changes.apart[row])
        apart = () if other == UNRATED else why.apart(points(other, MILLIONTHS))
        lines += _leftovers(rules, int(changes.rounding[row]), int(changes.bound[row]), told=apart)
        if changes.after[row] == UNRATED:
            lines += _below_floor(rules)
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
        """See ``sheet.Tracer``."""
        if made.player != self.player:
            return
        rule = rules.first_rating
        lines = [self._first_line(rules, line) for line in made.lines]
        lines += _leftovers(rules, made.rounding, made.bound, rule.rounding or rule)
        self._note(number, lines)

    def stated(self, number: int, rules: RuleSet | None, row: RatingRow, before: int, after: int) -> None:
        """See ``sheet.Tracer``."""
        if row.player == self.player:
            reasons = (row.reason,) if row.reason else ()
            self._note(number, _moved(row.purpose, rules, before, after, reasons))

    def adjusted(self, number: int, rules: RuleSet | None, row: AdjustmentRow, moved: Moved) -> None:
        """See ``sheet.Tracer``."""
        formula = row.adjustment.formula
        if row.adjustment.other_list:
            words = mark("R becomes {formula}, where S is his rating in {list}")
            how = Told(words, {"formula": formula, "list": row.adjustment.other_list})
        else:
            how = Told(mark("R becomes {formula}"), {"formula": formula})
        reasons = (row.reason, how) if row.reason else (how,)
        for at in (moved.player == self.player).nonzero()[0].tolist():
            before, after = int(moved.before[at]), int(moved.after[at])
            self._note(number, _moved("adjustment", rules, before, after, reasons))

    def entered(self, number: int, rules: RuleSet, moved: Moved) -> None:
        """See ``sheet.Tracer``."""
        how = Told(mark("rated with his rating in {list}"), {"list": rules.references.fallback})
        for at in (moved.player == self.player).nonzero()[0].tolist():
            before, after = int(moved.before[at]), int(moved.after[at])
            self._note(number, _moved("opening", rules, before, after, (how,)))

    def left(self, number: int, rules: RuleSet, players: Ints) -> None:
        """See ``sheet.Tracer``."""
        if (players == self.player).any():
            self._note(number, _below_floor(rules))

    def _note(self, number: int, lines: list[Line]) -> None:
        self.changes.append(Explained(unit=number, lines=tuple(lines)))

    def _entry(self, rules: RuleSet, entries: Entries, at: int) -> Line:
        game = int(entries.game[at])
        reason = Reason(int(entries.reason[at]))
        counts = bool(entries.counted[at])
        rated = entries.opponent_rating[at] != UNRATED
        summed = bool(entries.sums[at])
        section = why.section(rules, reason)
        reasons = why.of(rules, section, why.WORDS[reason])
        if summed:
            reasons = (*why.why_k(rules, int(entries.why_k[at])), *reasons)
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
            reasons=reasons,
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
            reasons=why.of(rules, rules.first_rating, why.WORDS[line.reason]),
            source=rules.first_rating.source,
        )


def points(number: int, a_point: int) -> Decimal:
    """A number in parts of a point as the shortest exact decimal: 201150 hundredths are 2011.5."""
    found = (Decimal(number) / a_point).normalize()
    return found.quantize(Decimal(1)) if found == found.to_integral_value() else found


def _moved(
    kind: str, rules: RuleSet | None, before: int, after: int, reasons: tuple[str | Told, ...]
) -> list[Line]:
    value = after - (0 if before == UNRATED else before)
    lines = [Line(kind=kind, value=points(value, HUNDREDTHS), reasons=reasons)]
    if rules is not None and rules.floor is not None and after < rules.floor.low:
        lines += _below_floor(rules)
    return lines


def _below_floor(rules: RuleSet) -> list[Line]:
    if rules.floor is None:
        return []
    return [_line(rules, rules.floor, "floor", 0, mark("below the floor: leaves the list"))]


def _leftovers(
    rules: RuleSet,
    rounding: int,
    bound: int,
    rounded_by: Section | None = None,
    told: tuple[str | Told, ...] = (),
) -> list[Line]:
    lines = []
    if rounding or told:
        section = rounded_by or rules.unit_rounding or rules.shown
        words = told or (mark("to the step that the rules name"),)
        lines.append(_line(rules, section, "rounding", rounding, *words))
    if bound:
        section = rules.bounds or rules.first_rating
        lines.append(_line(rules, section, "floor", bound, mark("the rating ends at the bound of the list")))
    return lines


def _line(rules: RuleSet, section: Section, kind: str, millionths: int, *words: str | Told) -> Line:
    return Line(
        kind=kind,
        value=points(millionths, MILLIONTHS),
        reasons=why.of(rules, section, *words),
        source=section.source,
    )
