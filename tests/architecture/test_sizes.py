"""Small modules, small functions, and no drawer for leftovers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.evidence import ROOT

LINES_A_MODULE = 400
LINES_A_FUNCTION = 50
DRAWERS = {"base", "common", "core", "helper", "helpers", "manager", "misc", "util", "utils"}

PACKAGE = ROOT / "ratingstore"
MODULES = sorted(PACKAGE.rglob("*.py"))


def test_no_module_is_longer_than_a_person_reads_at_once() -> None:
    lengths = {_name(path): len(_lines(path)) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LINES_A_MODULE} == {}


def test_no_function_is_longer_than_a_page() -> None:
    lengths = {f"{_name(path)}:{name}": length for path in MODULES for name, length in _functions(path)}
    assert {name: length for name, length in lengths.items() if length > LINES_A_FUNCTION} == {}


def test_no_module_is_named_as_a_drawer() -> None:
    assert [_name(path) for path in MODULES if path.stem in DRAWERS or path.parent.name in DRAWERS] == []


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            yield node.name, node.end_lineno - node.lineno + 1
