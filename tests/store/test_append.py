"""Appending batches: positions, roots, the head row, the chain, rows in bulk. On both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, func, select

from ratingstore.api import Writing
from ratingstore.events import canonical
from ratingstore.store import append, bulk, engine, tables
from ratingstore.store.append import NewBatch, Remark
from ratingstore.store.chain import GENESIS
from tests.store.chained import expect_the_chain_to_hold
from tests.store.desk import RATINGS, Desk

ADOPTION = (
    '{"type": "adoption", "list": "clube", "rule_set": "elo-1", "parameters": {"k": 24}, "reason": "AGM"}'
)
ANA = '{"type": "player", "player": "ana", "name": "Ana", "birth_date": "1980", "sex": "f", "note": "née Sá"}'
OPENING = '{"type": "rating", "player": "ana", "list": "clube", "date": "2011-12-01", "rating": 1500}'
OPEN = '{"type": "tournament", "tournament": "open", "lists": "clube", "start_date": "2012-01-05"}'
ENDED = '{"type": "tournament", "tournament": "open", "end_date": "2012-01-20"}'
GAME = (
    '{"type": "game", "tournament": "open", "date": "2012-01-10", "round": 1, "white": "ana",'
    ' "black": "bia", "result": "*"}'
)


@pytest.fixture
def logged(desk: Desk) -> Desk:
    """A log of four batches with rows, versions of rows and remarks in every table."""
    desk.jsonl(ADOPTION, ANA, OPENING, OPEN, GAME, writing=Writing(by="Zé", reason="first season"))
    desk.jsonl(ENDED)
    desk.games("open,2012-01-10,1,ana,bia,1-0", "blitz,2012-01-11,,ana,eva,0-1", writing=Writing(by="Ivo"))
    desk.hand_in(["player,list,date,rating,games,reason", "bia,clube,2011-12-01,1600,30,transferred"])
    return desk


def game(number: int, **other: object) -> tuple[object, ...]:
    """A row of ``game_event`` as a batch hands it over: root, claims, line and content."""
    cells: dict[str, object] = {
        "root": 0, "claims": 1, "line": number, "tournament": 1, "slot": number, "player_low": 1,
        "player_high": 2, "game_no": 1, "valid_on": 734_500, "round": number, "board": None, "white": 1,
        "black": 2, "white_half": 2, "black_half": 0, "played": "yes", "standings_white": None,
        "standings_black": None, "implied_list": None, "touches": 734_500,
    }  # fmt: skip
    return tuple((cells | other)[name] for name in canonical.columns("game_event")[1:])


ADMIN = (0, 1, 1, "note", None, 734_500, "subject", "digest", "{}", "{}", 734_500)


def batch_of(*games: tuple[object, ...], **other: list[tuple[object, ...]]) -> NewBatch:
    return NewBatch(
        recorded_at="2012-03-01T12:00:00.000000Z",
        format="games",
        document_hash="0" * 64,
        options="{}",
        rows={"game_event": games, **other},
        remarks=[Remark(kind="note", text="a word", table="game_event")] if games else [],
    )


def append_one(desk: Desk, new: NewBatch) -> append.Head:
    with engine.writing(desk.store.engine) as connection:
        return append.append(connection, append.head(connection, lock=True), new)


def positions(connection: Connection) -> list[int]:
    found = [
        position
        for table in tables.EVENT_TABLES
        for position in connection.execute(select(table.c.position)).scalars()
    ]
    return sorted(found)


def test_positions_are_dense_over_all_tables(logged: Desk) -> None:
    with engine.reading(logged.store.engine) as connection:
        found = positions(connection)
        assert found == list(range(1, len(found) + 1))
        assert append.head(connection).position == len(found)
        for table in tables.EVENT_TABLES:
            assert connection.execute(select(func.count()).select_from(table)).scalar()


def test_batches_lie_side_by_side_and_hold_the_rows_that_name_them(logged: Desk) -> None:
    batches = logged.query("select batch, first_position, last_position from batch order by batch")
    assert [row["batch"] for row in batches] == [1, 2, 3, 4]
    for row in batches:
        found = logged.query(
            f"select min(position) as low, max(position) as high from event where batch = {row['batch']}"
        )
        assert found == [{"low": row["first_position"], "high": row["last_position"]}]


def test_every_batch_hash_follows_from_the_rows(logged: Desk) -> None:
    with engine.reading(logged.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_an_empty_log_has_a_head_at_zero(desk: Desk) -> None:
    with engine.reading(desk.store.engine) as connection:
        assert append.head(connection) == append.Head(0, 0, GENESIS, "")
        expect_the_chain_to_hold(connection)


def test_originals_are_their_own_root_and_versions_name_theirs(logged: Desk) -> None:
    pending, played = logged.query(
        "select position, root, claims, white_half from game_event where round = 1 order by position"
    )
    assert (pending["root"], pending["claims"], pending["white_half"]) == (pending["position"], 1, None)
    assert (played["root"], played["claims"], played["white_half"]) == (pending["position"], 0, 2)
    first, ended = logged.query(
        "select position, root, claims, end_on from tournament_event order by position"
    )
    assert (first["root"], first["claims"]) == (first["position"], 1)
    assert (ended["root"], ended["claims"]) == (first["position"], 0)


def test_a_version_can_name_a_row_of_its_own_batch(desk: Desk) -> None:
    version = game(2, root=-2, claims=0)
    append_one(desk, batch_of(game(1), game(2), version, admin_event=[ADMIN]))
    assert desk.query("select position, root from game_event order by position") == [
        {"position": 2, "root": 2},
        {"position": 3, "root": 3},
        {"position": 4, "root": 3},
    ]


def test_a_key_of_the_log_can_be_claimed_once(desk: Desk) -> None:
    append_one(desk, batch_of(game(1), game(2)))
    before = desk.dump()
    with pytest.raises(Exception, match=r"(?i)unique"):
        append_one(desk, batch_of(game(3), game(1)))
    assert desk.dump() == before


def test_the_tables_refuse_a_game_against_oneself(desk: Desk) -> None:
    with pytest.raises(Exception, match="ck_game_event_two_players"):
        append_one(desk, batch_of(game(1, white=1, black=1)))


def test_a_dry_run_of_the_transaction_leaves_nothing(desk: Desk) -> None:
    before = desk.dump()
    with engine.writing(desk.store.engine, dry_run=True) as connection:
        after = append.append(connection, append.head(connection, lock=True), batch_of(game(1), game(2)))
        assert append.head(connection) == after
        assert after.position == 2
    assert desk.dump() == before


def test_a_remark_names_the_position_of_its_event(logged: Desk) -> None:
    found = logged.query("select kind, text, position from remark where position > 0 order by batch, number")
    assert [(row["kind"], row["text"]) for row in found] == [
        ("reason", "AGM"),
        ("note", "née Sá"),
        ("reason", "transferred"),
    ]
    tables_of = [logged.column(f"select kind from event where position = {row['position']}") for row in found]
    assert tables_of == [["admin"], ["player"], ["rating"]]


def test_who_wrote_from_what_and_why_stands_beside_the_log(logged: Desk) -> None:
    found = logged.query("select batch, kind, text from remark where position = 0 order by batch, number")
    assert [(row["batch"], row["kind"], row["text"]) for row in found if row["batch"] in (1, 3)] == [
        (1, "by", "Zé"),
        (1, "source", "file-1.jsonl"),
        (1, "reason", "first season"),
        (3, "by", "Ivo"),
        (3, "source", "file-3.csv"),
    ]


TEXTS = [
    "",
    "plain",
    "João\tda\nSilva",
    "\\N",
    "\\.",
    "a;b,c\"d'e",
    "½ – ø Ж 象 🐎",
    " ",
    "NULL",
    "%s {x} :y ?",
]


def test_bulk_rows_come_back_as_they_went_in(desk: Desk) -> None:
    rows: list[tuple[object, ...]] = [
        (1, number, 0, "note", text, "salt", "hash") for number, text in enumerate(TEXTS, 1)
    ]
    rows += [(2, 1, 2**62, "note", None, None, ""), (2, 2, -(2**62), "note", "x" * 100_000, "", "")]
    with engine.writing(desk.store.engine) as connection:
        bulk.bulk(connection, tables.remark, iter(rows))
        found = connection.execute(select(tables.remark).order_by("batch", "number")).all()
    assert [tuple(row) for row in found] == rows


def test_bulk_writes_many_rows_and_no_row_at_all(desk: Desk) -> None:
    many = 20_000
    with engine.writing(desk.store.engine) as connection:
        bulk.bulk(connection, tables.remark, ())
        bulk.bulk(connection, tables.remark, ((1, n, 0, "note", "", "", "") for n in range(many)))
        assert connection.execute(select(func.count()).select_from(tables.remark)).scalar() == many


def test_a_failing_bulk_write_writes_nothing(desk: Desk) -> None:
    row = (1, 1, 0, "note", "", "", "")
    with pytest.raises(Exception, match=r"(?i)unique"), engine.writing(desk.store.engine) as connection:
        bulk.bulk(connection, tables.remark, [row, (1, 2, *row[2:]), row])
    assert desk.number("select count(*) from remark") == 0


def test_columns_of_bulk_rows_are_those_of_the_table_in_its_order(desk: Desk) -> None:
    """``bulk`` names no columns on SQLite, so their order must be that of the program."""
    for table in tables.metadata.tables.values():
        cells = tuple(range(1, 1 + len(table.columns)))
        row = dict(zip((column.name for column in table.columns), cells, strict=True))
        with engine.reading(desk.store.engine) as connection:
            found = connection.exec_driver_sql(f"select * from {table.name} where 1 = 0").keys()
        assert list(found) == list(row)


def test_the_head_of_a_position_is_that_of_the_last_whole_batch(logged: Desk) -> None:
    hashes = [GENESIS, *logged.column("select hash from batch order by batch")]
    ends = [int(str(end)) for end in logged.column("select last_position from batch order by batch")]
    with engine.reading(logged.store.engine) as connection:
        assert append.hash_at(connection, 0) == GENESIS
        for number, end in enumerate(ends, 1):
            assert append.hash_at(connection, end) == hashes[number]
            assert append.hash_at(connection, end - 1) == hashes[number - 1]


def test_what_was_known_at_a_moment_ends_with_its_last_batch(desk: Desk) -> None:
    desk.hand_in(
        [RATINGS, "ana,elo,2012-01-01,1500"], "elo", writing=Writing(recorded_at="2012-03-01T12:00:00")
    )
    desk.hand_in(
        [RATINGS, "bia,elo,2012-01-01,1500"], "elo", writing=Writing(recorded_at="2012-03-01T12:00:00")
    )
    desk.hand_in(
        [RATINGS, "eva,elo,2012-01-01,1500"], "elo", writing=Writing(recorded_at="2012-03-02T12:00:00")
    )
    first, second, third = (
        int(str(n)) for n in desk.column("select last_position from batch order by batch")
    )
    with engine.reading(desk.store.engine) as connection:
        assert append.position_at(connection, "2012-03-01T14:59:59.999999Z") == 0
        assert append.position_at(connection, "2012-03-01T15:00:00.000000Z") == second > first
        assert append.position_at(connection, "2012-03-02T14:59:59.999999Z") == second
        assert append.position_at(connection, "2099-01-01T00:00:00.000000Z") == third


def test_a_batch_states_the_form_in_which_its_bytes_are_sealed(logged: Desk) -> None:
    assert set(logged.column("select canonical from batch")) == {canonical.FORM}


def test_the_same_batch_after_another_past_has_another_hash(desk: Desk, desk_on_a_file: Desk) -> None:
    append_one(desk, batch_of(game(1)))
    append_one(desk_on_a_file, batch_of(game(1, white_half=1)))
    same = batch_of(admin_event=[ADMIN])
    one, other = append_one(desk, same), append_one(desk_on_a_file, same)
    assert (one.position, one.batch) == (other.position, other.batch)
    assert one.hash != other.hash
