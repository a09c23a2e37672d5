from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.rules import formula
from ratingstore.rules.formula import LONGEST, Formula, FormulaFault


def value(text: str, rating: str = "1600", other: str = "1900") -> Fraction:
    rule = formula.parse(text)
    assert isinstance(rule, Formula), rule
    return rule.of(Fraction(rating), Fraction(other))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("R + 178", "1778"), ("R+178", "1778"), (" R ", "1600"), ("R + 0.4 * (2000 - R)", "1760"),
        ("max(R, S - 100)", "1800"), ("min(R, S, 1500.5)", "1500.5"), ("-R + 2 * R", "1600"),
        ("+R", "1600"), ("(R + S) / 2", "1750"), ("R / (1 + 2)", "1600/3"), ("R - 1 - 1", "1598"),
        ("R * 0.1 + S * 0.2", "540"), ("max(R, min(S, 1700))", "1700"), ("2 + 3 * 4", "14"),
    ],
)  # fmt: skip
def test_a_formula_is_evaluated_exactly(text: str, wanted: str) -> None:
    assert value(text) == Fraction(wanted)


def test_numbers_are_fractions_and_not_floats() -> None:
    assert value("0.1 + 0.2") == Fraction(3, 10)
    assert value("123456789012345678901234567890.5 * 2") == 246913578024691357802469135781


def test_it_knows_whether_it_asks_for_the_other_list() -> None:
    for text, wanted in (("R + 1", False), ("max(R, S - 100)", True)):
        rule = formula.parse(text)
        assert isinstance(rule, Formula)
        assert rule.uses_other is wanted


@pytest.mark.parametrize(
    ("text", "kind", "piece"),
    [
        ("", "form", ""), ("R +", "form", "R +"), ("R S", "form", "R S"), ("2R", "form", "2R"),
        ("(R", "form", "(R"), ("R)", "form", "R)"), ("R ** 2", "form", "R ** 2"),
        ("R // 2", "form", "R // 2"),
        ("R, S", "form", "R , S"), ("min", "form", "min"), ("min(R)", "form", "min ( R )"),
        ("min()", "form", "min ( )"), ("max(*R, S)", "form", "* R"), ("R(1)", "form", "R ( 1 )"),
        ("r + 1", "piece", "r"), ("R + T", "piece", "T"), ("R % 2", "piece", "%"), ("R + 1e3", "piece", "e"),
        ("__import__('os')", "piece", "_"), ("R.real", "piece", "."), ("R if S else 1", "piece", "i"),
        ("R + 1,5", "form", "R + 1 , 5"), ("R[0]", "piece", "["), ("R + .5", "piece", "."),
        ("R + 0x10", "piece", "x"),
        ("R + ٣", "piece", "٣"), ("R +\x00 1", "piece", "\x00"), ("R + 007", "form", "R + 007"),
        ("R / 0", "divisor", "0"), ("R / (1 - 1)", "divisor", "1 - 1"), ("R / S", "divisor", "S"),
        ("1 / (R - R)", "divisor", "R - R"), ("R" + " " * 5 + "+ 1" * LONGEST, "too long", None),
        ("(" * 99 + "R" + ")" * 100, "form", None),
    ],
)  # fmt: skip
def test_what_is_no_formula_is_named_with_the_piece_at_fault(text: str, kind: str, piece: str | None) -> None:
    fault = formula.parse(text)
    assert isinstance(fault, FormulaFault), fault
    assert fault.kind == kind
    assert piece is None or fault.piece == piece


def test_deep_nesting_is_read() -> None:
    assert value("(" * 60 + "R" + ")" * 60) == 1600
    assert value("-" * 150 + "R") == 1600


@given(st.text(alphabet="RS0123456789.+-*/(), minax_e\n", max_size=40))
def test_any_text_is_a_formula_or_a_fault(text: str) -> None:
    rule = formula.parse(text)
    if isinstance(rule, Formula):
        assert isinstance(rule.of(Fraction(1600), Fraction(1900)), Fraction)
