"""TOML as rule sets use it: exact decimals, LF line endings, errors with their place."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from typing import Any, Final

from ratingstore.language import _

_PLACE: Final = re.compile(r"^(?P<what>.*) \(at (?P<place>.+)\)$", re.DOTALL)
_LINE_COLUMN: Final = re.compile(r"line (\d+), column (\d+)")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class NotToml(ValueError):
    """A text that is no TOML: ``place`` (``line 3, column 5``) and the ``sentence`` about it."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(f"{place}: {sentence}")
        self.place = place
        self.sentence = sentence


def normalised(text: str) -> str:
    """The text without byte order mark, with LF line endings and one LF at its end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"


def parse(text: str) -> dict[str, Any]:
    """The values of a TOML text; numbers with a point are ``Decimal``.

    A day that no calendar has (30 February) comes back as its text, so that the reader of the
    values can name the key, and everything else in the file is still looked at. Raises NotToml.
    """
    text = normalised(text)
    while True:
        try:
            return tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            what, place = _parts(str(error))
            quoted = _with_impossible_day_quoted(text, place)
            if quoted is None:
                raise NotToml(place, _("cannot be read as TOML: {what}").format(what=what)) from None
            text = quoted


def _parts(message: str) -> tuple[str, str]:
    match = _PLACE.match(message)
    return (match["what"], match["place"]) if match else (message, "file")


def _with_impossible_day_quoted(text: str, place: str) -> str | None:
    position = _LINE_COLUMN.fullmatch(place)
    if not position:
        return None
    lines = text.split("\n")
    row, column = int(position[1]) - 1, int(position[2]) - 1
    day = _DAY.match(lines[row], column)
    if not day:
        return None
    lines[row] = f'{lines[row][:column]}"{day[0]}"{lines[row][day.end() :]}'
    return "\n".join(lines)
