from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from ratingstore.events.days import iso
from ratingstore.events.facts import GameFact
from ratingstore.ingest.readers import ReadOptions, read
from ratingstore.ingest.readers.games import is_bye
from ratingstore.ingest.readers.values import clean

COLUMNS = ("tournament", "date", "round", "board", "game_no", "white", "black", "result", "played", "note")
SPELLINGS = {(2, 0): "1-0", (1, 1): "1/2-1/2", (0, 2): "0-1", (None, None): "*"}
WEIRD = st.characters(exclude_categories=("Cs", "Cc", "Co", "Cn"))
TEXTS = st.text(WEIRD | st.sampled_from(',;\t"\n |'), max_size=12).map(clean)
CODES = TEXTS.filter(lambda text: bool(text) and not is_bye(text))
NUMBERS = st.integers(1, 99_999)


@st.composite
def games(draw: st.DrawFn) -> GameFact:
    white, black = draw(st.lists(CODES, min_size=2, max_size=2, unique=True))
    half = draw(st.sampled_from(list(SPELLINGS)))
    day = draw(st.none() | st.dates(date(1800, 1, 1), date(2200, 12, 31)))
    return GameFact(
        line=0, row="", tournament=draw(CODES), white=white, black=black,
        played_on=day.toordinal() if day else None, round=draw(st.none() | NUMBERS),
        board=draw(st.none() | NUMBERS), game_no=draw(NUMBERS), white_half=half[0], black_half=half[1],
        played=draw(st.sampled_from(["yes", "unrated"])), note=draw(TEXTS),
    )  # fmt: skip


def cells(game: GameFact) -> list[str]:
    played_on = iso(game.played_on) if game.played_on else ""
    result = SPELLINGS[(game.white_half, game.black_half)]
    place = [str(game.round or ""), str(game.board or ""), str(game.game_no)]
    return [game.tournament, played_on, *place, game.white, game.black, result, game.played, game.note]


def written(rows: list[GameFact], delimiter: str, end: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    writer.writerow(COLUMNS)
    writer.writerows(cells(game) for game in rows)
    return out.getvalue()


@given(
    st.lists(games(), max_size=8),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["utf-8", "utf-8-sig"]),
)
def test_games_that_are_written_as_a_table_are_read_back(
    rows: list[GameFact], delimiter: str, end: str, encoding: str
) -> None:
    found = read(written(rows, delimiter, end).encode(encoding), ReadOptions())
    assert found.problems == ()
    assert found.rows == len(rows)
    assert [
        replace(fact, line=0, row="") for fact in found.every_fact() if isinstance(fact, GameFact)
    ] == rows


@given(st.lists(games(), min_size=1, max_size=5), st.sampled_from([",", ";", "\t"]))
def test_the_line_and_text_of_every_fact_point_back_into_the_file(
    rows: list[GameFact], delimiter: str
) -> None:
    text = written(rows, delimiter, "\n")
    lines = text.split("\n")
    for fact in read(text.encode(), ReadOptions()).every_fact():
        kept = fact.row.split("\n")
        assert lines[fact.line - 1 : fact.line - 1 + len(kept)] == kept
