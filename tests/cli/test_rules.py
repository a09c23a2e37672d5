"""The rulebook can be read without any store."""

from __future__ import annotations

import json

import pytest

from ratingstore.rulebook import catalogue
from tests.cli.conftest import Run
from tests.cli.fake_api import FakeApi

IDS = [one.id for one in catalogue.shipped()]


def test_without_a_store_list_shows_what_is_shipped(run: Run, fake: FakeApi) -> None:
    fake.missing = True
    done = run("rules", "list", "--format", "json")
    assert (done.code, done.err) == (0, "")
    listed = json.loads(done.out)
    assert [row["rule_set"] for row in listed] == IDS
    assert {row["list"] for row in listed} == {None}


def test_where_a_store_is_it_answers(run: Run, fake: FakeApi) -> None:
    assert run("rules", "list").code == 0
    assert [name for name, _given in fake.calls] == ["open", "rules_list", "close"]
    assert fake.called("open")["create"] is False


@pytest.mark.parametrize("rule_set", IDS)
def test_show_gives_every_value_with_its_source(run: Run, rule_set: str) -> None:
    done = run("rules", "show", rule_set, "--format", "json")
    assert done.code == 0
    rows = {row["path"]: row for row in json.loads(done.out)}
    assert rows["id"]["value"] == rule_set
    assert all(row["source"] for row in rows.values() if row["path"].startswith("k.bands[") and row["value"])


def test_show_prints_notes_in_paragraphs_that_lose_no_word(run: Run) -> None:
    rows = json.loads(run("rules", "show", "cxc-2012", "--format", "json").out)
    notes = [row["note"] for row in rows if row["note"]]
    printed = run("rules", "show", "cxc-2012").out
    assert notes
    for note in notes:
        assert " ".join(note.split()) in " ".join(printed.split())
    assert max(len(line) for line in printed.partition("\n\n")[2].splitlines()) <= 102


def test_an_unknown_rule_set_is_2_with_what_was_probably_meant(run: Run) -> None:
    done = run("rules", "show", "cxc-2021")
    assert done.code == 2
    assert done.err.startswith("error: there is no rule set cxc-2021")
    assert "cxc-201" in done.err.splitlines()[1]
