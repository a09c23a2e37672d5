"""The sections of a rule-set file, one function a section: TOML keys to the records of ``rules.ruleset``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from decimal import Decimal
from typing import Final, Literal

from ratingstore.rulebook.differences import DifferenceTable
from ratingstore.rulebook.provenance import origin
from ratingstore.rulebook.schema import Table
from ratingstore.rulebook.tables import ScoreTable
from ratingstore.rules.ruleset import (
    MILLIONTHS,
    UNRATED,
    Bounds,
    Cap,
    Expected,
    FirstRating,
    Floor,
    Late,
    References,
    Rounding,
    RuleSet,
    Score,
    Section,
    Source,
    Unit,
    UnratedOpponent,
)

Documents = tuple[Source, ...]
Reference = Literal["running", "unit start", "list in force", "list at tournament start"]
SMALLEST: Final = Decimal("0.01")
"""The smallest amount of rating that a store can keep, in points."""
_HALF_POINT: Final = 2
_REFERENCES: Final[tuple[Reference, ...]] = (
    "running",
    "unit start",
    "list in force",
    "list at tournament start",
)


def read_rounding(table: Table, documents: Documents) -> Rounding:
    """``step`` in points, and how a half is rounded."""
    rounding = Rounding(
        **origin(table, documents),
        step=table.points("step", least=SMALLEST),
        mode=table.choice("mode", ("half up", "half away from zero")),
    )
    table.close()
    return rounding


def read_optional_rounding(parent: Table, key: str, documents: Documents) -> Rounding | None:
    """The rounding under ``key``, None where the file has none."""
    table = parent.table(key, required=False)
    return read_rounding(table, documents) if table else None


def read_unit(table: Table, documents: Documents) -> Unit:
    """What is rated at once, and what selects the rule set."""
    unit = Unit(
        **origin(table, documents),
        kind=table.choice("kind", ("game", "tournament", "period")),
        selected_by=table.choice("selected_by", ("tournament start", "period start", "game date")),
        period=table.choice("period", ("", "month", "half year"), default=""),
        lands_by=table.choice("lands_by", ("game date", "tournament end"), default="game date"),
    )
    table.close()
    return unit


def read_references(table: Table, documents: Documents) -> References:
    """Which rating stands for the player and for his opponent."""
    references = References(
        **origin(table, documents),
        own=table.choice("own", _REFERENCES),
        opponent=table.choice("opponent", _REFERENCES),
    )
    table.close()
    return references


def read_score(table: Table, documents: Documents) -> Score:
    """``points`` at stake a game, 1 or 2; ``multiplier`` of the difference of scores."""
    score = Score(
        **origin(table, documents),
        points=table.choice("points", (1, 2)),
        multiplier=table.scaled("multiplier", MILLIONTHS, least=Decimal("0.000001"), default=MILLIONTHS),
    )
    table.close()
    return score


def read_expected(table: Table, documents: Documents) -> Expected:
    """Method and table name; ``with_table`` adds the table's numbers."""
    expected = Expected(
        **origin(table, documents),
        method=table.choice("method", ("table/1", "logistic/1")),
        against=table.choice("against", ("each opponent", "mean of opponents")),
        table=table.name("table", required=False),
    )
    table.close()
    return expected


def with_table(expected: Expected, score_table: ScoreTable) -> Expected:
    """The same section with the numbers of its table."""
    return replace(expected, upper=score_table.upper, high=score_table.high)


def read_cap(table: Table, documents: Documents) -> Cap:
    """The largest difference that counts, and for which side."""
    cap = Cap(
        **origin(table, documents),
        points=table.points("points", least=SMALLEST),
        side=table.choice("side", ("higher", "both")),
    )
    table.close()
    return cap


def read_unrated_opponent(table: Table, documents: Documents) -> UnratedOpponent:
    """What a game against an unrated opponent does to a rated player."""
    unrated = UnratedOpponent(
        **origin(table, documents),
        method=table.choice("method", ("no effect/1", "performance/1")),
        per_share=table.points("per_share", least=SMALLEST, default=0),
        unrated_as=table.points("unrated_as", default=UNRATED),
        rounding=read_optional_rounding(table, "rounding", documents),
    )
    table.close()
    return unrated


def read_first_rating(table: Table, documents: Documents) -> FirstRating:
    """How a player without a rating gets one; ``minimum_score`` is written in points of a game.

    ``with_differences`` adds the numbers of the table that it names.
    """
    first = FirstRating(
        **origin(table, documents),
        method=table.choice("method", ("none/1", "mean and score/1", "performances/1")),
        per_share=table.points("per_share", least=SMALLEST, default=0),
        per_point=table.points("per_point", least=SMALLEST, default=0),
        minimum_games=table.whole("minimum_games", least=0, default=0),
        minimum_tournaments=table.whole("minimum_tournaments", least=0, default=0),
        minimum_games_a_tournament=table.whole("minimum_games_a_tournament", least=0, default=0),
        minimum_score=table.scaled("minimum_score", _HALF_POINT, least=Decimal(0), default=0),
        opponents=table.choice("opponents", ("rated", "all"), default="rated"),
        unrated_as=table.points("unrated_as", default=UNRATED),
        per_half_point=table.points("per_half_point", least=SMALLEST, default=0),
        table=table.name("table", required=False),
        least=table.points("least", least=SMALLEST, default=0),
        olympiad=table.points("olympiad", least=SMALLEST, default=UNRATED),
        olympiad_women=table.points("olympiad_women", least=SMALLEST, default=UNRATED),
        rounding=read_optional_rounding(table, "rounding", documents),
    )
    table.close()
    return first


def with_differences(first: FirstRating, differences: DifferenceTable) -> FirstRating:
    """The same section with the numbers of its table."""
    return replace(first, differences=differences.differences)


def read_floor(table: Table, documents: Documents) -> Floor:
    """The lowest rating of a list; who falls below it leaves the list."""
    floor = Floor(**origin(table, documents), low=table.points("low", least=SMALLEST))
    table.close()
    return floor


def read_bounds(table: Table, documents: Documents) -> Bounds:
    """The lowest and the highest rating there can be."""
    bounds = Bounds(**origin(table, documents), low=table.points("low"), high=table.points("high"))
    table.close()
    return bounds


def read_late(table: Table, documents: Documents) -> Late:
    """What a late report does. The fold knows ``restate`` only, so nothing else is accepted."""
    late = Late(**origin(table, documents), policy=table.choice("policy", ("restate",)))
    table.close()
    return late


def every_section(record: RuleSet | Section, path: str = "") -> Iterator[tuple[str, Section]]:
    """The sections of a rule set with their paths, those inside others (a rounding) too."""
    for field in fields(record):
        value = getattr(record, field.name)
        if isinstance(value, Section):
            inner = f"{path}.{field.name}" if path else field.name
            yield inner, value
            yield from every_section(value, inner)
