"""Exceptions of usage and infrastructure. Problems in a user's data are values: see ``problems``.

RatingStoreError
├── UsageError            an option, date or code that cannot be used
│   ├── UnknownName       a player, list, rule set, tournament that is not there
│   └── TimeRefused       a recorded time that runs backwards, a position beyond the head
├── FileUnusable          a file that cannot be read at all
├── RuleSetInvalid        a rule-set file that is refused; carries every finding
└── StoreError            the database
    ├── StoreMissing      there is no store at this address
    ├── StoreUnreachable  the database does not answer
    ├── SchemaMismatch    the store's schema is not this program's
    ├── GuardsBroken      the append-only guards are not as they should be
    └── ReadOnlyRefused   a query that is not read-only, or is wrong
"""

from __future__ import annotations

from ratingstore.language import _


class RatingStoreError(Exception):
    """Root of all errors a caller may want to show to a person.

    ``hint`` says what to do about it, in one sentence; empty where there is nothing to say.
    """

    exit_code = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(RatingStoreError):
    """An option, date or code that cannot be used."""


class UnknownName(UsageError):
    """A player, list, rule set or tournament that is not there."""


class TimeRefused(UsageError):
    """A recorded time that runs backwards or lies ahead, or a position beyond the head."""


class FileUnusable(RatingStoreError):
    """A file that cannot be read at all."""


class RuleSetInvalid(RatingStoreError):
    """A rule-set file that is refused; ``findings`` holds every ``(key path, sentence)``."""

    def __init__(self, name: str, findings: tuple[tuple[str, str], ...]) -> None:
        lines = "\n".join(f"  {path}: {sentence}" for path, sentence in findings)
        super().__init__(_("{name} is not a usable rule set:").format(name=name) + f"\n{lines}")
        self.name = name
        self.findings = findings


class StoreError(RatingStoreError):
    """Something about the database."""


class StoreMissing(StoreError):
    """There is no store at this address."""


class StoreUnreachable(StoreError):
    """The database does not answer."""


class SchemaMismatch(StoreError):
    """The store's schema is not the one of this program."""


class GuardsBroken(StoreError):
    """The append-only guards are not as they should be."""


class ReadOnlyRefused(StoreError):
    """A query that is not read-only, or that the database refuses."""
