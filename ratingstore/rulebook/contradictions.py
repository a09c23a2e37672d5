"""What no single section can know: sections that contradict each other, or leave a hole between them.

Each check looks at sections that were read without a fault; the others have been reported already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ratingstore.language import _
from ratingstore.rulebook.bands import HIGHEST, LOWEST
from ratingstore.rulebook.schema import Finding, Findings
from ratingstore.rulebook.sections import every_section
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, RuleSet

Check = Callable[[RuleSet], Iterator[Finding]]

_SELECTED_BY: Final = {
    "game": ("game date",),
    "tournament": ("tournament start",),
    # A month's tournaments may be rated by the rules of their own start.
    "period": ("period start", "tournament start"),
}
_REFERENCE: Final = {"game": "running", "tournament": "unit start", "period": "list in force"}
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
        yield "unit.period", _('a period needs its length: period = "month"')
    if unit.kind != "period" and unit.period:
        yield (
            "unit.period",
            _("only the unit period has a length, not the unit {kind}").format(kind=unit.kind),
        )
    fitting = _SELECTED_BY[unit.kind]
    if unit.selected_by not in fitting:
        sentence = _('the rule set of a {kind} can be selected by "{fitting}", not by "{found}"')
        yield (
            "unit.selected_by",
            sentence.format(kind=unit.kind, fitting='", "'.join(fitting), found=unit.selected_by),
        )


def _references(rule_set: RuleSet) -> Iterator[Finding]:
    fitting = _REFERENCE[rule_set.unit.kind]
    for side in ("own", "opponent"):
        reference = getattr(rule_set.references, side)
        if reference != fitting:
            sentence = _('the unit {kind} is rated with "{fitting}", not with "{found}"')
            yield (
                f"references.{side}",
                sentence.format(kind=rule_set.unit.kind, fitting=fitting, found=reference),
            )


def _expected(rule_set: RuleSet) -> Iterator[Finding]:
    expected = rule_set.expected
    if expected.method == "table/1" and not expected.table:
        yield "expected.table", _("the method table/1 needs the name of a table")
    if expected.method != "table/1" and expected.table:
        yield "expected.table", _("the method {method} uses no table").format(method=expected.method)


def _mean(rule_set: RuleSet) -> Iterator[Finding]:
    if rule_set.expected.against != "mean of opponents":
        return
    if rule_set.unit.kind == "game":
        yield "expected.against", _("a single game has one opponent and no mean of opponents")
    if rule_set.game_rounding:
        sentence = _("against a mean of opponents there is no change of a single game to round")
        yield "game_rounding", sentence


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
    if first.method == "none/1":
        yield from _numbers("first_rating", first.method, _given_first(rule_set), wanted=False)
        return
    if not first.per_share and not first.per_point:
        yield (
            "first_rating.per_share",
            _("the method {method} needs per_share or per_point").format(method=first.method),
        )
    if not first.minimum_games and not first.minimum_tournaments:
        sentence = _("nothing says when a first rating is due: give minimum_games or minimum_tournaments")
        yield "first_rating.minimum_games", sentence
    yield from _numbers("first_rating", first.method, {"rounding": first.rounding is not None}, wanted=True)
    if (first.unrated_as != UNRATED) != (first.opponents == "all"):
        sentence = _('unrated_as goes with opponents = "all", and only with it')
        yield "first_rating.unrated_as", sentence


def _given_first(rule_set: RuleSet) -> dict[str, bool]:
    first = rule_set.first_rating
    return {
        "per_share": first.per_share != 0,
        "per_point": first.per_point != 0,
        "minimum_games": first.minimum_games != 0,
        "minimum_tournaments": first.minimum_tournaments != 0,
        "minimum_games_a_tournament": first.minimum_games_a_tournament != 0,
        "minimum_score": first.minimum_score != 0,
        "opponents": first.opponents != "rated",
        "unrated_as": first.unrated_as != UNRATED,
        "rounding": first.rounding is not None,
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
    (_needs("unit", "expected", "game_rounding"), _mean),
    (_needs("k", "bounds"), _every_rating_has_a_k),
    (_needs("game_rounding", "unit_rounding"), _some_rounding),
    (_needs("unrated_opponent"), _unrated_opponent),
    (_needs("unrated_opponent", "unit"), _performance_unit),
    (_needs("first_rating"), _first_rating),
    (_needs("bounds"), _bounds),
    (_needs("notes"), _inferred_is_explained),
)
