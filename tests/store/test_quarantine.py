"""Quarantine: questions stay open until a file gives no more reason to ask, and are kept after that."""

from __future__ import annotations

import json

from ratingstore.store import engine, quarantine
from ratingstore.store.quarantine import Question
from tests.store.desk import Desk, codes, the

NOW, LATER = "2012-03-01T12:00:00.000000Z", "2012-03-02T12:00:00.000000Z"
HEADER = "tournament,date,round,white,black,result"


def question(line: int, code: str = "RS070", field: str = "date", **details: str) -> Question:
    return Question(
        document_hash="a", file="a.csv", line=line, code=code, field=field, row=f"row {line}", details=details
    )


def replace(desk: Desk, *questions: Question, document: str = "a", now: str = NOW) -> None:
    with engine.writing(desk.store.engine) as connection:
        quarantine.replace(connection, document, questions, now)


def open_lines(desk: Desk) -> list[tuple[int, int]]:
    with engine.reading(desk.store.engine) as connection:
        return [(number, one.line) for number, one in quarantine.open_questions(connection)]


def test_questions_are_kept_as_they_were_asked(desk: Desk) -> None:
    asked = Question(
        document_hash="a", file="çã.csv", line=7, code="RS051", field="white", row='t,"Ána; x",½',
        details={"text": "Ána", "n": "2"}, fact='{"white": "Ána"}', options='{"list": "elo"}',
    )  # fmt: skip
    replace(desk, asked)
    with engine.reading(desk.store.engine) as connection:
        assert quarantine.open_questions(connection) == [(1, asked)]
        assert quarantine.open_questions(connection, "a") == [(1, asked)]
        assert quarantine.open_questions(connection, "b") == []
    assert desk.column("select opened_at from quarantine") == [NOW]


def test_a_question_asked_again_keeps_its_number_and_its_date(desk: Desk) -> None:
    replace(desk, question(2), question(3))
    replace(desk, question(3), question(4), now=LATER)
    assert open_lines(desk) == [(2, 3), (3, 4)]
    found = desk.query("select id, line, state, opened_at from quarantine order by id")
    assert [(row["id"], row["line"], row["state"], row["opened_at"]) for row in found] == [
        (1, 2, "closed", NOW),
        (2, 3, "open", NOW),
        (3, 4, "open", LATER),
    ]


def test_a_question_asked_again_has_the_details_of_today(desk: Desk) -> None:
    replace(desk, question(2, tournament="t"))
    replace(desk, question(2, tournament="u"), now=LATER)
    (row,) = desk.query("select id, details, opened_at from quarantine")
    assert (row["id"], json.loads(str(row["details"])), row["opened_at"]) == (1, {"tournament": "u"}, NOW)


def test_a_question_that_comes_back_after_it_was_closed_is_a_new_one(desk: Desk) -> None:
    replace(desk, question(2))
    replace(desk)
    assert open_lines(desk) == []
    replace(desk, question(2), now=LATER)
    assert open_lines(desk) == [(2, 2)]


def test_questions_of_one_line_differ_by_code_and_field(desk: Desk) -> None:
    replace(desk, question(2), question(2, "RS051"), question(2, field="round"))
    assert open_lines(desk) == [(1, 2), (2, 2), (3, 2)]
    replace(desk, question(2, "RS051"))
    assert open_lines(desk) == [(2, 2)]


def test_questions_of_other_documents_are_left_alone(desk: Desk) -> None:
    replace(desk, question(2), document="a")
    replace(desk, question(2), document="b")
    replace(desk, document="a")
    assert open_lines(desk) == [(2, 2)]


def test_a_document_may_have_more_questions_than_a_statement_has_values(desk: Desk) -> None:
    """A large file read in the wrong order of dates, and then in the right one."""
    replace(desk, *(question(line) for line in range(66_000)))
    replace(desk)
    assert desk.number("select count(*) from quarantine where state = 'closed'") == 66_000


UNDATED = f"{HEADER}\nt,,1,ana,bia,1-0\nt,,2,bia,ana,1-0\n"


def test_a_file_that_was_asked_about_is_read_again_and_its_questions_close(desk: Desk) -> None:
    report = desk.hand_in(UNDATED, "elo")
    assert codes(report) == ["RS070", "RS070"]
    desk.hand_in("tournament,end_date\nt,2012-01-20\n")
    assert len(desk.store.quarantine().rows) == 2, "nothing closes before the file is read again"
    report = desk.hand_in(UNDATED, "elo")
    assert (codes(report), report.counts) == ([], {"games": (2, 0)})
    assert desk.store.quarantine().rows == ()
    assert desk.column("select state from quarantine order by id") == ["closed", "closed"]


def test_a_file_without_questions_is_not_read_again(desk: Desk) -> None:
    content = f"{HEADER}\nt,2012-01-10,1,ana,bia,1-0\n"
    first = desk.hand_in(content, "elo")
    before = desk.dump()
    report = desk.hand_in(content, "elo")
    assert (report.batch, report.counts) == (None, {"games": (0, 1)})
    assert f"batch {first.batch}" in report.notes[0]
    assert desk.dump() == before


def test_a_file_with_a_question_still_open_keeps_its_number(desk: Desk) -> None:
    desk.games("s,2012-01-09,1,ana,bia,1-0", to="elo")
    content = f"{HEADER}\nt,2012-01-10,1,ana,bia,1-0\nt,2012-01-10,2,Ana,bia,1-0\n"
    assert codes(desk.hand_in(content, "elo")) == ["RS051"]
    before = desk.dump()
    report = desk.hand_in(content, "elo")
    assert the(report, "RS051").line == 3
    assert report.counts == {"games": (0, 1)}
    assert desk.dump() == before


def test_the_question_is_shown_with_its_sentence_and_its_hint(desk: Desk) -> None:
    desk.hand_in(UNDATED, "elo")
    found = desk.store.quarantine()
    row = dict(zip(found.columns, found.rows[0], strict=True))
    assert (row["id"], row["line"], row["code"], row["row"]) == (1, 2, "RS070", "t,,1,ana,bia,1-0")
    assert "tournament t" in str(row["question"])
    assert "--date" in str(row["hint"])
