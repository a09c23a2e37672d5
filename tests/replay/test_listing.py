from __future__ import annotations

from ratingstore.replay import choice, listing
from ratingstore.replay.listing import Standing
from ratingstore.replay.state import Status
from ratingstore.rules.ruleset import UNRATED
from tests.replay.made_log import LIST, adoption, day


def one(player: str, points: int | None, status: Status = Status.RATED) -> Standing:
    return Standing(
        player=player,
        name=player.title(),
        shown=UNRATED if points is None else points * 100,
        games=3,
        status=status,
        last_played=day("2012-01-10"),
        rule_set="cxc-2012",
    )


STANDINGS = [
    one("caio", 1900),
    one("ana", 2000),
    one("bia", 1900),
    one("dora", 1800),
    one("novo", None, Status.PROVISIONAL),
]


def test_equal_ratings_share_a_rank_and_stand_by_code() -> None:
    rows = listing.rows(STANDINGS, everyone=False)
    assert [(row[0], row[1]) for row in rows] == [(1, "ana"), (2, "bia"), (2, "caio"), (4, "dora")]


def test_unrated_players_stand_last_and_only_when_asked_for() -> None:
    rows = listing.rows(STANDINGS, everyone=True)
    assert rows[-1] == (None, "novo", "Novo", None, 3, "provisional", "2012-01-10", "cxc-2012")
    assert len(listing.rows(STANDINGS, everyone=False)) == 4


def test_the_digest_covers_list_date_codes_ratings_and_status_and_no_names() -> None:
    rows = listing.rows(STANDINGS, everyone=False)
    digest = listing.digest("cxc", day("2012-02-01"), rows)
    assert len(digest) == 64
    assert listing.digest("cbx", day("2012-02-01"), rows) != digest
    assert listing.digest("cxc", day("2012-02-02"), rows) != digest
    assert listing.digest("cxc", day("2012-02-01"), rows[:-1]) != digest
    renamed = [(*row[:2], "Somebody Else", *row[3:]) for row in rows]
    assert listing.digest("cxc", day("2012-02-01"), renamed) == digest


def test_a_monthly_list_is_dated_the_first_of_the_month_unless_something_came_later() -> None:
    adopted = choice.adopted([adoption("cxc-2012", "2012-01-01")], LIST)
    assert listing.effective_on(adopted, day("2012-03-20"), day("2012-02-01")) == day("2012-03-01")
    assert listing.effective_on(adopted, day("2012-03-20"), day("2012-03-10")) == day("2012-03-10")
    assert listing.effective_on(adopted, day("2012-03-20"), 0) is None


def test_a_running_list_is_dated_by_what_last_took_effect() -> None:
    adopted = choice.adopted([adoption("cbx-1", "1900-01-01")], LIST)
    assert listing.effective_on(adopted, day("2012-03-20"), day("2012-02-11")) == day("2012-02-11")
