"""Problems in a user's data: values with a stable code, collected and all reported.

Every code stands in ``CATALOGUE`` with its sentence, its hint and what it means; the text of
``ratingstore problems CODE`` and the documentation come from there. Codes are never reused.
The kinds lie in one module a subject: ``reading`` has RS001 to RS049, ``matching`` RS050 to
RS089, ``correcting`` RS090 on.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ratingstore.language import _
from ratingstore.problems.correcting import CORRECTING
from ratingstore.problems.kind import Kind, Severity
from ratingstore.problems.matching import CONFLICTS, MATCHING
from ratingstore.problems.reading import READING

__all__ = ["CATALOGUE", "CONFLICTS", "Kind", "Problem", "Severity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One problem at one place.

    ``line`` is 1-based, 0 for the file as a whole; ``row`` is the row as it stands in the file.
    ``values`` fill the templates of the code's sentence and hint.
    """

    code: str
    file: str = ""
    line: int = 0
    field: str = ""
    row: str = ""
    values: dict[str, object] = dataclasses.field(default_factory=dict)

    @property
    def kind(self) -> Kind:
        return CATALOGUE[self.code]

    @property
    def severity(self) -> Severity:
        return self.kind.severity

    @property
    def message(self) -> str:
        return _(self.kind.sentence).format(**self.values)

    @property
    def hint(self) -> str:
        return _(self.kind.hint).format(**self.values)


CATALOGUE: dict[str, Kind] = {kind.code: kind for kind in (*READING, *MATCHING, *CORRECTING)}
