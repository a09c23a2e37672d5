"""The sections of a rule-set file, one function a section: TOML keys to the records of ``rules.ruleset``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from decimal import Decimal
from typing import Final, Literal, TypedDict

from ratingstore.rulebook.differences import DifferenceTable
from ratingstore.rulebook.provenance import origin
from ratingstore.rulebook.schema import SMALLEST, Table
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
    NotRated,
    References,
    Rounding,
    RoundingMode,
    RuleSet,
    Score,
    Section,
    Source,
    Unit,
    UnratedOpponent,
)

Documents = tuple[Source, ...]
Reference = Literal["running", "unit start", "list in force", "list at tournament start"]
CappedGames = Literal["all", "largest of a tournament", "largest of a tournament, either side"]
FirstMethod = Literal["none/1", "mean and score/1", "performances/1", "one event/1"]
_HALF_POINT: Final = 2
_CAPPED: Final[tuple[CappedGames, ...]] = (
    "all",
    "largest of a tournament",
    "largest of a tournament, either side",
)
_MODES: Final[tuple[RoundingMode, ...]] = ("half up", "half away from zero")
_REFERENCES: Final[tuple[Reference, ...]] = (
    "running",
    "unit start",
    "list in force",
    "list at tournament start",
)


_FIRST_RATINGS: Final[tuple[FirstMethod, ...]] = (
    "none/1",
    "mean and score/1",
    "performances/1",
    "one event/1",
)


class _OneEvent(TypedDict):
    """Fields of ``FirstRating``, in its units."""

    hypothetical_draws: int
    hypothetical_rating: int
    block_games: int
    block_score: int
    block_least: int
    first_games: int
    first_score: int
    months: int
    highest: int
    round_robin: bool
    round_robin_share: bool
    below_floor: Literal["start again", "keep"]


def read_rounding(table: Table, documents: Documents) -> Rounding:
    """``step`` in points, and how a half is rounded."""
    rounding = Rounding(
        **origin(table, documents),
        step=table.points("step", least=SMALLEST),
        mode=table.choice("mode", _MODES),
    )
    table.close()
    return rounding


def read_unit_rounding(table: Table, documents: Documents) -> Rounding:
    """The rounding of a unit, which can be one of the new rating or of the change alone."""
    rounding = Rounding(
        **origin(table, documents),
        step=table.points("step", least=SMALLEST),
        mode=table.choice("mode", _MODES),
        of=table.choice("of", ("rating", "change"), default="rating"),
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
        period=table.choice(
            "period", ("", "month", "two months", "quarter", "half year", "year"), default=""
        ),
        lands_by=table.choice("lands_by", ("game date", "tournament end"), default="game date"),
        closing_days=table.whole("closing_days", least=1, default=1),
    )
    table.close()
    return unit


def read_references(table: Table, documents: Documents) -> References:
    """Which rating stands for the player and for his opponent."""
    references = References(
        **origin(table, documents),
        own=table.choice("own", _REFERENCES),
        opponent=table.choice("opponent", _REFERENCES),
        fallback=table.name("fallback", required=False),
    )
    table.close()
    return references


def read_score(table: Table, documents: Documents) -> Score:
    """``points`` at stake a game, 1 or 2; ``multiplier`` of the difference of scores; whose result."""
    score = Score(
        **origin(table, documents),
        points=table.choice("points", (1, 2)),
        multiplier=table.scaled("multiplier", MILLIONTHS, least=Decimal("0.000001"), default=MILLIONTHS),
        result=table.choice("result", ("board", "standings"), default="board"),
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
    """The largest difference that counts: for which side, in which games, and for whom not."""
    cap = Cap(
        **origin(table, documents),
        points=table.points("points", least=SMALLEST),
        side=table.choice("side", ("higher", "both")),
        on=table.choice("on", ("difference", "each opponent"), default="difference"),
        games=table.choice("games", _CAPPED, default="all"),
        exempt_from=table.points("exempt_from", least=SMALLEST, default=UNRATED),
    )
    table.close()
    return cap


def read_not_rated(table: Table, documents: Documents) -> NotRated:
    """The games between rated players that move nobody."""
    not_rated = NotRated(
        **origin(table, documents),
        gap_from=table.points("gap_from", least=SMALLEST),
        above=table.points("above", least=SMALLEST),
    )
    table.close()
    return not_rated


def read_unrated_opponent(table: Table, documents: Documents) -> UnratedOpponent:
    """What a game against an unrated opponent does to a rated player."""
    unrated = UnratedOpponent(
        **origin(table, documents),
        method=table.choice("method", ("no effect/1", "performance/1", "round robin/1")),
        per_share=table.points("per_share", least=SMALLEST, default=0),
        unrated_as=table.points("unrated_as", default=UNRATED),
        rounding=read_optional_rounding(table, "rounding", documents),
    )
    table.close()
    return unrated


def read_first_rating(table: Table, documents: Documents) -> FirstRating:
    """How a player without a rating gets one; minimum scores are written in points of a game.

    ``with_differences`` adds the numbers of the table that it names.
    """
    first = FirstRating(
        **origin(table, documents),
        method=table.choice("method", _FIRST_RATINGS),
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
        **_one_event(table),
        rounding=read_optional_rounding(table, "rounding", documents),
    )
    table.close()
    return first


def _one_event(table: Table) -> _OneEvent:
    """What only a first rating from all games as if of one event knows."""
    return _OneEvent(
        hypothetical_draws=table.whole("hypothetical_draws", least=1, default=0),
        hypothetical_rating=table.points("hypothetical_rating", least=SMALLEST, default=UNRATED),
        block_games=table.whole("block_games", least=0, default=0),
        block_score=table.scaled("block_score", _HALF_POINT, least=Decimal(0), default=0),
        block_least=table.points("block_least", least=SMALLEST, default=UNRATED),
        first_games=table.whole("first_games", least=0, default=0),
        first_score=table.scaled("first_score", _HALF_POINT, least=Decimal(0), default=0),
        months=table.whole("months", least=0, default=0),
        highest=table.points("highest", least=SMALLEST, default=UNRATED),
        round_robin=table.flag("round_robin"),
        round_robin_share=table.flag("round_robin_share"),
        below_floor=table.choice("below_floor", ("start again", "keep"), default="start again"),
    )


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
    """What a late report does."""
    late = Late(
        **origin(table, documents),
        policy=table.choice("policy", ("restate", "next list")),
        lists=table.whole("lists", least=1, default=0),
    )
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
