"""Every file in ``broken/`` has one fault and says at its top how it must be refused."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ratingstore.errors import RuleSetInvalid
from ratingstore.rulebook.calendars import read_calendar
from ratingstore.rulebook.loader import load
from tests.evidence import ROOT

HERE = Path(__file__).parent
SOUND = (HERE / "sound.toml").read_text(encoding="utf-8")
FEDERATION = (HERE / "federation.toml").read_text(encoding="utf-8")
UNION = (HERE / "union.toml").read_text(encoding="utf-8")
BOTH = {name: (HERE / f"{name}.toml").read_text(encoding="utf-8") for name in ("fifty", "four")}
CALENDAR = (HERE / "club.toml").read_text(encoding="utf-8")
ADJUSTED = (HERE / "union-calendar.toml").read_text(encoding="utf-8")

RULE_SETS = sorted((HERE / "broken").glob("*.toml"))
TABLES = sorted((HERE / "broken" / "tables").glob("*.toml"))
DIFFERENCES = sorted((HERE / "broken" / "differences").glob("*.toml"))
CALENDARS = sorted((HERE / "broken" / "calendars").glob("*.toml"))

REFUSED = re.compile(r"^# refused: (?P<path>[^:]+): (?P<sentence>.+)$", re.MULTILINE)
SET = re.compile(r"^# set: (?P<name>\w+)=(?P<value>.+)$", re.MULTILINE)


def expected(text: str) -> list[tuple[str, str]]:
    found = [(match["path"], match["sentence"]) for match in REFUSED.finditer(text)]
    assert found, "the file does not say how it is refused"
    return found


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RULE_SETS, ids=lambda path: path.stem)
def test_a_broken_rule_set_is_refused_with_its_key_and_a_sentence(path: Path) -> None:
    text = read(path)
    parameters = {match["name"]: match["value"] for match in SET.finditer(text)}
    with pytest.raises(RuleSetInvalid) as refused:
        load(text, BOTH, parameters)
    assert list(refused.value.findings) == expected(text)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_rule_set_with_a_broken_table_is_refused(path: Path) -> None:
    text = read(path)
    with pytest.raises(RuleSetInvalid) as refused:
        load(SOUND, {"four": text})
    assert list(refused.value.findings) == expected(text)


@pytest.mark.parametrize("path", DIFFERENCES, ids=lambda path: path.stem)
def test_a_rule_set_with_a_broken_table_of_differences_is_refused(path: Path) -> None:
    text = read(path)
    with pytest.raises(RuleSetInvalid) as refused:
        load(FEDERATION, {**BOTH, "fifty": text})
    assert list(refused.value.findings) == expected(text)


@pytest.mark.parametrize("path", CALENDARS, ids=lambda path: path.stem)
def test_a_broken_calendar_is_refused(path: Path) -> None:
    text = read(path)
    with pytest.raises(RuleSetInvalid) as refused:
        read_calendar("union" if "union" in text else "club", text)
    assert list(refused.value.findings) == expected(text)


def test_the_files_that_the_broken_ones_are_made_from_are_sound() -> None:
    assert load(SOUND, BOTH).id == "club-1"
    assert load(FEDERATION, BOTH).id == "league-1"
    assert load(UNION, BOTH).id == "union-1"
    assert read_calendar("club", CALENDAR).entries[1].rule_set == "club-2"
    assert read_calendar("union", ADJUSTED).adjustments[1].on == "2022-07-01"


def test_every_sentence_of_the_rulebook_has_a_broken_file() -> None:
    said = "\n".join(
        sentence
        for path in RULE_SETS + TABLES + DIFFERENCES + CALENDARS
        for _, sentence in expected(read(path))
    )
    unsaid = [
        (module.name, template)
        for module in sorted((ROOT / "ratingstore" / "rulebook").glob("*.py"))
        if module.stem not in ("catalogue", "comparison", "describe")  # these refuse no file's content
        for template in templates(module)
        if not re.search(pattern(template), said)
    ]
    assert unsaid == []


def templates(module: Path) -> list[str]:
    """The texts of all ``_("...")`` of a module."""
    calls = [node for node in ast.walk(ast.parse(read(module))) if isinstance(node, ast.Call)]
    return [
        argument.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "_"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def pattern(template: str) -> str:
    parts = re.split(r"\{\w+\}", template)
    return ".+".join(re.escape(part) for part in parts)
