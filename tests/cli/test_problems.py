"""``problems`` prints what a code means, without any store."""

from __future__ import annotations

import json

import pytest

from ratingstore.problems import CATALOGUE
from tests.cli.conftest import Run


def general(template: str) -> str:
    """A template as it is shown without a row."""
    return template.replace("{", "<").replace("}", ">")


def test_without_a_code_all_are_listed_in_order(run: Run) -> None:
    listed = json.loads(run("problems", "--format", "json").out)
    assert [row["code"] for row in listed] == sorted(CATALOGUE)
    assert set(listed[0]) == {"code", "severity", "sentence"}


@pytest.mark.parametrize("code", ["RS001", "rs001"])
def test_a_code_is_told_with_its_sentence_meaning_and_hint(run: Run, code: str) -> None:
    kind = CATALOGUE["RS001"]
    done = run("problems", code)
    assert done.code == 0
    assert done.out == (
        f"RS001 (refused)\n  {general(kind.sentence)}\n\n{kind.meaning}\n\nhint: {kind.hint}\n"
    )


def test_what_a_row_would_fill_in_stands_in_angle_brackets(run: Run) -> None:
    assert "\n  this game stands in the log with <field> <there>, the file has <here>\n" in (
        run("problems", "RS060").out
    )
    for kind in ("table", "csv", "json"):
        assert not set("{}") & set(run("problems", "--format", kind).out.replace('{"', "").replace('"}', ""))


def test_a_code_comes_as_data_too(run: Run) -> None:
    (row,) = json.loads(run("problems", "RS001", "--format", "json").out)
    assert list(row) == ["code", "severity", "sentence", "hint", "meaning"]


def test_an_unknown_code_is_2(run: Run) -> None:
    done = run("problems", "RS999")
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: there is no problem code RS999\nhint: ratingstore problems lists them all\n"
