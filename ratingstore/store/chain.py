"""The hash chain: each batch seals what it added and the batch before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Final

GENESIS: Final = "0" * 64
"""The hash before the first batch."""

SEALED: Final = (
    "previous_hash",
    "batch",
    "recorded_at",
    "format",
    "document_hash",
    "options",
    "first_position",
    "last_position",
    "canonical",
    "identities_hash",
    "remarks_hash",
    "admin_hash",
    "tournament_hash",
    "player_hash",
    "rating_hash",
    "game_hash",
)
"""Columns of a batch that its hash covers."""


def batch_hash(row: Mapping[str, object]) -> str:
    """The hash of a batch over its ``SEALED`` columns."""
    return hashlib.sha256(json.dumps([row[name] for name in SEALED]).encode()).hexdigest()


def salted_hash(salt: str, *parts: str) -> str:
    """The hash of words that may be erased later: nobody can guess them back without the salt."""
    return hashlib.sha256(json.dumps([salt, *parts]).encode()).hexdigest()


def sealed_remark(row: Mapping[str, object], form: int) -> str:
    """What a batch of a form seals of a remark: its salted hash, and from form 2 on what it goes with."""
    return str(row["hash"]) if form == 1 else f"{row['position']} {row['kind']} {row['hash']}"


def joined_hash(hashes: Iterable[str]) -> str:
    """One hash over many, in their order."""
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()
