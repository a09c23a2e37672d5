"""How a correction that cannot be made leaves its function."""

from __future__ import annotations


class Refused(Exception):
    """A problem of a correction's row: its code, the word that it is about, and its values."""

    def __init__(self, code: str, word: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.word = word
        self.values = values
