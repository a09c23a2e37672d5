"""What no single section can know: sections that contradict each other, or leave a hole between them.

Each check looks at sections that were read without a fault; the others have been reported already.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ratingstore.language import _
from ratingstore.rulebook.bands import HIGHEST, LOWEST
from ratingstore.rulebook.methods import Check, rates_whole_tournaments, used_numbers
from ratingstore.rulebook.newcomers import NEWCOMERS
from ratingstore.rulebook.schema import Finding, Findings
from ratingstore.rulebook.sections import every_section
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, RuleSet, Unit

_SELECTED_BY: Final = {
    "game": ("game date",),
    "tournament": ("tournament start",),
    # A month's tournaments may be rated by the rules of their own start.
    "period": ("period start", "tournament start"),
}
_AT_START: Final = "list at tournament start"
_REFERENCE: Final = {
    ("game", "game date"): "running",
    ("tournament", "game date"): "unit start",
    ("period", "game date"): "list in force",
    ("period", "tournament end"): _AT_START,
}
"""The one reference that each unit is rated with: another would be read and then not obeyed."""


def contradictions(rule_set: RuleSet, findings: Findings) -> None:
    """Add what contradicts itself in ``rule_set`` to ``findings``."""
    faulty = findings.faulty()
    for needs, check in _CHECKS:
        if not faulty.intersection(needs):
            for path, sentence in check(rule_set):
                findings.add(path, sentence)


def _unit(rule_set: RuleSet) -> Iterator[Finding]:
    unit = rule_set.unit
    if unit.kind == "period" and not unit.period:
        yield "unit.period", _('a period needs its length, such as period = "month" or "quarter"')
    if unit.kind != "period" and unit.period:
        yield (
            "unit.period",
            _("only the unit period has a length, not the unit {kind}").format(kind=unit.kind),
        )
    if unit.kind != "period" and unit.lands_by != "game date":
        sentence = _("only games of a period can land by another day, not those of the unit {kind}")
        yield "unit.lands_by", sentence.format(kind=unit.kind)
    if unit.closing_days != 1 and unit.lands_by != "tournament end":
        yield "unit.closing_days", _('needs lands_by = "tournament end": only tournaments are closed by then')
    fitting = _SELECTED_BY[unit.kind]
    if unit.selected_by not in fitting:
        sentence = _('the rule set of a {kind} can be selected by "{fitting}", not by "{found}"')
        yield (
            "unit.selected_by",
            sentence.format(kind=unit.kind, fitting='", "'.join(fitting), found=unit.selected_by),
        )


def _references(rule_set: RuleSet) -> Iterator[Finding]:
    unit = rule_set.unit
    fitting = _REFERENCE.get((unit.kind, unit.lands_by), "")
    for side in ("own", "opponent"):
        reference = getattr(rule_set.references, side)
        if fitting and reference != fitting:
            yield f"references.{side}", _not_rated_with(unit, fitting, reference)


def _fallback(rule_set: RuleSet) -> Iterator[Finding]:
    references = rule_set.references
    if references.fallback and {references.own, references.opponent} != {_AT_START}:
        yield "references.fallback", _('needs "{found}" on both sides').format(found=_AT_START)


def _not_rated_with(unit: Unit, fitting: str, found: str) -> str:
    if found == _AT_START:
        return _('"{found}" needs the unit period with lands_by = "tournament end"').format(found=found)
    sentence = _('the unit {kind} is rated with "{fitting}", not with "{found}"')
    kind = f'{unit.kind}, lands_by = "{unit.lands_by}",' if fitting == _AT_START else unit.kind
    return sentence.format(kind=kind, fitting=fitting, found=found)


def _expected(rule_set: RuleSet) -> Iterator[Finding]:
    expected = rule_set.expected
    if expected.method == "table/1" and not expected.table:
        yield "expected.table", _("the method table/1 needs the name of a table")
    if expected.method != "table/1" and expected.table:
        yield "expected.table", _("the method {method} uses no table").format(method=expected.method)


def _mean(rule_set: RuleSet) -> Iterator[Finding]:
    if rule_set.expected.against == "mean of opponents" and rule_set.unit.kind == "game":
        yield "expected.against", _("a single game has one opponent and no mean of opponents")


def _cap(rule_set: RuleSet) -> Iterator[Finding]:
    cap, against = rule_set.cap, rule_set.expected.against
    if cap is None:
        return
    if cap.on == "each opponent" and against != "mean of opponents":
        yield "cap.on", _('"{on}" needs expected.against = "mean of opponents"').format(on=cap.on)
    if cap.games == "all":
        return
    if cap.games.endswith("either side") and cap.side != "both":
        yield "cap.games", _('"{games}" needs side = "both"').format(games=cap.games)
    if against != "each opponent" or not rates_whole_tournaments(rule_set.unit):
        sentence = _('"{games}" needs whole tournaments with expected.against = "each opponent"')
        yield "cap.games", sentence.format(games=cap.games)


def _k(rule_set: RuleSet) -> Iterator[Finding]:
    k, unit = rule_set.k, rule_set.unit
    if k.by == "list before" and unit.kind != "period":
        sentence = _('"list before" needs the unit period, not the unit {kind}')
        yield "k.by", sentence.format(kind=unit.kind)
    if k.limit and unit.kind == "game":
        yield "k.limit", _("a single game has no number of games to limit K by")
    if k.limit and k.limit < max(_every_k(rule_set)):
        yield "k.limit", _("is less than K itself: a single game would lower it")


def _every_k(rule_set: RuleSet) -> Iterator[int]:
    yield from (band.k for band in rule_set.k.bands)
    yield from (condition.k for condition in rule_set.k.conditions)


def _late(rule_set: RuleSet) -> Iterator[Finding]:
    late, unit = rule_set.late, rule_set.unit
    if late.policy == "next list" and unit.lands_by != "tournament end":
        yield "late.policy", _('"next list" needs the unit period with lands_by = "tournament end"')
    if late.lists and late.policy != "next list":
        yield "late.lists", _('goes with policy = "next list", and only with it')


def _some_rounding(rule_set: RuleSet) -> Iterator[Finding]:
    if not rule_set.game_rounding and not rule_set.unit_rounding:
        yield "unit_rounding", _("nothing says how a change is rounded: give unit_rounding or game_rounding")


def _unrated_opponent(rule_set: RuleSet) -> Iterator[Finding]:
    unrated = rule_set.unrated_opponent
    numbers = {
        "per_share": unrated.per_share != 0,
        "unrated_as": unrated.unrated_as != UNRATED,
        "rounding": unrated.rounding is not None,
    }
    wanted = unrated.method == "performance/1"
    yield from used_numbers("unrated_opponent", unrated.method, numbers, wanted=wanted)


def _performance_unit(rule_set: RuleSet) -> Iterator[Finding]:
    if rule_set.unrated_opponent.method != "no effect/1" and rule_set.unit.kind == "game":
        sentence = _("a performance needs the games of a tournament; the unit here is game")
        yield "unrated_opponent.method", sentence


def _bounds(rule_set: RuleSet) -> Iterator[Finding]:
    bounds = rule_set.bounds
    if bounds and bounds.high <= bounds.low:
        yield "bounds.high", _("must be above low, {low}").format(low=bounds.low // HUNDREDTHS)


def _every_rating_has_a_k(rule_set: RuleSet) -> Iterator[Finding]:
    bands, bounds = rule_set.k.bands, rule_set.bounds
    if bands[0].low > (bounds.low if bounds else LOWEST):
        sentence = _("ratings below {low} have no K: leave low out of the first band")
        yield "k.bands[1].low", sentence.format(low=bands[0].low // HUNDREDTHS)
    if bands[-1].high < (bounds.high if bounds else HIGHEST):
        sentence = _("ratings above {high} have no K: leave high out of the last band")
        yield f"k.bands[{len(bands)}].high", sentence.format(high=bands[-1].high // HUNDREDTHS)


def _floor_above_bounds(rule_set: RuleSet) -> Iterator[Finding]:
    floor, bounds = rule_set.floor, rule_set.bounds
    if floor and bounds and floor.low <= bounds.low:
        sentence = _("must be above the lowest rating there can be, {low}: else nobody ever falls below it")
        yield "floor.low", sentence.format(low=bounds.low // HUNDREDTHS)


def _dates(rule_set: RuleSet) -> Iterator[Finding]:
    later = _("{day} is before {other}, {other_day}")
    for key in ("trial_until", "frozen_until"):
        day = getattr(rule_set, key)
        if day and day < rule_set.valid_from:
            yield key, later.format(day=day, other="valid_from", other_day=rule_set.valid_from)
    if rule_set.revoked_on and rule_set.revoked_on < rule_set.decided_on:
        yield (
            "revoked_on",
            later.format(day=rule_set.revoked_on, other="decided_on", other_day=rule_set.decided_on),
        )
    if rule_set.published_on and rule_set.published_on < rule_set.decided_on:
        yield (
            "published_on",
            later.format(day=rule_set.published_on, other="decided_on", other_day=rule_set.decided_on),
        )


def _status(rule_set: RuleSet) -> Iterator[Finding]:
    if rule_set.status == "trial" and not rule_set.trial_until:
        yield "trial_until", _("a rule set on trial says until when")
    if rule_set.status != "trial" and rule_set.trial_until:
        yield "trial_until", _('only a rule set with status = "trial" has it')


def _inferred_is_explained(rule_set: RuleSet) -> Iterator[Finding]:
    told = {note.path for note in rule_set.notes}
    for path, section in every_section(rule_set):
        about_it = any(one == path or one.startswith((f"{path}.", f"{path}[")) for one in told)
        if section.inferred and not section.note and not about_it:
            yield f"{path}.inferred", _("no note says what was read into the source")


def _needs(*sections: str) -> frozenset[str]:
    return frozenset(sections)


_CHECKS: Final[tuple[tuple[frozenset[str], Check], ...]] = (
    (_needs("valid_from", "trial_until", "frozen_until", "decided_on", "published_on", "revoked_on"), _dates),
    (_needs("status", "trial_until"), _status),
    (_needs("unit"), _unit),
    (_needs("unit", "references"), _references),
    (_needs("expected"), _expected),
    (_needs("unit", "references"), _fallback),
    (_needs("unit", "expected"), _mean),
    (_needs("unit", "expected", "cap"), _cap),
    (_needs("unit", "k"), _k),
    (_needs("unit", "late"), _late),
    (_needs("k", "bounds"), _every_rating_has_a_k),
    (_needs("game_rounding", "unit_rounding"), _some_rounding),
    (_needs("unrated_opponent"), _unrated_opponent),
    (_needs("unrated_opponent", "unit"), _performance_unit),
    (_needs("bounds"), _bounds),
    (_needs("bounds", "floor"), _floor_above_bounds),
    (_needs("notes"), _inferred_is_explained),
    *((_needs(*sections), check) for sections, check in NEWCOMERS),
)
