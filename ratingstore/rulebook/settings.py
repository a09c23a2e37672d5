"""Settable values: what an adoption may set without another file, such as the K of plain Elo.

A file declares them under ``[settable]``: a name and the path of the value, ``k = "k.bands[1].k"``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final

from ratingstore.language import _
from ratingstore.rulebook.schema import Findings, Table, called

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
_STEP: Final = re.compile(r"(?P<key>[A-Za-z0-9_-]+)(?:\[(?P<number>[1-9]\d*)\])?")


def read_settable(top: Table) -> dict[str, str]:
    """Names and paths of ``[settable]``; a path that leads to no value is a fault."""
    table = top.table("settable", required=False)
    if table is None:
        return {}
    settable = {name: table.text(name) for name in table.values}
    for name, path in settable.items():
        if path and _place(top.values, path) is None:
            table.fault(name, _("there is no value {path} in this file").format(path=path))
    return settable


def set_values(
    values: Mapping[str, Any], settable: Mapping[str, str], parameters: Mapping[str, str], findings: Findings
) -> None:
    """Put the texts of ``parameters`` in the place of what the file says (``values`` is changed)."""
    for name, text in parameters.items():
        place = _place(values, settable[name]) if name in settable else None
        if name not in settable:
            findings.add(f"parameters.{name}", _not_settable(name, list(settable)))
        elif place is not None:
            _set(place, name, text, findings)


def _set(place: tuple[dict[str, Any], str], name: str, text: str, findings: Findings) -> None:
    table, key = place
    value = _like(table[key], text.strip())
    if value is None:
        sentence = _("must be written like {example}, not {text}")
        findings.add(f"parameters.{name}", sentence.format(example=table[key], text=called(text)))
    else:
        table[key] = value


def _place(values: Mapping[str, Any], path: str) -> tuple[dict[str, Any], str] | None:
    """The table and key that hold the single value at ``path``; None where there is none."""
    table: Any = values
    *steps, last = path.split(".")
    for step in steps:
        table = _enter(table, step)
    if isinstance(table, dict) and last in table and not isinstance(table[last], (dict, list)):
        return table, last
    return None


def _enter(table: Any, step: str) -> Any:
    match = _STEP.fullmatch(step)
    inner = table.get(match["key"]) if match and isinstance(table, dict) else None
    if match is None or match["number"] is None:
        return inner
    number = int(match["number"])
    return inner[number - 1] if isinstance(inner, list) and number <= len(inner) else None


def _like(example: Any, text: str) -> Any:
    """``text`` as a value of the kind of ``example``; None where it is none."""
    if isinstance(example, str):
        return text
    if isinstance(example, bool):
        return {"true": True, "false": False}.get(text)
    if isinstance(example, (int, Decimal)):
        number = Decimal(text) if _NUMBER.fullmatch(text) else None
        return int(number) if number is not None and number == int(number) else number
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _not_settable(name: str, known: list[str]) -> str:
    if not known:
        return _("nothing of this rule set can be set at its adoption")
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return _("cannot be set here; did you mean {near}?").format(near=near[0])
    return _("cannot be set here; what can be set is {known}").format(known=", ".join(known))
