from __future__ import annotations

from pathlib import Path

import pytest

from ratingstore.events.facts import GameFact, RatingFact, TournamentFact
from ratingstore.ingest.readers import Reading, ReadOptions, read
from tests.ingest.readers.reads import day

ROWS = {
    "neutral_games.csv": ("games", 15),
    "neutral_games.jsonl": ("jsonl", 15),
    "neutral_players.csv": ("players", 6),
    "neutral_ratings.csv": ("ratings", 6),
    "neutral_tournaments.csv": ("tournaments", 1),
}


def sample(shared: Path, name: str) -> Reading:
    return read((shared / "data" / "made" / name).read_bytes(), ReadOptions(file=name))


@pytest.mark.parametrize("name", ROWS)
def test_every_neutral_sample_is_read_without_a_problem(shared: Path, name: str) -> None:
    found = sample(shared, name)
    assert (found.kind, found.rows) == ROWS[name]
    assert (len(found.facts), found.problems) == (found.rows, ())


def test_the_same_games_as_table_and_as_json_lines_are_the_same_but_for_their_place(shared: Path) -> None:
    tables, lines = (
        [(fact.white, fact.black, fact.played_on, fact.round, fact.white_half, fact.note)
         for fact in sample(shared, name).facts if isinstance(fact, GameFact)]
        for name in ("neutral_games.csv", "neutral_games.jsonl")
    )  # fmt: skip
    assert tables == lines
    assert tables[0] == ("p1", "p2", day("2008-09-01"), 1, 1, "game_id=vet-2008-01")


def test_columns_outside_the_contract_are_notes_of_the_samples(shared: Path) -> None:
    rating = sample(shared, "neutral_ratings.csv").facts[0]
    tournament = sample(shared, "neutral_tournaments.csv").facts[0]
    assert isinstance(rating, RatingFact)
    assert isinstance(tournament, TournamentFact)
    assert (rating.rating, rating.k, rating.note) == (185200, 2400, "source=opening list")
    assert (tournament.type, tournament.rounds, tournament.note) == (
        "round_robin",
        5,
        "rated_date=2008-09-05",
    )
