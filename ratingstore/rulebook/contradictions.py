"""What no single section can know: sections that contradict each other, or leave a hole between them.

Each check looks at sections that were read without a fault; the others have been reported already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Final

from ratingstore.language import _
from ratingstore.rulebook.bands import HIGHEST, LOWEST
from ratingstore.rulebook.schema import Finding, Findings
from ratingstore.rulebook.sections import every_section
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, FirstRating, RuleSet, Unit

Check = Callable[[RuleSet], Iterator[Finding]]

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
_FIRST_RATING: Final = {
    "none/1": ((), ()),
    "mean and score/1": (
        ("rounding",),
        (
            "per_share",
            "per_point",
            "minimum_games",
            "minimum_tournaments",
            "minimum_games_a_tournament",
            "minimum_score",
            "opponents",
            "unrated_as",
        ),
    ),
    "performances/1": (
        ("per_half_point", "table", "minimum_games", "least", "rounding"),
        ("olympiad", "olympiad_women"),
    ),
}
"""The keys that each way to a first rating needs, and those that it also knows."""


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
        yield "unit.period", _('a period needs its length: period = "month" or "half year"')
    if unit.kind != "period" and unit.period:
        yield (
            "unit.period",
            _("only the unit period has a length, not the unit {kind}").format(kind=unit.kind),
        )
    if unit.kind != "period" and unit.lands_by != "game date":
        sentence = _("only games of a period can land by another day, not those of the unit {kind}")
        yield "unit.lands_by", sentence.format(kind=unit.kind)
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
    yield from _numbers("unrated_opponent", unrated.method, numbers, wanted=unrated.method == "performance/1")


def _performance_unit(rule_set: RuleSet) -> Iterator[Finding]:
    if rule_set.unrated_opponent.method == "performance/1" and rule_set.unit.kind == "game":
        sentence = _("a performance needs the games of a tournament; the unit here is game")
        yield "unrated_opponent.method", sentence


def _numbers(section: str, method: str, given: dict[str, bool], *, wanted: bool) -> Iterator[Finding]:
    for key, there in given.items():
        if there != wanted:
            sentence = (
                _("the method {method} needs it") if wanted else _("the method {method} does not use it")
            )
            yield f"{section}.{key}", sentence.format(method=method)


def _first_rating(rule_set: RuleSet) -> Iterator[Finding]:
    first = rule_set.first_rating
    needed, allowed = _FIRST_RATING[first.method]
    given = _given_first(first)
    yield from _numbers("first_rating", first.method, {key: given[key] for key in needed}, wanted=True)
    others = {key: there for key, there in given.items() if key not in (*needed, *allowed)}
    yield from _numbers("first_rating", first.method, others, wanted=False)


def _mean_and_score(rule_set: RuleSet) -> Iterator[Finding]:
    first = rule_set.first_rating
    if first.method != "mean and score/1":
        return
    if not first.per_share and not first.per_point:
        yield (
            "first_rating.per_share",
            _("the method {method} needs per_share or per_point").format(method=first.method),
        )
    if not first.minimum_games and not first.minimum_tournaments:
        sentence = _("nothing says when a first rating is due: give minimum_games or minimum_tournaments")
        yield "first_rating.minimum_games", sentence
    if (first.unrated_as != UNRATED) != (first.opponents == "all"):
        sentence = _('unrated_as goes with opponents = "all", and only with it')
        yield "first_rating.unrated_as", sentence


def _performances(rule_set: RuleSet) -> Iterator[Finding]:
    first = rule_set.first_rating
    if first.method == "performances/1" and rule_set.unit.kind == "game":
        sentence = _("a performance needs the games of a tournament; the unit here is game")
        yield "first_rating.method", sentence
    yield from _together(
        "first_rating", olympiad=first.olympiad != UNRATED, olympiad_women=first.olympiad_women != UNRATED
    )


def _together(section: str, **given: bool) -> Iterator[Finding]:
    """Two keys of which none makes sense alone; the fault is where one is missing."""
    one, other = given
    if given[one] != given[other]:
        missing = other if given[one] else one
        yield f"{section}.{missing}", _("{one} and {other} come together").format(one=one, other=other)


def _given_first(first: FirstRating) -> dict[str, bool]:
    """Which keys of a first rating say something; ``differences`` come with ``table``."""
    return {
        field.name: getattr(first, field.name) != field.default
        for field in fields(FirstRating)
        if field.name not in ("source", "note", "inferred", "method", "differences")
    }


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


def _first_rating_above_floor(rule_set: RuleSet) -> Iterator[Finding]:
    first, floor = rule_set.first_rating, rule_set.floor
    if not floor or first.method != "performances/1":
        return
    given = _given_first(first)
    for key in ("least", "olympiad", "olympiad_women"):
        if given[key] and getattr(first, key) < floor.low:
            sentence = _("is below the floor, {low}: such a rating would leave the list at once")
            yield f"first_rating.{key}", sentence.format(low=floor.low // HUNDREDTHS)


def _dates(rule_set: RuleSet) -> Iterator[Finding]:
    later = _("{day} is before {other}, {other_day}")
    for key in ("trial_until", "frozen_until"):
        day = getattr(rule_set, key)
        if day and day < rule_set.valid_from:
            yield key, later.format(day=day, other="valid_from", other_day=rule_set.valid_from)
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
    (_needs("valid_from", "trial_until", "frozen_until", "decided_on", "published_on"), _dates),
    (_needs("status", "trial_until"), _status),
    (_needs("unit"), _unit),
    (_needs("unit", "references"), _references),
    (_needs("expected"), _expected),
    (_needs("unit", "expected"), _mean),
    (_needs("k", "bounds"), _every_rating_has_a_k),
    (_needs("game_rounding", "unit_rounding"), _some_rounding),
    (_needs("unrated_opponent"), _unrated_opponent),
    (_needs("unrated_opponent", "unit"), _performance_unit),
    (_needs("first_rating"), _first_rating),
    (_needs("first_rating"), _mean_and_score),
    (_needs("first_rating", "unit"), _performances),
    (_needs("bounds"), _bounds),
    (_needs("bounds", "floor"), _floor_above_bounds),
    (_needs("first_rating", "floor"), _first_rating_above_floor),
    (_needs("notes"), _inferred_is_explained),
)
