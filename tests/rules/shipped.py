"""Shipped rule sets, for tests of the functions that they name."""

from __future__ import annotations

from ratingstore.rulebook import catalogue, loader
from ratingstore.rules.ruleset import RuleSet


def rule_set(name: str, **parameters: str) -> RuleSet:
    """A shipped rule set by id."""
    one = catalogue.find(name)
    return loader.load(one.text, one.tables, parameters)
