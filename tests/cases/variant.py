"""Rule sets of cases: a shipped one with other numbers, as a file that a federation could adopt."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from ratingstore.rulebook import catalogue

Table = Mapping[str, Any]
HERE = {"key": "case", "title": "The case that it belongs to", "note": "Numbers that no shipped rule set has"}
OWN = ("base", "without")


def text(name: str, told: Table) -> str:
    """The rule set ``name``: the one that ``told`` names as its base, with the sections that it has."""
    values = tomllib.loads(catalogue.find(told["base"]).text, parse_float=Decimal)
    for path in (*told.get("without", []), "notes", "settable"):
        _leave_out(values, path)
    values |= {"id": name, "title": f"{told['base']}, changed by a case", "status": "firm"}
    for section, numbers in told.items():
        if section not in OWN:
            values[section] = {**values.get(section, {}), **numbers, "source": "case, rules"}
    stated = _stated(values)
    return written({**stated, "sources": [*values["sources"], HERE]})


def _leave_out(values: dict[str, Any], path: str) -> None:
    """Take a section out, or the value of one: ``k.conditions``."""
    *outer, last = path.split(".")
    for key in outer:
        values = values[key]
    values.pop(last, None)


def _stated(values: Table) -> dict[str, Any]:
    """Without the word that asks for notes: they were left out."""
    kept = {key: value for key, value in values.items() if key != "inferred"}
    return {key: _stated(value) if isinstance(value, dict) else value for key, value in kept.items()}


def written(values: Table, path: str = "") -> str:
    """A table as TOML."""
    inner = {key: value for key, value in values.items() if isinstance(value, dict)}
    lines = [f"{key} = {_value(value)}" for key, value in values.items() if key not in inner]
    heading = [f"\n[{path}]"] if path else []
    rest = [written(value, f"{path}.{key}" if path else key) for key, value in inner.items()]
    return "\n".join([*heading, *lines, *rest])


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(_pairs(value)) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    assert isinstance(value, (int, Decimal, date)), value
    return str(value)


def _pairs(value: Table) -> Iterator[str]:
    return (f"{key} = {_value(one)}" for key, one in value.items())
