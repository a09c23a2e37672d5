"""Finding rule sets: the shipped ones, calendars, and a club's own file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ratingstore.errors import FileUnusable, RuleSetInvalid, UnknownName
from ratingstore.rulebook import catalogue
from ratingstore.rulebook.loader import digest, load
from tests.evidence import ROOT

HERE = Path(__file__).parent
SOUND = (HERE / "sound.toml").read_text(encoding="utf-8")
TABLE = (HERE / "four.toml").read_text(encoding="utf-8")
FEDERATION = (HERE / "federation.toml").read_text(encoding="utf-8")
FIFTY = (HERE / "fifty.toml").read_text(encoding="utf-8")
FAST = ("2012", "2012-07", "2021-11", "2022-01", "2022-10", "2024-03", "2024-12")
STANDARD = (
    "1971", "1981", "2000", "2003-11", "2008", "2009-07", "2009-k30", "2011-07", "2012-07", "2014-07", "2016",
    "2017-07", "2022-01", "2024-03", "2025-10",
)  # fmt: skip
FIDE = [f"fide-blitz-{one}" for one in FAST] + [f"fide-rapid-{one}" for one in FAST]
FIDE += [f"fide-standard-{one}" for one in STANDARD]
OTHERS = "cbjd-1, cbx-1, cxc-2010, cxc-2011, cxc-2012, cxc-2012-04, elo-1, fide-1990"
ALL = ", ".join([OTHERS, *FIDE])


def test_a_shipped_rule_set_carries_its_text_and_the_one_table_that_it_names() -> None:
    one = catalogue.find("cxc-2012")
    assert (one.id, one.body, one.path) == ("cxc-2012", "cxc", "cxc/cxc-2012.toml")
    assert list(one.tables) == ["expected-fide"]
    assert catalogue.find("elo-1").tables == {}


def test_a_rule_set_may_name_a_table_for_scores_and_one_for_differences() -> None:
    assert list(catalogue.find("fide-1990").tables) == ["dp-fide", "expected-fide"]


def test_every_shipped_file_is_named_by_its_id_in_the_folder_of_its_body() -> None:
    assert [one.path for one in catalogue.shipped()] == [
        f"{one.body}/{one.id}.toml" for one in catalogue.shipped()
    ]


def test_an_unknown_id_gets_the_nearest_one_as_a_hint() -> None:
    with pytest.raises(UnknownName) as unknown:
        catalogue.find("CXC-2013")
    assert unknown.value.message == "there is no rule set CXC-2013 in the rulebook"
    assert unknown.value.hint == "did you mean cxc-2012?"


def test_an_id_that_is_like_no_other_gets_all_ids_as_a_hint() -> None:
    with pytest.raises(UnknownName) as unknown:
        catalogue.find("glicko")
    assert unknown.value.hint == f"the rulebook has {ALL}"


def test_there_is_a_calendar_for_each_body_or_list_of_one() -> None:
    every = {
        one.code: [(entry.rule_set, entry.effective_from) for entry in one.entries]
        for one in catalogue.calendars()
    }
    of_fide = ("fide-blitz", "fide-rapid", "fide-standard")
    entries = {code: found for code, found in every.items() if code not in of_fide}
    assert [len(every[code]) for code in of_fide] == [len(FAST), len(FAST), len(STANDARD)]
    assert entries == {
        "cbjd": [("cbjd-1", "1900-01-01")],
        "cbx": [("cbx-1", "1900-01-01")],
        "cxc": [
            ("cxc-2010", "1900-01-01"),
            ("cxc-2011", "2011-01-01"),
            ("cxc-2012", "2012-01-01"),
            ("cxc-2012-04", "2012-04-01"),
        ],
        "elo": [("elo-1", "1900-01-01")],
        "fide-1990": [("fide-1990", "1990-01-01")],
    }


def test_calendars_use_the_day_from_which_a_rule_set_is_valid() -> None:
    for calendar in catalogue.calendars():
        for entry in calendar.entries:
            one = catalogue.find(entry.rule_set)
            assert one.body == calendar.code.partition("-")[0]
            assert load(one.text, one.tables).valid_from == entry.effective_from


def test_a_code_without_calendar_has_none() -> None:
    assert catalogue.calendar("fexerj") is None
    found = catalogue.calendar("cxc")
    assert found
    assert found.title.startswith("Rating interno do Clube de Xadrez de Curitiba")


def test_a_clubs_own_file_may_name_a_shipped_table(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(SOUND.replace('"four"', '"expected-fide"'), encoding="utf-8")
    one = catalogue.from_file(path)
    assert (one.id, one.body, one.path) == ("club-1", "club", str(path))
    assert one.tables == catalogue.find("cxc-2012").tables
    assert len(load(one.text, one.tables).expected.high) == 51


def test_a_clubs_own_file_may_bring_its_table_along(tmp_path: Path) -> None:
    (tmp_path / "four.toml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "ours.toml").write_text(SOUND, encoding="utf-8")
    one = catalogue.from_file(tmp_path / "ours.toml")
    assert one.tables == {"four": TABLE}
    assert load(one.text, one.tables).expected.upper == (100, 300, 735)


def test_a_clubs_own_file_may_bring_both_of_its_tables_along(tmp_path: Path) -> None:
    (tmp_path / "fifty.toml").write_text(FIFTY, encoding="utf-8")
    (tmp_path / "ours.toml").write_text(FEDERATION.replace('"four"', '"expected-fide"'), encoding="utf-8")
    one = catalogue.from_file(tmp_path / "ours.toml")
    assert one.tables == {"fifty": FIFTY, **catalogue.find("cxc-2012").tables}
    assert load(one.text, one.tables).first_rating.differences[1] == 10


def test_a_table_beside_the_file_comes_before_the_shipped_one_of_that_name(tmp_path: Path) -> None:
    ours = TABLE.replace('name = "four"', 'name = "expected-fide"')
    (tmp_path / "expected-fide.toml").write_text(ours, encoding="utf-8")
    (tmp_path / "ours.toml").write_text(SOUND.replace('"four"', '"expected-fide"'), encoding="utf-8")
    one = catalogue.from_file(tmp_path / "ours.toml")
    assert one.tables == {"expected-fide": ours}


def test_a_table_that_is_nowhere_is_missed_with_those_that_there_are(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(SOUND, encoding="utf-8")
    one = catalogue.from_file(path)
    with pytest.raises(RuleSetInvalid) as refused:
        load(one.text, one.tables)
    assert refused.value.findings == (
        ("expected.table", "there is no table four here; there is dp-fide, dp-fide-2011, expected-fide"),
    )


def test_the_name_of_a_table_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "four.toml").write_text(TABLE, encoding="utf-8")
    path = tmp_path / "inner" / "ours.toml"
    path.write_text(SOUND.replace('"four"', '"../four"'), encoding="utf-8")
    assert catalogue.from_file(path).tables == {}


def test_a_file_from_windows_is_the_same_rule_set(tmp_path: Path) -> None:
    shipped = catalogue.find("cxc-2012")
    path = tmp_path / "cxc-2012.toml"
    path.write_bytes(("\ufeff" + shipped.text.replace("\n", "\r\n")).encode("utf-8"))
    one = catalogue.from_file(path)
    assert one.text == shipped.text
    assert digest(one.text, one.tables) == digest(shipped.text, shipped.tables)


@pytest.mark.parametrize("text", ["this is no TOML", 'body = "club"', "id = 7\nbody = 'club'"])
def test_a_file_that_is_no_rule_set_at_all_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleSetInvalid):
        catalogue.from_file(path)


def test_a_file_that_cannot_be_read_is_named_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(FileUnusable, match=r"nowhere\.toml cannot be read: "):
        catalogue.from_file(tmp_path / "nowhere.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes("title = 'Confederação'".encode("cp1252"))
    with pytest.raises(FileUnusable, match=r"latin\.toml is not UTF-8 text \(byte 19\)") as refused:
        catalogue.from_file(path)
    assert refused.value.hint == "save it as UTF-8"


def test_the_rulebook_works_from_a_zipped_package(tmp_path: Path) -> None:
    inside = tmp_path / "inside" / "ratingstore"
    shutil.copytree(ROOT / "ratingstore", inside, ignore=shutil.ignore_patterns("__pycache__"))
    packed = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "inside")
    program = (
        "import ratingstore; from ratingstore.rulebook import catalogue; print(ratingstore.__file__);"
        "print(*(one.id for one in catalogue.shipped()), *(one.code for one in catalogue.calendars()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": packed},
        capture_output=True,
        text=True,
        check=True,
    )
    where, names = done.stdout.splitlines()
    assert where.startswith(packed)
    assert names == f"{ALL.replace(',', '')} cbjd cbx cxc elo fide-1990 fide-blitz fide-rapid fide-standard"
