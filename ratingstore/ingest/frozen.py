"""A rule set that is fixed until a day: before it another one is adopted with a reason or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from ratingstore.errors import UsageError
from ratingstore.events import days
from ratingstore.language import _
from ratingstore.replay import choice
from ratingstore.rules.ruleset import RuleSet
from ratingstore.store.rows import AdoptionRow


def fixed_by(adoptions: Sequence[AdoptionRow], list_number: int, day: int, digest: str) -> RuleSet | None:
    """The rule set in force for a list on ``day`` if it is fixed beyond it; None: nothing stands in the way.

    ``digest`` is that of what is to be adopted: the very text in force changes nothing.
    """
    current = choice.in_force(choice.adopted(adoptions, list_number), day)
    if current is None or not current.rules.frozen_until or days.day_of(current.rules.frozen_until) < day:
        return None
    same = any(row.position == current.position and row.digest == digest for row in adoptions)
    return None if same else current.rules


def expect_reason(fixed: RuleSet, list_code: str, day: int, reason: str) -> None:
    """UsageError where a rule set that is fixed is to be replaced and nobody says why."""
    if reason.strip():
        return
    message = _(
        "{rule_set} is fixed for list {list} until {until}: another rule set from {day} on needs a reason"
    )
    raise UsageError(
        message.format(rule_set=fixed.id, list=list_code, until=fixed.frozen_until, day=days.iso(day)),
        _("give it with --reason; until then the rules change for a grave fault only"),
    )
