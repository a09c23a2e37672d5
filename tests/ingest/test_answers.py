"""Questions of the quarantine are answered by a person, or by the mended file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ratingstore import api
from ratingstore.api import Answer, IngestOptions, IngestReport, Store, Writing
from ratingstore.errors import UsageError

CXC = IngestOptions(list_code="cxc")
HEADER = "tournament;date;round;white;black;result\n"
ANA = Writing(by="ana", reason="table on the wall")


@pytest.fixture
def store(store_url: str) -> Store:
    return api.open(store_url, create=True)


def ingest(store: Store, folder: Path, text: str, name: str = "games.csv") -> IngestReport:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return store.ingest([file], CXC)[0]


def waiting(store: Store) -> list[tuple[object, ...]]:
    """(number, line, code) of what waits."""
    columns = store.quarantine().columns
    at = [columns.index(name) for name in ("id", "line", "code")]
    return [tuple(row[place] for place in at) for row in store.quarantine().rows]


def games(store: Store) -> list[tuple[object, ...]]:
    return list(
        store.query("select date, round, white, black, result, line from game_now order by round").rows
    )


def test_a_date_a_result_and_a_player_are_answered_and_the_rows_enter_the_log(
    store: Store, tmp_path: Path
) -> None:
    bad = (
        "T;2012-13-10;1;ana;bia;1-0\nT;2012-01-10;2;ana;caio;7\n"
        "T;2012-01-10;3;bia;caio;1-0\nT;2012-01-10;4;Bia;ana;1-0\n"
    )
    ingest(store, tmp_path, HEADER + bad)
    numbers = {line: number for number, line, _code in waiting(store)}
    store.answer(int(str(numbers[2])), Answer(date="2012-01-10"), ANA)
    store.answer(int(str(numbers[3])), Answer(result="0-1"), ANA)
    store.answer(int(str(numbers[5])), Answer(player="bia"), ANA)
    assert waiting(store) == []
    assert games(store) == [
        ("2012-01-10", 1, "ana", "bia", "1-0", 2),
        ("2012-01-10", 2, "ana", "caio", "0-1", 3),
        ("2012-01-10", 3, "bia", "caio", "1-0", 4),
        ("2012-01-10", 4, "bia", "ana", "1-0", 5),
    ]


def test_every_answer_is_an_event_with_who_and_why(store: Store, tmp_path: Path) -> None:
    ingest(store, tmp_path, HEADER + "T;2012-01-10;2;ana;caio;7\n")
    store.answer(1, Answer(refuse=True), ANA)
    events = store.query("select subject, parameters from admin_event where kind = 'answer'").rows
    assert events == (("1", '{"answer": "refuse"}'),)
    said = store.query(
        "select r.kind, r.text from remark r join admin_event a on a.batch = r.batch"
        " where a.kind = 'answer' order by r.kind"
    ).rows
    assert said == (("by", "ana"), ("reason", "table on the wall"), ("source", "games.csv"))


def test_a_refused_row_is_closed_and_stays_out(store: Store, tmp_path: Path) -> None:
    ingest(store, tmp_path, HEADER + "T;2012-01-10;2;ana;caio;7\n")
    store.answer(1, Answer(refuse=True), ANA)
    assert waiting(store) == []
    assert games(store) == []
    assert store.query("select state from quarantine").rows == (("refused",),)


def test_a_row_with_two_questions_is_asked_about_the_second_after_the_first(
    store: Store, tmp_path: Path
) -> None:
    ingest(store, tmp_path, HEADER + "T;2012-13-10;1;ana;bia;7\n")
    numbers = {str(code): int(str(number)) for number, _line, code in waiting(store)}
    assert sorted(numbers) == ["RS013", "RS031"]
    store.answer(numbers["RS013"], Answer(date="2012-01-10"), ANA)
    assert [code for _number, _line, code in waiting(store)] == ["RS031"]
    number = int(str(waiting(store)[0][0]))
    store.answer(number, Answer(result="1-0"), ANA)
    assert games(store) == [("2012-01-10", 1, "ana", "bia", "1-0", 2)]


def test_a_code_that_a_person_confirms_is_a_new_player_however_like_another(
    store: Store, tmp_path: Path
) -> None:
    ingest(store, tmp_path, HEADER + "T;2012-01-10;1;joao;bia;1-0\nT;2012-01-10;2;João;bia;1-0\n")
    assert [code for _number, _line, code in waiting(store)] == ["RS051"]
    store.answer(1, Answer(player="João"), ANA)
    assert [row[2] for row in games(store)] == ["joao", "João"]


def test_a_tournament_that_is_like_another_one_is_taken_whole_when_a_person_says_so(
    store: Store, tmp_path: Path
) -> None:
    rows = "{0};2012-01-10;1;ana;bia;1-0\n{0};2012-01-10;2;ana;caio;1-0\n"
    ingest(store, tmp_path, HEADER + rows.format("T"))
    ingest(store, tmp_path, HEADER + rows.format("U"), "again.csv")
    assert [code for _number, _line, code in waiting(store)] == ["RS065", "RS078"]
    store.answer(1, Answer(accept=True), ANA)
    assert waiting(store) == []
    assert len(games(store)) == 4


def test_an_answer_that_does_not_fit_the_question_is_refused(store: Store, tmp_path: Path) -> None:
    ingest(store, tmp_path, HEADER + "T;2012-13-10;1;ana;bia;1-0\n")
    with pytest.raises(UsageError, match="about date"):
        store.answer(1, Answer(player="ana"))
    with pytest.raises(UsageError, match="as it stands"):
        store.answer(1, Answer(accept=True))
    with pytest.raises(UsageError, match="number 9"):
        store.answer(9, Answer(refuse=True))
    assert len(waiting(store)) == 1


def test_a_wrong_answer_is_asked_again(store: Store, tmp_path: Path) -> None:
    ingest(store, tmp_path, HEADER + "T;2012-01-10;1;ana;bia;7\n")
    report = store.answer(1, Answer(result="8"), ANA)
    assert [one.code for one in report.problems] == ["RS031"]
    assert [code for _number, _line, code in waiting(store)] == ["RS031"]
    assert games(store) == []


def test_a_dry_run_of_an_answer_changes_nothing(store: Store, tmp_path: Path) -> None:
    ingest(store, tmp_path, HEADER + "T;2012-01-10;1;ana;bia;7\n")
    store.answer(1, Answer(result="1-0"), Writing(dry_run=True))
    assert len(waiting(store)) == 1
    assert games(store) == []


def test_the_mended_file_closes_its_questions_and_no_others(store: Store, tmp_path: Path) -> None:
    bad = "T;2012-13-10;1;ana;bia;1-0\nT;2012-01-10;2;ana;caio;7\nT;2012-01-10;3;bia;caio;1-0\n"
    ingest(store, tmp_path, HEADER + bad)
    report = ingest(store, tmp_path, HEADER + bad.replace("2012-13-10", "2012-01-10"), "mended.csv")
    assert "1 question of an earlier file is answered by this one" in report.notes
    # The result is still wrong, in the new file as in the old: the old question and the new one wait.
    assert [code for _number, _line, code in waiting(store)] == ["RS031", "RS031"]
    ingest(
        store, tmp_path, HEADER + bad.replace("2012-13-10", "2012-01-10").replace(";7", ";0-1"), "whole.csv"
    )
    assert waiting(store) == []
    assert len(games(store)) == 3
