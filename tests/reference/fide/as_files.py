"""A history as the files in which an officer would hand it in."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from ratingstore import api

from .made_up import FULL, table_with_a_full_score

SPELLED = {None: "*", Fraction(1): "1-0", Fraction(1, 2): "1/2-1/2", Fraction(0): "0-1"}


def adopt(store: api.Store, history: dict[str, Any], folder: Path, writing: api.Writing) -> None:
    """Put the rule sets in force, each from a file of its own beside the table that it may name."""
    (folder / f"{FULL}.toml").write_text(table_with_a_full_score(), encoding="utf-8")
    for code, facts in history["lists"].items():
        for number, adoption in enumerate(facts["adoptions"], 1):
            path = folder / f"{code}-{number}.toml"
            path.write_text(adoption["text"], encoding="utf-8")
            store.rules_adopt(str(path), code, adoption["effective_from"].isoformat(), {}, writing)


def write_facts(history: dict[str, Any], folder: Path, shuffle: int) -> tuple[list[Path], list[Path]]:
    """Players, tournaments, openings and games in an order that ``shuffle`` decides; and the corrections."""
    chance = random.Random(shuffle)
    tables = {
        "players": (["player", "birth_date", "sex"], players(history)),
        "tournaments": (["tournament", "lists", "start_date", "end_date", "type"], tournaments(history)),
        "ratings": (["player", "list", "date", "rating", "games"], openings(history)),
        "games": (["tournament", "date", "round", "white", "black", "result"], games(history)),
    }
    found = []
    for name, (columns, rows) in tables.items():
        if rows:
            chance.shuffle(rows)
            path = folder / f"{name}.csv"
            with path.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([columns, *rows])
            found.append(path)
    chance.shuffle(found)
    return found, write_corrections(history, folder)


def write_corrections(history: dict[str, Any], folder: Path) -> list[Path]:
    lines = [*exemptions(history), *adjustments(history)]
    if lines:
        path = folder / "corrections.jsonl"
        said = {"type": "correction", "reason": "so it was decided"}
        path.write_text("".join(json.dumps({**said, **line}) + "\n" for line in lines), encoding="utf-8")
        return [path]
    return []


def players(history: dict[str, Any]) -> list[Sequence[object]]:
    return [(code, one.get("born") or "", one.get("sex") or "") for code, one in history["players"].items()]


def tournaments(history: dict[str, Any]) -> list[Sequence[object]]:
    return [
        (code, " ".join(one["lists"]), one["start"], one["end"], one["type"])
        for code, one in history["tournaments"].items()
    ]


def openings(history: dict[str, Any]) -> list[Sequence[object]]:
    return [
        (one["player"], code, one["date"], one["rating"], "" if one["games"] is None else one["games"])
        for code, facts in history["lists"].items()
        for one in facts["openings"]
    ]


def games(history: dict[str, Any]) -> list[Sequence[object]]:
    return [
        (
            game["tournament"],
            game["date"] or "",
            game["round"],
            game["white"],
            game["black"],
            SPELLED[game["score"]],
        )
        for game in history["games"]
    ]


def exemptions(history: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for game in history["games"]:
        if game["exempt"]:
            of_list, side = game["exempt"]
            key = {name: game[name] for name in ("tournament", "round", "white", "black")}
            found.append({"action": "void", **key, "side": side, **({"list": of_list} if of_list else {})})
    return found


def adjustments(history: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"action": "adjust", "list": code, "date": one["date"].isoformat(), **formula_and_selection(one)}
        for code, facts in history["lists"].items()
        for one in facts["adjustments"]
    ]


def formula_and_selection(one: dict[str, Any]) -> dict[str, Any]:
    where = dict(one.get("selection") or {})
    found = {key: str(one[key]) for key in ("formula", "other_list", "least") if one.get(key)}
    if "players" in where:
        found["player"] = where.pop("players")
    if "excepted" in where:
        found["except"] = where.pop("excepted")
    found |= {key: str(value) for key, value in where.items()}
    return found if set(found) & {"player", *where} else {**found, "all": True}
