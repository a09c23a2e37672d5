"""Plain Elo: a game at a time, in the order of the games."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest

from tests.acceptance.club import Club


@pytest.mark.parametrize(("result", "change"), [("1-0", "15.19"), ("1/2-1/2", "5.19")])
def test_1500_against_1700_gains_what_is_printed(club: Club, result: str, change: str) -> None:
    club.openings({"ana": 1500, "bia": 1700}, to="elo")
    club.games(f"t,2012-05-05,1,ana,bia,{result}", to="elo")
    (_, step) = club.explain("ana", "elo", "--as-of", "2012-05-05")
    assert step["change"] == Decimal(change)
    assert step["k"] == 20
    assert club.ratings("elo", "2012-05-05")["ana"] == round(1500 + Decimal(change))
    (_, other) = club.explain("bia", "elo", "--as-of", "2012-05-05")
    assert other["change"] == -Decimal(change)


def test_expectations_are_those_of_the_printed_table(club: Club) -> None:
    table = {0: 50, 50: 43, 100: 36, 200: 24, 400: 9, 800: 1}
    club.openings({**{f"p-{d}": 1500 for d in table}, **{f"r-{d}": 1500 + d for d in table}}, to="elo")
    club.games(*[f"t{d},2012-05-05,1,p-{d},r-{d},1-0" for d in table], to="elo")
    found = {}
    for behind in table:
        (_, step) = club.explain(f"p-{behind}", "elo", "--as-of", "2012-05-05")
        per_cent = (100 * Decimal(step["expected"])).quantize(Decimal(1), ROUND_HALF_UP)
        found[behind] = int(per_cent)
    assert found == table


def test_ratings_run_from_game_to_game_and_the_list_shows_whole_numbers(club: Club) -> None:
    club.openings({"ana": 1500, "bia": 1500}, to="elo")
    club.games("t,2012-05-05,2,bia,ana,0-1", "t,2012-05-05,1,ana,bia,1-0", to="elo")
    steps = club.explain("ana", "elo", "--as-of", "2012-05-05")
    # 20 points apart after the first game: .528751 expected, 20 x .471249
    assert [step["change"] for step in steps[1:]] == [Decimal(10), Decimal("9.42")]
    assert club.ratings("elo", "2012-05-05") == {"ana": 1519, "bia": 1481}


def test_k_is_a_parameter_of_the_adoption(club: Club) -> None:
    adoption = '{"type": "adoption", "list": "blitz", "rule_set": "elo-1", "parameters": {"k": 32}}\n'
    club.ingest(adoption, ending="jsonl")
    club.openings({"ana": 1500, "bia": 1500}, to="blitz")
    club.games("t,2012-05-05,1,ana,bia,1-0", to="blitz")
    assert club.ratings("blitz", "2012-05-05") == {"ana": 1516, "bia": 1484}
