"""Row sets come out the same in every format, whole, and readable where a person reads them."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratingstore.errors import UsageError
from ratingstore.formats import Cell, Meta, RowSet, format_of, meta_lines, to_json, visible, width, write
from ratingstore.formats import write_objects as write_objects_as

LIST = RowSet(
    ("rank", "player", "name", "rating", "last_played"),
    (
        (1, "p1", "Álvares, Ângela", Decimal("2011.5"), "2012-01-31"),
        (2, "0005", "José", Decimal("980"), "2011-12-04"),
        (3, "p3", None, None, None),
    ),
)
META = Meta((("list", "cxc"), ("as_of", "2012-02-01"), ("head", 41), ("rule_sets", ("cxc-2011", "cxc-2012"))))

decimals = st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**9), max_value=10**9)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
cells: st.SearchStrategy[Cell] = st.none() | texts | st.integers() | decimals
rowsets = st.integers(1, 4).flatmap(
    lambda count: st.builds(
        RowSet,
        st.lists(texts, min_size=count, max_size=count, unique=True).map(tuple),
        st.lists(st.tuples(*[cells] * count), max_size=4).map(tuple),
    )
)


def test_a_table_has_numbers_to_the_right_with_their_points_under_each_other() -> None:
    assert write(LIST, "table") == (
        "rank  player  name             rating  last_played\n"
        "----  ------  ---------------  ------  -----------\n"
        "   1  p1      Álvares, Ângela  2011.5  2012-01-31\n"
        "   2  0005    José              980    2011-12-04\n"
        "   3  p3\n"
    )


def test_a_table_in_portuguese_has_decimal_commas_and_its_own_dates() -> None:
    lines = write(LIST, "table", language="pt-BR").splitlines()
    assert lines[2] == "   1  p1      Álvares, Ângela  2011,5  31/01/2012"
    assert lines[3] == "   2  0005    José              980    04/12/2011"


def test_a_code_that_looks_like_a_date_stays_as_it_is() -> None:
    rows = RowSet(("unit", "effective_on"), (("2012-01-31", "2012-01-31"),))
    assert write(rows, "table", language="pt-BR").splitlines()[2] == "2012-01-31  31/01/2012"


def test_wide_and_combining_characters_keep_the_columns_aligned() -> None:
    rows = RowSet(("name", "n"), (("王", 1), ("Jose\u0301", 2), ("ab", 3)))
    lines = write(rows, "table").splitlines()
    assert {width(line) for line in lines} == {7}
    assert lines[2:] == ["王    1", "Jose\u0301  2", "ab    3"]


def test_nothing_is_cut_however_long() -> None:
    name = "x" * 500
    assert name in write(RowSet(("name",), ((name,),)), "table")


def test_a_name_cannot_move_the_cursor_or_break_a_row() -> None:
    rows = RowSet(("name", "n"), (("a\x1b[2Jb\nc\x00", 1),))
    for language in ("en", "pt-BR"):
        assert write(rows, "table", language=language).splitlines()[2] == r"a\x1b[2Jb\nc\x00  1"
    assert visible("a\u2028b\u00a0ç") == "a\\u2028b\u00a0ç"


def test_the_meta_stands_in_lines_under_a_table() -> None:
    text = write(LIST, "table", META, "pt-BR")
    assert text.endswith("\n\nlist: cxc\nas_of: 01/02/2012\nhead: 41\nrule_sets: cxc-2011, cxc-2012\n")


def test_what_the_meta_leaves_open_is_not_printed() -> None:
    meta = Meta((("known_at", 0), ("note", ""), ("sets", ()), ("parameters", {"k": 20})))
    assert meta_lines(meta) == 'known_at: 0\nparameters: {"k": 20}\n'


def test_markdown_says_which_columns_are_numbers_and_escapes_bars() -> None:
    rows = RowSet(("name", "rating"), (("a|b", Decimal("11.5")),))
    assert write(rows, "md", Meta((("list", "x"),)), "pt-BR") == (
        "| name | rating |\n| ---- | -----: |\n| a\\|b |   11,5 |\n\n- list: x\n"
    )


@given(rowsets)
def test_csv_gives_back_every_cell(rows: RowSet) -> None:
    read = list(csv.reader(io.StringIO(write(rows, "csv"), newline="")))
    assert read[0] == list(rows.columns)
    assert read[1:] == [["" if cell is None else str(cell) for cell in row] for row in rows.rows]


def test_csv_has_commas_points_and_line_feeds_in_any_language() -> None:
    text = write(LIST, "csv", META, "pt-BR")
    assert text == (
        "rank,player,name,rating,last_played\n"
        '1,p1,"Álvares, Ângela",2011.5,2012-01-31\n'
        "2,0005,José,980,2011-12-04\n"
        "3,p3,,,\n"
    )


@given(rowsets)
def test_json_gives_back_every_cell_exactly(rows: RowSet) -> None:
    read = json.loads(write(rows, "json"), parse_float=Decimal)
    assert [list(item) for item in read] == [list(rows.columns)] * len(rows.rows)
    assert [tuple(item.values()) for item in read] == list(rows.rows)


def test_json_numbers_have_the_digits_they_were_given() -> None:
    rows = RowSet(("a", "b", "c", "d"), ((Decimal("11.5"), Decimal("12"), Decimal("0.10"), Decimal("1E+3")),))
    assert write(rows, "json") == '[\n  {"a": 11.5, "b": 12, "c": 0.10, "d": 1000}\n]\n'


def test_json_with_meta_is_an_object_that_ends_in_the_rows() -> None:
    text = write(LIST, "json", META, "pt-BR")
    read = json.loads(text)
    assert list(read) == ["list", "as_of", "head", "rule_sets", "rows"]
    assert read["rows"][0]["name"] == "Álvares, Ângela"
    assert '"as_of": "2012-02-01"' in text
    assert "2011.5" in text


def test_json_has_no_number_that_is_none() -> None:
    with pytest.raises(ValueError, match="NaN"):
        to_json([Decimal("NaN")])


def test_json_keeps_both_of_two_columns_with_one_name() -> None:
    rows = RowSet(("n", "n", "n_2"), ((1, 2, 3),))
    assert json.loads(write(rows, "json")) == [{"n": 1, "n_2": 2, "n_2_2": 3}]


def test_json_writes_inner_objects_a_line_each() -> None:
    changes = [
        {"player": "p1", "change": Decimal("11.5"), "lines": [{"value": Decimal("2.3")}, {"value": 1}]}
    ]
    assert write_objects_as(changes, "json") == (
        '[\n  {\n    "player": "p1",\n    "change": 11.5,\n    "lines": [\n'
        '      {"value": 2.3},\n      {"value": 1}\n    ]\n  }\n]\n'
    )
    assert write_objects_as(changes, "jsonl") == (
        '{"player": "p1", "change": 11.5, "lines": [{"value": 2.3}, {"value": 1}]}\n'
    )


@given(rowsets)
def test_jsonl_is_a_row_a_line(rows: RowSet) -> None:
    text = write(rows, "jsonl", META)
    lines = text.removesuffix("\n").split("\n") if text else []
    read = [json.loads(line, parse_float=Decimal) for line in lines]
    assert [tuple(item.values()) for item in read] == list(rows.rows)


@pytest.mark.parametrize("format", ["table", "csv", "md"])
def test_no_rows_still_give_the_columns(format: str) -> None:
    text = write(RowSet(("rank", "player"), ()), format)  # type: ignore[arg-type]
    assert "rank" in text.splitlines()[0]
    assert "player" in text.splitlines()[0]


def test_no_rows_give_an_empty_array() -> None:
    assert write(RowSet(("rank",), ()), "json") == "[]\n"
    assert json.loads(write(RowSet(("rank",), ()), "json", META))["rows"] == []


@pytest.mark.parametrize(
    ("file", "format"),
    [("a.csv", "csv"), ("A.JSON", "json"), ("a.b.jsonl", "jsonl"), ("a.ndjson", "jsonl"), ("a.md", "md"),
     ("a.txt", "table")],
)  # fmt: skip
def test_the_ending_of_a_file_names_the_format(file: str, format: str) -> None:
    assert format_of(file) == format


def test_an_unknown_ending_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UsageError) as caught:
        format_of("lista.xls")
    assert "lista.xls" in caught.value.message
    assert ".csv" in caught.value.hint
