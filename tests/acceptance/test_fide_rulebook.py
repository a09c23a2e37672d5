"""What the rulebook answers on FIDE's versions, and a federation that brings rules of its own."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest

from ratingstore.rulebook import catalogue
from tests.acceptance.club import DONE, PROBLEMS, Club, process

SCREEN = 60
"""Lines; most need half of it."""
LEAGUE = Path(__file__).with_name("league.toml")
STANDARD = [entry.rule_set for entry in catalogue.calendar("fide-standard").entries]  # type: ignore[union-attr]


@pytest.fixture
def program(tmp_path: Path) -> Club:
    """No store: the rulebook answers without one."""
    return Club(f"sqlite:///{tmp_path / 'none.db'}", tmp_path)


@pytest.mark.parametrize(("old", "new"), list(pairwise(STANDARD)))
def test_what_a_version_changed_fits_one_screen_with_its_sources(program: Club, old: str, new: str) -> None:
    shown = program.run("rules", "diff", old, new).out
    assert len(shown.splitlines()) <= SCREEN
    changed = shown.split("\n\n")[1].splitlines()[2:]
    told = shown.split("\n\n")[2]
    for line in changed:
        path = line.split()[0]
        assert re.search(rf"(^|[ ,]){re.escape(path)}[:,]", told, re.M) or path.rsplit(".", 1)[1] in told


def test_the_diff_of_2022_and_2024_names_what_officers_had_to_learn(program: Club) -> None:
    rows = program.run(
        "rules", "diff", "fide-standard-2022-01", "fide-standard-2024-03", "--format", "csv"
    ).rows
    by_path = {row["path"]: (row["a"], row["b"]) for row in rows}
    assert by_path["floor.low"] == ("1000", "1400")
    assert by_path["cap.games"] == ("largest of a tournament", "all")
    assert by_path["first_rating.hypothetical_draws"] == ("", "2")
    assert by_path["first_rating.hypothetical_rating"] == ("", "1800")


def test_the_rules_of_a_day_are_shown_with_their_values_and_sources(program: Club) -> None:
    asked = ("rules", "show", "fide-standard", "--on", "2023-05-01")
    rows = program.run(*asked, "--format", "csv").rows
    values = {row["path"]: (row["value"], row["source"]) for row in rows}
    assert values["id"][0] == "fide-standard-2022-01"
    assert values["cap.points"] == ("400", "handbook-2022, rating change")
    assert values["cap.games"][0] == "largest of a tournament"
    assert values["k.limit"][0] == "700"
    assert values["floor.low"][0] == "1000"
    assert values["first_rating.per_half_point"][0] == "20"
    page = program.run(*asked).out
    assert "2024-03-01: Raise of all ratings below 2000 by 40% of what they lack" in page


def test_before_and_after_a_change_the_same_question_has_two_answers(program: Club) -> None:
    for day, wanted in (("2025-09-30", "fide-standard-2024-03"), ("2025-10-01", "fide-standard-2025-10")):
        rows = program.run("rules", "show", "fide-standard", "--on", day, "--format", "csv").rows
        assert {row["value"] for row in rows if row["path"] == "id"} == {wanted}


def league(club: Club) -> None:
    """A federation's own file, adopted; two rated players and a newcomer play."""
    club.run("rules", "adopt", str(LEAGUE), "--list", "league")
    club.openings({"ana": 2100, "bia": 1700, "caio": 1900}, to="league")
    club.ingest(
        "tournament,lists,start_date,end_date\nspring,league,2025-02-01,2025-02-02\n", "--list", "league"
    )
    club.games(
        "spring,2025-02-01,1,ana,bia,1-0",
        "spring,2025-02-01,2,bia,novo,0-1",
        "spring,2025-02-02,3,ana,novo,1/2-1/2",
        "spring,2025-02-02,4,caio,novo,1-0",
        "spring,2025-02-02,5,caio,ana,1-0",
        to="league",
    )


def test_a_file_of_a_federation_is_checked_adopted_and_rates(club: Club) -> None:
    assert "league-2025 is sound" in club.run("rules", "check", str(LEAGUE)).out
    league(club)
    # ana: 400 above counts as 350, .89, K 16; then a loss 200 above, .76
    (change,) = club.explain("ana", "league", "--on", "2025-04-01", "--as-of", "2025-04-01")
    values = [line["value"] for line in change["lines"] if line["kind"] == "game" and line["k"]]
    assert values == [Decimal("1.76"), Decimal("-12.16")]
    assert (change["effective_on"], change["rule_set"], change["after"]) == (
        "2025-04-01",
        "league-2025",
        2090,
    )
    # bia: the lower side has the real difference, .08 at K 32
    (other,) = club.explain("bia", "league", "--on", "2025-04-01", "--as-of", "2025-04-01")
    assert other["change"] == -3
    # novo: 1.5 of 3 against a mean of 1900
    assert club.ratings("league", "2025-04-01")["novo"] == 1900
    assert club.replay("league", "2025-04-01")["rule_sets"] == ["league-2025"]
    (shown, *_) = club.run("rules", "show", "league", "--on", "2025-03-01").out.splitlines()
    assert shown == "league-2025: Rating rules of the league"


def test_a_fault_in_the_file_is_named_with_its_key_and_nothing_is_adopted(club_on_a_file: Club) -> None:
    text = LEAGUE.read_text(encoding="utf-8")
    wrong = club_on_a_file.file(text.replace("closing_days = 5", "closing_day = 5"), ending="toml")
    refused = club_on_a_file.run("rules", "check", wrong, code=PROBLEMS)
    assert "unit.closing_day" in refused.out + refused.err
    club_on_a_file.run("rules", "adopt", wrong, "--list", "league", code=None)
    assert club_on_a_file.count("adoption") == 0


def test_the_store_rates_by_the_text_that_was_adopted_when_the_file_is_gone(club_on_a_file: Club) -> None:
    copied = club_on_a_file.file(LEAGUE.read_text(encoding="utf-8"), ending="toml")
    club_on_a_file.run("rules", "adopt", copied, "--list", "league")
    Path(copied).unlink()
    club_on_a_file.openings({"ana": 2100, "bia": 2100}, to="league")
    club_on_a_file.games("t,2025-02-01,1,ana,bia,1-0", to="league")
    assert club_on_a_file.ratings("league", "2025-04-01") == {"ana": 2108, "bia": 2092}


def test_another_process_finds_the_federations_rules_in_the_store(club_on_a_file: Club) -> None:
    league(club_on_a_file)
    seen = process("--db", club_on_a_file.url, "list", "--list", "league", "--as-of", "2025-04-01")
    assert seen.code == DONE
    assert "league-2025" in seen.out
