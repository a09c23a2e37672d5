"""The files of the ready-made audit queries say what they answer, and bind what they say."""

from __future__ import annotations

import re

import pytest

from ratingstore.problems import CONFLICTS
from ratingstore.store import audit
from tests.evidence import ROOT

QUERIES = audit.queries()
VIEWS = re.findall(r"^## (\w+)$", (ROOT / "docs" / "views.md").read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("query", QUERIES, ids=[query.name for query in QUERIES])
def test_a_query_says_what_it_answers_and_binds_the_parameters_that_it_names(query: audit.NamedQuery) -> None:
    assert query.answers
    assert not query.answers.endswith(".")
    assert query.note == "" or query.note.endswith(".")
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", query.name)
    assert all(one.about for one in query.parameters)
    assert set(re.findall(r":(\w+)", query.sql)) == {one.name for one in query.parameters}


@pytest.mark.parametrize("query", QUERIES, ids=[query.name for query in QUERIES])
def test_a_query_reads_documented_views_only_and_in_one_statement(query: audit.NamedQuery) -> None:
    sources = re.findall(r"\b(?:FROM|JOIN)\s+(\w+)", query.sql)
    assert sources
    assert set(sources) <= set(VIEWS)
    assert ";" not in query.sql


def test_the_conflicts_that_a_query_names_are_those_of_the_program() -> None:
    assert set(re.findall(r"RS\d{3}", audit.find("conflicts-waiting").sql)) == CONFLICTS


TEXT = """\
-- The highest
-- of all
--
-- Publications are
-- not looked at.
--
-- :player       the player
-- :list         the list
-- :as_of=today  the last day
-- :tournament=  its code
SELECT 1
-- no part of the head
WHERE :player = ''
"""


def test_a_file_is_read_by_its_paragraphs() -> None:
    query = audit.parse("peak", TEXT)
    assert (query.answers, query.note) == ("The highest of all", "Publications are not looked at.")
    assert query.usage == "player [list] [as_of] [tournament]"
    assert [(one.name, one.kind, one.default, one.about) for one in query.parameters] == [
        ("player", "player", None, "the player"),
        ("list", "list", None, "the list"),
        ("as_of", "date", "today", "the last day"),
        ("tournament", "tournament", "", "its code"),
    ]
    assert query.sql == "SELECT 1\n-- no part of the head\nWHERE :player = ''"


def test_a_parameter_that_no_query_can_have_is_refused() -> None:
    with pytest.raises(ValueError, match="colour"):
        audit.parse("query", "-- What\n--\n-- :colour  which\nSELECT 1\n")
