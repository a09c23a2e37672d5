"""Numbers that a program printed for a real tournament, beside ours."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.club import Club
from tests.cases import variant

START, END, LISTED = "2025-05-03", "2025-05-09", "2025-06-01"
RESULTS = {("1.0", "0.0"): "1-0", ("0.5", "0.5"): "1/2-1/2", ("0.0", "1.0"): "0-1"}
CUT_OFF = {7: ("-28.8", -29, -28), 8: ("-21.8", -22, -21), 21: ("-28.8", -29, -28)}
"""Players whose loss the program cut off instead of rounding it: the exact sum, ours, and the printed one."""


@pytest.fixture(scope="module")
def sample(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The sample of Chess-Results: 21 players, seven rounds."""
    shared: Path = request.getfixturevalue("shared")
    path = shared / "data" / "published" / "chessresults_swiss_2025_anonymous.json"
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return told


def code(number: int) -> str:
    return f"no-{number:02}"


NEWCOMER = 7
"""The file prints no K: this adult lost by 40, so he had fewer than 30 games; the others had 20."""


def rated(sample: dict[str, Any]) -> list[dict[str, Any]]:
    """Who has a FIDE rating: a number in the rating column without a FIDE id is none."""
    return [one for one in sample["players"] if one["fide_registered"] and one["rating_list_value"]]


def ingest(club: Club, sample: dict[str, Any], to: str = "fide-standard", everybody: bool = False) -> None:
    """The tournament; with ``everybody`` whoever has a number in the rating column has a rating."""
    players = ["player,birth_date"]
    players += [
        f"{code(one['no'])},{2010 if one['under_18_at_year_end'] else 1980}" for one in sample["players"]
    ]
    whom = [one for one in sample["players"] if one["rating_list_value"]] if everybody else rated(sample)
    ratings = ["player,list,date,rating,games"]
    for one in whom:
        games_before = 10 if one["no"] == NEWCOMER else 100
        ratings.append(f"{code(one['no'])},{to},2025-05-01,{one['rating_list_value']},{games_before}")
    club.ingest("\n".join(players) + "\n", "--list", to)
    club.ingest("\n".join(ratings) + "\n", "--list", to)
    tournament = f"tournament,lists,start_date,end_date,type\nopen,{to},{START},{END},swiss\n"
    club.ingest(tournament, "--list", to)
    club.games(*games(sample), to=to, header="tournament,round,white,black,result,played")


def games(sample: dict[str, Any]) -> list[str]:
    rows = []
    for one in sample["pairings"]:
        if min(one["white"], one["black"]) > 0:
            result = RESULTS[one["white_score"], one["black_score"]]
            played = "forfeit" if one["forfeit"] else "yes"
            pair = f"{code(one['white'])},{code(one['black'])}"
            rows.append(f"open,{one['round']},{pair},{result},{played}")
    return rows


def gains(club: Club) -> dict[int, tuple[Decimal, int]]:
    """By number: the exact sum of a player's games, and the change of his rating."""
    rows = club.query(
        "select player, k, score, expected, change from rating_change"
        f" where effective_on = '{LISTED}' and before is not null order by player"
    )
    return {
        int(row["player"][3:]): (row["k"] * (row["score"] - row["expected"]), int(row["change"]))
        for row in rows
    }


def test_the_sample_of_chess_results_comes_out_but_for_three_losses_that_it_cut_off(
    club: Club, sample: dict[str, Any]
) -> None:
    ingest(club, sample)
    ours = gains(club)
    printed = {one["no"]: one["published_rating_difference"] for one in rated(sample)}
    assert {number for number in ours if ours[number][1] != printed[number]} == set(CUT_OFF)
    for number, (exact, rounded, cut) in CUT_OFF.items():
        assert (*ours[number], printed[number]) == (Decimal(exact), rounded, cut)
    assert ours[2] == (Decimal("11.6"), 12), "a gain is rounded, not cut"
    assert len(ours) == len(printed) == 12


def test_who_has_a_number_but_no_id_is_no_rated_opponent(
    club_on_a_file: Club, sample: dict[str, Any]
) -> None:
    # Their numbers begin at 1100; a list that goes so far down shows what counting all of them would do.
    low = {"base": "fide-standard-2024-03", "floor": {"low": 1000}}
    rules = club_on_a_file.file(variant.text("low", low), ending="toml")
    club_on_a_file.adopt(rules, to="low", effective_from="2025-01-01")
    ingest(club_on_a_file, sample, to="low", everybody=True)
    ours = gains(club_on_a_file)
    printed = {one["no"]: one["published_rating_difference"] for one in rated(sample)}
    right = printed | {number: rounded for number, (_, rounded, _) in CUT_OFF.items()}
    wrong = {number for number in right if ours[number][1] != right[number]}
    assert wrong == {1, 4, 5, 7, 8}
    assert ours[8][1] == -49


def test_the_printed_numbers_are_claims_that_a_query_lists_beside_ours(
    club: Club, sample: dict[str, Any]
) -> None:
    ingest(club, sample)
    claims = ["player,list,date,rating,purpose"]
    for one in rated(sample):
        said = one["rating_list_value"] + one["published_rating_difference"]
        claims.append(f"{code(one['no'])},fide-standard,{LISTED},{said},published")
    before = club.ratings("fide-standard", LISTED)
    club.ingest("\n".join(claims) + "\n", "--list", "fide-standard")
    listed = club.run("query", "claims-against-list", "-p", "list=fide-standard", "--format", "json").json
    assert {row["player"]: (row["stated"], row["computed"], row["difference"]) for row in listed} == {
        "no-07": (1847, 1846, 1),
        "no-08": (1695, 1694, 1),
        "no-21": (1725, 1724, 1),
    }
    assert club.ratings("fide-standard", LISTED) == before, "a claim moves nobody"
