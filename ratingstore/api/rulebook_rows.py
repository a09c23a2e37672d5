"""Rows about the rulebook: what is shipped, what a store has adopted, and where the two differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ratingstore.events import days
from ratingstore.formats import RowSet
from ratingstore.language import _
from ratingstore.replay import choice
from ratingstore.rulebook import catalogue, loader
from ratingstore.store.read import AdoptionRow

COLUMNS = ("rule_set", "body", "valid_from", "status", "list", "adopted_from", "title", "note")


def rules_list(adoptions: Sequence[AdoptionRow] = (), lists: Mapping[int, str] | None = None) -> RowSet:
    """A row a rule set and adoption; shipped rule sets that nobody adopted have no list."""
    rows: list[tuple[str | None, ...]] = []
    shipped = {one.id: one for one in catalogue.shipped()}
    for one in shipped.values():
        rules = loader.load(one.text, one.tables)
        common = (one.id, one.body, rules.valid_from, rules.status)
        his = [row for row in adoptions if row.rule_set == one.id]
        for row in his:
            newer = loader.digest(one.text, one.tables, row.parameters) != row.digest
            note = _("the package has a newer text; adopt it to use it") if newer else ""
            rows.append((*common, *_adopted(row, lists or {}), rules.title, _with_parameters(row, note)))
        if not his:
            rows.append((*common, None, None, rules.title, ""))
    for row in adoptions:
        if row.rule_set not in shipped:
            rules = choice.rules_of(row)
            common = (rules.id, rules.body, rules.valid_from, rules.status)
            rows.append((*common, *_adopted(row, lists or {}), rules.title, _with_parameters(row, "")))
    return RowSet(COLUMNS, tuple(rows))


def _adopted(row: AdoptionRow, lists: Mapping[int, str]) -> tuple[str, str]:
    return lists.get(row.list, ""), days.iso(row.effective_on)


def _with_parameters(row: AdoptionRow, note: str) -> str:
    set_to = ", ".join(f"{name}={value}" for name, value in sorted(row.parameters.items()))
    return "; ".join(part for part in (set_to, note) if part)
