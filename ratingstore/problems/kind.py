"""What a code means: the entries that the catalogue is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["refused", "warning", "note"]
"""``refused``: the row went to quarantine. ``warning``: accepted, look at it. ``note``: said only."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a code means. ``sentence`` and ``hint`` are templates over a problem's ``values``."""

    code: str
    severity: Severity
    sentence: str
    hint: str
    meaning: str
