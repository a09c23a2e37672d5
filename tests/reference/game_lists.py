"""Elo: every game moves the two ratings at once, by the logistic formula."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from .arithmetic import away_from_zero
from .rulesets import rules_of
from .tournament_lists import results_of

HUNDREDTH = Fraction(1, 100)
MILLIONTH = Decimal("0.000001")


def expected_by_formula(behind: Fraction) -> Fraction:
    """1 / (1 + 10^(behind / 400)), to six decimals; ``behind`` is opponent's rating less own."""
    with localcontext() as context:
        context.prec = 60
        exponent = Decimal(behind.numerator) / Decimal(behind.denominator) / 400
        return Fraction((1 / (1 + Decimal(10) ** exponent)).quantize(MILLIONTH))


def rate(book: Any, games: list[dict[str, Any]]) -> None:
    """Rate the games that nothing tells apart, all from the state before them."""
    adoption = games[0]["adoption"]
    k = Fraction(rules_of(adoption)["k"])
    ratings = {player: book.state(player) for g in games for player in (g["white"], g["black"])}
    for player, own in sorted(ratings.items()):
        lines = []
        for opponent, score in results_of(player, games):
            theirs = ratings[opponent]
            if own is not None and theirs is not None:
                expected = expected_by_formula(theirs - own)
                value = away_from_zero(k * (score - expected), HUNDREDTH)
                lines.append({"opponent": opponent, "opponent_rating": theirs, "value": value})
        if own is not None and lines:
            book.set_rating(
                player,
                own + sum((line["value"] for line in lines), Fraction(0)),
                len(lines),
                effective_on=games[0]["day"],
                unit=games[0]["tournament"],
                rule_set=adoption["rule_set"],
                lines=lines,
            )
