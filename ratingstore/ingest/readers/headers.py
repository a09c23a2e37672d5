"""Names of columns: the contract's own and what officers' programs write instead."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Final

from ratingstore.ingest.readers.values import clean, fold

# Column, then language, then spellings. Programs in Brazil, Spain and Germany name them so.
ALIASES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "tournament": {"pt": ("Torneio",), "es": ("Torneo",), "de": ("Turnier",)},
    "date": {"pt": ("Data",), "es": ("Fecha",), "de": ("Datum",)},
    "round": {"en": ("Rd",), "pt": ("Rodada",), "es": ("Ronda",), "de": ("Runde",)},
    "board": {"en": ("Bo",), "pt": ("Mesa",), "es": ("M",), "de": ("Br",)},
    "white": {"pt": ("Brancas",), "es": ("Blancas",), "de": ("Weiss",)},
    "black": {"pt": ("Pretas",), "es": ("Negras",), "de": ("Schwarz",)},
    "result": {"en": ("Res",), "pt": ("Resultado",), "de": ("Ergebnis", "Erg")},
    "white_rating": {"en": ("WhiteElo",)},
    "black_rating": {"en": ("BlackElo",)},
    "player": {"en": ("id", "Id_No", "player_id"), "pt": ("Código",), "de": ("Nr",)},
    "name": {"pt": ("Nome", "Jogador"), "es": ("Nombre",), "de": ("Spieler",)},
    "fide_id": {"en": ("FIDEID",), "pt": ("ID FIDE",)},
    "cbx_id": {"en": ("CBXID",), "pt": ("Id_CBX",)},
    "birth_date": {"en": ("birth_year", "Birthday", "Born")},
    "federation": {"en": ("FED",), "es": ("País",), "de": ("Land",)},
    "club": {
        "en": ("Club/City",),
        "pt": ("Clube", "Clube/Cidade"),
        "es": ("Club/Ciudad",),
        "de": ("Verein", "Verein/Ort"),
    },
    "rating": {"en": ("Elo", "Rtg", "RtgN", "Rtg_Nat"), "pt": ("EloN", "EloI"), "de": ("DWZ",)},
    "points": {"en": ("Pts",), "pt": ("Pontos",), "de": ("Pkt",)},
    # In JSON lines "type" says what the line is, so a tournament's own type needs another name.
    "type": {"en": ("tournament_type",)},
}
_BY_SPELLING: Final = {
    fold(spelling): column
    for column, languages in ALIASES.items()
    for spellings in languages.values()
    for spelling in spellings
}

_ID: Final = re.compile(r"([a-z][a-z0-9]*)[ _.-]id")
# "club_id" and the like are numbers of something else than the player.
_NO_SCHEME: Final = frozenset(
    ("category", "club", "event", "federation", "game", "list", "match", "player", "round", "row")
    + ("section", "team", "tournament")
)
_NEAR: Final = 0.8


@dataclass(frozen=True, slots=True)
class Layout:
    """Which column each cell belongs to.

    ``names``: the contract's name, "" where the column is not known; ``labels``: as in the file.
    ``unknown``: index and label of every cell that is kept as a note. ``ambiguous``: a column and
    the two labels that both claim it.
    """

    names: tuple[str, ...]
    labels: tuple[str, ...]
    unknown: tuple[tuple[int, str], ...]
    ambiguous: tuple[tuple[str, str, str], ...]

    @property
    def found(self) -> frozenset[str]:
        return frozenset(self.names) - {""}

    def slips(self, columns: tuple[str, ...]) -> list[tuple[str, str]]:
        """Unknown labels that look like a misspelt column the row does not have: (label, column)."""
        absent = tuple(column for column in columns if column not in self.found)
        near = [(label, nearest(label, absent)) for _, label in self.unknown if not _is_id(label)]
        return [(label, column) for label, column in near if column]


def lay_out(cells: list[str], columns: tuple[str, ...], *, with_ids: bool = False) -> Layout:
    """Match the cells of a header to ``columns``; the contract's own names win over aliases.

    ``with_ids``: ``<scheme>_id`` is a column for every scheme.
    """
    labels = tuple(clean(cell) or f"column_{i}" for i, cell in enumerate(cells, 1))
    by_fold = {fold(column): column for column in columns}
    own = [by_fold.get(fold(label), "") for label in labels]
    names = [mine or _alias(label, columns, own, with_ids) for mine, label in zip(own, labels, strict=True)]
    unknown = tuple((i, labels[i]) for i, name in enumerate(names) if not name)
    return Layout(tuple(names), labels, unknown, _claimed_twice(names, labels))


def _is_id(label: str) -> bool:
    return _ID.fullmatch(label.casefold()) is not None


def _alias(label: str, columns: tuple[str, ...], own: list[str], with_ids: bool) -> str:
    column = _BY_SPELLING.get(fold(label), "")
    if not column and (found := _ID.fullmatch(label.casefold())) and found[1] not in _NO_SCHEME:
        column = f"{found[1]}_id"
    known = column in columns or (with_ids and column.endswith("_id"))
    return column if known and column not in own else ""


def _claimed_twice(names: list[str], labels: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    first: dict[str, str] = {}
    twice = []
    for name, label in zip(names, labels, strict=True):
        if name and name in first:
            twice.append((name, first[name], label))
        first.setdefault(name, label)
    return tuple(twice)


def nearest(label: str, columns: tuple[str, ...]) -> str:
    """The column that ``label`` may be a misspelling of, else ""."""
    by_fold = {fold(column): column for column in columns}
    close = difflib.get_close_matches(fold(label), by_fold, n=1, cutoff=_NEAR)
    return by_fold[close[0]] if close else ""
