"""A person leaves by name: not a byte of him is left, and not a number moves."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.acceptance.club import NOT_USABLE, QUARANTINED, WIN, Club, names, tournament_of

ERASED = ("Zenóbio Quaresma", "zenobio-q", "2100017", "zquaresma", "ZQ-77", "Laranjeiras")
"""Name, code, id, the word of a file's name, a second id, a word of his note: none of them may be left."""
WHO = ("--reason", "asked for in writing", "--by", "Rosa", "--yes")


@pytest.fixture
def known(club: Club) -> Club:
    """A season with somebody who is everywhere: facts, ids, notes, a conflict, a published list."""
    club.ingest(
        "player,name,birth_date,sex,fide_id,cbxn_id,note\n"
        "zenobio-q,Zenóbio Quaresma,1999-05-01,m,2100017,ZQ-77,lives in Laranjeiras\n"
        "bia,Bia,1981,f,,,\n",
        "--list",
        "cxc",
    )
    club.openings({"zenobio-q": 1500, "bia": 1500, **dict.fromkeys(names(9), 1400)}, to="cxc")
    path = club.folder / "games-of-zenobio-q.csv"
    rows = [
        *tournament_of("zenobio-q", [WIN] * 5, names(5), "2012-01-10"),
        *tournament_of("bia", [WIN] * 5, names(5), "2012-01-11", "u"),
    ]
    path.write_text("\n".join(["tournament,date,round,white,black,result", *rows]) + "\n")
    club.run("ingest", str(path), "--list", "cxc", "--reason", "box that Zenóbio Quaresma brought")
    club.games("t,2012-01-10,1,zenobio-q,rival-01,0-1", to="cxc", code=QUARANTINED)
    club.run("publish", "--list", "cxc", "--date", "2012-02-01")
    return club


def ratings(club: Club) -> list[tuple[Any, ...]]:
    """Place by place what does not name anybody."""
    rows = club.replay("cxc", "2030-01-01")["rows"]
    return sorted((row["rating"], row["games"], row["status"], row["last_played"]) for row in rows)


def bytes_of(club: Club) -> bytes:
    """All files of the store; of a server everything that its tables hold."""
    if club.url.startswith("sqlite"):
        return b"".join(path.read_bytes() for path in sorted(club.folder.glob("store.db*")))
    found = []
    for row in club.query("select tablename from pg_tables where schemaname = 'public'"):
        found.append(repr(club.query(f"select * from {row['tablename']}")))
    return "".join(found).encode()


def test_no_byte_of_name_code_and_ids_is_left(known: Club) -> None:
    present = [word for word in ERASED if word.encode() in bytes_of(known)]
    assert set(present) >= {"Zenóbio Quaresma", "zenobio-q", "2100017", "ZQ-77", "Laranjeiras"}
    known.run("erase", "zenobio-q", *WHO)
    left = bytes_of(known)
    assert [word for word in ERASED if word.encode() in left] == []


def test_ratings_history_and_proof_stay(known: Club) -> None:
    before = ratings(known)
    hashes = known.query("select batch, hash from batch order by batch")
    digests = known.query("select digest, numbers_digest from publication")
    his = known.run("history", "zenobio-q", "--list", "cxc", "--format", "json").json["rows"]
    answer = known.run("erase", "zenobio-q", *WHO)
    assert "erased-1" in answer.out
    assert ratings(known) == before
    assert known.run("history", "erased-1", "--list", "cxc", "--format", "json").json["rows"] == his
    assert known.query("select batch, hash from batch order by batch")[: len(hashes)] == hashes
    assert known.query("select digest, numbers_digest from publication") == digests
    verified = known.run("verify", "--format", "csv")
    assert "1 erased: the digest over codes cannot be made again" in verified.out
    (stood,) = known.query("select player, name, rating from published_list where player like 'erased%'")
    assert (stood["player"], stood["name"]) == ("erased-1", "")


def test_only_a_number_is_recorded_with_who_and_why(known: Club) -> None:
    known.run("erase", "zenobio-q", *WHO)
    (row,) = known.query("select what, by, reason from correction where kind = 'erasure'")
    assert row == {"what": "erased-1", "by": "Rosa", "reason": "asked for in writing"}
    (event,) = known.query("select subject, payload from admin_event where kind = 'erasure'")
    assert event["subject"] == "1"
    assert re.fullmatch(r'\{"remarks": \[(\[\d+, \d+\](, )?)*\]\}', event["payload"])


def test_the_old_code_in_a_later_file_is_a_new_player(known: Club) -> None:
    known.run("erase", "zenobio-q", *WHO)
    known.games("v,2012-03-01,1,zenobio-q,bia,1-0", to="cxc")
    found = known.query(
        "select number, code from person where code in ('zenobio-q', 'erased-1') order by number"
    )
    assert [row["code"] for row in found] == ["erased-1", "zenobio-q"]
    assert found[0]["number"] == 1
    known.run("verify")


def test_a_placeholder_that_somebody_has_is_not_taken(known: Club) -> None:
    known.games("v,2012-03-01,1,erased-1,bia,1-0", to="cxc")
    assert "erased-1-x" in known.run("erase", "zenobio-q", *WHO).out
    known.run("verify")


def test_what_waits_and_holds_him_waits_no_more(known: Club) -> None:
    assert known.count("quarantine where state = 'open'") == 1
    known.run("erase", "zenobio-q", *WHO)
    (row,) = known.query('select state, "row", details, file from quarantine')
    assert row == {"state": "erased", "row": "", "details": "{}", "file": ""}


def test_words_about_others_stay(known: Club) -> None:
    known.ingest("player,name,note\nivo,Ivo,plays by post\n", "--reason", "letter of Ivo")
    known.run("erase", "zenobio-q", *WHO)
    words = {row["text"] for row in known.query("select text from remark where text is not null")}
    assert {"plays by post", "letter of Ivo", "Rosa"} <= words
    assert not any("Zenóbio" in word for word in words)


def test_who_was_merged_into_him_goes_with_him(known: Club) -> None:
    known.games("w,2012-03-05,1,zeno-2,bia,1-0", to="cxc")
    known.run("correct", "merge", "zeno-2", "zenobio-q", "--reason", "one person")
    answer = known.run("erase", "zenobio-q", *WHO)
    assert "erased-1," in answer.out
    left = bytes_of(known)
    assert b"zeno-2" not in left
    assert b"zenobio-q" not in left
    known.run("verify")


def test_who_was_merged_into_him_by_mistake_stays(known: Club) -> None:
    known.games("w,2012-03-05,1,zeno-2,bia,1-0", to="cxc")
    known.run("correct", "merge", "zeno-2", "zenobio-q", "--reason", "one person")
    (merge,) = known.query("select position from correction where kind = 'merge'")
    known.run("correct", "undo", str(merge["position"]), "--reason", "two persons")
    known.run("erase", "zenobio-q", *WHO)
    assert known.count("person where code = 'zeno-2'") == 1
    known.run("verify")


RULES_THAT_READ_AGES = "fide-standard-2014-07"


def test_what_rules_read_stays_under_the_number(club: Club) -> None:
    """A junior keeps his K of 40."""
    club.run("rules", "adopt", RULES_THAT_READ_AGES, "--list", "fide", "--from", "2014-07-01")
    club.ingest("player,name,birth_date\njunior,Junior Lima,2000-03-01\nbia,Bia,1980\n")
    header = "player,list,date,rating,games\n"
    club.ingest(header + "junior,fide,2014-07-01,1800,100\nbia,fide,2014-07-01,1800,100\n")
    club.ingest("tournament,lists,start_date,end_date\nopen,fide,2014-08-10,2014-08-12\n")
    club.games(*tournament_of("junior", [WIN, WIN], ["bia", "bia"], "2014-08-10", "open"), to="fide")
    before = club.query("select k, change from rating_change where player = 'junior' and k is not null")
    assert [row["k"] for row in before] == [40]
    club.run("erase", "junior", *WHO)
    club.run("project", "--full")
    after = club.query("select k, change from rating_change where player = 'erased-1' and k is not null")
    assert after == before
    assert club.query("select value from player_fact where player = 'erased-1'") == [{"value": "2000-03-01"}]


# --- asked first ----------------------------------------------------------------------------------


def test_a_dry_run_says_what_would_go_and_takes_nothing(known: Club) -> None:
    before = known.count("event")
    answer = known.run("erase", "zenobio-q", "--reason", "asked for", "--dry-run")
    assert "2 ids of owners" in answer.out
    assert known.count("event") == before
    assert known.query("select name from person where code = 'zenobio-q'") == [{"name": "Zenóbio Quaresma"}]


REFUSED = {
    "nobody can be asked": (["zenobio-q", "--reason", "asked for"], "--yes"),
    "no reason": (["zenobio-q", "--yes"], "--reason"),
    "a reason that names him": (
        ["zenobio-q", "--yes", "--reason", "Zenóbio Quaresma asked"],
        "without his name",
    ),
    "an author with his code": (
        ["zenobio-q", "--yes", "--reason", "x", "--by", "zenobio-q"],
        "without his name",
    ),
    "nobody of that name": (["zenobia", "--yes", "--reason", "x"], "did you mean"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_erasure_that_is_refused_takes_nothing(known: Club, case: str) -> None:
    words, hint = REFUSED[case]
    before = bytes_of(known)
    answer = known.run("erase", *words, code=NOT_USABLE)
    assert hint in answer.err
    assert b"zenobio-q" in before
    assert known.count("person where code = 'zenobio-q'") == 1


def test_who_was_erased_is_erased_once(known: Club) -> None:
    known.run("erase", "zenobio-q", *WHO)
    events = known.count("event")
    assert "erased before" in known.run("erase", "erased-1", *WHO).out
    assert known.count("event") == events


def test_erasing_again_cleans_the_bytes_again(known: Club) -> None:
    known.run("erase", "zenobio-q", *WHO)
    assert "backups" in known.run("erase", "erased-1", *WHO).err
