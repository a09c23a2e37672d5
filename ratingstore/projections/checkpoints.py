"""Checkpoints as bytes: columns as they are packed in blocks, pools and the rest as JSON, compressed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from ratingstore.projections.newest import COLUMNS, Newest
from ratingstore.projections.stored import Before
from ratingstore.replay.checkpoint import Checkpoint
from ratingstore.replay.choice import Adopted
from ratingstore.replay.fold import Folded
from ratingstore.replay.snapshots import Snapshot
from ratingstore.replay.state import State
from ratingstore.rules.entries import Block, Performance, PoolGame
from ratingstore.rules.ruleset import UNRATED
from ratingstore.store import segments
from ratingstore.store.read import Ints

_LEVEL: Final = 1
_LIST: Final = ("shown", "games", "peak")


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """A checkpoint with what is stored of the days before it, and the last step of each player there.

    The units of those steps are numbers of ``rule_sets``, the ids of their rule sets. ``before_rules``:
    games that lie before the list's first.
    """

    checkpoint: Checkpoint
    before: Before
    newest: Newest
    rule_sets: tuple[str, ...]
    before_rules: int


def of_fold(folded: Folded, begun: Beginning | None) -> Iterator[Beginning]:
    """The checkpoints of a fold that itself began at one, or at the beginning."""
    days = folded.units.effective_on
    names, of_unit = rule_sets(folded, begun)
    earlier = len(begun.rule_sets) if begun else 0
    steps = folded.steps
    for one in folded.checkpoints:
        rows = np.flatnonzero(steps.effective_on < one.day)
        units = int((days < one.day).sum())
        counts = np.bincount(steps.player[rows], minlength=len(one.state.rating))
        used = max(earlier, int(of_unit[days < one.day].max(initial=-1)) + 1)
        if begun is not None:
            counts[: len(begun.before.steps)] += begun.before.steps
            units += begun.before.units
        yield Beginning(
            checkpoint=one,
            before=Before(units=units, steps=counts),
            newest=Newest.of(steps, rows, of_unit).over(begun.newest if begun else None),
            rule_sets=names[:used],
            before_rules=folded.before_rules if begun is None else begun.before_rules,
        )


def rule_sets(folded: Folded, begun: Beginning | None) -> tuple[tuple[str, ...], Ints]:
    """Ids of the rule sets in the order of their first unit ("": before the first), and that of each unit."""
    units = folded.units
    names = tuple(dict.fromkeys([*(begun.rule_sets if begun else ()), *units.rule_sets]))
    places = np.array([names.index(name) for name in units.rule_sets], dtype=np.int64)
    return names, places[units.rule_set]


def packed(kept: Beginning) -> bytes:
    """The bytes of a checkpoint."""
    one, state = kept.checkpoint, kept.checkpoint.state
    head: dict[str, Any] = {
        "day": one.day,
        "last": one.last,
        "lists": list(one.lists),
        "owner": None if state.owner is None else state.owner.position,
        "pools": {player: [_told(game) for game in pool] for player, pool in state.pools.items()},
        "units": kept.before.units,
        "rule_sets": kept.rule_sets,
        "before_rules": kept.before_rules,
        "unrated": _below(kept),
    }
    whole = _columns(kept, head["unrated"])
    bases = {name: whole[base] for name, base in _bases(whole).items()}
    columns = {
        name: column - bases[name][: len(column)] if name in bases else column
        for name, column in whole.items()
    }
    body = segments.packed({name: column for name, column in columns.items() if len(column)})
    return zlib.compress(json.dumps(head).encode() + b"\n" + body, _LEVEL)


def _below(kept: Beginning) -> int:
    """A number just below all ratings: it stands for "none" where columns are kept small."""
    state = kept.checkpoint.state
    columns = [state.rating, state.shown, state.peak]
    columns += [getattr(one, name) for one in kept.checkpoint.lists.values() for name in ("shown", "peak")]
    return min([0, *(int(column[column != UNRATED].min(initial=0)) for column in columns)]) - 1


def _columns(kept: Beginning, unrated: int) -> dict[str, Ints]:
    """All columns by player number, those of ratings with ``unrated`` for none."""
    one, size = kept.checkpoint, len(kept.checkpoint.state.rating)
    columns = {name: np.asarray(getattr(one.state, name), dtype=np.int64) for name in State.COLUMNS}
    columns["games for k"] = one.state.games_for_k(slice(None))
    for day, listed in one.lists.items():
        columns |= {f"{day} {name}": getattr(listed, name) for name in _LIST}
    columns |= {f"newest {name}": np.zeros(size, dtype=np.int64) for name in COLUMNS}
    for name in COLUMNS:
        columns[f"newest {name}"][kept.newest.player] = getattr(kept.newest, name)
    columns["steps"] = kept.before.steps
    return {name: np.where(column == UNRATED, unrated, column) for name, column in columns.items()}


def _bases(names: Iterable[str]) -> dict[str, str]:
    """Columns that hardly differ from another one, which is kept before them."""
    found = {"shown": "rating", "peak": "shown", "games for k": "games"}
    found |= {"newest games_total": "games", "newest last_played": "last_played"}
    found |= {"newest shown": "shown", "newest effective_on": "last_played"}
    for name in names:
        day, _, column = name.partition(" ")
        if day.isdigit():
            found[name] = "games for k" if column == "games" else column
    return found


def unpacked(content: bytes, adopted: Sequence[Adopted]) -> Beginning | None:
    """The checkpoint of these bytes; None where its rule set is none of those adopted."""
    said, _mark, body = zlib.decompress(content).partition(b"\n")
    head, columns = json.loads(said), segments.unpacked(body) if body else {}
    owner = next((one for one in adopted if one.position == head["owner"]), None)
    if owner is None and head["owner"] is not None:
        return None
    for name, base in _bases(columns).items():
        columns[name] = columns[name] + columns[base][: len(columns[name])]
    columns = {name: np.where(column == head["unrated"], UNRATED, column) for name, column in columns.items()}
    return _kept(head, columns, owner)


def _kept(head: dict[str, Any], columns: dict[str, Ints], owner: Adopted | None) -> Beginning:
    of_state: dict[str, Any] = {name: columns[name] for name in State.COLUMNS}
    state = State(
        **{**of_state, "settled": columns["settled"].astype(np.bool_)},
        pools={int(player): [_made(*game) for game in pool] for player, pool in head["pools"].items()},
        owner=owner,
    )
    lists = {day: Snapshot(*(columns[f"{day} {name}"] for name in _LIST)) for day in head["lists"]}
    player = np.flatnonzero(columns["steps"])
    return Beginning(
        checkpoint=Checkpoint(day=head["day"], last=head["last"], state=state, lists=lists),
        before=Before(units=head["units"], steps=columns["steps"]),
        newest=Newest(player=player, **{name: columns[f"newest {name}"][player] for name in COLUMNS}),
        rule_sets=tuple(head["rule_sets"]),
        before_rules=head["before_rules"],
    )


def _told(one: PoolGame | Performance | Block) -> list[Any]:
    """A piece of a pool as JSON can have it: its kind, then its fields."""
    if isinstance(one, Block):
        one = one._replace(played=tuple(tuple(game) for game in one.played))  # type: ignore[misc]
    return [type(one).__name__, *(str(cell) if isinstance(cell, Fraction) else cell for cell in one)]


def _made(kind: str, *cells: Any) -> PoolGame | Performance | Block:
    if kind == PoolGame.__name__:
        return PoolGame(*cells)
    if kind == Performance.__name__:
        one = Performance(*cells)
        ru = None if one.ru is None else Fraction(one.ru)
        return one._replace(place=_pair(one.place), rc=Fraction(one.rc), ru=ru)
    block = Block(*cells)
    played = tuple(PoolGame(*game) for game in block.played)
    return block._replace(
        place=_pair(block.place), played=played, rc=Fraction(block.rc), share=Fraction(block.share)
    )


def _pair(cells: Sequence[int]) -> tuple[int, int]:
    first, second = cells
    return first, second


def alike(one: Beginning, other: Beginning) -> bool:
    """Whether two checkpoints say the same: whatever past lists they keep, and players who came later."""
    return _said(one) == _said(other)


def _said(kept: Beginning) -> tuple[object, ...]:
    state = kept.checkpoint.state
    known = kept.newest.player.tolist()
    columns = [getattr(state, name) for name in State.COLUMNS] + [kept.before.steps]
    pools = {
        player: [one._replace(place=None) if hasattr(one, "place") else one for one in pool]
        for player, pool in state.pools.items()
    }
    return (
        kept.checkpoint.day,
        kept.before.units,
        kept.rule_sets,
        None if state.owner is None else state.owner.position,
        pools,
        *(column[known].tolist() for column in columns),
        *(getattr(kept.newest, name).tolist() for name in COLUMNS),
    )
