from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from ratingstore.errors import FileUnusable
from ratingstore.events.facts import AdoptionRequest, Fact, GameFact, PlayerFact, RatingFact, TournamentFact
from ratingstore.ingest.readers import ReadOptions
from ratingstore.problems import Problem
from tests.ingest.readers.reads import codes, day, facts, reading

GAME = {"type": "game", "tournament": "cup", "white": "p1", "black": "p2", "result": "1-0"}


def one(values: Mapping[str, object], options: ReadOptions | None = None) -> Fact:
    found = reading(json.dumps(values), options)
    assert found.problems == ()
    (only,) = found.facts
    return only


def wrong(line: str) -> list[Problem]:
    """The problems of a line that stands below a good one."""
    found = reading(json.dumps(GAME) + "\n" + line + "\n")
    assert (found.kind, found.rows) == ("jsonl", 2)
    assert len(found.facts) == 1
    assert all((problem.line, problem.row) == (2, line) for problem in found.problems)
    return list(found.problems)


def test_a_game_is_read_with_numbers_as_numbers_or_as_text() -> None:
    numbers = one(GAME | {"round": 3, "board": 2, "white_rating": 1850.5})
    texts = one(GAME | {"round": "3", "board": "2", "white_rating": "1850,5"})
    assert isinstance(numbers, GameFact)
    assert isinstance(texts, GameFact)
    assert (numbers.round, numbers.board, numbers.white_rating) == (3, 2, 185050)
    assert (texts.round, texts.board, texts.white_rating) == (3, 2, 185050)


@pytest.mark.parametrize(
    ("result", "halves", "scale"), [(1, 2, 1), (0, 0, 0), (0.5, 1, 0), (1.0, 2, 1), (2, 2, 2)]
)
def test_a_result_may_be_whites_score_as_a_number(result: float, halves: int, scale: int) -> None:
    found = one(GAME | {"result": result})
    assert isinstance(found, GameFact)
    assert (found.white_half, found.scale) == (halves, scale)


def test_a_tournament_is_read_with_lists_as_text_or_as_a_list() -> None:
    start = {"type": "tournament", "tournament": "cup", "tournament_type": "match", "points": 2}
    for lists in ("cbx fide-standard", ["cbx", "fide-standard"]):
        found = one(start | {"lists": lists, "rounds": 5.0})
        assert isinstance(found, TournamentFact)
        assert (found.lists, found.points, found.rounds) == (("cbx", "fide-standard"), 2, 5)
        assert (found.type, found.note) == ("match", "")


def test_a_player_and_a_rating_are_read() -> None:
    player = one(
        {"type": "player", "player": "0005", "birth_year": 1978, "sex": "W", "fide_id": 2200000, "name": None}
    )
    assert isinstance(player, PlayerFact)
    assert (player.player, player.born, player.sex) == ("0005", "1978", "f")
    assert (player.ids, player.name) == ((("fide", "2200000"),), "")
    rating = one({"type": "rating", "player": "p1", "list": "cxc", "date": "2012-01-01", "rating": 1850})
    assert isinstance(rating, RatingFact)
    assert (rating.rating, rating.list) == (185000, "cxc")


def test_an_adoption_becomes_a_request() -> None:
    line = json.dumps(
        {"type": "adoption", "list": "elo", "rule_set": "elo-1", "effective_from": "2012-01-01",
         "parameters": {"k": 20, "base": "1500", "share": 0.50}, "reason": "assembly"}
    )  # fmt: skip
    assert facts(AdoptionRequest, line) == (
        AdoptionRequest(
            line=1, row=line, list="elo", rule_set="elo-1", effective_from=day("2012-01-01"),
            parameters=(("base", "1500"), ("k", "20"), ("share", "0.5")), reason="assembly",
        ),
    )  # fmt: skip


def test_an_adoption_needs_list_and_rule_set_only() -> None:
    found = one({"type": "adoption", "list": "elo", "rule_set": "elo-1"})
    assert isinstance(found, AdoptionRequest)
    assert (found.effective_from, found.parameters) == (None, ())
    assert codes(wrong('{"type": "adoption"}')) == [("RS001", "list"), ("RS001", "rule_set")]


def test_a_misspelt_word_of_an_adoption_is_asked_and_a_strange_one_is_a_note() -> None:
    line = '{"type": "adoption", "list": "elo", "rule_set": "elo-1", "efective_from": "2012-01-01"}'
    (problem,) = wrong(line)
    assert (problem.code, problem.values["near"]) == ("RS046", "effective_from")
    found = one({"type": "adoption", "list": "elo", "rule_set": "elo-1", "decided_by": "assembly"})
    assert isinstance(found, AdoptionRequest)
    assert found.note == "decided_by=assembly"


@pytest.mark.parametrize(
    ("parameters", "column"), [('{"k": [20]}', "parameters.k"), ("20", "parameters"), ('["k"]', "parameters")]
)
def test_parameters_are_an_object_of_texts_and_numbers(parameters: str, column: str) -> None:
    line = f'{{"type": "adoption", "list": "elo", "rule_set": "elo-1", "parameters": {parameters}}}'
    assert codes(wrong(line)) == [("RS043", column)]


def test_unknown_keys_are_notes_whatever_they_hold() -> None:
    found = one(GAME | {"zone": "north", "rated": True, "clocks": [1, "é"], "empty": None})
    assert isinstance(found, GameFact)
    assert found.note == 'clocks=["1", "\\u00e9"]; rated=true; zone=north'


def test_a_key_that_is_almost_a_known_one_is_warned_of_once_a_file() -> None:
    line = json.dumps(GAME | {"borad": 1})
    found = reading(f"{line}\n{line}\n")
    assert [(problem.code, problem.line) for problem in found.problems] == [("RS005", 1)]
    assert len(found.facts) == 2


@pytest.mark.parametrize(
    "line", ["{", '{"type": "game"', "nonsense", '{"type": "game",}', '{"rating": NaN}', "[" * 100_000]
)
def test_a_line_that_is_no_json_is_asked(line: str) -> None:
    assert [problem.code for problem in wrong(line)] == ["RS040"]


@pytest.mark.parametrize("line", ["[]", '"game"', "3", "null"])
def test_a_line_that_is_no_object_is_asked(line: str) -> None:
    assert [problem.code for problem in wrong(line)] == ["RS040"]


@pytest.mark.parametrize("line", ['{"tournament": "cup"}', '{"type": ""}', '{"type": null}'])
def test_an_object_without_type_is_asked(line: str) -> None:
    assert codes(wrong(line)) == [("RS041", "type")]


def test_a_publication_names_its_list_and_its_day() -> None:
    assert codes(wrong('{"type": "publication"}')) == [("RS001", "list"), ("RS001", "date")]
    assert codes(wrong('{"type": "publication", "list": "cxc", "dat": "2012-02-01"}'))[0] == ("RS046", "dat")


def test_a_type_that_is_not_known_is_asked_with_the_nearest_one() -> None:
    (near,) = wrong('{"type": "games"}')
    assert (near.code, near.field, near.values["near"]) == ("RS029", "type", "game")
    assert codes(wrong('{"type": "x"}')) == [("RS030", "type")]


@pytest.mark.parametrize("value", ["true", "[1]", "{}"])
def test_a_value_that_is_neither_text_nor_number_is_asked(value: str) -> None:
    line = json.dumps(GAME)[:-1] + f', "round": {value}}}'
    assert codes(wrong(line)) == [("RS043", "round")]


def test_a_doubled_key_is_asked() -> None:
    assert codes(wrong(json.dumps(GAME)[:-1] + ', "white": "p1"}')) == [("RS044", "white")]


def test_two_names_of_one_thing_are_asked() -> None:
    line = '{"type": "rating", "player": "p1", "date": "2012-01-01", "Elo": 1850, "Rtg": 1900}'
    assert codes(wrong(line)) == [("RS044", "rating")]


@pytest.mark.parametrize("escape", ["\\u0000", "\\ud83d", "\\udc00x"])
def test_characters_that_no_database_keeps_are_asked(escape: str) -> None:
    assert codes(wrong(json.dumps(GAME)[:-1] + f', "note": "a{escape}"}}')) == [("RS045", "note")]
    assert [p.code for p in wrong(json.dumps(GAME)[:-1] + f', "zone{escape}": "a"}}')] == ["RS045"]


def test_a_pair_of_surrogate_escapes_is_one_character() -> None:
    (found,) = facts(GameFact, json.dumps(GAME | {"note": "\U0001f600"}))
    assert found.note == "\U0001f600"


def test_a_row_has_all_its_problems_reported_at_once() -> None:
    line = '{"type": "game", "date": "31/03/2012", "round": 0, "white": "p1", "black": "p1", "result": "x"}'
    assert sorted(codes(wrong(line))) == [
        ("RS001", "tournament"), ("RS010", "date"), ("RS020", "round"), ("RS031", "result"),
        ("RS035", "black"),
    ]  # fmt: skip


def test_options_fill_json_lines_as_they_fill_tables() -> None:
    option = ReadOptions(tournament="open", date=day("2012-05-01"), date_order="DMY")
    found = one({"type": "game", "white": "p1", "black": "p2", "result": "1-0"}, option)
    assert isinstance(found, GameFact)
    assert (found.tournament, found.played_on) == ("open", day("2012-05-01"))
    dated = one(GAME | {"date": "31/03/2012"}, option)
    assert isinstance(dated, GameFact)
    assert dated.played_on == day("2012-03-31")


def test_a_name_does_not_replace_what_the_file_says_of_the_tournament() -> None:
    lines = [json.dumps({"type": "tournament", "tournament": "cup", "name": "Cup"}), json.dumps(GAME)]
    found = reading("\n".join(lines), ReadOptions(name="The Cup"))
    assert [fact.name for fact in found.facts if isinstance(fact, TournamentFact)] == ["Cup"]
    assert found.problems == ()


def test_empty_lines_are_skipped_and_lines_still_counted() -> None:
    found = reading("\n\n" + json.dumps(GAME) + "\n \n" + json.dumps(GAME | {"round": 2}) + "\n")
    assert ([fact.line for fact in found.facts], found.rows) == ([3, 5], 2)


@pytest.mark.parametrize("text", ["[\n", "{\n", '[{"type": "game"}]\n', "[1]\n[2]\n"])
def test_a_file_without_any_object_on_a_line_is_unusable(text: str) -> None:
    with pytest.raises(FileUnusable) as refusal:
        reading(text)
    assert refusal.value.hint == "write one whole object on each line, without a list around them"
