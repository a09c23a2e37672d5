"""The words of an explanation: why a line is what it is. They are translated where they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from ratingstore.language import _, mark
from ratingstore.rules.entries import Reason
from ratingstore.rules.k_factor import BY_RATING, LIMITED
from ratingstore.rules.ruleset import HUNDREDTHS, RuleSet, Section

WORDS = {
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
    Reason.NOT_RATED: mark("no effect: between ratings so far apart games are not rated"),
    Reason.CAPPED_IN_MEAN: mark("enters the mean of the opponents, cut at the cap"),
    Reason.HYPOTHETICAL: mark("draws that the rules add to the games"),
    Reason.EXEMPT: mark("no effect: this side of the game is exempt from rating"),
}


class Told(NamedTuple):
    """A reason with values in it, as ``str.format`` takes them."""

    text: str
    values: Mapping[str, object]


def said(reason: str | Told) -> str:
    """A reason in the language in use."""
    return _(reason) if isinstance(reason, str) else _(reason.text).format(**reason.values)


def apart(change: Decimal) -> tuple[Told, ...]:
    """What another way to read the rules would give: an officer who is asked can answer."""
    words = mark("rounded once for the list; tournament by tournament it would be {change}")
    return (Told(words, {"change": f"{change:+}"}),)


def why_k(rules: RuleSet, why: int) -> tuple[str | Told, ...]:
    """Which condition gave K; what the band of a rating gives needs no words."""
    if why == LIMITED:
        words = mark("K is cut: K times the rated games of the list is at most {limit}")
        return (Told(words, {"limit": rules.k.limit}),)
    if why == BY_RATING or why >= len(rules.k.conditions):
        return ()
    condition = rules.k.conditions[why]
    parts: tuple[tuple[str, int | None], ...] = (
        (mark("K: rating of {limit} or more"), _whole(condition.rating_from)),
        (mark("K: rating below {limit}"), _whole(condition.rating_below)),
        (mark("K: fewer than {limit} rated games"), condition.games_below),
        (mark("K: once listed with {limit} or more"), _whole(condition.peak_from)),
        (mark("K: never listed with {limit} or more"), _whole(condition.peak_below)),
        (mark("K: not older than {limit}"), condition.age_to),
    )
    return tuple(Told(text, {"limit": limit}) for text, limit in parts if limit is not None)


def _whole(hundredths: int | None) -> int | None:
    return None if hundredths is None else hundredths // HUNDREDTHS


def section(rules: RuleSet, reason: Reason) -> Section:
    """The part of a rule set that a reason comes from."""
    if reason in (Reason.CAPPED, Reason.CAPPED_IN_MEAN) and rules.cap is not None:
        return rules.cap
    if reason == Reason.NOT_RATED and rules.not_rated is not None:
        return rules.not_rated
    if reason in (Reason.OPPONENT_UNRATED, Reason.STAND_IN):
        return rules.unrated_opponent
    return rules.references if reason == Reason.UNRATED else rules.expected


def of(rules: RuleSet, section: Section, *words: str | Told) -> tuple[str | Told, ...]:
    """What is read into the rules, not stated by them, says so on every line."""
    inferred = section.inferred or rules.status == "inferred"
    return tuple(text for text in (*words, mark("inferred") if inferred else "") if text)
