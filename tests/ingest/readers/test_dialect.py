from __future__ import annotations

import pytest

from ratingstore.errors import FileUnusable
from ratingstore.events.facts import GameFact, PlayerFact
from ratingstore.ingest.readers import Reading, ReadOptions, read
from tests.ingest.readers.reads import FILE, GAMES, codes, facts, reading

PLAYERS = 'player,name,club\np1,"Araújo, José",São João\n\np2,"two\nlines",\np3,Zoë,x\n'


def plain(content: bytes) -> Reading:
    return read(content, ReadOptions(file=FILE))


def test_a_byte_order_mark_changes_nothing_but_the_encoding_that_is_told() -> None:
    without, marked = plain(PLAYERS.encode()), plain(PLAYERS.encode("utf-8-sig"))
    assert marked.facts == without.facts
    assert (without.encoding, marked.encoding) == ("utf-8", "utf-8-sig")
    assert marked.problems == without.problems == ()


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_the_ends_of_lines_change_no_fact(encoding: str, end: str) -> None:
    expected = plain(PLAYERS.encode()).facts
    assert plain(PLAYERS.replace("\n", end).encode(encoding)).facts == expected


def test_a_file_that_is_not_utf_8_is_read_as_cp1252_and_said() -> None:
    found = plain(PLAYERS.encode("cp1252"))
    assert found.facts == plain(PLAYERS.encode()).facts
    assert found.encoding == "cp1252"
    (note,) = found.problems
    assert (note.code, note.severity, note.line, note.values) == ("RS004", "note", 0, {"first": 2})


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_first_line_that_is_not_utf_8_is_told_whatever_ends_lines(end: str) -> None:
    (note,) = plain(end.join(["player,name", "p1,Ana", "p2,Zé"]).encode("cp1252")).problems
    assert note.values == {"first": 3}


def test_the_note_about_the_encoding_also_comes_with_json_lines() -> None:
    found = plain('{"type": "player", "player": "p1", "name": "Zé"}\n'.encode("cp1252"))
    assert [problem.code for problem in found.problems] == ["RS004"]
    assert [fact.name for fact in found.facts if isinstance(fact, PlayerFact)] == ["Zé"]


def test_accents_in_two_parts_are_composed() -> None:
    (found,) = facts(PlayerFact, "player,name\np1,Jose\u0301\n")
    assert found.name == "Jos\u00e9"
    assert found.row == "p1,Jose\u0301"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_found_from_the_header(delimiter: str) -> None:
    text = f"{GAMES}\ncup,2012-01-05,1,p1,p2,1-0\n".replace(",", delimiter)
    (found,) = facts(GameFact, text)
    assert (found.tournament, found.white, found.black) == ("cup", "p1", "p2")


def test_other_marks_inside_the_cells_are_text() -> None:
    (found,) = facts(PlayerFact, "player;name;club\np1;Souza, Ana;A\tB\n")
    assert (found.name, found.club) == ("Souza, Ana", "A\tB")


def test_titles_above_the_header_are_skipped_and_lines_still_count_from_the_top() -> None:
    found = reading(f'Open 2012;;\n\n"Arbiter: A ""B"" C"\nsep=,\n{GAMES}\ncup,,1,p1,p2,1-0\n')
    assert [(fact.line, fact.row) for fact in found.facts] == [(6, "cup,,1,p1,p2,1-0")]
    assert (found.rows, found.problems) == (1, ())


def test_an_open_quote_in_a_title_hides_no_header() -> None:
    assert len(reading(f'"Open 2012\n{GAMES}\ncup,,1,p1,p2,1-0\n').facts) == 1


def test_the_header_may_stand_in_the_twentieth_filled_row_and_no_later() -> None:
    rest = f"{GAMES}\ncup,,1,p1,p2,1-0\n"
    assert len(reading("title\n\n" * 19 + rest).facts) == 1
    with pytest.raises(FileUnusable):
        reading("title\n\n" * 20 + rest)


def test_rows_without_content_are_skipped_and_not_counted() -> None:
    found = reading(f'{GAMES}\n\n,,,,,\n  , ,\t,,,\n"",,,,,\ncup,,1,p1,p2,1-0\n\n')
    assert (found.rows, [fact.line for fact in found.facts], found.problems) == (1, [6], ())


def test_a_record_over_several_lines_is_at_its_first_one() -> None:
    first, second = facts(PlayerFact, 'player,club,name\np1,"one\ntwo\n\nfour",Ana\np2,,Zé\n')
    assert (first.line, first.club, first.name) == (2, "one\ntwo\n\nfour", "Ana")
    assert first.row == 'p1,"one\ntwo\n\nfour",Ana'
    assert second.line == 6


def test_a_header_cell_may_hold_a_line_end() -> None:
    (found,) = facts(PlayerFact, 'player,"birth\ndate"\np1,1978\n')
    assert (found.line, found.born) == (3, "1978")


def test_quoted_cells_and_doubled_quotes_are_read() -> None:
    (found,) = facts(PlayerFact, 'player,name\np1, "Ana ""Tal"" Souza"\n')
    assert found.name == 'Ana "Tal" Souza'


@pytest.mark.parametrize("row", ['p1,"Ana', 'p1,"Ana"x', '"p1,Ana'])
def test_a_broken_quote_costs_one_row_and_not_the_rest_of_the_file(row: str) -> None:
    found = reading(f'player,name\n{row}\np2,Zé\np3,"Souza, Eva"\n')
    assert [(problem.code, problem.line, problem.row) for problem in found.problems] == [("RS003", 2, row)]
    assert [fact.player for fact in found.facts if isinstance(fact, PlayerFact)] == ["p2", "p3"]
    assert found.rows == 3


def test_a_short_row_has_empty_cells_at_its_end() -> None:
    found = reading(f"{GAMES}\ncup,,1,p1,p2\n")
    assert codes(list(found.problems)) == [("RS033", "result")]
    (player,) = facts(PlayerFact, "player,name,club\np1\n")
    assert (player.name, player.club) == ("", "")


def test_a_row_with_too_many_cells_is_asked_and_nothing_else_said_of_it() -> None:
    found = reading("player,date,rating\np1,31/03/2012,1850,5\n")
    (problem,) = found.problems
    assert (problem.code, problem.line) == ("RS002", 2)
    assert problem.message == "the row has 4 cells, the header has 3"
    assert "“,”" in problem.hint


def test_empty_cells_behind_the_last_column_are_no_problem() -> None:
    assert len(facts(PlayerFact, "player,name\np1,Ana,,, \n")) == 1


def test_spaces_around_cells_are_taken_off_and_spaces_within_kept() -> None:
    (found,) = facts(PlayerFact, "player;name;club\n  p 1 ;\u00a0Ana  Souza\t; \n")
    assert (found.player, found.name, found.club) == ("p 1", "Ana  Souza", "")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xef\xbb\xbf", b" \r\n\n\t\n", b"\x1a"],
    ids=["nothing", "only a mark", "only blanks", "only an end"],
)
def test_an_empty_file_is_unusable(content: bytes) -> None:
    with pytest.raises(FileUnusable, match=r"made\.csv is empty"):
        plain(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04rest", "workbook"),
        (b"\xd0\xcf\x11\xe0rest", "workbook"),
        (GAMES.encode("utf-16"), "UTF-16"),
        (GAMES.encode("utf-16-le"), "not a text file"),
        (b"tournament,name\ncup,a\x00b\n", "not a text file"),
    ],
)
def test_a_file_that_is_no_plain_text_is_unusable_and_told_how_to_save_it(
    content: bytes, message: str
) -> None:
    with pytest.raises(FileUnusable, match=message) as refusal:
        plain(content)
    assert "CSV" in refusal.value.hint


def test_bytes_that_are_neither_utf_8_nor_cp1252_are_unusable_with_their_line() -> None:
    with pytest.raises(FileUnusable, match="line 3"):
        plain(b"player,name\r\np1,Jos\xe9\r\np2,\x81\r\n")


def test_the_end_mark_of_old_systems_is_no_row() -> None:
    assert plain(b"player,name\np1,Ana\n\x1a").rows == 1


def test_a_header_without_rows_is_a_file_without_facts() -> None:
    found = reading(f"{GAMES}\n")
    assert (found.kind, found.rows, found.facts, found.problems) == ("games", 0, (), ())
