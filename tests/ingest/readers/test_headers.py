from __future__ import annotations

import pytest

from ratingstore.errors import FileUnusable, UsageError
from ratingstore.events.facts import GameFact, PlayerFact, RatingFact, TournamentFact
from ratingstore.ingest.readers import ReadOptions, read
from ratingstore.ingest.readers.headers import ALIASES
from ratingstore.ingest.readers.kinds import OF_TABLES
from ratingstore.ingest.readers.values import fold
from tests.ingest.readers.reads import GAMES, fact, facts, reading


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("white,black,result,tournament", "games"),
        ("tournament,name,white,black,result", "games"),
        ("tournament,name", "tournaments"),
        ("tournament,lists", "tournaments"),
        ("tournament,start_date", "tournaments"),
        ("tournament,end_date", "tournaments"),
        ("player", "players"),
        ("player,name,date", "players"),
        ("player,tournament,name", "players"),
        ("player,rating,date", "ratings"),
        ("player,list,rating,date", "ratings"),
    ],
)
def test_the_kind_is_told_from_the_header(header: str, kind: str) -> None:
    assert reading(f"{header}\n").kind == kind


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("tournament,date,round,wite,black,result", "“wite”: did you mean white?"),
        ("tournament;date;white;black;reslt", "“reslt”: did you mean result?"),
        ("player,list,date,ratng", "“ratng”: did you mean rating?"),
        ("tournment,name,lists", "“tournment”: did you mean tournament?"),
        ("one,two,three", "white, black and result"),
        ("tournament", "start_date"),
        ("player,list,date", "player and rating"),
    ],
)
def test_a_file_without_a_known_header_is_unusable_and_told_what_is_wanted(header: str, wanted: str) -> None:
    with pytest.raises(FileUnusable, match=r"made\.csv has no header") as refusal:
        reading(f"{header}\ncup,2012-01-05,1,p1,p2,1-0\n")
    assert wanted in refusal.value.hint


def test_case_dots_spaces_accents_and_order_of_a_header_do_not_matter() -> None:
    row = "1-0;p2;p1;2;cup"
    found = fact(GameFact, "RESULT; Black ;White.;Gáme No.;TOURNAMENT", row)
    assert (found.white, found.black, found.game_no, found.tournament) == ("p1", "p2", 2, "cup")


@pytest.mark.parametrize(
    "header",
    [
        "Torneio;Data;Rodada;Mesa;Brancas;Pretas;Resultado",
        "Torneo;Fecha;Ronda;M.;Blancas;Negras;Res.",
        "Turnier;Datum;Runde;Br.;Weiß;Schwarz;Erg.",
        "tournament;date;Rd.;Bo.;white;black;Res.",
    ],
)
def test_games_are_read_under_the_headers_of_other_languages(header: str) -> None:
    found = fact(GameFact, header, "cup;2012-01-05;3;2;p1;p2;1-0")
    assert (found.tournament, found.round, found.board, found.white, found.black) == ("cup", 3, 2, "p1", "p2")
    assert (found.played_on is not None, found.white_half, found.note) == (True, 2, "")


@pytest.mark.parametrize(
    "header",
    [
        "Código;Nome;ID FIDE;FED;Clube/Cidade",
        "Id_No;Nombre;FIDE-ID;País;Club/Ciudad",
        "Nr.;Spieler;FIDE ID;Land;Verein/Ort",
        "id;Jogador;fide_id;Fed.;Clube",
    ],
)
def test_players_are_read_under_the_headers_of_other_languages(header: str) -> None:
    found = fact(PlayerFact, header, "p1;Ana;2200000;BRA;CXC")
    assert (found.player, found.name, found.ids) == ("p1", "Ana", (("fide", "2200000"),))
    assert (found.federation, found.club, found.note) == ("BRA", "CXC", "")


@pytest.mark.parametrize("name", ["Elo", "EloN", "EloI", "Rtg", "RtgN", "Rtg_Nat", "DWZ"])
def test_ratings_are_read_under_the_names_that_programs_use(name: str) -> None:
    assert fact(RatingFact, f"player;date;{name}", "p1;2012-01-01;1850").rating == 185000


@pytest.mark.parametrize("name", ["Pts", "Pts.", "Pontos", "Pkt"])
def test_points_of_a_tournament_have_aliases(name: str) -> None:
    assert fact(TournamentFact, f"tournament;name;{name}", "cup;Cup;2").points == 2


@pytest.mark.parametrize("name", ["birth_year", "Birthday", "Born", "birth date"])
def test_a_birth_year_is_a_birth_date(name: str) -> None:
    assert fact(PlayerFact, f"player,{name}", "p1,1978").born == "1978"


def test_the_contracts_own_name_wins_over_an_alias_which_becomes_a_note() -> None:
    found = fact(RatingFact, "Elo;player;rating;date", "1700;p1;1850;2012-01-01")
    assert (found.rating, found.note) == (185000, "Elo=1700")


@pytest.mark.parametrize("header", ["player;date;Elo;Rtg", "player;date;rating;Rating"])
def test_two_columns_for_one_thing_are_an_error_that_names_both(header: str) -> None:
    with pytest.raises(FileUnusable) as refusal:
        reading(f"{header}\np1;2012-01-01;1850;1900\n")
    one, other = header.split(";")[2:]
    assert one in refusal.value.message
    assert other in refusal.value.message


def test_unknown_columns_are_kept_as_notes_in_an_order_that_columns_do_not_decide() -> None:
    one = fact(GameFact, f"{GAMES},zone,note,Arbiter", "cup,,1,p1,p2,1-0,north,late,Ana")
    other = fact(GameFact, f"Arbiter,note,zone,{GAMES}", "Ana,late,north,cup,,1,p1,p2,1-0")
    assert one.note == other.note == "late; Arbiter=Ana; zone=north"


def test_unknown_columns_without_content_leave_no_note() -> None:
    assert fact(GameFact, f"{GAMES},zone,", "cup,,1,p1,p2,1-0,,").note == ""


def test_a_column_without_a_name_is_kept_under_its_number() -> None:
    assert fact(GameFact, f"{GAMES},", "cup,,1,p1,p2,1-0,x").note == "column_7=x"


def test_an_unknown_column_that_is_almost_a_known_one_is_warned_of_once() -> None:
    found = reading(f"{GAMES},standing_result\ncup,,1,p1,p2,1-0,=\ncup,,2,p1,p2,1-0,=\n")
    (warning,) = found.problems
    assert (warning.code, warning.severity, warning.line) == ("RS005", "warning", 1)
    assert (warning.field, warning.values["near"]) == ("standing_result", "standings_result")
    assert len(found.facts) == 2


def test_names_of_start_lists_are_not_taken_for_tournaments() -> None:
    with pytest.raises(FileUnusable):
        reading("No.;Name;FED;Rtg;Pts\n1;Ana;BRA;1850;4\n", ReadOptions(tournament="cup"))


def test_no_alias_belongs_to_two_columns_and_none_is_a_column_of_the_same_kind() -> None:
    spellings = [(fold(s), c) for c, langs in ALIASES.items() for group in langs.values() for s in group]
    assert len({spelling for spelling, _ in spellings}) == len(spellings)
    for kind in OF_TABLES:
        own = {fold(column) for column in kind.columns}
        assert not [s for s, column in spellings if column in kind.columns and s in own]


@pytest.mark.parametrize("column", [c for c in ALIASES if not c.endswith("_id")])
def test_every_alias_is_of_a_column_that_exists(column: str) -> None:
    assert any(column in kind.columns for kind in OF_TABLES)


def test_a_named_input_format_is_used_and_an_unknown_one_refused() -> None:
    assert len(facts(PlayerFact, "player,name\np1,Ana\n", ReadOptions(input_format="csv"))) == 1
    with pytest.raises(FileUnusable, match="JSON object"):
        reading("player,name\np1,Ana\n", ReadOptions(input_format="jsonl"))
    with pytest.raises(UsageError) as refusal:
        read(b"player\np1\n", ReadOptions(input_format="xml"))
    assert refusal.value.hint == "known are: csv, jsonl"
