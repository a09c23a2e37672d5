"""The formula of an adjustment: sums, products, ``min`` and ``max`` of R, S and numbers, exactly.

R is the rating, S the one on another list, both in points. Numbers are read from the text as
fractions, never as floats. The text is parsed by Python's own parser and walked by a white list;
nothing of it is ever executed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

LONGEST: Final = 200
"""Characters of the longest formula."""

Reading = Callable[[Fraction, Fraction], Fraction]

_PIECE = re.compile(r"\s*(?:(?P<known>[0-9]+\.[0-9]+|[0-9]+|min|max|[RS+\-*/(),])|(?P<other>\S))")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class FormulaFault:
    """Why a text is no formula, and the piece of it that is at fault.

    ``too long``: more than ``LONGEST`` characters. ``piece``: not a number, R, S, min, max, operator,
    parenthesis or comma. ``form``: does not read as one formula. ``divisor``: divides by something
    that is not a number other than 0.
    """

    kind: Literal["too long", "piece", "form", "divisor"]
    piece: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that can be evaluated. ``uses_other``: it asks for S."""

    text: str
    uses_other: bool
    reading: Reading

    def of(self, rating: Fraction, other: Fraction = Fraction(0)) -> Fraction:
        """Its value for R and S, in points."""
        return self.reading(rating, other)


class _Faulty(Exception):
    def __init__(self, kind: Literal["form", "divisor"], node: ast.AST | None = None) -> None:
        self.kind = kind
        self.node = node


def parse(text: str) -> Formula | FormulaFault:
    """The formula of a text, or what is wrong with it."""
    text = text.strip()
    if len(text) > LONGEST:
        return FormulaFault("too long", text[:LONGEST])
    pieces = list(_PIECE.finditer(text))
    stranger = next((match["other"] for match in pieces if match["other"]), None)
    if stranger is not None:
        return FormulaFault("piece", stranger)
    flat = " ".join(match["known"] for match in pieces)
    try:
        reading = _Reader(flat).read(ast.parse(flat, mode="eval").body)
    except SyntaxError:
        return FormulaFault("form", text)
    except _Faulty as fault:
        part = None if fault.node is None else ast.get_source_segment(flat, fault.node)
        return FormulaFault(fault.kind, part or text)
    return Formula(text, any(match["known"] == "S" for match in pieces), reading)


class _Reader:
    """Turns the parsed expression into a function; whatever it does not know is a fault."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, node: ast.expr) -> Reading:
        match node:
            case ast.Name(id="R"):
                return lambda rating, other: rating
            case ast.Name(id="S"):
                return lambda rating, other: other
            case ast.Constant():
                return self._number(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                positive = self.read(operand)
                return lambda rating, other: -positive(rating, other)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.read(operand)
            case ast.BinOp():
                return self._two(node)
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[_, _, *_] as args, keywords=[]):
                return self._choice(name, args)
        raise _Faulty("form", node)

    def _number(self, node: ast.Constant) -> Reading:
        written = ast.get_source_segment(self._text, node) or ""
        if not _NUMBER.fullmatch(written):
            raise _Faulty("form", node)
        number = Fraction(written)
        return lambda rating, other: number

    def _two(self, node: ast.BinOp) -> Reading:
        left, right = self.read(node.left), self.read(node.right)
        match node.op:
            case ast.Add():
                return lambda rating, other: left(rating, other) + right(rating, other)
            case ast.Sub():
                return lambda rating, other: left(rating, other) - right(rating, other)
            case ast.Mult():
                return lambda rating, other: left(rating, other) * right(rating, other)
            case ast.Div():
                divisor = self._divisor(node.right, right)
                return lambda rating, other: left(rating, other) / divisor
        raise _Faulty("form", node)

    def _divisor(self, node: ast.expr, reading: Reading) -> Fraction:
        # A rating in it could make it 0 for one player and stop the whole list.
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        divisor = Fraction(0) if names & {"R", "S"} else reading(Fraction(0), Fraction(0))
        if divisor == 0:
            raise _Faulty("divisor", node)
        return divisor

    def _choice(self, name: str, args: list[ast.expr]) -> Reading:
        of = [self.read(arg) for arg in args]
        choose: Callable[[list[Fraction]], Fraction] = min if name == "min" else max
        return lambda rating, other: choose([one(rating, other) for one in of])
