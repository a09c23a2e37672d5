"""A history as the log that ingesting it would make, for the fold alone."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np

from ratingstore.rulebook import catalogue, loader
from ratingstore.rules.adjustment import Adjustment, Selection
from ratingstore.store.read import GameColumns, Log
from ratingstore.store.rows import (
    AdjustmentRow,
    AdoptionRow,
    ExemptionRow,
    FactRow,
    RatingRow,
    TournamentRow,
)

from .made_up import FULL, table_with_a_full_score

HALVES = {0: 0, 1: 2}


class Numbered:
    """A history with numbers in place of codes, from 1 in the order of the codes."""

    def __init__(self, history: dict[str, Any]) -> None:
        self.history = history
        self.players = ["", *sorted(history["players"])]
        self.tournaments = ["", *sorted(history["tournaments"])]
        self.lists = {code: number for number, code in enumerate(sorted(history["lists"]), 1)}

    def log(self) -> Log:
        lists = self.history["lists"].items()
        return Log(
            known_at=1,
            games=self.games(),
            tournaments={
                self.tournaments.index(code): TournamentRow(
                    lists=tuple(one["lists"]),
                    start_on=one["start"].toordinal() if one["start"] else None,
                    end_on=one["end"].toordinal() if one["end"] else None,
                    points=None,
                    rounds=None,
                    type=one["type"],
                    status="rated",
                    implied_list=None,
                )
                for code, one in self.history["tournaments"].items()
            },
            ratings=tuple(self.opening(code, one) for code, facts in lists for one in facts["openings"]),
            adoptions=tuple(
                adoption(number, self.lists[code], one)
                for code, facts in lists
                for number, one in enumerate(facts["adoptions"], 1)
            ),
            player_codes=tuple(self.players),
            player_names=tuple(self.players),
            tournament_codes=tuple(self.tournaments),
            lists=self.lists,
            facts=tuple(self.facts()),
            adjustments=tuple(
                self.adjustment(code, one) for code, facts in lists for one in facts.get("adjustments", [])
            ),
            exemptions=tuple(self.exemptions()),
        )

    def games(self) -> GameColumns:
        rows = []
        for root, game in enumerate(self.history["games"], 1):
            white, black = halves(game["score"])
            rows.append(
                (root, self.tournaments.index(game["tournament"]), game["round"] or 0, game["round"] or 0)
                + (game["board"] or 0, game["game_no"], game["date"].toordinal() if game["date"] else 0)
                + (self.players.index(game["white"]), self.players.index(game["black"]), white, black)
                + (int(white >= 0), 0, -1, -1)
            )
        columns = np.array(rows, dtype=np.int64).reshape(len(rows), 15).T
        return GameColumns(**dict(zip(GameColumns.__dataclass_fields__, columns, strict=True)))

    def opening(self, code: str, one: dict[str, Any]) -> RatingRow:
        return RatingRow(
            position=1,
            player=self.players.index(one["player"]),
            list=self.lists[code],
            purpose="opening",
            rated_on=one["date"].toordinal(),
            rating=int(one["rating"] * 100),
            relative=False,
            games=one["games"],
        )

    def facts(self) -> list[FactRow]:
        return [
            FactRow(player=self.players.index(code), fact=fact, value=value, valid_from=0)
            for code, person in self.history["players"].items()
            for fact, value in person.items()
            if value
        ]

    def adjustment(self, code: str, one: dict[str, Any]) -> AdjustmentRow:
        where = dict(one.get("selection", {}))
        for key in ("players", "excepted"):
            where[key] = tuple(self.players.index(player) for player in where.get(key, []))
        for key in ("rating_from", "rating_below"):
            where[key] = where[key] * 100 if key in where else None
        if "active_since" in where:
            where["active_since"] = where["active_since"].toordinal()
        least = one.get("least")
        made = Adjustment(
            formula=one["formula"],
            selection=Selection(**where),
            other_list=one.get("other_list") or "",
            least=None if least is None else least * 100,
        )
        return AdjustmentRow(position=1, list=self.lists[code], on=one["date"].toordinal(), adjustment=made)

    def exemptions(self) -> list[ExemptionRow]:
        return [
            ExemptionRow(
                position=root, root=root, list=self.lists.get(game["exempt"][0], 0), side=game["exempt"][1]
            )
            for root, game in enumerate(self.history["games"], 1)
            if game.get("exempt")
        ]


def halves(score: Any) -> tuple[int, int]:
    return (-1, -1) if score is None else (int(score * 2), 2 - int(score * 2))


def adoption(number: int, list_number: int, one: dict[str, Any]) -> AdoptionRow:
    tables = {"expected-fide": TABLES["expected-fide"], "dp-fide": TABLES["dp-fide"]}
    tables[FULL] = table_with_a_full_score()
    text = one["text"]
    named = one.get("tables") or {
        name: table for name, table in tables.items() if f'table = "{name}"' in text
    }
    return AdoptionRow(
        position=number,
        list=list_number,
        effective_on=one["effective_from"].toordinal(),
        rule_set=text.split('"')[1],
        digest=loader.digest(text, named, {}),
        text=text,
        tables=named,
        parameters={},
    )


TABLES: dict[str, str] = {
    name: text for shipped in catalogue.shipped() for name, text in shipped.tables.items()
}


def day_of(ordinal: int) -> date:
    return date.fromordinal(ordinal)
