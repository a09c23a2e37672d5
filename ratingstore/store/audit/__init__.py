"""The ready-made audit queries: files of SQL beside this module, over the views that docs/views.md documents.

A file begins with a comment: what the query answers; what must be known of its answer, if anything;
its parameters, a line each::

    -- Who stood where
    --
    -- Publications are not looked at.
    --
    -- :list         the list
    -- :as_of=today  the day

A parameter without ``=`` must be given, but ``list`` may be left out where the store has one.
``=`` alone stands for everything. Values are bound as texts; one text of SQL serves both databases.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import takewhile
from typing import Final, Literal

from ratingstore.errors import UnknownName
from ratingstore.language import _

Kind = Literal["date", "list", "player", "tournament"]
TODAY: Final = "today"
ALL: Final = ""

_KINDS: Final[dict[str, Kind]] = {
    "list": "list",
    "player": "player",
    "white": "player",
    "black": "player",
    "tournament": "tournament",
    "as_of": "date",
    "from": "date",
    "to": "date",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A named value of a query. ``default`` None: must be given. ``about`` is translated where shown."""

    name: str
    kind: Kind
    default: str | None
    about: str

    @property
    def needed(self) -> bool:
        """Whether the query has no answer without it."""
        return self.default is None and self.kind != "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedQuery:
    """A query with the words of its file, which are translated where they are shown.

    ``note`` is "" where nothing must be known of the answer.
    """

    name: str
    answers: str
    note: str
    parameters: tuple[Parameter, ...]
    sql: str

    @property
    def usage(self) -> str:
        """The names of the parameters, in brackets those that may be left out."""
        return " ".join(one.name if one.needed else f"[{one.name}]" for one in self.parameters)


@cache
def queries() -> tuple[NamedQuery, ...]:
    """All of them, by name."""
    folder = files("ratingstore.store.audit")
    found = [one for one in folder.iterdir() if one.name.endswith(".sql")]
    read = [parse(one.name.removesuffix(".sql"), one.read_text("utf-8")) for one in found]
    return tuple(sorted(read, key=lambda query: query.name))


def find(name: str) -> NamedQuery:
    """The query of this name; UnknownName with a hint where there is none."""
    known = {query.name: query for query in queries()}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    raise UnknownName(
        _("there is no query {name}").format(name=name),
        _("did you mean {near}?").format(near=", ".join(near)) if near else _("ratingstore query lists them"),
    )


def parse(name: str, text: str) -> NamedQuery:
    """A query from the text of its file. ValueError for a parameter that the program does not know."""
    lines = text.splitlines()
    head = list(takewhile(lambda line: line.startswith("--"), lines))
    answers, *others = _paragraphs([line[2:].strip() for line in head])
    return NamedQuery(
        name=name,
        answers=" ".join(answers),
        note=" ".join(line for one in others if not one[0].startswith(":") for line in one),
        parameters=tuple(_parameter(line) for one in others if one[0].startswith(":") for line in one),
        sql="\n".join(lines[len(head) :]),
    )


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    current: list[str] = []
    for line in [*lines, ""]:
        if line:
            current.append(line)
        elif current:
            yield current
            current = []


def _parameter(line: str) -> Parameter:
    spec, _blank, about = line.partition(" ")
    name, equals, default = spec.removeprefix(":").partition("=")
    if name not in _KINDS:
        raise ValueError(f"{name} is no parameter that a query can have")
    return Parameter(name=name, kind=_KINDS[name], default=default if equals else None, about=about.strip())
