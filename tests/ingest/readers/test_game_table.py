"""The plain rows of a table of games are taken in columns; read one by one they say the same."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from ratingstore.ingest.readers import Reading, ReadOptions, read
from ratingstore.ingest.readers.dialect import Record, records
from ratingstore.ingest.readers.game_table import GameTable
from tests.ingest.readers.reads import GAMES, reading

COLUMNS = ("tournament", "date", "round", "white", "black", "result", "board", "game_no", "played", "note")
GOOD = ("cup", "2012-01-05", "3", "p1", "p2", "1-0", "7", "1", "yes", "")
ODD = (
    "", " ", "bye", "p1", " p2 ", "½-½", "0-0", "1", "2-0", "*", "+/-", "2012-02-30", "05/01/2012", "100000",
    "unrated", "Sí", 'a"b', '"a"', '"a', '"a\nb"', "x,y",
)  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A table of games in which now and then a cell is odd, or one is too many or too few."""
    columns = draw(st.permutations(COLUMNS))[: draw(st.integers(8, len(COLUMNS)))]
    needed = ("white", "black", "result", "tournament")
    columns = [*columns, *(name for name in needed if name not in columns)]
    good = dict(zip(COLUMNS, GOOD, strict=True))
    lines = [",".join(columns)]
    for _ in range(draw(st.integers(0, 12))):
        cells = [good[name] for name in columns]
        for at in draw(st.lists(st.integers(0, len(cells) - 1), max_size=2)):
            cells[at] = draw(st.sampled_from(ODD))
        width = draw(st.sampled_from([len(cells)] * 9 + [0, 3]))
        lines.append(",".join([*cells[:width], *draw(st.sampled_from([[]] * 9 + [[""]]))]))
    return "\n".join(lines) + draw(st.sampled_from(["\n", ""]))


def one_by_one(content: bytes, options: ReadOptions) -> Reading:
    """The reading of a file of which no row is taken in columns."""

    def others(table: GameTable, start: int, delimiter: str) -> Iterator[Record]:
        return records(table.lines, start, delimiter)

    with patch.object(GameTable, "others", others):
        return read(content, options)


@given(tables(), st.sampled_from([None, "other"]), st.sampled_from([None, 734_000]))
@example(f'{GAMES}\ncup,2012-01-05,1,p1,p2,1-0\ncup,2012-01-05,2,p1,"p2\n', None, None)
@example(f"{GAMES}\ncup,2012-01-05,1,p1,p2,1-0\n\ncup,2012-01-05,2,p1,p2,1-0,,\n", None, None)
def test_a_table_says_the_same_in_columns_and_row_by_row(
    text: str, tournament: str | None, date: int | None
) -> None:
    options = ReadOptions(tournament=tournament, date=date)
    with patch("ratingstore.ingest.readers.game_table._AT_ONCE", 3):
        found = read(text.encode(), options)
    expected = one_by_one(text.encode(), options)
    assert len(expected.games) == 0
    assert sorted(found.every_fact(), key=lambda fact: fact.line) == list(expected.facts)
    assert (found.problems, found.rows) == (expected.problems, expected.rows)


def test_rows_that_say_nothing_but_the_game_are_taken_in_columns() -> None:
    found = reading(f"{GAMES},note\ncup,2012-01-05,1,p1,p2,1-0,\ncup,2012-01-05,2,p1,p2,1-0,late\n")
    assert found.games.line.tolist() == [2]
    assert [fact.line for fact in found.facts] == [3]
