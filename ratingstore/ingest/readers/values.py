"""Numbers and words as files write them."""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, TypeVar

HIGHEST_RATING: Final = 4000
_MINUS: Final = dict.fromkeys(map(ord, "‒–—−"), "-")
_NUMBER: Final = re.compile(r"([+-]?)(\d+)(?:[.,](\d+))?", re.ASCII)
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}[.,]\d{3}", re.ASCII)
_WHOLE: Final = re.compile(r"0*(\d{1,6})", re.ASCII)
_LIST_MARKS: Final = re.compile(r"[\s,;|+]+")

Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a text, before it has a place; ``values`` fill the code's sentence."""

    code: str
    values: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in hundredths, and whether it was written with a sign."""

    hundredths: int
    signed: bool


@lru_cache(maxsize=16384)
def parse_amount(text: str) -> Amount | Wrong:
    """A rating or an amount, decimal comma or point, at most two decimals."""
    plain = text.translate(_MINUS)
    found = _NUMBER.fullmatch(plain)
    if not found:
        return Wrong("RS022")
    sign, whole, decimals = found[1], found[2], found[3] or ""
    if not sign and _GROUPED.fullmatch(plain):
        return Wrong("RS025", {"whole": whole + decimals, "fraction": f"{whole}.{decimals}"})
    if len(decimals) > 2:
        return Wrong("RS024")
    # A long run of digits is out of range anyway, and int() refuses very long ones.
    hundredths = int(whole[:9]) * 100 + int(decimals.ljust(2, "0")) if len(whole) < 9 else 10**9
    if hundredths > HIGHEST_RATING * 100:
        return Wrong("RS023", {"lowest": -HIGHEST_RATING if sign else 0, "highest": HIGHEST_RATING})
    return Amount(-hundredths if sign == "-" else hundredths, bool(sign))


def parse_rating(text: str) -> int | Wrong:
    """A rating or K in hundredths, without sign."""
    amount = parse_amount(text)
    if isinstance(amount, Wrong):
        return amount
    return Wrong("RS026") if amount.signed else amount.hundredths


def parse_ordinal(text: str) -> int | Wrong:
    """A round, board or number of a game: 1 to 99999."""
    found = _WHOLE.fullmatch(text)
    number = int(found[1]) if found else 0
    return number if 1 <= number <= 99_999 else Wrong("RS020")


def parse_count(text: str) -> int | Wrong:
    """A number of games: 0 to 999999."""
    found = _WHOLE.fullmatch(text)
    return int(found[1]) if found else Wrong("RS021")


def parse_position(text: str) -> int | Wrong:
    """A position of the log: 1 or more."""
    return int(text) if text.isascii() and text.isdigit() and int(text[:19]) > 0 else Wrong("RS022")


def parse_points(text: str) -> int | Wrong:
    """What a win counts: 1 or 2."""
    return int(text) if text in ("1", "2") else Wrong("RS027")


def parse_sex(text: str) -> Literal["m", "f"] | Wrong:
    """``m`` or ``f``; lists of the field also write ``w``."""
    match text.casefold():
        case "m":
            return "m"
        case "f" | "w":
            return "f"
    return Wrong("RS028")


def parse_word(text: str, known: tuple[Word, ...]) -> Word | Wrong:
    """One of the known words; case, and whether spaces or dashes join it, do not matter."""
    plain = re.sub(r"[\s_-]+", "_", text.casefold())
    for word in known:
        if word == plain:
            return word
    near = difflib.get_close_matches(plain, known, n=1)
    said: dict[str, object] = {"known": ", ".join(known)}
    return Wrong("RS029", said | {"near": near[0]}) if near else Wrong("RS030", said)


def split_lists(text: str) -> tuple[str, ...]:
    """List codes, each once, in the order of the file."""
    return tuple(dict.fromkeys(code for code in _LIST_MARKS.split(text) if code))


def fold(name: str) -> str:
    """A name without case, accents, spaces, dots, dashes and underscores, for comparing."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in parts if not (unicodedata.combining(c) or c.isspace() or c in "._-\ufeff"))


def clean(text: str) -> str:
    """A cell as it is kept: composed letters (NFC), no spaces around it."""
    stripped = text.strip()
    return stripped if stripped.isascii() else unicodedata.normalize("NFC", stripped)
