"""Audit queries over corrections, publications, late games and closed books, on both databases."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.acceptance.club import LOSS, QUARANTINED, WIN, Club, names, tournament_of

WHY = ("--reason", "minutes of May", "--by", "Rosa")


@pytest.fixture
def mended(club: Club) -> Club:
    """A list that went out in February, then corrections, a late tournament, and closed books."""
    club.ingest(
        "player,name,birth_date,sex\nana,Ana,1998-05-01,f\nbia,Bia Reis,1980,f\nbia-2,Bia Reis,,\n",
        "--list",
        "cxc",
    )
    club.openings({"ana": 2000, "bia": 1500, "bia-2": 1500, **dict.fromkeys(names(5), 1400)}, to="cxc")
    club.ingest("tournament,name,lists,start_date,end_date\nt,Natal,cxc,2012-01-10,2012-01-10\n")
    club.games(
        *tournament_of("ana", [WIN] * 5, names(5), "2012-01-10"), "t,2012-01-10,1,bia,bia-2,1-0", to="cxc"
    )
    club.run("publish", "--list", "cxc", "--date", "2012-02-01")
    key = ("--tournament", "t", "--white", "ana")
    club.run("correct", "game", *key, "--black", "rival-01", "--round", "1", "--to", "0-1", *WHY)
    club.run("correct", "void", *key, "--black", "rival-02", "--round", "2", *WHY)
    club.games(*tournament_of("ana", [LOSS] * 2, names(2), "2012-01-20", "late"), to="cxc")
    club.run("close", "cxc", "--through", "2012-01-31", *WHY)
    club.run("correct", "void", *key, "--black", "rival-03", "--round", "3", *WHY)
    return club


def rows(club: Club, name: str, **parameters: str) -> list[dict[str, str]]:
    given = [word for key, value in parameters.items() for word in ("-p", f"{key}={value}")]
    return club.run("query", name, *given, "--format", "csv").rows


def test_corrections_have_kind_author_reason_and_what_they_replace(mended: Club) -> None:
    found = rows(mended, "corrections")
    assert [(row["kind"], row["what"]) for row in found] == [
        ("game", "t/1/ana-rival-01 0-1"),
        ("void", "t/2/ana-rival-02 void"),
        ("closing", "cxc through 2012-01-31"),
        ("void", "t/3/ana-rival-03 void"),
    ]
    assert {(row["by"], row["reason"], row["undone"]) for row in found} == {("Rosa", "minutes of May", "0")}
    (before,) = mended.query(f"select result from game_as_recorded where position = {found[0]['replaces']}")
    assert before == {"result": "1-0"}
    assert (found[0]["touches"], found[2]["replaces"]) == ("2012-01-10", "")


def test_corrections_are_counted_by_month_kind_and_author(mended: Club) -> None:
    found = rows(mended, "corrections-by-month")
    assert [(row["kind"], row["by"], row["corrections"]) for row in found] == [
        ("closing", "Rosa", "1"),
        ("game", "Rosa", "1"),
        ("void", "Rosa", "2"),
    ]
    assert {row["without_reason"] for row in found} == {"0"}


def test_a_game_that_was_voided_is_no_game_and_its_versions_stay(mended: Club) -> None:
    assert mended.count("game_now where tournament = 't'") == 4
    assert mended.count("game_as_recorded where tournament = 't' and played = 'void'") == 2
    (row,) = mended.query(
        "select result from game_now where tournament = 't' and round = 1 and white = 'ana'"
    )
    assert row == {"result": "0-1"}
    assert rows(mended, "unrated-games") == []


def test_published_lists_that_corrections_reach_back_to(mended: Club) -> None:
    found = rows(mended, "lists-touched", list="cxc")
    assert {(row["list"], row["published"], row["version"]) for row in found} == {("cxc", "2012-02-01", "1")}
    assert [row["kind"] for row in found] == ["game", "void", "closing", "void"]


def test_a_published_list_stands_as_it_went_out_beside_what_is_known_now(mended: Club) -> None:
    went_out = {row["player"]: row["rating"] for row in mended.query("select * from published_list")}
    now = mended.ratings("cxc", "2012-02-01")
    found = {row["player"]: row for row in rows(mended, "published-and-now", list="cxc")}
    assert found
    assert set(found) == {player for player, rating in went_out.items() if rating != now[player]}
    for player, row in found.items():
        assert Decimal(row["went_out"]) == went_out[player]
        assert row["now"] == str(now[player])


def test_late_tournaments_are_told_from_mended_ones(mended: Club) -> None:
    found = rows(mended, "late-tournaments")
    assert [(row["tournament"], row["late_games"], row["mended_games"]) for row in found] == [
        ("late", "2", "0"),
        ("t", "0", "3"),
    ]


def test_what_closed_books_leave_without_effect(mended: Club) -> None:
    (row,) = rows(mended, "closed-without-effect")
    assert (row["list"], row["closed_through"], row["kind"]) == ("cxc", "2012-01-31", "void")
    assert row["reason"] == "minutes of May"


def test_an_undoing_shows_and_an_undone_undoing_too(mended: Club) -> None:
    (closing,) = mended.query("select position, kind, day, undone from closing")
    assert (closing["kind"], closing["day"], closing["undone"]) == ("through", "2012-01-31", 0)
    mended.run("correct", "undo", str(closing["position"]), *WHY)
    assert [row["undone"] for row in mended.query("select undone from closing")] == [1]
    assert rows(mended, "closed-without-effect") == []
    (undo,) = mended.query("select position from correction where kind = 'undo'")
    mended.run("correct", "undo", str(undo["position"]), *WHY)
    assert [row["undone"] for row in mended.query("select undone from closing")] == [0]
    mended.run("verify")


def test_a_correction_that_was_undone_says_so(mended: Club) -> None:
    (row,) = mended.query("select position from correction where kind = 'closing'")
    mended.run("correct", "undo", str(row["position"]), *WHY)
    (game,) = mended.query("select position from correction where what like 't/2/%' and kind = 'void'")
    mended.run("correct", "undo", str(game["position"]), *WHY)
    found = mended.query(f"select undone from correction where position = {game['position']}")
    assert found == [{"undone": 1}]
    assert mended.count("game_now where tournament = 't' and round = 2") == 1


def test_one_name_under_two_codes_in_a_round_is_seen(mended: Club) -> None:
    (row,) = rows(mended, "twice-in-a-round")
    assert (row["why"], row["player"], row["other"]) == ("one name, two codes", "bia", "bia-2")
    assert (row["tournament"], row["round"]) == ("t", "1")


def test_k_stands_beside_what_rules_take_it_from(mended: Club) -> None:
    (row, *_others) = rows(mended, "k-reasons", list="cxc", player="ana")
    assert (row["k"], row["before"], row["born"], row["age"], row["sex"]) == (
        "15",
        "2000",
        "1998-05-01",
        "14",
        "f",
    )
    assert row["peak_before"] == "2000"


def test_claims_of_files_are_held_against_the_list(mended: Club) -> None:
    header = "player,list,date,rating,purpose\n"
    right = mended.ratings("cxc", "2012-02-01")["bia"]
    claims = f"ana,cxc,2012-02-01,2222,published\nbia,cxc,2012-02-01,{right},published\n"
    mended.ingest(header + claims, code=None)
    (row,) = rows(mended, "claims-against-list", list="cxc")
    assert (row["player"], row["stated"]) == ("ana", "2222")
    assert Decimal(row["difference"]) == 2222 - Decimal(row["computed"])


def test_every_rated_game_has_the_rule_set_that_rated_it(mended: Club) -> None:
    found = rows(mended, "rule-set-of-games", list="cxc")
    (rated,) = mended.query("select sum(games) as games from rated_unit where list = 'cxc'")
    assert {row["rule_set"] for row in found} == {"cxc-2012"}
    assert len(found) == mended.count("game_now")
    assert rated["games"] >= len(found)


def test_publications_come_with_author_and_digests(mended: Club) -> None:
    (row,) = rows(mended, "publications")
    shown = mended.run(
        "list", "--list", "cxc", "--as-of", "2012-02-01", "--published", "--format", "json"
    ).json
    assert (row["digest"], row["rows"]) == (shown["digest"], str(len(shown["rows"])))
    assert len(row["numbers_digest"]) == 64


COLUMNS = [
    "Id_Fexerj", "Name", "No", "Ro", "Ind", "K", "PG", "N", "Erm", "Rm", "Dif", "We", "Nwe", "Dw", "kDw",
    "Rn", "Nind", "P", "Calc_Rule",
]  # fmt: skip


def test_the_19_columns_of_the_rio_audit_add_up(mended: Club) -> None:
    found = rows(mended, "fexerj-audit", list="cxc")
    assert list(found[0])[:19] == COLUMNS
    row = next(row for row in found if row["Id_Fexerj"] == "ana" and row["unit"] == "2012-01")
    assert (row["Ro"], row["Rm"], row["Dif"]) == ("2000", "1400", "600")
    assert Decimal(row["Dw"]) == Decimal(row["PG"]) - Decimal(row["Nwe"])
    assert Decimal(row["kDw"]) == Decimal(row["K"]) * Decimal(row["Dw"])
    assert row["Calc_Rule"] == "cxc-2012"


def test_a_withheld_player_and_an_ended_list_are_not_on_the_list_of_today(club: Club) -> None:
    club.openings({"ana": 2000, "bia": 1500}, to="elo")
    club.run("correct", "withhold", "ana", "--from", "2012-01-01", *WHY)
    assert [row["player"] for row in club.query("select player from rating_list_now")] == ["bia"]
    (row,) = club.query("select player, from_date, until_date, list from withheld")
    assert row == {"player": "ana", "from_date": "2012-01-01", "until_date": None, "list": None}
    club.run("close", "elo", "--from", "2013-01-01", *WHY)
    assert club.count("rating_list_now") == 0
    assert club.query("select kind, day from closing") == [{"kind": "from", "day": "2013-01-01"}]


def test_codes_of_merged_players_are_aliases(club: Club) -> None:
    club.openings({"ana": 2000, "bia": 1500}, to="elo")
    club.games("t,2012-01-10,1,ana2,bia,1-0", to="elo")
    club.run("correct", "merge", "ana2", "ana", *WHY)
    assert club.query("select code, valid_from, player from alias") == [
        {"code": "ana2", "valid_from": None, "player": "ana"}
    ]
    assert club.query("select what from correction where kind = 'merge'")[0]["what"].endswith(" ana")
    club.run("verify")


def test_games_that_count_for_one_side_only_are_told(club: Club) -> None:
    club.openings({"ana": 2000, "bia": 1500}, to="elo")
    club.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    key = ("--tournament", "t", "--round", "1", "--white", "ana", "--black", "bia")
    club.run("correct", "void", *key, "--side", "white", *WHY)
    (row,) = club.query("select tournament, round, white, black, side, reason from exemption")
    assert tuple(row.values()) == ("t", 1, "ana", "bia", "white", "minutes of May")


def test_a_question_that_waits_is_no_correction(club: Club) -> None:
    club.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    club.games("t,2012-01-10,1,ana,bia,0-1", to="elo", code=QUARANTINED)
    assert club.count("correction") == 0
