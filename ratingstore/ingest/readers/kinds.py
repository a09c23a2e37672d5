"""The kinds of rows: their columns, how a header tells which it is, and who reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ratingstore.events.facts import Fact
from ratingstore.ingest.readers import adoptions, corrections, games, players, ratings, tournaments
from ratingstore.ingest.readers.headers import Layout, lay_out
from ratingstore.ingest.readers.reading import ReadOptions
from ratingstore.ingest.readers.row import Row
from ratingstore.ingest.readers.values import fold


@dataclass(frozen=True, slots=True)
class RowKind:
    """A kind of row. ``one`` is what a JSON line calls it; ``with_ids``: a column ``<scheme>_id`` for
    every scheme."""

    name: str
    one: str
    columns: tuple[str, ...]
    read: Callable[[Row], Fact | None]
    with_ids: bool = False

    def lay_out(self, cells: list[str]) -> Layout:
        return lay_out(cells, self.columns, with_ids=self.with_ids)


GAMES: Final = RowKind("games", "game", games.COLUMNS, games.read_game)
TOURNAMENTS: Final = RowKind("tournaments", "tournament", tournaments.COLUMNS, tournaments.read_tournament)
PLAYERS: Final = RowKind("players", "player", players.COLUMNS, players.read_player, with_ids=True)
RATINGS: Final = RowKind("ratings", "rating", ratings.COLUMNS, ratings.read_rating, with_ids=True)
ADOPTIONS: Final = RowKind("adoptions", "adoption", adoptions.COLUMNS, adoptions.read_adoption)
CORRECTIONS: Final = RowKind("corrections", "correction", corrections.COLUMNS, corrections.read_correction)
PUBLICATIONS: Final = RowKind(
    "publications", "publication", corrections.PUBLICATION, corrections.read_publication
)

# Asked in this order: a row with a rating, whatever it is called, is more than a player.
OF_TABLES: Final = (GAMES, TOURNAMENTS, RATINGS, PLAYERS)
_OF_A_GAME: Final = frozenset({"white", "black", "result"})
_OF_A_TOURNAMENT: Final = frozenset(tournaments.COLUMNS) - {"tournament", "federation", "note"}
# Of a tournament and of nothing else: start lists of programs also have names, places and points.
_OF_NOTHING_ELSE: Final = _OF_A_TOURNAMENT - {"name", "place", "points"}


def told_by(cells: list[str], options: ReadOptions) -> tuple[RowKind, Layout] | None:
    """The kind that a header names the necessary columns of, and where they stand; None: no header."""
    said = {fold(cell) for cell in cells}
    for kind in OF_TABLES:
        layout = kind.lay_out(cells)
        if _names(kind, layout.found, said, options):
            return kind, layout
    return None


def _names(kind: RowKind, found: frozenset[str], said: set[str], options: ReadOptions) -> bool:
    a_player = "player" in found or any(name.endswith("_id") for name in found)
    match kind.name:
        case "games":
            return found >= _OF_A_GAME
        case "ratings":
            return a_player and "rating" in found
        case "players":
            return a_player and not said & (_OF_A_GAME | {"list", "rating"})
    # A list of a tournament's participants names it too, but its rows are players.
    strangers = said & (_OF_A_GAME | {"player"})
    if "tournament" in found:
        return not strangers and bool(found & _OF_A_TOURNAMENT)
    return bool(options.tournament) and not strangers and bool(found & _OF_NOTHING_ELSE)
