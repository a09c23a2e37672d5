"""Damaged files through ingest.

What must hold: no bug is reported, what is refused leaves no trace, what is taken is one batch.
"""

from __future__ import annotations

import gzip
import os
import random
import tempfile
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection as Channel
from pathlib import Path
from typing import Any

import ratingstore
from scripts.campaigns.children import Child, run, serve
from scripts.campaigns.looking import Examiner
from scripts.campaigns.outcome import Outcome
from scripts.campaigns.places import Place

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "scripts" / "demo_data", ROOT.parent / "shared" / "data")
_LARGEST = 6000
"""Bytes of a file that are used: damage is found in small ones too."""
_A_STORE = 50
"""Files that one store takes; then it is examined and thrown away."""
_EXIT_CODES = (0, 1, 2, 3)
_NOTHING_WRITTEN = (1, 2)
_COUNTED = """
    select (select count(*) from event), (select coalesce(max(position), 0) from event),
        (select count(*) from batch), (select count(*) from person), (select count(*) from tournament),
        (select count(*) from rating_list)
"""
_BYTES = [b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\\u0000", b"\\ud800"]
_MARKS = b"\" '' ; , { } [] null NaN 1e999 -1 0 true 1.5 %s =1+1".split()
_DATES = b"2012-02-30 0000-00-00 31/12/2011 9999-12-31 1 2012 2012-1-1 20120101".split()
_RESULTS = b"1-0 1/2-1/2 +-- 0-0 * 1:0 + 0,5".split() + ["½-½".encode(), "é\u0301\u202e".encode()]
_LONG = [b"9" * 30, b"9" * 5000, b"[" * 500, b"\t", b"\r", b"\n", b" ", b"\n\n"]
_LINES = [
    b'{"type": "adoption", "list": "cxc", "rule_set": "cxc-2012", "effective_from": "2012-01-01"}',
    b'{"type": "game"}',
    b'{"type": 1}',
]
_TOKENS = (*_BYTES, *_MARKS, *_DATES, *_RESULTS, *_LONG, *_LINES)
_READ = ("games-", "players", "ratings", "tournaments", "neutral", "made")
"""How the names of files begin that a reader takes; of the others it takes nothing."""
_OPTIONS: tuple[tuple[str, ...], ...] = (
    *[()] * 3,
    *(("--list", code) for code in ("cxc", "cbx", "nowhere")),
    ("--tournament", "T"),
    ("--date", "2012-03-04"),
    ("--date-order", "DMY"),
    ("--strict",),
    ("--dry-run",),
    ("--tournament", "T", "--date", "2012-03-04"),
)


def campaign(place: Place, count: int, seed: int) -> Outcome:
    """``count`` files."""
    outcome = Outcome(f"fuzz, {place.name}")
    with tempfile.TemporaryDirectory() as folder, outcome.timed():
        examiner, worker, samples = Examiner(), Child(serve), originals()
        url = ""
        for number in range(count):
            if number % _A_STORE == 0:
                _throw_away(place, url, examiner, outcome)
                url = place.fresh()
                worker.ask(prepared, url)
            chance = random.Random(f"{seed} {number}")
            path, options = damaged(Path(folder), number, samples, chance)
            code, faults = worker.ask(handed_in, url, path, options)
            outcome.counts[f"exit {code}"] += 1
            outcome.add(faults, f"{seed} {number} {path.name} {' '.join(options)}")
        _throw_away(place, url, examiner, outcome)
    return outcome


def _throw_away(place: Place, url: str, examiner: Examiner, outcome: Outcome) -> None:
    if url:
        outcome.faults += examiner.examine(url)[1]
        place.drop(url)


def originals() -> list[tuple[str, bytes]]:
    """Name and bytes of the files that are to be damaged; those of the evidence folder where it is."""
    found = []
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix not in (".md", ".sql"):
                content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
                found.append((path.name.removesuffix(".gz"), content[:_LARGEST]))
    return found


def damaged(
    folder: Path, number: int, samples: Sequence[tuple[str, bytes]], chance: random.Random
) -> tuple[Path, tuple[str, ...]]:
    """A damaged file, and the options to hand it in with."""
    read = [one for one in samples if one[0].startswith(_READ)]
    name, content = chance.choice(read if chance.random() < 0.8 else samples)
    for _time in range(chance.choice((0, 1, 1, 2, 3, 8))):
        content = chance.choice(DAMAGES)(content, chance, samples)
    path = folder / f"{number}-{name}"
    path.write_bytes(content)
    return path, chance.choice(_OPTIONS)


Samples = Sequence[tuple[str, bytes]]
Damage = Callable[[bytes, random.Random, Samples], bytes]


def _flip(content: bytes, chance: random.Random, _samples: Samples) -> bytes:
    changed = bytearray(content)
    for _time in range(min(len(content), chance.randint(1, 5))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _insert(content: bytes, chance: random.Random, _samples: Samples) -> bytes:
    at = chance.randint(0, len(content))
    return content[:at] + chance.choice(_TOKENS) + content[at:]


def _lose(content: bytes, chance: random.Random, _samples: Samples) -> bytes:
    at = chance.randint(0, len(content))
    return content[:at] + content[at + chance.randint(1, 80) :]


def _cut(content: bytes, chance: random.Random, _samples: Samples) -> bytes:
    return content[: chance.randint(0, len(content))]


def _splice(content: bytes, chance: random.Random, samples: Samples) -> bytes:
    other = chance.choice(samples)[1]
    return content[: chance.randint(0, len(content))] + other[chance.randint(0, len(other)) :]


def _lines(content: bytes, chance: random.Random, _samples: Samples) -> bytes:
    lines = content.splitlines(keepends=True)
    return b"".join(chance.choices(lines, k=len(lines))) if lines else content


def _cells(content: bytes, chance: random.Random, _samples: Samples) -> bytes:
    mark = chance.choice((b",", b";", b"\t", b" "))
    cells = content.split(mark)
    for _time in range(chance.randint(1, 4)):
        cells[chance.randrange(len(cells))] = chance.choice((*_TOKENS, chance.choice(cells)))
    return mark.join(cells)


def _noise(_content: bytes, chance: random.Random, _samples: Samples) -> bytes:
    return chance.randbytes(chance.randint(0, 300))


DAMAGES: tuple[Damage, ...] = (_flip, _insert, _lose, _cut, _splice, _lines, _cells, _cells, _noise)


def prepared(channel: Channel, url: str) -> None:
    """A child's work: a store that knows the demo's players and some of its games."""
    os.environ["RATINGSTORE_LANG"] = "en"
    demo = FOLDERS[0]
    names = ("players.csv", "tournaments.csv", "ratings.csv", "games-2011-10.csv")
    code, said = run(url, ("ingest", "--list", "cxc", *(str(demo / name) for name in names)))
    channel.send(said if code else "done")


def handed_in(channel: Channel, url: str, path: Path, options: Sequence[str]) -> None:
    """A child's work: ingest a file; its exit code, and what is wrong with that."""
    before = _counts(url)
    code, said = run(url, ("ingest", str(path), *options))
    after = _counts(url)
    faults = []
    if code not in _EXIT_CODES or "Traceback" in said:
        faults.append(f"ended with {code}: {said}")
    if (code in _NOTHING_WRITTEN or "--dry-run" in options) and after != before:
        faults.append(f"ended with {code}, and the store went from {before} to {after}")
    if after[0] != after[1] or after[2] - before[2] not in (0, 1):
        faults.append(f"the store went from {before} to {after}")
    channel.send((code, faults))


def _counts(url: str) -> tuple[Any, ...]:
    with ratingstore.open(url) as store:
        (counts,) = store.query(_COUNTED).rows
    return tuple(counts)
