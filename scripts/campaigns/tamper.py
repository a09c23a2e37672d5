"""A store changed past its guards, by cells, rows and bytes: a verification names all of it."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ratingstore.store.tables import metadata
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import Place
from tests.store.desk import Desk
from tests.store.tampered import (
    columns,
    flipped,
    furnish,
    is_missed,
    past_the_guards,
    rows_of,
    tampered,
)

_BYTES_A_ROW = 100


def campaign(place: Place, count: int, seed: int) -> Outcome:
    """Change every column of ``count`` rows of each table, take these rows out, and of a file change
    a hundred times as many bytes."""
    outcome = Outcome(f"tamper, {place.name}")
    dice = random.Random(seed)
    with outcome.timed(), tempfile.TemporaryDirectory(prefix="ratingstore-campaign-") as folder:
        url = place.fresh()
        desk = Desk(url, Path(folder))
        furnish(desk)
        for name in dict.fromkeys(table for table, _column in columns()):
            for fault in _table(desk, name, count, dice, outcome):
                outcome.faults.append(f"seed {seed}: {fault}")
        desk.store.close()
        if "://" not in url:
            outcome.faults += _bytes(Path(url), Path(folder) / "copy.db", count * _BYTES_A_ROW, dice, outcome)
        place.drop(url)
    return outcome


def _table(desk: Desk, name: str, count: int, dice: random.Random, outcome: Outcome) -> Iterator[str]:
    own = [column for table, column in columns() if table == name]
    with past_the_guards(desk) as connection:
        rows = rows_of(connection, metadata.tables[name])
    for row in dice.sample(rows, min(count, len(rows))):
        tried, survivors = tampered(desk, name, own, row)
        outcome.runs += len(tried) + 1
        outcome.counts["cells"] += len(tried)
        outcome.counts["rows"] += 1
        yield from (
            f"{name}.{column} = {value!r} was not noticed in {row}" for column, row, value in survivors
        )
        if not is_missed(desk, name, [row]):
            yield f"{name}: {row} was not missed"


def _bytes(file: Path, copy: Path, count: int, dice: random.Random, outcome: Outcome) -> list[str]:
    used = [at for at, byte in enumerate(file.read_bytes()) if byte]
    places = sorted(dice.sample(used, min(count, len(used))))
    outcome.runs += len(places)
    outcome.counts["bytes"] += len(places)
    return [f"byte {at} of the file was not noticed" for at in flipped(file, copy, places)]
