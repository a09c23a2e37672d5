"""Rows that are matched many at once come to what they come to one by one, whatever the log says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratingstore.events import days
from ratingstore.ingest import commit, matching
from ratingstore.ingest.draft import Draft
from ratingstore.ingest.log_games import LogGames
from ratingstore.ingest.readers import Reading, ReadOptions, read
from ratingstore.ingest.readers.game_columns import NO_GAMES
from ratingstore.ingest.report import IngestOptions, Writing
from ratingstore.store import engine, existing
from ratingstore.store.engine import Connection
from tests.store.desk import GAMES, Desk

SEEN_ON = days.day_of("2013-01-01")
LIST = "cxc"
CODES = ("ana", "bia", "caio", "davi", "eva", "fabio", "gil", "hugo")
LIKE = ("Ana", "fide:5", "FIDE:05", "é")
TOLD = (
    "problems", "notes", "warnings", "counts", "remarks", "new_people", "new_owner_ids", "new_tournaments",
)  # fmt: skip
"""What a draft says beside its rows."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "+--", "2-0")


@st.composite
def files(draw: st.DrawFn) -> str:
    """Rounds of a few tournaments, in which now and then a row is changed or comes again."""
    lines = []
    for tournament in draw(st.lists(st.sampled_from(["a", "b", "c"]), unique=True, max_size=2)):
        rounds = draw(st.booleans())
        for number in range(1, draw(st.integers(1, 3)) + 1):
            seats = draw(st.permutations(CODES))[:4]
            for white, black in zip(seats[::2], seats[1::2], strict=True):
                result = draw(st.sampled_from(RESULTS[:3]))
                round_ = number if rounds else ""
                lines.append([tournament, f"2012-01-0{number}", round_, white, black, result])
    odd = (["d"], ["", "2013-02-01"], ["", "1", "2"], [*CODES, *LIKE], [*CODES, *LIKE], RESULTS)
    for at in draw(st.lists(st.integers(0, 11), max_size=2)):
        if at < len(lines):
            column = draw(st.integers(0, 5))
            changed = [*lines[at][:column], draw(st.sampled_from(odd[column])), *lines[at][column + 1 :]]
            lines.insert(at, changed)
            lines.pop(draw(st.sampled_from([at, at + 1])))
    return "\n".join([GAMES, *(",".join(map(str, line)) for line in lines), ""])


def handed_in(connection: Connection, text: str) -> None:
    content = text.encode()
    reading = read(content, ReadOptions(file="file.csv"))
    options = IngestOptions(list_code=LIST)
    commit.commit(connection, Path("file.csv"), content, reading, options, Writing(), written=True)


def drafted(connection: Connection, reading: Reading) -> dict[str, Any]:
    """What matching makes of a file."""
    draft = Draft.of(connection, "file.csv", SEEN_ON)
    matching.match(connection, draft, reading.facts, LIST, games=reading.games)
    rows = {
        table: list(zip(*map(list, columns), strict=True))
        for table, columns in draft.columns().items()
        if columns
    }
    return {"rows": rows} | {name: getattr(draft, name) for name in TOLD}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files(), files(), st.booleans())
def test_rows_at_once_are_matched_as_rows_one_by_one(
    desk_on_a_file: Desk, first: str, second: str, again: bool
) -> None:
    text = first + second.partition("\n")[2] if again else second
    reading = read(text.encode(), ReadOptions(file="file.csv"))
    facts = tuple(sorted(reading.every_fact(), key=lambda fact: fact.line))
    one_by_one = Reading(
        kind="games", encoding="utf-8", facts=facts, problems=(), rows=reading.rows, games=NO_GAMES
    )
    with engine.writing(desk_on_a_file.store.engine, dry_run=True) as connection:
        handed_in(connection, first)
        assert drafted(connection, reading) == drafted(connection, one_by_one)


def test_what_the_columns_of_the_log_say_of_tournaments_is_what_its_rows_say(desk_on_a_file: Desk) -> None:
    desk = desk_on_a_file
    desk.games("a,2012-01-01,1,ana,bia,1-0", "a,2012-01-05,2,ana,bia,1-0", "b,,1,ana,bia,*", to=LIST)
    desk.games("a,2012-01-02,3,ana,bia,1-0", "c,2012-02-02,1,ana,bia,1-0", to=LIST)
    desk.jsonl(
        '{"type": "correction", "action": "void", "tournament": "a", "round": 2, "white": "ana",'
        ' "black": "bia", "reason": "not played"}'
    )
    with engine.reading(desk.store.engine) as connection:
        numbers = {1, 2, 3}
        log = LogGames(connection)
        asked = log.days(numbers), log.implied_lists(numbers)
        assert asked == (existing.game_days(connection, numbers), existing.implied_lists(connection, numbers))
        assert log.tournaments
        assert (log.days(numbers), log.implied_lists(numbers)) == asked
