"""Two lists beside each other, with what stands behind each difference; real cases of late corrections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.acceptance.club import NOT_USABLE, PROBLEMS, Club

OPENINGS = {"ana": 2000, "bia": 1900, "caio": 1800}
NOW, THEN = "cxc@2012-02-01", "cxc@2012-02-01~v1"
KEY = ("--tournament", "t", "--round", "1", "--white", "ana", "--black", "bia")


@pytest.fixture
def published(club: Club) -> Club:
    """A club whose list of February went out."""
    club.openings(OPENINGS, to="cxc")
    club.games("t,2012-01-10,1,ana,bia,1-0", "t,2012-01-10,2,bia,caio,1-0", to="cxc")
    club.run("publish", "--list", "cxc", "--date", "2012-02-01")
    return club


def causes(club: Club, before: str = THEN, after: str = NOW, code: int = PROBLEMS) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = club.run("compare", before, after, "--format", "json", code=code).json[
        "rows"
    ]
    return rows


def told(rows: Sequence[dict[str, Any]], *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in ("player", "cause", *columns)) for row in rows]


def head(club: Club) -> int:
    (row,) = club.query("select max(position) as position from event")
    return int(row["position"])


def test_two_lists_that_agree_are_no_difference_and_exit_0(published: Club) -> None:
    assert causes(published, code=0) == []
    done = published.run("compare", THEN, NOW)
    assert "nobody stands otherwise" in done.err


def test_a_corrected_and_a_voided_game_are_named_with_position_and_reason(published: Club) -> None:
    published.run("correct", "game", *KEY, "--to", "0-1", "--reason", "score sheet")
    corrected = head(published)
    expected = [
        ("ana", "corrected game", "t", 1, "bia", 1, 0, corrected, "score sheet"),
        ("bia", "corrected game", "t", 1, "ana", 0, 1, corrected, "score sheet"),
    ]
    columns = ("tournament", "round", "opponent", "was", "now", "position", "reason")
    rows = causes(published)
    assert told(rows, *columns) == expected
    assert [(row["before"], row["after"], row["difference"]) for row in rows] == [
        (2005, 1990, -15),
        (1900, 1915, 15),
    ]
    published.run("correct", "void", *KEY, "--reason", "never played")
    assert told(causes(published), "was", "now", "position", "reason") == [
        ("ana", "voided game", 1, None, head(published), "never played"),
        ("bia", "voided game", 0, None, head(published), "never played"),
    ]


def test_a_late_tournament_is_named_by_its_games(published: Club) -> None:
    late = "tournament,date,round,white,black,result\nu,2012-01-12,1,ana,caio,0-1\n"
    published.ingest(late, "--list", "cxc", "--reason", "sent late")
    assert told(causes(published), "tournament", "opponent", "now", "reason") == [
        ("ana", "new game", "u", "caio", 0, "sent late"),
        ("caio", "new game", "u", "ana", 1, "sent late"),
    ]


def test_what_follows_from_a_correction_is_led_back_to_the_opponent(published: Club) -> None:
    published.games("w,2012-02-10,1,bia,caio,1-0", to="cxc")
    published.run("publish", "--list", "cxc", "--date", "2012-03-01")
    published.run("correct", "game", *KEY, "--to", "0-1", "--reason", "score sheet")
    rows = causes(published, "cxc@2012-03-01~v1", "cxc@2012-03-01")
    (caio,) = told([row for row in rows if row["player"] == "caio"], "unit", "opponent", "was", "now")
    assert caio[:4] == ("caio", "opponent", "2012-02", "bia")
    assert {row["cause"] for row in rows if row["player"] != "caio"} == {"corrected game"}


def test_tournament_adjustment_opening_and_exemption_are_causes_of_their_own(published: Club) -> None:
    start = head(published)
    position = f"cxc@2012-02-01~{start}"
    published.run("correct", "tournament", "t", "--status", "pending", "--reason", "not reported")
    assert {(row["cause"], row["reason"]) for row in causes(published)} == {("tournament", "not reported")}
    published.run("correct", "undo", str(head(published)), "--reason", "it was")
    adjust = ("correct", "adjust", "--list", "cxc", "--date", "2012-01-05", "--all", "--by", "+178")
    published.run(*adjust, "--reason", "base 2000")
    rows = causes(published, position)
    assert {(row["cause"], row["now"], row["position"], row["reason"]) for row in rows} == {
        ("adjustment", 178, head(published), "base 2000")
    }
    published.run("correct", "undo", str(head(published)), "--reason", "no")
    published.run("correct", "void", *KEY, "--list", "cxc", "--side", "white", "--reason", "title norm")
    assert told(causes(published, position), "position", "reason") == [
        ("ana", "exemption", head(published), "title norm")
    ]
    published.run("correct", "opening", "caio", "--list", "cxc", "--rating", "1850", "--reason", "slip")
    rows = [row for row in causes(published, position) if row["player"] == "caio"]
    assert told(rows, "was", "now", "reason")[0] == ("caio", "opening", 1800, 1850, "slip")


def test_other_rules_and_withheld_players_are_causes_too(published: Club) -> None:
    published.run("rules", "adopt", "elo-1", "--list", "cxc", "--from", "2012-01-01", "--reason", "appeal")
    adopted = head(published)
    assert {(row["cause"], row["now"], row["position"], row["reason"]) for row in causes(published)} == {
        ("rule set", "elo-1", adopted, "appeal")
    }
    published.run("correct", "withhold", "bia", "--list", "cxc", "--from", "2012-01-01", "--reason", "asked")
    rows = causes(published, f"cxc@2012-02-01~{adopted}")
    assert told(rows, "after", "position", "reason") == [("bia", "withheld", None, head(published), "asked")]


def test_two_days_differ_by_the_games_between_them(published: Club) -> None:
    rows = causes(published, "cxc@2012-01-01", "cxc@2012-02-01")
    assert told(rows, "tournament", "round", "opponent", "now") == [
        ("ana", "game", "t", 1, "bia", 1),
        ("caio", "game", "t", 2, "bia", 0),
    ]


@pytest.mark.parametrize("text", ["cxc", "cxc@01/02/2012", "cxc@2012-02-01~v9", "none@2012-02-01"])
def test_what_names_no_list_is_refused_with_a_hint(published: Club, text: str) -> None:
    assert "hint:" in published.run("compare", text, NOW, code=NOT_USABLE).err


def test_whatif_puts_the_list_under_other_rules_beside_it_and_writes_nothing(published: Club) -> None:
    before = head(published)
    options = ("--list", "cxc", "--as-of", "2012-02-01", "--format", "json")
    found = published.run("whatif", *options, "--rules", "elo-1").json
    assert list(found["rows"][0]) == ["rank", "player", "name", "now", "then", "difference"]
    assert {row["player"]: row["now"] for row in found["rows"]} == published.ratings("cxc", "2012-02-01")
    assert any(row["difference"] for row in found["rows"])
    later = published.run("whatif", *options, "--rules", "elo-1", "--from", "2012-02-01").json
    assert [row["difference"] for row in later["rows"]] == [0, 0, 0]
    assert head(published) == before


def test_f05_and_t6_points_of_an_alternate_who_did_not_play(club: Club) -> None:
    """A last-round result went to the alternate; the list of March came out before it was mended."""
    club.adopt("elo-1", "uscf", "2000-01-01", "--recorded-at", "2012-01-01")
    ratings = "player,list,date,rating\nalternate,uscf,2011-01-01,1896\nmember,uscf,2011-01-01,1700\n"
    club.ingest(ratings + "rival,uscf,2011-01-01,1749\n", "--recorded-at", "2012-01-01")
    header = "tournament,date,round,white,black,result\n"
    sixth = header + "team,2012-02-20,6,alternate,rival,1-0\n"
    club.ingest(sixth, "--list", "uscf", "--recorded-at", "2012-02-25")
    publish = ("publish", "--list", "uscf", "--date", "2012-03-01", "--recorded-at", "2012-03-01")
    assert club.run(*publish, "--format", "json").json["rows"][0]["rating"] == 1902
    key = ("--tournament", "team", "--round", "6", "--white", "alternate", "--black", "rival")
    why = ("--reason", "board 5 was misfiled", "--recorded-at", "2012-03-04")
    club.run("correct", "game", *key, "--new-white", "member", *why)
    assert club.ratings("uscf", "2012-03-01", "--known-at", "2012-03-02")["alternate"] == 1902
    assert club.ratings("uscf", "2012-03-01", "--known-at", "uscf@2012-03-01")["alternate"] == 1902
    assert club.ratings("uscf", "2012-03-01")["alternate"] == 1896
    rows = causes(club, "uscf@2012-03-01~v1", "uscf@2012-03-01")
    (of_alternate,) = [row for row in rows if row["player"] == "alternate"]
    assert (of_alternate["cause"], of_alternate["was"], of_alternate["now"]) == ("corrected game", 1, None)
    assert of_alternate["reason"] == "board 5 was misfiled"
    april = header + "april,2012-03-20,1,alternate,rival,1/2-1/2\n"
    club.ingest(april, "--list", "uscf", "--recorded-at", "2012-03-25")
    (change,) = club.explain("alternate", "uscf", "--tournament", "april")
    assert change["before"] == 1896


LEAGUE = "league,2011-10-01,1,ana,bia,1-0\nleague,2012-04-20,2,bia,caio,1-0\n"
WEEKEND = "weekend,2011-11-20,1,ana,caio,0-1\nweekend,2011-11-20,2,caio,bia,1-0\n"


@pytest.mark.parametrize("body", ["cxc", "cbx"])
def test_f23_the_state_depends_on_days_and_rules_never_on_the_order_of_reports(
    club: Club, club_on_a_file: Club, body: str
) -> None:
    header = "tournament,date,round,white,black,result\n"
    digests = set()
    for one, files in ((club, (LEAGUE, WEEKEND)), (club_on_a_file, (WEEKEND, LEAGUE))):
        one.openings(OPENINGS, to=body)
        january = ""
        for number, rows in enumerate(files):
            one.ingest(header + rows, "--list", body)
            if number == 0:
                shown = ("--list", body, "--date", "2012-01-15", "--format", "json")
                january = one.run("publish", *shown).out
        again = ("--list", body, "--as-of", "2012-01-15", "--format", "json")
        assert one.run("list", "--published", *again).out == january
        assert one.run("replay", "--known-at", f"{body}@2012-01-15", *again).out == january
        one.run("publish", *shown, "--reason", "reported late")
        assert one.run("list", "--published", "v1", *again).out == january
        digests.add(tuple(one.replay(body, day)["digest"] for day in ("2012-01-15", "2012-05-15")))
    assert len(digests) == 1


def test_f34_every_replay_gives_the_same_bytes_and_a_publication_names_its_rule_sets(published: Club) -> None:
    shown = ("--list", "cxc", "--as-of", "2012-02-01", "--format", "json")
    first = published.run("replay", *shown).out
    assert [published.run(*words, *shown).out for words in (["replay"], ["replay", "--full"], ["list"])] == [
        first
    ] * 3
    went_out = published.run("list", "--published", *shown).json
    assert went_out["rule_sets"] == ["cxc-2010", "cxc-2012"]
    for number in (1, 2):
        published.games(f"v,2012-01-2{number},{number},ana,caio,1-0", to="cxc")
    listed = published.run("list", *shown).out
    assert published.run("replay", "--full", *shown).out == listed
    assert published.run("list", "--published", *shown).json == went_out


def test_a_fact_that_became_known_late_is_the_cause_of_another_k(club: Club) -> None:
    club.adopt("fide-standard-2024-03", "fide", "2024-03-01")
    opened = "player,list,date,rating,games\nana,fide,2024-03-01,2000,50\nbia,fide,2024-03-01,1900,50\n"
    club.ingest(opened, "--list", "fide")
    club.games("t,2024-04-10,1,ana,bia,1-0", to="fide")
    club.run("publish", "--list", "fide", "--date", "2024-05-01")
    club.ingest("player,birth_date\nana,2010-05-05\n", "--reason", "birth certificate")
    rows = causes(club, "fide@2024-05-01~v1", "fide@2024-05-01")
    assert told(rows, "was", "now", "reason") == [
        ("ana", "fact", None, "born 2010-05-05", "birth certificate")
    ]
