"""The ready-made audit queries answer alike on both databases, and agree with what the program says."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from pathlib import Path

import psycopg
import pytest

from tests.acceptance.club import (
    DRAW,
    LOSS,
    NOT_USABLE,
    QUARANTINED,
    WIN,
    Answer,
    Club,
    names,
    process,
    tournament_of,
)
from tests.postgres import Cluster

ON_RECORD = ("--recorded-at", "2012-06-01", "--by", "Rosa", "--reason", "box of 2012")
PLAYED = "tournament,date,round,white,black,result,played"
DAYS = ("2010-11-30", "2011-12-31", "2012-01-01", "2012-01-31", "2012-02-01", "2012-04-01", "2030-01-01")
NEEDED = {
    "why-moved": ["-p", "player=ana"],
    "source-of-game": ["-p", "tournament=new", "-p", "white=ana", "-p", "black=rival-01"],
    "tournaments-of-a-player": ["-p", "player=ana"],
}
"""Parameters of the queries that have no answer without them."""
OF_MENDED_LISTS = {
    "claims-against-list",
    "closed-without-effect",
    "corrections",
    "corrections-by-month",
    "late-tournaments",
    "lists-touched",
    "publications",
    "published-and-now",
    "twice-in-a-round",
}
"""Queries about what this season has not: corrections, publications, closed books, claims."""


@pytest.fixture(scope="module")
def season_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the season, to be copied."""
    folder = tmp_path_factory.mktemp("season")
    season(Club(str(folder / "season.db"), folder))
    return folder / "season.db"


@pytest.fixture(scope="module")
def season_database(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same on PostgreSQL: the name of its database."""
    database = cluster.create()
    season(Club(cluster.url(database), tmp_path_factory.mktemp("season")))
    return database


@pytest.fixture
def on_file(season_file: Path, tmp_path: Path) -> Club:
    shutil.copy(season_file, tmp_path / "season.db")
    return Club(f"sqlite:///{tmp_path / 'season.db'}", tmp_path)


@pytest.fixture
def on_server(cluster: Cluster, season_database: str, tmp_path: Path) -> Iterator[Club]:
    database = cluster.create(season_database)
    yield Club(cluster.url(database), tmp_path)
    cluster.drop(database)


@pytest.fixture(params=["on_file", "on_server"])
def audited(request: pytest.FixtureRequest) -> Club:
    """A club with the season, on each database."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Club)
    return found


def season(club: Club) -> None:
    """A list over a change of rules: a first rating, a pool, games that are not rated, rows that wait."""
    club.run("init", "--time-zone", "America/Sao_Paulo")

    def ingest(header: str, *rows: str, code: int = 0) -> None:
        club.ingest("\n".join([header, *rows]) + "\n", "--list", "cxc", *ON_RECORD, code=code)

    rated = {"ana": 2000, **dict.fromkeys(names(9), 1400)}
    ingest("player,list,date,rating", *(f"{one},cxc,2010-12-01,{rating}" for one, rating in rated.items()))
    ingest("tournament,name,lists,start_date,end_date", "old,Natal,cxc,2011-12-09,2011-12-10")
    ingest(
        "tournament,date,round,white,black,result",
        *tournament_of("ana", [LOSS, DRAW, WIN, LOSS, LOSS], names(5), "2011-12-10", "old"),
        *tournament_of("ana", [WIN] * 4 + [DRAW], names(5), "2012-01-10", "new"),
        *tournament_of("new", [WIN] * 8 + [DRAW], names(9), "2012-03-10", "more"),
        *tournament_of("two", [WIN] * 2, names(2), "2012-03-11", "again"),
        "again,2012-03-12,3,zoe,two,1-0",
    )
    ingest(
        PLAYED,
        "side,2012-01-20,1,ana,rival-01,+/-,forfeit",
        "side,2012-01-21,2,rival-02,ana,1-0,unrated",
        "side,2012-01-22,3,ana,rival-03,*,yes",
    )
    # Something for a person: another result of a game that stands, and a row without a player.
    ingest(
        "tournament,date,round,white,black,result",
        "new,2012-01-10,1,ana,rival-01,0-1",
        "new,2012-01-12,9,ana,,1-0",
        code=QUARANTINED,
    )


def ask(club: Club, name: str, **parameters: str) -> Answer:
    given = [word for key, value in parameters.items() for word in ("-p", f"{key}={value}")]
    return club.run("query", name, *given, "--format", "csv")


def rows(club: Club, name: str, **parameters: str) -> list[dict[str, str]]:
    return ask(club, name, **parameters).rows


# --- what there is ------------------------------------------------------------------------------


def test_without_a_name_the_queries_are_listed_and_no_store_is_needed(tmp_path: Path) -> None:
    answer = process("query", "--db", str(tmp_path / "none.db"), "--format", "csv")
    assert (answer.code, answer.err) == (0, "")
    listed = {row["name"]: row for row in answer.rows}
    assert list(answer.rows[0]) == ["name", "parameters", "answers"]
    assert list(listed) == sorted(listed)
    assert set(NEEDED) < set(listed)
    assert listed["why-moved"]["parameters"] == "player [list] [from] [to]"
    assert all(row["answers"] for row in answer.rows)
    assert not (tmp_path / "none.db").exists()


def test_every_query_prints_the_same_bytes_on_both_databases(on_file: Club, on_server: Club) -> None:
    for row in on_file.run("query", "--format", "csv").rows:
        words = ["query", row["name"], *NEEDED.get(row["name"], [])]
        for written in ("csv", "json", "table"):
            answers = [club.run(*words, "--format", written) for club in (on_file, on_server)]
            assert answers[0].out == answers[1].out, row["name"]
        some = len(answers[0].out.splitlines()) > 2
        assert some or row["name"] in OF_MENDED_LISTS, f"{row['name']} has no row to compare"


def test_every_query_answers_in_an_empty_store_with_a_list(club: Club) -> None:
    club.openings({"ana": 2000}, to="cxc")
    for row in club.run("query", "--format", "csv").rows:
        if row["name"] not in NEEDED:
            assert club.run("query", row["name"], "--format", "csv").out.count("\n") >= 1


# --- what they answer ---------------------------------------------------------------------------


def test_list_of_date_is_the_list_as_of_that_date(audited: Club) -> None:
    sizes = set()
    for day in DAYS:
        listed = audited.run("list", "--as-of", day, "--format", "csv").out
        assert ask(audited, "list-of-date", as_of=day).out == listed, day
        sizes.add(listed.count("\n"))
    assert len(sizes) == 3  # nobody yet, the openings, and with the newcomer


def test_list_of_date_is_by_default_the_list_of_today(audited: Club) -> None:
    assert ask(audited, "list-of-date").out == audited.run("list", "--format", "csv").out
    audited.games(*tournament_of("ana", [WIN], names(1), "2090-01-10", "far"), to="cxc")
    assert ask(audited, "list-of-date").out == audited.run("list", "--format", "csv").out
    later = ask(audited, "list-of-date", as_of="2090-02-01").out
    assert later == audited.run("list", "--as-of", "2090-02-01", "--format", "csv").out
    assert later != ask(audited, "list-of-date").out


def test_why_moved_has_every_step_of_history_with_what_made_it(audited: Club) -> None:
    found = rows(audited, "why-moved", player="ana")
    history = audited.run("history", "ana", "--format", "csv").rows
    shared = ("effective_on", "unit", "rule_set", "before", "after", "change", "games")
    assert [{name: row[name] for name in shared} for row in found] == history
    old, new = found[1:]
    assert (old["k"], old["score"], old["games_before"], old["games_total"]) == ("15", "1.5", "0", "5")
    for row in (old, new):
        assert Decimal(row["score"]) - Decimal(row["expected"]) == Decimal(row["score_over"])
        assert abs(Decimal(row["score_over"]) * Decimal(row["k"]) - Decimal(row["change"])) < Decimal("0.5")


def test_why_moved_can_be_cut_to_some_days(audited: Club) -> None:
    def units(**cut: str) -> list[str]:
        return [row["unit"] for row in rows(audited, "why-moved", player="ana", **cut)]

    assert units() == ["opening", "2011-12", "2012-01"]
    assert units(**{"from": "2012-01-01"}) == ["2011-12", "2012-01"]
    assert units(to="2012-01-01") == ["opening", "2011-12"]
    assert units(**{"from": "2012-01-02", "to": "2012-01-31"}) == []


def test_games_are_counted_by_rule_set_and_month_of_play(audited: Club) -> None:
    found = rows(audited, "games-by-rule-set-and-month")
    assert [tuple(row.values()) for row in found] == [
        ("2011-12", "cxc-2011", "1", "5"),
        ("2012-01", "cxc-2012", "1", "5"),
        ("2012-03", "cxc-2012", "1", "12"),
    ]


def test_single_games_and_tournaments_count_in_their_own_month(club: Club) -> None:
    for to in ("elo", "cbx"):
        club.openings({to: 2000, **dict.fromkeys(names(2), 1900)}, to=to)
        club.games(*tournament_of(to, [WIN, DRAW], names(2), "2012-01-31", f"open-{to}"), to=to)
    found = [tuple(row.values()) for row in rows(club, "games-by-rule-set-and-month", list="elo")]
    assert found == [("2012-01", "elo-1", "2", "2")]
    found = [tuple(row.values()) for row in rows(club, "games-by-rule-set-and-month", list="cbx")]
    assert found == [("2012-01", "cbx-1", "1", "2")]


def test_the_source_of_a_game_is_its_file_line_time_and_writer(audited: Club) -> None:
    audited.games("late,2012-03-20,1,ana,rival-01,0-1", "late,2012-03-21,2,rival-01,ana,0-1", to="cxc")
    for white, black in (("ana", "rival-01"), ("rival-01", "ana")):
        first, second = rows(audited, "source-of-game", tournament="late", white=white, black=black)
        assert (first["line"], second["line"]) == ("2", "3")
        assert first["file"] == second["file"] == "file-1.csv"
        assert (second["white"], second["black"], second["result"]) == ("rival-01", "ana", "0-1")
    (row,) = rows(audited, "source-of-game", tournament="new", white="ana", black="rival-01")
    assert (row["by"], row["reason"]) == ("Rosa", "box of 2012")
    assert row["recorded_at"].startswith("2012-06-01T")
    assert rows(audited, "source-of-game", tournament="old", white="ana", black="zoe") == []


def test_unrated_players_come_with_their_pools(audited: Club) -> None:
    found = rows(audited, "unrated-pools")
    assert [(row["player"], row["pool"], row["status"]) for row in found] == [
        ("two", "2", "provisional"),
        ("zoe", "0", "unrated"),
    ]
    unrated = [row for row in audited.replay("cxc", "2030-01-01", "--all")["rows"] if row["rating"] is None]
    assert {row["player"]: row["pool"] for row in found} == {
        row["player"]: str(row["games"]) for row in unrated
    }
    audited.games(*tournament_of("two", [WIN] * 7, names(9)[2:], "2012-05-10", "enough"), to="cxc")
    assert [row["player"] for row in rows(audited, "unrated-pools")] == ["zoe"]


def test_first_ratings_are_those_that_came_of_games(audited: Club) -> None:
    (row,) = rows(audited, "first-ratings-by-month")
    assert (row["month"], row["player"], row["games"], row["score"]) == ("2012-04", "new", "9", "8.5")
    assert row["rating"] == str(audited.row("new", "cxc", "2012-04-01")["rating"])


def test_k_is_told_for_every_change_of_one_player_or_of_all(audited: Club) -> None:
    found = rows(audited, "k-by-player-and-date")
    assert {row["player"] for row in found} == {"ana", *names(5)}
    assert {row["k"] for row in found} == {"15"}
    his = rows(audited, "k-by-player-and-date", player="ana")
    assert [row["effective_on"] for row in his] == ["2012-01-01", "2012-02-01"]
    assert his == [row for row in found if row["player"] == "ana"]


def test_a_peak_is_the_highest_rating_of_any_days_list_and_the_first_day_it_stood(audited: Club) -> None:
    audited.openings({"ana": 2000, "bia": 2000, "eva": 1990}, to="elo")
    # Up and down within a day: the list never shows what ana had between the two games.
    audited.games(
        "day,2012-01-10,1,ana,bia,1-0",
        "day,2012-01-10,2,ana,eva,0-1",
        "day,2012-01-12,3,bia,eva,1/2-1/2",
        "day,2012-01-14,4,bia,eva,1-0",
        to="elo",
    )
    for code in ("elo", "cxc"):
        changed = {row["effective_on"] for row in audited.query("select effective_on from rating_change")}
        best: dict[str, tuple[Decimal, str]] = {}
        for day in sorted(changed):
            for row in audited.run("list", "--list", code, "--as-of", day, "--format", "csv").rows:
                rating = Decimal(row["rating"])
                if row["player"] not in best or rating > best[row["player"]][0]:
                    best[row["player"]] = (rating, day)
        found = rows(audited, "peaks", list=code)
        assert {row["player"]: (Decimal(row["peak"]), row["peak_on"]) for row in found} == best
        assert [Decimal(row["peak"]) for row in found] == sorted((one for one, _ in best.values()))[::-1]
    assert {row["player"]: row["peak_on"] for row in rows(audited, "peaks", list="elo")}[
        "ana"
    ] == "2010-12-01"
    (early,) = {row["peak_on"] for row in rows(audited, "peaks", list="elo", as_of="2012-01-09")}
    assert early == "2010-12-01"


def test_peaks_say_that_publications_are_not_asked_for(audited: Club) -> None:
    assert "published or not" in ask(audited, "peaks").err
    assert audited.run("query", "peaks", "-q").err == ""


def test_what_waits_is_told_conflicts_first(audited: Club) -> None:
    found = rows(audited, "conflicts-waiting")
    assert [(row["kind"], row["code"], row["line"]) for row in found] == [
        ("conflict", "RS060", "2"),
        ("question", "RS001", "3"),
    ]
    assert found[0]["row"] == "new,2012-01-10,1,ana,rival-01,0-1"


def test_adoptions_of_all_lists_or_of_one(audited: Club) -> None:
    audited.adopt(
        "elo-1", "blitz", "2012-01-01", "--set", "k=10", "--by", "Rui", "--reason", "minutes of May"
    )
    found = rows(audited, "adoptions")
    assert [row["list"] for row in found] == ["blitz", "cxc", "cxc", "cxc", "cxc"]
    (blitz,) = rows(audited, "adoptions", list="blitz")
    assert blitz == found[0]
    assert (blitz["rule_set"], blitz["effective_from"]) == ("elo-1", "2012-01-01")
    assert (blitz["by"], blitz["reason"], blitz["file"]) == ("Rui", "minutes of May", "elo-1")
    assert blitz["parameters"] == '{"k": "10"}'


def test_ingests_account_for_every_event_of_the_log(audited: Club) -> None:
    found = rows(audited, "ingests")
    assert [row["format"] for row in found] == ["ratings", "tournaments", "games", "games"]
    assert {(row["by"], row["reason"]) for row in found} == {("Rosa", "box of 2012")}
    kinds = ("games", "tournaments", "player_facts", "ratings", "admin")
    for row in found:
        positions = int(row["last_position"]) - int(row["first_position"]) + 1
        assert sum(int(row[kind]) for kind in kinds) == positions, row
    assert int(found[-1]["last_position"]) == audited.count("event")
    assert [row["games"] for row in found] == ["0", "0", "22", "3"]


def test_words_that_were_erased_are_empty_and_the_batch_stays(audited: Club) -> None:
    outside(audited, "UPDATE remark SET text = NULL, salt = NULL WHERE kind IN ('by', 'source')")
    found = rows(audited, "ingests")
    assert len(found) == 4
    assert {(row["by"], row["file"], row["reason"]) for row in found} == {("", "", "box of 2012")}


def test_the_tournaments_of_a_player_have_his_games_and_points(audited: Club) -> None:
    found = rows(audited, "tournaments-of-a-player", player="ana")
    assert [tuple(row.values()) for row in found] == [
        ("old", "Natal", "2011-12-10", "2011-12-10", "5", "1.5", "0"),
        ("new", "", "2012-01-10", "2012-01-10", "5", "4.5", "0"),
        ("side", "", "2012-01-20", "2012-01-22", "0", "0", "3"),
    ]
    (row,) = rows(audited, "tournaments-of-a-player", player="rival-06")
    assert (row["games"], row["score"]) == ("1", "0")


# --- games that no list rated -------------------------------------------------------------------


def why(club: Club) -> list[tuple[str, str, str]]:
    """Tournament, date and reason of every game that no list rated."""
    return [(row["tournament"], row["date"], row["why"]) for row in rows(club, "unrated-games")]


def test_unrated_games_come_with_the_reason(audited: Club) -> None:
    assert why(audited) == [
        ("side", "2012-01-20", "forfeit"),
        ("side", "2012-01-21", "unrated"),
        ("side", "2012-01-22", "pending"),
    ]
    expect_all_others_rated(audited, "cxc")


def test_a_game_of_a_tournament_that_does_not_count_is_not_rated(audited: Club) -> None:
    columns = (
        "batch, root, {claims}, line, tournament, name, lists, start_on, end_on, type, rounds, points, "
        "federation, place, time_control, reported_on, {status}, implied_list, touches"
    )
    into = columns.format(claims="claims", status="status")
    values = columns.format(claims="0", status="'refused'")
    outside(
        audited,
        f"INSERT INTO tournament_event (position, {into}) SELECT 1000, {values} FROM tournament_event",
    )
    found = [reason for tournament, _day, reason in why(audited) if tournament == "old"]
    assert found == ["tournament refused"] * 5


def test_a_game_that_one_of_its_lists_rates_is_rated(club: Club) -> None:
    club.adopt("elo-1", "blitz", "2012-02-01")
    club.adopt("elo-1", "rapid", "2012-01-01")
    club.openings({"ana": 2000, "bia": 2000}, to="rapid")
    club.ingest("tournament,name,lists\nboth,Both,blitz rapid\n", "--list", "rapid")
    played = (
        "both,2011-12-31,1,ana,bia,1-0",
        "both,2012-01-10,2,ana,bia,1-0",
        "both,2012-02-10,3,ana,bia,1-0",
    )
    club.games(*played, to="rapid")
    found = rows(club, "unrated-games")
    assert [(row["date"], row["list"], row["why"]) for row in found] == [
        ("2011-12-31", "blitz", "before the first rule set"),
        ("2011-12-31", "rapid", "before the first rule set"),
    ]
    assert club.query("select * from tournament_list where tournament = 'both' order by list") == [
        {"tournament": "both", "list": "blitz", "status": "rated"},
        {"tournament": "both", "list": "rapid", "status": "rated"},
    ]


FIRST = "2012-01-15"
STRADDLING = [
    *tournament_of("ana", [WIN], names(1), "2012-01-10", "before"),
    *tournament_of("ana", [WIN], names(1), "2012-01-14", "over"),
    "over,2012-01-16,2,ana,rival-02,1-0",
    *tournament_of("ana", [WIN], names(1), "2012-01-20", "after"),
    *tournament_of("ana", [WIN], names(1), "2012-02-10", "later"),
]


@pytest.mark.parametrize(
    ("rule_set", "unrated"),
    [
        ("elo-1", {"2012-01-10", "2012-01-14"}),  # chooses by the game's day
        ("cbx-1", {"2012-01-10", "2012-01-14", "2012-01-16"}),  # by the tournament's first day
        ("fide-1990", {"2012-01-10", "2012-01-14", "2012-01-16"}),  # the same, in half years
        ("cxc-2012", {"2012-01-10", "2012-01-14", "2012-01-16", "2012-01-20"}),  # by the month's first day
    ],
)
def test_games_before_the_first_rule_set_are_told_by_what_it_chooses_by(
    club: Club, rule_set: str, unrated: set[str]
) -> None:
    club.adopt(rule_set, "club", FIRST)
    club.openings({"ana": 2000, **dict.fromkeys(names(3), 1900)}, to="club")
    club.games(*STRADDLING, to="club")
    found = why(club)
    assert {day for _code, day, _reason in found} == unrated
    assert {reason for _code, _day, reason in found} == {"before the first rule set"}
    expect_all_others_rated(club, "club")


def expect_all_others_rated(club: Club, list_code: str) -> None:
    (row,) = club.query(f"select sum(games) as games from rated_unit where list = '{list_code}'")
    assert club.count("game_now") - len(why(club)) == row["games"]


# --- what cannot be asked -----------------------------------------------------------------------


REFUSED: dict[str, tuple[list[str], str]] = {
    "a name that is nearly one": (["list-of-dates"], "did you mean list-of-date"),
    "a name that is none": (["everything"], "ratingstore query lists them"),
    "a parameter that is nearly one": (["peaks", "-p", "asof=2012-01-01"], "did you mean as_of?"),
    "a parameter that is none": (["peaks", "-p", "x=y"], "it takes [list] [as_of]"),
    "a parameter of a query without any": (["ingests", "-p", "list=cxc"], "it takes none"),
    "a parameter that is left out": (["why-moved"], "-p player=..."),
    "a list that is not there": (["peaks", "-p", "list=cxd"], "did you mean cxc?"),
    "a player who is not there": (["why-moved", "-p", "player=anna"], "did you mean ana?"),
    "a tournament that is not there": (
        ["source-of-game", "-p", "tournament=nwe", "-p", "white=ana", "-p", "black=two"],
        "did you mean new?",
    ),
    "a day in another order": (["list-of-date", "-p", "as_of=31/03/2012"], "write 2012-03-31"),
    "no day at all": (["list-of-date", "-p", "as_of=yesterday"], "2012-03-31"),
    "a parameter twice": (["peaks", "-p", "list=cxc", "-p", "list=elo"], "set twice"),
    "a parameter without a value": (["peaks", "-p", "list"], "NAME=VALUE"),
    "a parameter of no query": (["-p", "list=cxc"], "ratingstore query lists them"),
    "a name and a statement": (["peaks", "--sql", "select 1"], "--sql goes without"),
    "a statement and a parameter": (["--sql", "select 1", "-p", "list=cxc"], "--sql goes without"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_asked_is_2_with_what_can(case: str, on_file: Club) -> None:
    words, hint = REFUSED[case]
    answer = on_file.run("query", *words, code=NOT_USABLE)
    assert hint in answer.err
    assert answer.out == ""


def test_with_several_lists_the_list_must_be_named_where_it_matters(audited: Club) -> None:
    audited.openings({"ana": 2000}, to="elo")
    assert "the store has cxc, elo" in audited.run("query", "peaks", code=NOT_USABLE).err
    assert len(rows(audited, "adoptions")) == 5
    assert [row["player"] for row in rows(audited, "peaks", list="elo")] == ["ana"]


def test_a_player_may_be_named_by_an_id_of_its_owner(club: Club) -> None:
    club.openings({"ana": 2000}, to="cxc")
    club.ingest("player,name,fide_id\nana,Ana,2200000\n", "--list", "cxc")
    assert [row["unit"] for row in rows(club, "why-moved", player="fide:2200000")] == ["opening"]


def test_values_are_bound_and_never_read_as_sql(club: Club) -> None:
    club.ingest(
        "player,list,date,rating\n\"a' or 'a'='a\",cxc,2010-12-01,2000\nb,cxc,2010-12-01,1900\n",
        "--list",
        "cxc",
    )
    assert len(rows(club, "why-moved", player="a' or 'a'='a")) == 1


def test_stored_changes_that_lag_are_said(audited: Club) -> None:
    outside(audited, "UPDATE projected_list SET known_at = 5, head = 'older'")
    answer = ask(audited, "list-of-date")
    assert "end at position 5 of" in answer.err
    assert "ratingstore project" in answer.err
    assert "position 5" not in ask(audited, "ingests").err
    audited.run("project")
    assert ask(audited, "list-of-date").err == ""


def outside(club: Club, statement: str) -> None:
    """A change that no command makes."""
    if club.url.startswith("postgresql"):
        with psycopg.connect(club.url, autocommit=True) as connection:
            connection.execute(statement)
        return
    with closing(sqlite3.connect(club.url.removeprefix("sqlite:///"), isolation_level=None)) as connection:
        connection.execute(statement)
