"""The list as it would be beside what it is."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from ratingstore.office import day_list, whatif
from ratingstore.replay import choice
from ratingstore.replay.choice import Adopted
from ratingstore.rulebook import catalogue, loader
from ratingstore.rules.ruleset import RuleSet
from tests.replay.made_log import LIST, adoption, day, log

DAY = day("2012-02-01")


def rules(name: str) -> RuleSet:
    one = catalogue.find(name)
    return loader.load(one.text, one.tables)


def test_a_rule_set_holds_alone_or_from_a_day_on_in_place_of_all_later_ones() -> None:
    adopted = choice.adopted(
        [adoption("cxc-2012", "2012-01-01", 2), adoption("cxc-2011", "2011-01-01")], LIST
    )
    instead = rules("cxc-2010")
    assert whatif.adopted_instead(adopted, instead, None, 9) == (Adopted(1, 9, instead),)
    from_on = day("2012-01-01")
    assert whatif.adopted_instead(adopted, instead, from_on, 9) == (Adopted(from_on, 9, instead), adopted[1])
    assert whatif.adopted_instead(adopted, instead, from_on + 1, 9)[1:] == adopted


def test_players_of_one_of_the_lists_only_have_no_difference() -> None:
    known = log(
        [("t", "2012-01-10", "ana", "bia", "1-0")],
        {"ana": ("2011-06-01", 2000.0), "bia": ("2011-06-01", 1900.0)},
        [adoption("cxc-2012", "2012-01-01")],
    )
    adopted = choice.adopted(known.adoptions, LIST)
    now = day_list.of_log(known, "cxc", LIST, adopted, DAY)
    without = day_list.of_log(replace(known, ratings=known.ratings[1:]), "cxc", LIST, adopted, DAY)
    assert whatif.beside(now, without).rows == (
        (1, "bia", "bia", Decimal(1895), Decimal(1900), Decimal(5)),
        (None, "ana", "ana", Decimal(2005), None, None),
    )
    assert whatif.beside(without, now).rows[0] == (1, "ana", "ana", None, Decimal(2005), None)
