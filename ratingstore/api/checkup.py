"""Whether everything that a rating office stands on is in order: machine, database, store, lists, rules.

It writes nothing and raises for nothing: what is wrong is a row.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Final

import ratingstore
from ratingstore.api.auditing import reached
from ratingstore.errors import RatingStoreError
from ratingstore.events import days
from ratingstore.formats import RowSet
from ratingstore.language import _
from ratingstore.projections import project as projecting
from ratingstore.rulebook import catalogue, loader
from ratingstore.store import address, administration, append, diagnosis, identities
from ratingstore.store.diagnosis import Finding
from ratingstore.store.engine import Connection
from ratingstore.store.rows import AdoptionRow

COLUMNS: Final = ("check", "state", "found", "hint")
PYTHON: Final = ">=3.11"
PACKAGES: Final = {"sqlalchemy": ">=2.1,<3", "alembic": ">=1.20,<2", "click": ">=8.5,<9", "numpy": ">=2"}
"""What the program needs; the project's own description of itself says the same."""
PSYCOPG: Final = ">=3.3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """Rows ``check,state,found,hint``; ``state`` is ``ok``, ``warning`` or ``problem``.

    ``usable``: there is a store that could be looked into.
    """

    findings: tuple[Finding, ...]
    usable: bool

    @property
    def rows(self) -> RowSet:
        """The findings as rows."""
        rows = ((one.check, one.state, one.found, one.hint) for one in self.findings)
        return RowSet(COLUMNS, tuple(rows))

    def count(self, state: str) -> int:
        """How many findings are of a state."""
        return sum(one.state == state for one in self.findings)


def doctor(url: str) -> Diagnosis:
    """Look at everything, at a path or URL."""
    found = list(_environment(url))
    try:
        where = address.parse(url)
    except RatingStoreError as error:
        return Diagnosis(findings=(*found, diagnosis.unusable("store", error)), usable=False)
    try:
        engine = diagnosis.reach(where)
    except RatingStoreError as error:
        found.append(diagnosis.unusable("store", error))
        return Diagnosis(findings=(*found, *diagnosis.place(where)), usable=False)
    found.append(Finding(check="store", state="ok", found=address.shown(where)))
    found += [*diagnosis.database(engine), *diagnosis.place(where), *diagnosis.store(engine)]
    if any(one.check == "schema" and one.state == "ok" for one in found):
        found += diagnosis.told(engine, "projection", _projections)
        found += diagnosis.told(engine, "rules", _rules)
    return Diagnosis(findings=tuple(found), usable=True)


def _environment(url: str) -> Iterator[Finding]:
    yield Finding(check="ratingstore", state="ok", found=ratingstore.__version__)
    yield _version("python", platform.python_version(), PYTHON)
    for name, wanted in PACKAGES.items():
        yield _version(name, _installed(name), wanted)
    there = _installed("psycopg")
    if there is None and not url.startswith("postgres"):
        found = _("not installed; only PostgreSQL needs it")
        yield Finding(check="psycopg", state="ok", found=found)
    else:
        yield _version("psycopg", there, PSYCOPG, "ratingstore[pg]")


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _version(name: str, there: str | None, wanted: str, package: str = "") -> Finding:
    if there is not None and fits(there, wanted):
        return Finding(check=name, state="ok", found=there)
    hint = _("this program needs {wanted}").format(wanted=f"{name} {wanted}")
    if name != "python":
        hint += f': pip install "{package or name + wanted}"'
    return Finding(check=name, state="problem", found=there or _("not installed"), hint=hint)


def fits(version: str, wanted: str) -> bool:
    """Whether a version lies within bounds such as ``>=2.1,<3``."""
    own = _numbers(version)
    return all(
        own >= _numbers(bound) if bound.startswith(">=") else own < _numbers(bound)
        for bound in wanted.split(",")
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def _projections(connection: Connection) -> Iterator[Finding]:
    head = append.head(connection)
    lists = identities.lists(connection)
    if not lists:
        yield Finding(check="projection", state="ok", found=_("the store has no list yet"))
    for code, number in sorted(lists.items()):
        current = projecting.is_current(connection, number, head)
        found = _("{list}: position {position} of {head}").format(
            list=code, position=reached(connection, number), head=head.position
        )
        hint = "" if current else _("audit views show an older state; run: ratingstore project")
        yield Finding(check="projection", state="ok" if current else "warning", found=found, hint=hint)


def _rules(connection: Connection) -> Iterator[Finding]:
    adoptions = administration.adoptions(connection, append.head(connection).position)
    codes = {number: code for code, number in identities.lists(connection).items()}
    newer = [row for row in _newest(adoptions) if _differs(row)]
    for row in newer:
        said = {"rule_set": row.rule_set, "list": codes[row.list], "day": days.iso(row.effective_on)}
        found = _("{list}: the package has a newer text of {rule_set}, adopted from {day}").format(**said)
        hint = _("look at it, then: {command}").format(command=_adopt(said, row.parameters))
        yield Finding(check="rules", state="warning", found=found, hint=hint)
    if not newer:
        yield Finding(check="rules", state="ok", found=_("no shipped text is newer than the adopted one"))


def _adopt(said: Mapping[str, str], parameters: Mapping[str, str]) -> str:
    """The command that puts the newer text in the older one's place, with the values that it had."""
    command = "ratingstore rules adopt {rule_set} --list {list} --from {day}".format(**said)
    return " ".join([command, *(f"--set {name}={value}" for name, value in sorted(parameters.items()))])


def _newest(adoptions: Sequence[AdoptionRow]) -> list[AdoptionRow]:
    """Of every rule set in every list the adoption recorded last: an older text was replaced by it."""
    return list({(row.list, row.rule_set): row for row in adoptions}.values())


def _differs(row: AdoptionRow) -> bool:
    shipped = next((one for one in catalogue.shipped() if one.id == row.rule_set), None)
    return shipped is not None and loader.digest(shipped.text, shipped.tables, row.parameters) != row.digest
