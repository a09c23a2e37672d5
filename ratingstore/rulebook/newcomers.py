"""First ratings: what contradicts itself in that section, or between it and the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from ratingstore.language import _
from ratingstore.rulebook.methods import Check, rates_whole_tournaments, used_numbers
from ratingstore.rulebook.schema import Finding
from ratingstore.rules.ruleset import HUNDREDTHS, UNRATED, FirstRating, RuleSet

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
    "one event/1": (
        ("table", "minimum_games", "rounding"),
        (
            "per_half_point",
            "hypothetical_draws",
            "hypothetical_rating",
            "block_games",
            "block_score",
            "block_least",
            "first_games",
            "first_score",
            "months",
            "highest",
            "round_robin",
            "round_robin_share",
            "below_floor",
        ),
    ),
}
"""The keys that each way to a first rating needs, and those that it also knows."""


def _first_rating(rule_set: RuleSet) -> Iterator[Finding]:
    first = rule_set.first_rating
    needed, allowed = _FIRST_RATING[first.method]
    given = _given_first(first)
    yield from used_numbers("first_rating", first.method, {key: given[key] for key in needed}, wanted=True)
    others = {key: there for key, there in given.items() if key not in (*needed, *allowed)}
    yield from used_numbers("first_rating", first.method, others, wanted=False)


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
    if first.method in ("performances/1", "one event/1") and rule_set.unit.kind == "game":
        sentence = _("a performance needs the games of a tournament; the unit here is game")
        yield "first_rating.method", sentence
    yield from _together(
        "first_rating", olympiad=first.olympiad != UNRATED, olympiad_women=first.olympiad_women != UNRATED
    )
    yield from _together(
        "first_rating",
        hypothetical_draws=first.hypothetical_draws != 0,
        hypothetical_rating=first.hypothetical_rating != UNRATED,
    )


def _one_event(rule_set: RuleSet) -> Iterator[Finding]:
    first = rule_set.first_rating
    if first.method != "one event/1":
        return
    if first.months and rule_set.unit.kind != "period":
        yield "first_rating.months", _("are counted from list to list, which only the unit period has")
    if first.round_robin_share and not first.round_robin:
        yield "first_rating.round_robin_share", _("needs round_robin = true")
    if first.below_floor != "start again" and not rule_set.floor:
        yield "first_rating.below_floor", _("there is no floor")
    for key in ("block_games", "first_games"):
        if getattr(first, key) > first.minimum_games:
            sentence = _("is more than minimum_games, {games}")
            yield f"first_rating.{key}", sentence.format(games=first.minimum_games)


def _round_robin(rule_set: RuleSet) -> Iterator[Finding]:
    first, unrated = rule_set.first_rating, rule_set.unrated_opponent
    if first.round_robin and not rates_whole_tournaments(rule_set.unit):
        yield "first_rating.round_robin", _("needs whole tournaments in a unit")
    cut = rule_set.unit.kind == "period" and not rates_whole_tournaments(rule_set.unit)
    if unrated.method == "round robin/1" and cut:
        yield "unrated_opponent.method", _("needs whole tournaments in a unit")
    computes = first.method == "performances/1" or (first.method == "one event/1" and first.round_robin)
    if unrated.method == "round robin/1" and not computes:
        sentence = _("{method} needs a first rating that is computed for a round robin")
        yield "unrated_opponent.method", sentence.format(method=unrated.method)


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


def _first_rating_above_floor(rule_set: RuleSet) -> Iterator[Finding]:
    first, floor = rule_set.first_rating, rule_set.floor
    if not floor or first.method not in ("performances/1", "one event/1"):
        return
    given = _given_first(first)
    for key in ("least", "olympiad", "olympiad_women", "highest"):
        if given[key] and getattr(first, key) < floor.low:
            sentence = _("is below the floor, {low}: such a rating would leave the list at once")
            yield f"first_rating.{key}", sentence.format(low=floor.low // HUNDREDTHS)


NEWCOMERS: Final[tuple[tuple[tuple[str, ...], Check], ...]] = (
    (("first_rating",), _first_rating),
    (("first_rating",), _mean_and_score),
    (("first_rating", "unit"), _performances),
    (("first_rating", "unit", "floor"), _one_event),
    (("unit", "first_rating", "unrated_opponent"), _round_robin),
    (("first_rating", "floor"), _first_rating_above_floor),
)
"""The checks, each with the sections that it looks at."""
