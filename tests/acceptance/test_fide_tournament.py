"""A whole tournament of FIDE's, and a sum that was rounded: through the command line, on each database."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from tests.acceptance.club import Club
from tests.cases.case import Case

CASES = Path(__file__).parents[1] / "cases" / "fide"
NOVEMBER = "2025-11-01"
PRINTED = {
    "p01": ("8.3", 2795), "p02": ("8.4", 2764), "p03": ("-8.8", 2729), "p04": ("3.9", 2728),
    "p05": ("-9.2", 2701), "p06": ("2.8", 2701), "p07": ("-6.6", 2657), "p08": ("-1.3", 2660),
    "p09": ("-5.1", 2649), "p10": ("-9.8", 2642), "p11": ("15.3", 2605), "p12": ("2.1", 2579),
}  # fmt: skip
"""What FIDE printed for tournament 432532, and its list of November 2025."""


def ingested(club: Club, name: str) -> None:
    """The files of a case; its list opens by the calendar of its name."""
    for step in Case(CASES / f"{name}.toml").steps():
        for file, text in step.files.items():
            club.ingest(text, "--list", "fide-standard", ending=file.rsplit(".", 1)[1])


def test_all_twelve_changes_and_the_list_of_november_come_out(club: Club) -> None:
    ingested(club, "a-whole-tournament-of-2025")
    shown = club.ratings("fide-standard", NOVEMBER)
    assert {player: shown[player] for player in PRINTED} == {one: row[1] for one, row in PRINTED.items()}
    for player, (points, _) in PRINTED.items():
        (change,) = club.explain(player, "fide-standard", "--on", NOVEMBER, "--as-of", NOVEMBER)
        values = [one["value"] for one in change["lines"] if one["tournament"] == "432532"]
        assert (len(values), sum(values)) == (11, Decimal(points)), player


def test_player_1_is_rounded_once_over_both_tournaments_each_by_the_rules_of_its_start(club: Club) -> None:
    ingested(club, "a-whole-tournament-of-2025")
    (change,) = club.explain("p01", "fide-standard", "--on", NOVEMBER, "--as-of", NOVEMBER)
    (other,) = [line for line in change["lines"] if line["tournament"] == "of-28-september"]
    assert (change["before"], change["change"], change["after"]) == (2789, 6, 2795)
    assert other["value"] == Decimal("-2.6")
    (rounding,) = [line for line in change["lines"] if line["kind"] == "rounding"]
    assert rounding["value"] == Decimal("0.3")
    assert "tournament by tournament it would be +5" in rounding["reason"]
    (fourth,) = club.explain("p04", "fide-standard", "--on", NOVEMBER, "--as-of", NOVEMBER)
    (made_up,) = [line for line in fourth["lines"] if line["tournament"] == "of-28-september"]
    assert made_up["difference"] == 200, "by the 2744 of September, not by the 2722 of October"
    assert (fourth["before"], fourth["after"]) == (2722, 2728)


def test_where_two_ways_to_round_differ_the_change_names_both_and_the_rule_that_chose(club: Club) -> None:
    ingested(club, "rounded-once-for-the-list")
    (change,) = club.explain("v18", "fide-standard", "--on", NOVEMBER, "--as-of", NOVEMBER)
    (rounding,) = [line for line in change["lines"] if line["kind"] == "rounding"]
    assert (change["change"], rounding["value"]) == (5, Decimal("-0.4"))
    assert "rounded once for the list; tournament by tournament it would be +6" in rounding["reason"]
    assert rounding["source"] == "lists, rounding"
    page = club.run("explain", "v18", "--list", "fide-standard", "--on", NOVEMBER, "--as-of", NOVEMBER).out
    assert "tournament by tournament it would be +6" in " ".join(page.split())
