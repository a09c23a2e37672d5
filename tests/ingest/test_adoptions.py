"""Adoptions: as JSON lines, and by ``rules adopt``."""

from __future__ import annotations

import json

import pytest

from ratingstore.api import Writing
from ratingstore.errors import UsageError
from ratingstore.events import days
from ratingstore.replay import choice
from ratingstore.store import administration, engine, existing
from ratingstore.store.rows import AdjustmentRow
from tests.store.chained import expect_the_chain_to_hold
from tests.store.desk import Desk, codes, the

ADOPTED = "select list, rule_set, effective_from, parameters from adoption order by position"


@pytest.fixture
def desk(desk_on_a_file: Desk) -> Desk:
    return desk_on_a_file


def line(**said: object) -> str:
    return json.dumps({"type": "adoption", "list": "clube", "rule_set": "elo-1", **said})


def test_an_adoption_opens_its_list_which_then_holds_only_what_was_adopted(desk: Desk) -> None:
    report = desk.jsonl(line(list="cxc", rule_set="cxc-2012", effective_from="2012-01-01"), to="cxc")
    assert report.counts == {"adoptions": (1, 0)}
    assert desk.query(ADOPTED) == [
        {"list": "cxc", "rule_set": "cxc-2012", "effective_from": "2012-01-01", "parameters": "{}"}
    ]


def test_an_adoption_is_new_once(desk: Desk) -> None:
    desk.jsonl(line(parameters={"k": 24}))
    before = desk.dump()
    for again in (line(parameters={"k": 24}), line(parameters={"k": "24"}, effective_from="1900-01-01")):
        report = desk.jsonl(again + " ")
        assert (report.counts, report.batch) == ({"adoptions": (0, 1)}, None)
    assert desk.dump() == before


@pytest.mark.parametrize(
    "other", [{"parameters": {"k": 25}}, {"effective_from": "2012-01-01"}, {"list": "outro"}]
)
def test_another_day_list_or_parameter_is_another_adoption(desk: Desk, other: dict[str, object]) -> None:
    desk.jsonl(line(parameters={"k": 24}))
    report = desk.jsonl(line(**{"parameters": {"k": 24}, **other}))
    assert report.counts == {"adoptions": (1, 0)}
    assert desk.number("select count(*) from adoption") == 2


def test_without_a_day_an_adoption_holds_from_the_rule_sets_own(desk: Desk) -> None:
    desk.jsonl(line(rule_set="cxc-2012-04"))
    assert desk.column("select effective_from from adoption") == ["2012-04-01"]


def test_the_reason_and_the_note_of_an_adoption_are_kept_beside_it(desk: Desk) -> None:
    desk.jsonl(line(reason="general meeting", note="page 3"))
    found = desk.query("select kind, text from remark where position = 1 order by number")
    assert found == [{"kind": "reason", "text": "general meeting"}, {"kind": "note", "text": "page 3"}]


def test_an_adoption_carries_the_whole_text(desk: Desk) -> None:
    desk.jsonl(line(rule_set="cxc-2012", effective_from="2012-01-01"))
    (payload,) = desk.column("select payload from admin_event")
    held = json.loads(str(payload))
    assert 'id = "cxc-2012"' in held["text"]
    assert held["tables"]


def test_an_unknown_rule_set_is_asked_about_and_opens_nothing(desk: Desk) -> None:
    report = desk.jsonl(line(rule_set="cxc-2013"))
    problem = the(report, "RS076")
    assert problem.values["rule_set"] == "cxc-2013"
    assert "cxc-2012" in str(problem.values["known"])
    assert desk.column("select code from rating_list") == []


@pytest.mark.parametrize(
    "parameters", [{"kk": 24}, {"k": "fast"}, {"k": -1}, {"k": 24, "colour": "blue"}, {"k": ""}]
)
def test_parameters_that_do_not_fit_are_asked_about_and_open_nothing(
    desk: Desk, parameters: dict[str, object]
) -> None:
    report = desk.jsonl(line(parameters=parameters))
    problem = the(report, "RS077")
    assert problem.values["rule_set"] == "elo-1"
    assert problem.values["text"]
    assert desk.column("select code from rating_list") == []


def test_a_file_may_use_the_list_that_it_opens_further_down(desk: Desk) -> None:
    report = desk.jsonl(
        '{"type": "game", "tournament": "t", "date": "2012-01-10", "white": "ana", "black": "bia",'
        ' "result": "1-0"}',
        line(),
        to="clube",
    )
    assert (report.counts, codes(report)) == ({"adoptions": (1, 0), "games": (1, 0)}, [])


# rules adopt


def test_adopting_says_what_it_opened_and_what_holds_from_when(desk: Desk) -> None:
    said = desk.store.rules_adopt("cxc-2012", "clube", "2012-01-01").lines
    assert said == ("opened list clube; cxc-2012 holds for it from 2012-01-01",)
    said = desk.store.rules_adopt("cxc-2012-04", "clube").lines
    assert said == ("cxc-2012-04 holds for list clube from 2012-04-01",)
    with engine.reading(desk.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_adopting_again_what_holds_changes_nothing(desk: Desk) -> None:
    desk.store.rules_adopt("elo-1", "clube", None, {"k": "24"})
    before = desk.dump()
    said = desk.store.rules_adopt("elo-1", "clube", None, {"k": "24"}).lines
    assert said == ("elo-1 already holds for list clube from 1900-01-01",)
    assert desk.dump() == before


def test_an_earlier_choice_can_be_adopted_again_after_another(desk: Desk) -> None:
    for k in ("24", "32", "24"):
        desk.store.rules_adopt("elo-1", "clube", None, {"k": k})
    assert [
        json.loads(str(text))["k"]
        for text in desk.column("select parameters from adoption order by position")
    ] == [
        "24",
        "32",
        "24",
    ]


def test_adopting_before_the_rule_sets_own_day_is_allowed_and_noted(desk: Desk) -> None:
    (said,) = desk.store.rules_adopt("cxc-2012", "clube", "2011-12-01").lines
    assert said.endswith("earlier than the rule set's own date, 2012-01-01")


def test_a_calendar_brings_all_its_rule_sets_with_their_dates(desk: Desk) -> None:
    said = desk.store.rules_adopt("cxc", "clube").lines
    assert len(said) == desk.number("select count(*) from adoption") >= 3
    with pytest.raises(UsageError, match="calendar"):
        desk.store.rules_adopt("cxc", "outro", "2012-01-01")
    with pytest.raises(UsageError, match="calendar"):
        desk.store.rules_adopt("cxc", "outro", None, {"k": "24"})
    assert desk.column("select code from rating_list") == ["clube"]


def test_a_dry_run_of_an_adoption_leaves_nothing(desk: Desk) -> None:
    before = desk.dump()
    said = desk.store.rules_adopt("cxc", "clube", writing=Writing(dry_run=True)).lines
    assert said[0].startswith("opened list clube")
    assert desk.dump() == before


def test_rules_that_were_voted_and_revoked_are_known_only_in_between(desk: Desk) -> None:
    """Two adoptions of one date: what was known decides between them."""
    for rule_set, day in (("fide-standard-2009-k30", "2008-12-01"), ("fide-standard-2009-07", "2009-04-24")):
        desk.store.rules_adopt(
            rule_set, "fide-standard", "2009-07-01", writing=Writing(recorded_at=f"{day}T12:00:00Z")
        )
    with engine.reading(desk.store.engine) as connection:
        known = [administration.adoptions(connection, position) for position in (1, 2)]
    found = [choice.in_force(choice.adopted(rows, 1), days.day_of("2009-07-01")) for rows in known]
    assert [one and one.rules.id for one in found] == ["fide-standard-2009-k30", "fide-standard-2009-07"]
    assert [one and [band.k for band in one.rules.k.bands] for one in found] == [[30, 20], [15]]


# calendars with adjustments

ADJUSTED = "select valid_on, touches, payload from admin_event where kind = 'adjustment' order by position"


def adjusted(desk: Desk) -> list[AdjustmentRow]:
    with engine.reading(desk.store.engine) as connection:
        return list(administration.read(connection, existing.HEAD).adjustments)


def test_adopting_a_calendar_adjusts_the_list_on_its_days_with_the_reason(desk: Desk) -> None:
    desk.store.rules_adopt("fide-blitz", "blitz")
    raised, lifted = adjusted(desk)
    assert [days.iso(one.on) for one in (raised, lifted)] == ["2022-10-01", "2024-03-01"]
    assert (raised.adjustment.formula, raised.adjustment.other_list) == ("max(R, S - 100)", "fide-standard")
    assert lifted.adjustment.selection.rating_below == 200_000
    assert lifted.reason.startswith("Raise of all ratings below 2000")
    for row in desk.query(ADJUSTED):
        assert row["touches"] == row["valid_on"]
        assert str(row["payload"]) == json.dumps(
            json.loads(str(row["payload"])), sort_keys=True, ensure_ascii=False
        )
    with engine.reading(desk.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_adopting_a_calendar_again_adds_nothing(desk: Desk) -> None:
    desk.store.rules_adopt("fide-standard", "fide-standard")
    before = desk.dump()
    said = desk.store.rules_adopt("fide-standard", "fide-standard").lines
    assert said[-1].startswith("list fide-standard already has the adjustment of 2024-03-01")
    assert desk.dump() == before


def test_a_list_that_a_file_opens_by_its_calendar_is_adjusted_too(desk: Desk) -> None:
    report = desk.hand_in(["player,list,date,rating", "ana,fide-rapid,2023-01-01,1500"])
    assert (
        "opened list fide-rapid by its calendar: fide-rapid-2012 (2012-01-01) to "
        "fide-rapid-2024-12 (2024-12-01), 7 rule sets; 2 adjustments"
    ) in report.notes
    assert [days.iso(one.on) for one in adjusted(desk)] == ["2022-10-01", "2024-03-01"]
    assert adjusted(desk)[1].reason.startswith("Raise of all ratings below 2000")
    before = desk.dump()
    desk.store.rules_adopt("fide-rapid", "fide-rapid")
    assert desk.dump() == before


def test_a_single_rule_set_brings_no_adjustment(desk: Desk) -> None:
    desk.store.rules_adopt("fide-standard-2022-01", "fide-standard")
    assert adjusted(desk) == []
