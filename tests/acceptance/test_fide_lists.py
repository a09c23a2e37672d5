"""FIDE's lists over the years: leagues across lists, rules that were revoked, raises, late reports."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from tests.acceptance.club import Club

STANDARD, RAPID = "fide-standard", "fide-rapid"


def ratings(club: Club, day: str, rows: dict[str, str], to: str = STANDARD, *options: str) -> None:
    """Opening ratings: ``player: "rating"`` or ``"rating,games"``."""
    lines = [f"{player},{to},{day},{told if ',' in told else told + ',100'}" for player, told in rows.items()]
    club.ingest("\n".join(["player,list,date,rating,games", *lines]) + "\n", "--list", to, *options)


def tournament(
    club: Club, code: str, start: str, end: str, *rows: str, to: str = STANDARD, at: str = ""
) -> None:
    """A tournament with its games: ``White,Black,result`` or with a date before them."""
    when = ("--recorded-at", at) if at else ()
    head = f"tournament,lists,start_date,end_date\n{code},{to},{start},{end}\n"
    club.ingest(head, "--list", to, *when)
    dated = [row if row[0].isdigit() else f"{end},{row}" for row in rows]
    numbered = [f"{code},{row},{number}" for number, row in enumerate(dated, 1)]
    club.ingest(
        "\n".join(["tournament,date,white,black,result,round", *numbered]) + "\n", "--list", to, *when
    )


def game_lines(change: dict[str, Any]) -> list[tuple[str, Decimal]]:
    return [(line["opponent"], line["value"]) for line in change["lines"] if line["kind"] == "game"]


def test_rules_that_were_voted_and_dropped_rate_july_only_as_it_was_known_then(club: Club) -> None:
    voted = ("--recorded-at", "2008-12-01")
    club.adopt("fide-standard-2008", STANDARD, "2008-01-01", *voted)
    club.adopt("fide-standard-2009-k30", STANDARD, "2009-07-01", *voted)
    ratings(club, "2008-12-15", {"ana": "2250", "bia": "2250"}, STANDARD, "--recorded-at", "2008-12-20")
    # Nobody knows July's results in January: entered early to see which rules would rate them.
    tournament(club, "league", "2009-07-01", "2009-07-20", "ana,bia,1-0", at="2009-01-10")
    club.adopt(
        "fide-standard-2009-07", STANDARD, "2009-07-01", "--recorded-at", "2009-04-24", "--reason", "dropped"
    )
    for known, wanted, rating in (
        ("2009-01-31", "fide-standard-2009-k30", 2265),
        ("2009-04-30", "fide-standard-2009-07", 2258),
    ):
        shown = club.replay(STANDARD, "2009-09-01", "--known-at", known)
        assert {row["rule_set"] for row in shown["rows"]} == {wanted}
        assert {row["player"]: row["rating"] for row in shown["rows"]}["ana"] == rating
    assert club.ratings(STANDARD, "2009-09-01")["ana"] == 2258
    assert club.replay(STANDARD, "2009-06-30", "--known-at", "2009-01-31")["rule_sets"] == [
        "fide-standard-2008"
    ]


def test_a_league_of_eight_months_is_rated_by_the_list_and_the_rules_of_its_start(club: Club) -> None:
    opened = {"ana": "2400", "bia": "1900", "caio": "1850", "dora": "2400", "edu": "1900", "fabio": "1850"}
    ratings(club, "2021-01-01", opened)
    tournament(
        club, "league", "2021-10-02", "2022-05-28",
        "2021-10-02,ana,bia,1-0", "2022-05-28,ana,caio,1-0",
    )  # fmt: skip
    # Meanwhile ana plays a tournament of two weeks: her rating is another when the league lands.
    tournament(club, "swiss", "2021-11-05", "2021-11-20", "ana,dora,1-0")
    # The same two games in a tournament that begins when the league ends, by the rules of 2022.
    tournament(club, "short", "2022-05-28", "2022-05-28", "dora,edu,1-0", "dora,fabio,1-0")
    (december,) = club.explain("ana", STANDARD, "--on", "2021-12-01", "--as-of", "2022-07-01")
    (june,) = club.explain("ana", STANDARD, "--on", "2022-06-01", "--as-of", "2022-07-01")
    assert (december["before"], december["after"]) == (2400, 2405)
    # Both gaps above 400 are cut, as in 2021, and from the 2400 of October; the base is 2405 of May.
    assert game_lines(june) == [("bia", Decimal("0.8")), ("caio", Decimal("0.8"))]
    assert (june["before"], june["after"], june["rule_set"]) == (2405, 2407, "fide-standard-2022-01")
    (other,) = club.explain("dora", STANDARD, "--on", "2022-06-01", "--as-of", "2022-07-01")
    # One upgrade a tournament, for the largest gap; the other counts with its real 495.
    assert game_lines(other) == [("edu", Decimal("0.4")), ("fabio", Decimal("0.8"))]


def test_who_was_rated_since_the_start_is_rated_himself_and_moves_nobody(club: Club) -> None:
    rivals = [f"rival-{number}" for number in range(1, 6)]
    ratings(club, "2022-12-01", {"ana": "2000", **dict.fromkeys(rivals, "2000")})
    tournament(
        club, "league", "2023-01-07", "2023-06-10", "2023-06-10,ana,novo,0-1", "2023-06-10,rival-1,ana,1-0"
    )
    tournament(club, "open", "2023-02-03", "2023-02-05", *(f"novo,{rival},1/2-1/2" for rival in rivals))
    assert club.ratings(STANDARD, "2023-03-01")["novo"] == 2000
    (his,) = club.explain("novo", STANDARD, "--on", "2023-07-01", "--as-of", "2023-07-01")
    assert (his["before"], his["change"]) == (2000, 20)
    (hers,) = club.explain("ana", STANDARD, "--on", "2023-07-01", "--as-of", "2023-07-01")
    assert game_lines(hers) == [("novo", Decimal(0)), ("rival-1", Decimal(-10))]


def test_who_left_the_list_since_the_start_still_counts_for_his_opponents(club: Club) -> None:
    ratings(club, "2024-05-01", {"ana": "1500", "bia": "1410", "caio": "1410"})
    tournament(club, "league", "2024-06-01", "2024-10-12", "2024-10-12,ana,bia,1-0")
    tournament(club, "open", "2024-06-08", "2024-06-08", "caio,bia,1-0", "ana,bia,1-0")
    assert club.row("bia", STANDARD, "2024-07-01")["rating"] is None
    (hers,) = club.explain("ana", STANDARD, "--on", "2024-11-01", "--as-of", "2024-11-01")
    assert game_lines(hers) == [("bia", Decimal("7.6"))]
    assert club.row("bia", STANDARD, "2024-11-01")["rating"] is None


def test_the_raise_of_march_2024_comes_by_the_calendar_after_the_games_of_february(club: Club) -> None:
    ratings(club, "2023-12-01", {"ana": "1600", "bia": "1600", "caio": "2000"})
    tournament(club, "open", "2024-02-03", "2024-02-04", "ana,bia,1-0")
    assert club.ratings(STANDARD, "2024-02-29") == {"ana": 1600, "bia": 1600, "caio": 2000}
    # 1610 + .4 x 390 and 1590 + .4 x 410
    assert club.ratings(STANDARD, "2024-03-01") == {"ana": 1766, "bia": 1754, "caio": 2000}
    games, raised = club.explain("ana", STANDARD, "--on", "2024-03-01", "--as-of", "2024-03-01")
    assert (games["change"], raised["change"], raised["unit"]) == (10, 156, "adjustment")
    (line,) = raised["lines"]
    assert "R + 0.4 * (2000 - R)" in line["reason"]
    assert "Raise of all ratings below 2000" in line["reason"]
    assert [one["unit"] for one in club.explain("caio", STANDARD, "--as-of", "2024-03-01")] == ["opening"]


def test_the_raise_of_october_2022_looks_at_the_standard_list_and_says_so(club: Club) -> None:
    ratings(club, "2022-06-01", {"ana": "2732", "bia": "2100"})
    ratings(club, "2022-06-01", {"ana": "2283", "bia": "2050", "caio": "1500"}, RAPID)
    assert club.ratings(RAPID, "2022-10-01") == {"ana": 2632, "bia": 2050, "caio": 1500}
    (raised,) = club.explain("ana", RAPID, "--on", "2022-10-01", "--as-of", "2022-10-01")
    (line,) = raised["lines"]
    assert (raised["before"], raised["change"], line["kind"]) == (2283, 349, "adjustment")
    assert "max(R, S - 100), where S is his rating in fide-standard" in line["reason"]


def test_the_raise_of_1987_is_an_event_with_a_selection_and_a_named_exception(club: Club) -> None:
    club.ingest("player,sex\nana,f\nbia,f\nexcepted,f\ncaio,m\n", "--list", STANDARD)
    ratings(club, "1985-12-01", {"ana": "2300", "bia": "2300", "excepted": "2450", "caio": "2300"})
    tournament(club, "open", "1986-10-02", "1986-10-12", "ana,caio,1/2-1/2", "excepted,caio,1/2-1/2")
    club.run(
        "correct", "adjust", "--list", STANDARD, "--date", "1987-01-01", "--sex", "f", "--amount", "+100",
        "--active-since", "1986-01-01", "--except", "excepted",
        "--reason", "decided in November 1986 for active women",
    )  # fmt: skip
    before, after = (club.ratings(STANDARD, day) for day in ("1986-12-31", "1987-01-01"))
    assert before["ana"] == 2300
    assert {player: after[player] for player in ("ana", "bia", "caio")} == {
        "ana": 2400, "bia": 2300, "caio": 2305,
    }  # fmt: skip
    changes = club.explain("ana", STANDARD, "--on", "1987-01-01", "--as-of", "1987-01-01")
    raised = changes[-1]
    assert (raised["unit"], raised["change"]) == ("adjustment", 100)
    assert "decided in November 1986 for active women" in raised["lines"][0]["reason"]
    assert "adjustment" not in [
        one["unit"] for one in club.explain("excepted", STANDARD, "--as-of", "1987-01-01")
    ]


def test_a_base_that_fide_corrected_is_an_adjustment_with_its_reason(club: Club) -> None:
    ratings(club, "2025-08-01", {"ana": "2052"})
    rivals = {"r1": "1675", "r2": "2310", "r3": "1653", "r4": "1884", "r5": "2218"}
    ratings(club, "2025-08-01", rivals)
    results = ("ana,r1,1-0", "ana,r2,0-1", "ana,r3,1-0", "ana,r4,1-0", "ana,r5,0-1")
    tournament(club, "open", "2025-10-10", "2025-10-14", *results)
    assert club.ratings(STANDARD, "2025-11-01")["ana"] == 2052
    club.run(
        "correct", "adjust", "--list", STANDARD, "--date", "2025-10-01", "--player", "ana",
        "--to-rating", "2053", "--reason", "Ro 2053 in FIDE's calculation",
    )  # fmt: skip
    based, change = club.explain("ana", STANDARD, "--as-of", "2025-11-01")[1:]
    assert (based["before"], based["after"]) == (2052, 2053)
    assert "Ro 2053 in FIDE's calculation" in based["lines"][0]["reason"]
    assert (change["before"], change["after"]) == (2053, 2053)
    assert sum(value for _, value in game_lines(change)) == Decimal("-0.2")


def test_a_player_with_a_standard_rating_only_enters_rapid_with_it(club: Club) -> None:
    ratings(club, "2024-03-01", {"bia": "1700"})
    ratings(club, "2024-03-01", {"ana": "1800", "caio": "1800"}, RAPID)
    tournament(club, "rapid", "2024-05-04", "2024-05-04", "ana,bia,1-0", "caio,none,1-0", to=RAPID)
    assert club.change("ana", RAPID, "2024-05")["change"] == 7
    entered, change = club.explain("bia", RAPID, "--as-of", "2024-06-01")
    assert (entered["before"], entered["after"], change["before"]) == (None, 1700, 1700)
    assert "rated with his rating in fide-standard" in entered["lines"][0]["reason"]
    assert club.ratings(STANDARD, "2024-06-01")["bia"] == 1700
    assert club.row("caio", RAPID, "2024-06-01")["rating"] == 1800


LATE = ("2024-05-01", "2024-06-01", "2024-07-01", "2024-08-01")


def reported_late(club: Club, rules: str, recorded_at: str) -> list[int | None]:
    """Ana's ratings on the lists of ``LATE`` when a tournament of May is reported after lists went out."""
    club.adopt(rules, "lists", "2024-03-01", "--recorded-at", "2024-03-01")
    ratings(club, "2024-03-01", {"ana": "2000", "bia": "2000"}, "lists", "--recorded-at", "2024-03-02")
    for date in LATE:
        if date < recorded_at:
            at = ("--recorded-at", f"{date}T12:00:00")
            club.run("publish", "--list", "lists", "--date", date, *at)
    tournament(club, "may", "2024-05-10", "2024-05-12", "ana,bia,1-0", to="lists", at=recorded_at)
    return [club.ratings("lists", date)["ana"] for date in LATE]


def test_a_late_report_counts_in_the_first_list_that_had_not_gone_out(club: Club) -> None:
    assert reported_late(club, "fide-standard-2024-03", "2024-06-15") == [2000, 2000, 2010, 2010]
    assert (
        club.run("list", "--published", "--list", "lists", "--as-of", "2024-06-01", "--format", "json").json[
            "digest"
        ]
        == club.replay("lists", "2024-06-01")["digest"]
    )


def test_under_the_rules_before_a_late_report_restates_the_lists_that_went_out(club: Club) -> None:
    assert reported_late(club, "fide-standard-2022-01", "2024-06-15") == [2000, 2010, 2010, 2010]
    went_out = club.run("list", "--published", "--list", "lists", "--as-of", "2024-06-01", "--format", "json")
    assert {row["rating"] for row in went_out.json["rows"]} == {2000}
    again = club.run(
        "publish", "--list", "lists", "--date", "2024-06-01", "--reason", "a late report", "--format", "json"
    )
    assert again.json["publication"] == "lists@2024-06-01v2"
    assert [row["rating"] for row in again.json["rows"]] == [2010, 1990]


def test_a_report_that_is_too_late_for_the_third_list_is_never_rated(club: Club) -> None:
    assert reported_late(club, "fide-standard-2024-03", "2024-08-15") == [2000, 2000, 2000, 2000]
    assert club.ratings("lists", "2024-12-01")["ana"] == 2000
    late = club.run("query", "late-tournaments", "-p", "list=lists", "--format", "json").json
    assert "may" in json.dumps(late, default=str)


@pytest.mark.parametrize("first", ["league", "weekend"])
def test_what_was_reported_first_makes_no_difference_where_reports_restate(
    club_on_a_file: Club, first: str
) -> None:
    club = club_on_a_file
    ratings(club, "2022-09-01", {"ana": "2000", "bia": "2100"}, STANDARD, "--recorded-at", "2022-09-01")
    both = {
        "league": ("2022-10-01", "2023-04-20", "2022-10-01,ana,bia,1-0", "2023-04-20,bia,ana,1/2-1/2"),
        "weekend": ("2022-12-20", "2022-12-21", "ana,bia,1/2-1/2"),
    }
    for number, code in enumerate(sorted(both, key=lambda one: one != first)):
        tournament(club, code, *both[code], at=f"2023-0{5 + number}-01")
    # The weekend: .14 x 20, on the January list. The league, by the ratings of October: (.64 + .14) x 20.
    assert club.ratings(STANDARD, "2023-01-01") == {"ana": 2003, "bia": 2097}
    assert club.ratings(STANDARD, "2023-05-01") == {"ana": 2019, "bia": 2081}
