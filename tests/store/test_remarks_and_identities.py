"""What stands beside the log and may be erased: words, names, codes of players."""

from __future__ import annotations

from sqlalchemy import update

from ratingstore.api import Writing
from ratingstore.store import engine, identities
from ratingstore.store.chain import salted_hash
from ratingstore.store.tables import person, remark
from tests.store.chained import expect_the_chain_to_hold
from tests.store.desk import Desk

PLAYERS = "player,name,birth_date,fide_id,note"


def erase_all_words(desk: Desk) -> None:
    with engine.writing(desk.store.engine) as connection:
        connection.execute(update(remark).values(text=None, salt=None))


def test_words_can_be_erased_without_breaking_the_chain(desk: Desk) -> None:
    desk.hand_in([PLAYERS, "ana,Ana,1980,,lives in Curitiba"], "elo", writing=Writing(by="Zé", reason="new"))
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    hashes = desk.column("select hash from batch order by batch")
    erase_all_words(desk)
    assert set(desk.column("select text from remark")) == {None}
    assert desk.column("select hash from batch order by batch") == hashes
    with engine.reading(desk.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_a_hash_of_words_needs_a_salt_that_goes_with_them(desk: Desk) -> None:
    for number in (1, 2):
        desk.games(f"t,2012-01-10,{number},ana,bia,1-0", to="elo", writing=Writing(by="Zé"))
    one, other = desk.query("select text, salt, hash from remark where kind = 'by' order by batch")
    assert one["text"] == other["text"] == "Zé"
    assert one["hash"] != other["hash"]
    assert one["hash"] == salted_hash(str(one["salt"]), "by", "Zé")
    assert len(str(one["salt"])) == 16


def test_no_name_and_no_word_is_in_the_log_itself(desk: Desk) -> None:
    """What cannot be erased must not hold what may have to be."""
    desk.hand_in(
        [PLAYERS, "anasouza,Ana Souza,1980,2100017,lives in Curitiba"],
        "elo",
        writing=Writing(by="José Lima", reason="asked for by Ivo"),
    )
    beside = ("person", "person_id", "remark")
    log = repr(desk.dump(*beside))
    for word in ("anasouza", "Ana Souza", "2100017", "Curitiba", "José Lima", "Ivo", "file-1"):
        assert word not in log
        assert word in repr({name: rows for name, rows in desk.dump().items() if name in beside})


def test_players_tournaments_and_lists_have_numbers_that_stay(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    before = {name: desk.query(f"select * from {name}") for name in ("person", "tournament", "rating_list")}
    desk.games("u,2012-01-11,1,zoe,Éva,1-0", to="cxc")
    for name, rows in before.items():
        assert desk.query(f"select * from {name} order by number")[: len(rows)] == rows
    assert desk.column("select number from person order by number") == [1, 2, 3, 4]
    assert desk.column("select code from tournament order by number") == ["t", "u"]
    assert desk.column("select code from rating_list order by number") == ["elo", "cxc"]


def test_codes_are_literal_and_compare_by_bytes(desk: Desk) -> None:
    desk.games(
        "t,2012-01-10,1,0005,5,1-0", "T,2012-01-10,1,0005,5,0-1", "té,2012-01-10,1,5,0005,1-0", to="elo"
    )
    assert set(desk.column("select code from person")) == {"0005", "5"}
    assert desk.column("select code from tournament order by code") == ["T", "t", "té"]


def test_the_hash_of_a_player_is_of_his_code_with_a_salt_of_his_own(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    rows = desk.query("select code, salt, identity_hash, batch from person order by number")
    assert len({row["salt"] for row in rows}) == 2
    for row in rows:
        assert row["identity_hash"] == salted_hash(str(row["salt"]), str(row["code"]))
        assert row["batch"] == 1


def test_a_name_that_becomes_known_later_moves_no_hash(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    hashes = desk.column("select hash from batch order by batch")
    report = desk.hand_in([PLAYERS, "ana,Ana Souza,,,"])
    assert report.counts == {"players": (1, 0)}
    assert desk.column("select name from person order by number") == ["Ana Souza", ""]
    assert desk.column("select hash from batch order by batch")[:1] == hashes
    with engine.reading(desk.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_a_player_who_is_erased_leaves_the_chain_whole(desk: Desk) -> None:
    desk.games("t,2012-01-10,1,ana,bia,1-0", to="elo")
    with engine.writing(desk.store.engine) as connection:
        connection.execute(update(person).where(person.c.number == 1).values(code="", name="", salt=""))
    with engine.reading(desk.store.engine) as connection:
        expect_the_chain_to_hold(connection)


def test_ids_of_owners_lead_to_the_player(desk: Desk) -> None:
    desk.hand_in([PLAYERS, "ana,Ana,,2100017,"], "elo")
    with engine.reading(desk.store.engine) as connection:
        assert identities.owner_ids(connection) == {("fide", "2100017"): 1}
        assert identities.people(connection) == {"ana": identities.Person(1, "ana", "Ana")}
