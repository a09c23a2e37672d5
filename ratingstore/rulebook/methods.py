"""What checks of sections have in common: a method uses the numbers that it needs, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ratingstore.language import _
from ratingstore.rulebook.schema import Finding
from ratingstore.rules.ruleset import RuleSet, Unit

Check = Callable[[RuleSet], Iterator[Finding]]


def rates_whole_tournaments(unit: Unit) -> bool:
    """Whether all games of a tournament are always in one unit: a month can cut one in two."""
    return unit.kind == "tournament" or unit.lands_by == "tournament end"


def used_numbers(section: str, method: str, given: Mapping[str, bool], *, wanted: bool) -> Iterator[Finding]:
    """Faults of the keys ``given`` (key: whether the file has it) of a section with this method."""
    for key, there in given.items():
        if there != wanted:
            sentence = (
                _("the method {method} needs it") if wanted else _("the method {method} does not use it")
            )
            yield f"{section}.{key}", sentence.format(method=method)
