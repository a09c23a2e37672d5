"""An explanation on a screen: blocks that are narrow, and in which nothing is lost."""

from __future__ import annotations

from decimal import Decimal

from ratingstore.cli.explain_page import WIDTH, page
from ratingstore.formats import Cell, RowSet

COLUMNS = ("list", "player", "unit", "total_k", "kind", "round", "opponent", "k", "value", "reason", "source")
OWN = 4
JANUARY = ("cxc", "ana", "2012-01", 15)
REASON = "the opponent is not rated: his performance in the tournament stands in; inferred"
SOURCE = "notice, items 4 and 5 and comments on the examples"


def line(change: tuple[Cell, ...], *cells: Cell) -> tuple[Cell, ...]:
    return (*change, *cells)


def test_what_all_lines_share_stands_above_them_and_what_is_empty_is_left_out() -> None:
    rows = (
        line(JANUARY, "game", 1, "bia", 15, Decimal("1.2"), "", "item 7"),
        line(JANUARY, "game", 2, "caio", 15, Decimal("1.2"), "", "item 7"),
    )
    assert page(RowSet(COLUMNS, rows), [2], OWN, "en") == (
        "list: cxc  player: ana  unit: 2012-01  total_k: 15\n"
        "kind: game  k: 15  source: item 7\n"
        "\n"
        "round  opponent  value\n"
        "-----  --------  -----\n"
        "    1  bia         1.2\n"
        "    2  caio        1.2\n"
    )


def test_several_changes_are_a_block_each_and_share_what_is_the_same_in_all() -> None:
    opening = ("cxc", "ana", "opening", None)
    rows = (
        line(opening, "opening", None, None, None, 2104, None, None),
        line(JANUARY, "game", 1, "bia", 15, Decimal("-1.2"), None, "item 7"),
        line(JANUARY, "rounding", None, None, None, Decimal("0.2"), None, "item 7"),
    )
    assert page(RowSet(COLUMNS, rows), [1, 2], OWN, "pt-BR") == (
        "list: cxc  player: ana\n"
        "\n"
        "unit: opening\n"
        "\n"
        "kind     value\n"
        "-------  -----\n"
        "opening   2104\n"
        "\n"
        "unit: 2012-01  total_k: 15\n"
        "source: item 7\n"
        "\n"
        "kind      round  opponent   k  value\n"
        "--------  -----  --------  --  -----\n"
        "game          1  bia       15   -1,2\n"
        "rounding                         0,2\n"
    )


def test_long_texts_stand_under_a_table_that_would_be_too_wide_each_once() -> None:
    rows = (
        line(JANUARY, "game", 1, "bia", 15, 1, REASON, SOURCE),
        line(JANUARY, "game", 2, "caio", 15, 2, None, "item 7"),
        line(JANUARY, "game", 3, "dora", 15, 3, REASON, SOURCE),
    )
    lines = page(RowSet(COLUMNS, rows), [3], OWN, "en").splitlines()
    assert lines[3:] == [
        "round  opponent  value  reason  source",
        "-----  --------  -----  ------  ------",
        "    1  bia           1  [1]     [2]",
        "    2  caio          2          [3]",
        "    3  dora          3  [1]     [2]",
        f"[1] {REASON}",
        f"[2] {SOURCE}",
        "[3] item 7",
    ]
    assert max(map(len, lines)) <= WIDTH


def test_a_name_of_a_tournament_cannot_move_the_cursor() -> None:
    rows = (line(("cxc", "a\x1b[2Jna", "2012-01", 15), "game", 1, "bia", 15, 1, "r\n", "s" * 120),)
    text = page(RowSet(COLUMNS, rows), [1], OWN, "en")
    assert "\x1b" not in text
    assert "[1] r\\n\n" in text


def test_many_fields_above_the_lines_are_broken_to_the_width() -> None:
    columns = tuple(f"field_{number}" for number in range(20))
    rows = RowSet((*columns, "value"), ((*("x" * 20,) * 20, 1),))
    lines = page(rows, [1], 20, "en").splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(lines[:-4]).split() == [part for name in columns for part in (f"{name}:", "x" * 20)]
