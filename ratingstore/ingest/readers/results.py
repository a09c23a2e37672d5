"""Results as files spell them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from ratingstore.ingest.readers.values import Wrong

_DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-") | {ord("⁄"): "/"}
_SPREADSHEET_DATE: Final = re.compile(
    r"(\d{4}([-/. ])\d{1,2}\2\d{1,2}|\d{1,2}([-/. ])\d{1,2}\3\d{2,4})(\s.*)?"
    r"|\d{1,2}[-/. ][^\W\d_]{3,9}\.?([-/. ]\d{2,4})?"
    r"|[^\W\d_]{3,9}\.?[-/. ]\d{1,4}"
)


@dataclass(frozen=True, slots=True)
class Result:
    """Half points of a win of White and Black (2, 1, 0), None while the game is pending.

    ``scale``: 2 where only draughts spell it so, 1 for a lone ``1``, 0 where both scales agree.
    """

    white: int | None
    black: int | None
    scale: Literal[0, 1, 2] = 0
    forfeit: bool = False

    @property
    def nobody_scored(self) -> bool:
        return self.white == self.black == 0 and not self.forfeit


PENDING: Final = Result(None, None)


def _spellings() -> dict[str, Result]:
    win, loss, draw = Result(2, 0), Result(0, 2), Result(1, 1)
    table = {"*": PENDING, "=": draw, "=-=": draw, "w": win, "d": draw, "l": loss, "0": loss, "0.0": loss}
    table |= {"1": Result(2, 0, 1), "1.0": Result(2, 0, 1), "2": Result(2, 0, 2)}
    for half in ("1/2", "0.5", "0,5"):
        table |= {half: draw, f"{half}-{half}": draw, f"{half}:{half}": draw}
    for between in "-:":
        table |= {f"1{between}0": win, f"0{between}1": loss, f"0{between}0": Result(0, 0)}
        table |= {f"2{between}0": Result(2, 0, 2), f"0{between}2": Result(0, 2, 2)}
        table[f"1{between}1"] = Result(1, 1, 2)
    for between in ("/", ":", "-", ""):
        table[f"+{between}-"] = Result(2, 0, forfeit=True)
        table[f"-{between}+"] = Result(0, 2, forfeit=True)
        table[f"-{between}-"] = Result(0, 0, forfeit=True)
    return table


_TABLE: Final = _spellings()


@lru_cache(maxsize=1024)
def parse_result(text: str) -> Result | Wrong:
    """The result; case, spaces and the sort of dash do not matter."""
    compatible = unicodedata.normalize("NFKC", text)  # ½ becomes 1⁄2
    plain = "".join(compatible.translate(_DASHES).casefold().split())
    if found := _TABLE.get(plain):
        return found
    return Wrong("RS032" if _SPREADSHEET_DATE.fullmatch(text) else "RS031")
