"""CXC before, at and after the change of rules on 1 January 2012."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.acceptance.club import LOSS, WIN, Club, names, tournament_of


def played(change: dict[str, Any]) -> list[Decimal]:
    return [Decimal(line["value"]) for line in change["lines"] if line["kind"] == "game"]


@pytest.fixture
def favourite(club: Club) -> Club:
    """A player of 2000 who wins five games against 1400, in December 2011 and again in January."""
    club.openings({"ana": 2000, "eva": 2000, **dict.fromkeys(names(10), 1400)}, to="cxc")
    club.games(
        *tournament_of("ana", [WIN] * 5, names(5), "2011-12-10", "old"),
        *tournament_of("eva", [WIN] * 5, names(10)[5:], "2012-01-10", "new"),
        to="cxc",
    )
    return club


def test_five_wins_against_600_below_give_11_5_in_december_2011(favourite: Club) -> None:
    change = favourite.change("ana", "cxc", "2011-12")
    assert played(change) == [Decimal("2.3")] * 5
    assert change["change"] == Decimal("11.5")
    assert (change["effective_on"], change["rule_set"]) == ("2012-01-01", "cxc-2011")
    assert favourite.ratings("cxc", "2011-12-31")["ana"] == 2000
    assert favourite.ratings("cxc", "2012-01-01")["ana"] == 2012


def test_the_same_five_wins_give_6_in_january_2012(favourite: Club) -> None:
    change = favourite.change("eva", "cxc", "2012-01")
    assert played(change) == [Decimal("1.2")] * 5
    assert change["change"] == 6
    assert (change["effective_on"], change["rule_set"]) == ("2012-02-01", "cxc-2012")
    assert favourite.ratings("cxc", "2012-01-31")["eva"] == 2000
    assert favourite.ratings("cxc", "2012-02-01")["eva"] == 2006


def test_the_cap_is_seen_in_the_line_and_not_used_for_the_other_side(favourite: Club) -> None:
    (line, *_) = favourite.change("eva", "cxc", "2012-01")["lines"]
    assert (line["difference"], line["difference_used"]) == (600, 400)
    for unit, rival in (("2011-12", "rival-01"), ("2012-01", "rival-06")):
        change = favourite.change(rival, "cxc", unit)
        (line,) = [line for line in change["lines"] if line["kind"] == "game"]
        assert (line["difference"], line["difference_used"]) == (-600, -600)
        assert line["expected"] == Decimal("0.02")
        assert change["change"] == Decimal("-0.3")


def test_an_upset_of_600_costs_the_favourite_by_the_cap_and_pays_the_other_by_the_difference(
    club: Club,
) -> None:
    club.openings({"ana": 2000, "bia": 1400}, to="cxc")
    club.games("t,2012-01-10,1,ana,bia,0-1", to="cxc")
    assert club.change("ana", "cxc", "2012-01")["change"] == Decimal("-13.8")
    assert club.change("bia", "cxc", "2012-01")["change"] == Decimal("14.7")


def test_an_unrated_opponent_counts_in_2011_and_not_in_2012(club: Club) -> None:
    club.openings({"ana": 1900, "bia": 1900}, to="cxc")
    club.games("old,2011-12-10,1,ana,new,1-0", "new,2012-01-10,1,bia,new,1-0", to="cxc")
    # 2011: 0 of 1 against 1900 stands for 1900 - 200; .76 expected
    assert club.change("ana", "cxc", "2011-12")["change"] == Decimal("3.6")
    changes = club.explain("bia", "cxc", "--as-of", "2012-02-01")
    assert [c["change"] for c in changes if c["before"] is not None and c["change"]] == []
    assert club.ratings("cxc", "2012-02-01")["bia"] == 1900
    assert club.row("bia", "cxc", "2012-02-01")["games"] == 0


def test_nine_of_nine_against_1700_give_1925(club: Club) -> None:
    club.openings(dict.fromkeys(names(9), 1700), to="cxc")
    club.games(*tournament_of("new", [WIN] * 9, names(9), "2012-01-10"), to="cxc")
    assert club.ratings("cxc", "2012-02-01")["new"] == 1925
    first = club.change("new", "cxc", "2012-01")
    assert (first["before"], first["change"], first["after"], first["games"]) == (None, None, 1925, 9)
    assert club.ratings("cxc", "2012-02-01")["rival-01"] == 1700


def test_seven_games_by_the_end_of_january_and_two_in_february_rate_on_the_first_of_march(
    club: Club,
) -> None:
    club.openings(dict.fromkeys(names(9), 1700), to="cxc")
    rows = tournament_of("new", [WIN] * 4 + [LOSS] * 5, names(9), "2012-01-10")
    rows[7:] = [row.replace("2012-01-10", "2012-02-20") for row in rows[7:]]
    club.games(*rows, to="cxc")
    waiting = club.row("new", "cxc", "2012-02-01")
    assert (waiting["rating"], waiting["status"], waiting["games"]) == (None, "provisional", 7)
    assert club.row("new", "cxc", "2012-02-29")["rating"] is None
    rated = club.row("new", "cxc", "2012-03-01")
    assert (rated["rating"], rated["status"], rated["games"]) == (1675, "rated", 9)


def test_the_pool_goes_on_over_the_first_of_april(club: Club) -> None:
    club.openings(dict.fromkeys(names(9), 1700), to="cxc")
    rows = tournament_of("new", [WIN] * 9, names(9), "2012-03-10")
    rows[7:] = [row.replace("2012-03-10", "2012-04-20") for row in rows[7:]]
    club.games(*rows, to="cxc")
    assert club.row("new", "cxc", "2012-04-01")["games"] == 7
    first = club.change("new", "cxc", "2012-04")
    assert (first["after"], first["rule_set"], first["effective_on"]) == (1925, "cxc-2012-04", "2012-05-01")


def test_games_of_2011_do_not_count_for_a_first_rating_of_2012(club: Club) -> None:
    club.openings(dict.fromkeys(names(9), 1700), to="cxc")
    rows = tournament_of("new", [WIN] * 9, names(9), "2012-01-10")
    rows[0] = rows[0].replace("2012-01-10", "2011-12-30")
    club.games(*rows, to="cxc")
    assert club.row("new", "cxc", "2012-02-01")["status"] == "provisional"
    assert club.row("new", "cxc", "2012-02-01")["games"] == 8


def test_a_pool_of_2011_is_gone_from_the_first_list_by_the_rules_of_2012(club: Club) -> None:
    club.openings({"ana": 1500, "bia": 1500}, to="cxc")
    club.games("old,2011-10-22,1,new,ana,1-0", "new,2012-01-18,1,ana,bia,1-0", to="cxc")
    waiting, gone = club.row("new", "cxc", "2012-01-01"), club.row("new", "cxc", "2012-02-01")
    assert (waiting["status"], waiting["games"]) == ("provisional", 1)
    assert (gone["status"], gone["games"]) == ("unrated", 0)


def test_2011_rates_a_newcomer_also_when_nothing_was_played_in_the_month_his_tournament_ended(
    club: Club,
) -> None:
    club.openings({"ana": 1500}, to="cxc")
    club.ingest("tournament,lists,start_date,end_date\ntwo,cxc,2011-03-01,2011-05-10\n")
    club.games("one,2011-02-22,1,new,ana,1-0", "two,2011-03-18,1,new,ana,1-0", to="cxc")
    assert club.row("new", "cxc", "2011-05-31")["status"] == "provisional"
    # (1500 + 1496) / 2 + 200: February cost ana 3.6, by the stand-in of 1700
    assert club.ratings("cxc", "2011-06-01")["new"] == 1698


def test_an_opening_of_before_the_first_rule_set_is_shown_and_used_as_a_whole_number(club: Club) -> None:
    club.adopt("cxc-2012", "clube", "2012-01-01")
    club.openings({"ana": "1850.5", "bia": 1847}, to="clube")
    club.games("t,2012-01-18,1,ana,bia,1-0", to="clube")
    assert club.ratings("clube", "2012-01-01") == {"ana": 1851, "bia": 1847}
    (line,) = club.change("ana", "clube", "2012-01")["lines"]
    assert (line["difference"], line["expected"]) == (4, Decimal("0.51"))


def test_2011_rates_a_newcomer_when_his_second_tournament_has_ended(club: Club) -> None:
    club.openings({"ana": 2000}, to="cxc")
    club.games(
        "one,2011-03-05,1,new,ana,1-0",
        "one,2011-03-06,2,new,other,1/2-1/2",
        "two,2011-04-05,1,new,ana,1-0",
        to="cxc",
    )
    assert club.change("ana", "cxc", "2011-03")["change"] == Decimal("-7.5")
    assert club.row("new", "cxc", "2011-04-01")["status"] == "provisional"
    # (2000 + 1800 + 1993) / 3 + 400 (2.5 / 3 - 1/2)
    assert club.ratings("cxc", "2011-05-01")["new"] == 2064
    assert "inferred" in str(club.change("new", "cxc", "2011-04")).lower()


def test_a_months_games_are_rated_by_the_list_of_its_first_day_and_shown_on_the_next(club: Club) -> None:
    club.openings({"ana": 1800, "bia": 1800, "eva": 1800}, to="cxc")
    club.games(
        "t,2012-01-05,1,ana,bia,1-0",
        "t,2012-01-25,2,ana,eva,1-0",
        "u,2012-02-05,1,ana,bia,1-0",
        to="cxc",
    )
    assert played(club.change("ana", "cxc", "2012-01")) == [Decimal("7.5"), Decimal("7.5")]
    # February: 1815 against 1792.5, which the list shows as 1793: 22 points apart, .53 expected
    (february,) = played(club.change("ana", "cxc", "2012-02"))
    assert february == Decimal("7.1")
    assert club.ratings("cxc", "2012-02-01") == {"ana": 1815, "bia": 1793, "eva": 1793}
