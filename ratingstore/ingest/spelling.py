"""Whether two codes or names differ only in spelling: case, accents, spaces, dots."""

from __future__ import annotations

import unicodedata

# Letters that no decomposition takes apart; ø and o are one name to the person who types it.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"}
)
_PASSED_OVER = " \t."
_NOTHING = dict.fromkeys(map(ord, _PASSED_OVER))


def folded(text: str) -> str:
    """The text without case, accents, spaces and dots."""
    if text.isascii():
        return text.lower().translate(_NOTHING)
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(
        letter for letter in plain if not unicodedata.combining(letter) and letter not in _PASSED_OVER
    )
