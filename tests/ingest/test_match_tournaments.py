"""Rows of tournaments against the log: new, known, filling what was open, contradicting."""

from __future__ import annotations

import pytest

from ratingstore.rulebook import catalogue
from tests.store.desk import Desk, codes, the

HEADER = (
    "tournament,name,lists,start_date,end_date,type,rounds,points,federation,place,time_control,reported_date"
)
STANDS = "t,Open,elo,2012-01-05,2012-01-20,swiss,9,1,BRA,Curitiba,90+30,2012-02-01"
FIELDS = HEADER.split(",")
OTHER = "u,Cup,cbx,2012-01-04,2012-01-21,team,7,2,POR,Lapa,15+5,2012-02-02"
NOW = "select name, lists, start_date, end_date, type, rounds, points, federation, place from tournament_now"


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    desk_on_a_file.store.rules_adopt("elo", "elo")
    desk_on_a_file.store.rules_adopt("cbx", "cbx")
    return desk_on_a_file


def with_field(field: str, value: str, row: str = STANDS) -> str:
    return ",".join(
        value if name == field else cell for name, cell in zip(FIELDS, row.split(","), strict=True)
    )


def test_a_tournament_is_new_once(desk: Desk) -> None:
    assert desk.hand_in([HEADER, STANDS]).counts == {"tournaments": (1, 0)}
    before = desk.dump()
    for again in ("t,,,,,,,,,,,", "t,Open,,,2012-01-20,,,,,,,", f"{STANDS}\r"):
        report = desk.hand_in([HEADER, again])
        assert (report.counts, report.batch, codes(report)) == ({"tournaments": (0, 1)}, None, [])
    assert desk.dump() == before


@pytest.mark.parametrize("field", FIELDS[1:])
def test_an_empty_field_is_filled_by_a_version_and_a_full_one_contradicted(desk: Desk, field: str) -> None:
    other = OTHER.split(",")[FIELDS.index(field)]
    desk.hand_in([HEADER, with_field(field, "")])
    report = desk.hand_in([HEADER, with_field(field, other)])
    assert (report.counts, report.refused) == ({"tournaments": (1, 0)}, False)
    first, version = desk.query("select position, root, claims from tournament_event order by position")
    assert (version["root"], version["claims"]) == (first["position"], 0)
    before = desk.dump("quarantine_row")
    report = desk.hand_in([HEADER, STANDS])
    problem = the(report, "RS061")
    assert (problem.field, problem.values["field"]) == (field, field)
    assert STANDS.split(",")[FIELDS.index(field)] in str(problem.values["here"])
    assert other in str(problem.values["there"])
    assert (report.conflicts, report.quarantined) == (1, 0)
    assert desk.dump("quarantine_row") == before


def test_the_order_in_which_lists_are_written_means_nothing(desk: Desk) -> None:
    desk.hand_in([HEADER, with_field("lists", "elo cbx")])
    assert desk.hand_in([HEADER, with_field("lists", "cbx elo cbx")]).counts == {"tournaments": (0, 1)}
    assert desk.column("select lists from tournament_now") == ["cbx elo"]


def test_rows_that_complete_each_other_in_one_file_are_versions_of_one_statement(desk: Desk) -> None:
    report = desk.hand_in(
        ["tournament,name,start_date,end_date", "t,Open,,", "t,,2012-01-05,", "t,,,2012-01-20"]
    )
    assert (report.counts, codes(report)) == ({"tournaments": (3, 0)}, [])
    (now,) = desk.query(NOW)
    assert (now["name"], now["start_date"], now["end_date"]) == ("Open", "2012-01-05", "2012-01-20")
    assert desk.number("select count(distinct root) from tournament_event") == 1


def test_dates_from_two_files_must_fit_each_other(desk: Desk) -> None:
    desk.hand_in(["tournament,start_date", "t,2012-01-05"])
    report = desk.hand_in(["tournament,end_date", "t,2012-01-04"])
    problem = the(report, "RS074")
    assert (problem.field, problem.values) == ("end_date", {"start": "2012-01-05", "end": "2012-01-04"})
    assert codes(desk.hand_in(["tournament,end_date", "t,2012-01-05"])) == []


def test_a_refused_row_makes_no_tournament(desk: Desk) -> None:
    desk.hand_in(["tournament,start_date", "t,2012-01-05"])
    report = desk.hand_in(["tournament,lists,end_date", "u,padaria,2012-01-04", "v,,2012-01-09"])
    assert codes(report) == ["RS050"]
    assert desk.column("select code from tournament order by number") == ["t", "v"]


def test_what_games_implied_is_no_claim_that_a_later_row_could_contradict(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", "t,2012-01-12,2,ana,bia,1-0", to="elo")
    report = desk.hand_in(["tournament,lists,start_date,end_date", "t,cbx,2012-01-02,2012-01-31"])
    assert codes(report) == []
    (now,) = desk.query(NOW)
    assert (now["lists"], now["start_date"], now["end_date"]) == ("cbx", "2012-01-02", "2012-01-31")


def test_the_option_name_states_the_name_of_the_one_tournament_of_a_games_file(desk: Desk) -> None:
    report = desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo", name="Aberto")
    assert report.counts == {"tournaments": (1, 0), "games": (1, 0)}
    assert desk.column("select name from tournament_now") == ["Aberto"]
    report = desk.games("t,2012-01-11,2,ana,bia,1-0", to="elo", name="Fechado")
    assert the(report, "RS061").values["there"] == "“Aberto”"


# The list that an option gives


def lists_of(desk: Desk) -> dict[str, set[str]]:
    """The lists in which each tournament's games are rated, whoever said so."""
    found: dict[str, set[str]] = {}
    for row in desk.query("select tournament, list from tournament_list"):
        found.setdefault(str(row["tournament"]), set()).add(str(row["list"]))
    return found


def test_the_option_list_rates_a_tournament_that_nobody_claimed(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    assert lists_of(desk) == {"t": {"elo"}}


@pytest.mark.parametrize("claimed_first", [True, False])
def test_the_lists_of_a_tournament_win_over_the_option(desk: Desk, claimed_first: bool) -> None:
    files = [
        ("tournament,lists\nt,cbx\n", "elo"),
        ("tournament,date,white,black,result\nt,2012-01-10,ana,bia,1-0\n", "elo"),
    ]
    for content, to in files if claimed_first else reversed(files):
        desk.hand_in(content, to)
    assert lists_of(desk) == {"t": {"cbx"}}


def test_the_option_list_never_adds_a_list_to_a_known_tournament_and_says_so(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    for rows in (["t,2012-01-10,1,ana,bia,1-0"], ["t,2012-01-11,2,ana,bia,1-0"]):
        report = desk.games(*rows, to="cbx")
        assert codes(report) == []
        assert "tournament t is rated in elo; --list adds no list to it" in report.notes
        assert lists_of(desk) == {"t": {"elo"}}
    report = desk.hand_in(["tournament,name", "t,Open"], "cbx")
    assert lists_of(desk) == {"t": {"elo"}}


def test_the_option_list_of_the_tournaments_own_list_says_nothing(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    assert not any("--list" in note for note in desk.games("t,2012-01-11,2,ana,bia,1-0", to="elo").notes)


def test_a_tournament_that_no_list_rates_must_be_given_one(desk: Desk) -> None:
    before = desk.dump()
    report = desk.games("t,2012-01-10,1,ana,bia,1-0")
    assert (report.readable, report.written, report.counts) == (False, False, {})
    message, hint = report.notes
    assert "which list" in message
    assert "--list" in hint
    assert desk.dump() == before
    desk.hand_in(["tournament,name", "t,Open"])
    assert not desk.games("t,2012-01-10,1,ana,bia,1-0").readable
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="cbx")
    desk.games("t,2012-01-11,2,ana,bia,1-0")
    assert lists_of(desk) == {"t": {"cbx"}}


def test_the_only_list_of_a_store_need_not_be_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("one")
    desk = Desk(str(folder / "club.db"), folder)
    desk.store.rules_adopt("elo", "clube")
    desk.games("t,2012-01-10,1,ana,bia,1-0")
    assert lists_of(desk) == {"t": {"clube"}}


@pytest.mark.parametrize("name", ["padaria", "CXC", "cxc-2012"])
def test_a_list_that_nothing_opens_is_refused_before_anything_is_written(desk: Desk, name: str) -> None:
    before = desk.dump()
    report = desk.games("t,2012-01-10,1,ana,bia,1-0", to=name)
    assert not report.readable
    message, hint = report.notes
    assert name in message
    assert f"--list {name}" in hint
    assert desk.dump() == before


def test_a_list_with_a_calendar_of_its_name_is_opened_and_said(desk: Desk) -> None:
    calendar = catalogue.calendar("cxc")
    assert calendar is not None
    entries = [(entry.rule_set, entry.effective_from) for entry in calendar.entries]
    report = desk.games("t,2012-01-10,1,ana,bia,1-0", to="cxc")
    said = ", ".join(f"{rule_set} ({day})" for rule_set, day in entries)
    assert f"opened list cxc by its calendar: {said}" in report.notes
    adopted = desk.query("select rule_set, effective_from from adoption where list = 'cxc' order by position")
    assert [(row["rule_set"], row["effective_from"]) for row in adopted] == entries
    report = desk.games("t,2012-01-11,2,ana,bia,1-0", to="cxc")
    assert not any("opened" in note for note in report.notes)


def test_a_row_that_names_a_list_opens_it_as_the_option_does(desk: Desk) -> None:
    report = desk.hand_in(["tournament,lists", "t,cbjd elo"])
    assert any("opened list cbjd" in note for note in report.notes)
    report = desk.hand_in(["player,list,date,rating", "ana,cxc,2011-12-01,1500"])
    assert any("opened list cxc" in note for note in report.notes)
