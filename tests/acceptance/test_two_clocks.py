"""The notice of February 2012 holds from January: what was known then, and what is known now."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.acceptance.club import NOT_USABLE, WIN, Club, names, tournament_of


@pytest.fixture
def february(club: Club) -> Club:
    """January was rated by the old rules, the new ones became known on 10 February."""
    club.adopt("cxc-2011", "cxc", "2011-01-01", "--recorded-at", "2011-01-01")
    openings = "player,list,date,rating\nana,cxc,2011-06-01,2000\n"
    openings += "".join(f"{rival},cxc,2011-06-01,1400\n" for rival in names(5))
    club.ingest(openings, "--recorded-at", "2011-06-01")
    rows = tournament_of("ana", [WIN] * 5, names(5), "2012-01-10")
    games = "\n".join(["tournament,date,round,white,black,result", *rows]) + "\n"
    club.ingest(games, "--list", "cxc", "--recorded-at", "2012-01-31")
    club.adopt("cxc-2012", "cxc", "2012-01-01", "--recorded-at", "2012-02-10")
    return club


def test_as_known_on_5_february_the_old_rules_rated_january(february: Club) -> None:
    then = ("--known-at", "2012-02-05")
    assert february.ratings("cxc", "2012-02-01", *then)["ana"] == 2012
    changes = february.explain("ana", "cxc", "--as-of", "2012-02-01", *then)
    assert [(c["before"], c["after"], c["rule_set"]) for c in changes if c["unit"] == "2012-01"] == [
        (2000, Decimal("2011.5"), "cxc-2011")
    ]


def test_as_known_now_the_new_rules_rate_january(february: Club) -> None:
    assert february.ratings("cxc", "2012-02-01")["ana"] == 2006
    assert (
        february.replay("cxc", "2012-02-01")["digest"]
        != february.replay("cxc", "2012-02-01", "--known-at", "2012-02-05")["digest"]
    )


def test_december_is_the_same_as_known_then_and_now(february: Club) -> None:
    now = february.replay("cxc", "2011-12-31")
    then = february.replay("cxc", "2011-12-31", "--known-at", "2012-02-05")
    assert now["rows"] == then["rows"]
    assert now["digest"] == then["digest"]


def test_list_and_history_know_both_clocks_too(february: Club) -> None:
    then = ("--list", "cxc", "--as-of", "2012-02-01", "--known-at", "2012-02-05", "--format", "csv")
    now = ("--list", "cxc", "--as-of", "2012-02-01", "--format", "csv")
    assert rating_of_ana(february.run("list", *then).rows) == "2012"
    assert rating_of_ana(february.run("list", *now).rows) == "2006"
    assert february.run("history", "ana", *then).rows[-1]["after"] == "2011.5"
    assert float(february.run("history", "ana", *now).rows[-1]["after"]) == 2006


def rating_of_ana(rows: list[dict[str, str]]) -> str:
    return next(row["rating"] for row in rows if row["player"] == "ana")


@pytest.mark.parametrize("moment", ["2012-02-09", "2011-12-31", "2999-01-01"])
def test_a_recorded_time_that_runs_backwards_or_lies_ahead_is_refused(february: Club, moment: str) -> None:
    before = february.count("event")
    games = "tournament,date,round,white,black,result\nu,2012-02-05,1,ana,rival-01,1-0\n"
    for writes in writing(february, games, moment):
        writes()
    assert february.count("event") == before


def writing(club: Club, games: str, moment: str) -> list[Callable[[], object]]:
    options = ("--recorded-at", moment)
    adopt = ("rules", "adopt", "cxc-2012-04", "--list", "cxc", "--from", "2012-04-01", *options)
    return [
        lambda: club.ingest(games, "--list", "cxc", *options, code=NOT_USABLE),
        lambda: club.run(*adopt, code=NOT_USABLE),
    ]


def test_a_position_beyond_the_head_is_refused(february: Club) -> None:
    (head,) = february.query("select max(position) as head from event")
    options = ("--list", "cxc", "--as-of", "2012-02-01", "--known-at")
    assert february.run("replay", *options, str(head["head"])).out
    refused = february.run("replay", *options, str(head["head"] + 1), code=NOT_USABLE)
    assert str(head["head"] + 1) in refused.err
    assert not refused.out


def test_a_position_shows_what_the_log_knew_then(february: Club) -> None:
    (first,) = february.query("select min(position) as position from adoption where rule_set = 'cxc-2012'")
    before, after = str(first["position"] - 1), str(first["position"])
    assert february.ratings("cxc", "2012-02-01", "--known-at", before)["ana"] == 2012
    assert february.ratings("cxc", "2012-02-01", "--known-at", after)["ana"] == 2006
