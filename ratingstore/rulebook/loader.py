"""A rule-set file's text to a ``RuleSet``, or every reason why it is refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeVar

from ratingstore.errors import RuleSetInvalid
from ratingstore.language import _
from ratingstore.rulebook import sections
from ratingstore.rulebook.bands import read_k
from ratingstore.rulebook.contradictions import contradictions
from ratingstore.rulebook.differences import read_differences
from ratingstore.rulebook.document import NotToml, normalised, parse
from ratingstore.rulebook.provenance import check_note_paths, read_notes, read_sources, source_of
from ratingstore.rulebook.schema import Finding, Findings, Table, first_word
from ratingstore.rulebook.settings import read_settable, set_values
from ratingstore.rulebook.tables import read_table
from ratingstore.rules.ruleset import Expected, FirstRating, Note, RuleSet, Source

Read = TypeVar("Read")
Documents = tuple[Source, ...]
Reader = Callable[[Table, Documents], Read]
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
DIGEST_FORM: Final = "ratingstore rule set 1"
"""Names the way a digest is made; a new way gets a new name, so that no two can be mixed up."""


def load(text: str, tables: Mapping[str, str], parameters: Mapping[str, str] = NOTHING) -> RuleSet:
    """The rule set of a file.

    Args:
        text: the file.
        tables: texts of the tables, by name; more than the file names does no harm.
        parameters: what an adoption sets instead of what the file says, by the names that the file
            declares under ``[settable]``.

    Raises:
        RuleSetInvalid: with every finding, as (key path, sentence); where the text is no TOML, the
            path is the place (``line 3, column 5``).
    """
    findings = Findings()
    try:
        top = Table(parse(text), "", findings)
    except NotToml as error:
        raise RuleSetInvalid(_("the file"), ((error.place, error.sentence),)) from None
    settable = read_settable(top)
    set_values(top.values, settable, parameters, findings)
    rule_set = _read(top, tables, tuple(settable))
    contradictions(rule_set, findings)
    if findings.found:
        raise RuleSetInvalid(_name(top), _in_file_order(top, findings))
    return rule_set


def digest(text: str, tables: Mapping[str, str], parameters: Mapping[str, str] = NOTHING) -> str:
    """sha256 (hex) over text, tables and parameters; line endings and a byte order mark do not matter.

    The bytes are the JSON list ``[DIGEST_FORM, text, tables, parameters]`` in UTF-8: LF line
    endings, one LF at the end of each text, objects sorted by key, no spaces between tokens.
    """
    form = [
        DIGEST_FORM,
        normalised(text),
        {name: normalised(table) for name, table in tables.items()},
        dict(parameters),
    ]
    canonical = json.dumps(form, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _in_file_order(top: Table, findings: Findings) -> tuple[Finding, ...]:
    """Findings as a reader of the file meets them; what is missing, and tables, at the end."""
    order = {key: place for place, key in enumerate(top.values)}
    return tuple(sorted(findings.found, key=lambda one: order.get(first_word(one[0]), len(order))))


def _name(top: Table) -> str:
    name = top.values.get("id")
    return name if isinstance(name, str) and name else _("the file")


def _read(top: Table, tables: Mapping[str, str], settable: tuple[str, ...]) -> RuleSet:
    """The record; not to be trusted where something was found."""
    documents = read_sources(top)
    expected, of_scores = _expected(top, documents, tables)
    first_rating, of_differences = _first_rating(top, documents, tables)
    notes = read_notes(top)
    rule_set = RuleSet(
        id=top.name("id"),
        body=top.name("body"),
        title=top.text("title"),
        source=source_of(top, documents),
        valid_from=top.day("valid_from", required=True),
        decided_on=top.day("decided_on"),
        published_on=top.day("published_on"),
        status=top.choice("status", ("firm", "trial", "inferred")),
        trial_until=top.day("trial_until"),
        revoked_on=top.day("revoked_on"),
        frozen_until=top.day("frozen_until"),
        sources=documents,
        unit=_section(top, "unit", sections.read_unit, documents),
        references=_section(top, "references", sections.read_references, documents),
        score=_section(top, "score", sections.read_score, documents),
        expected=expected,
        cap=_optional(top, "cap", sections.read_cap, documents),
        not_rated=_optional(top, "not_rated", sections.read_not_rated, documents),
        k=_section(top, "k", read_k, documents),
        game_rounding=_optional(top, "game_rounding", sections.read_rounding, documents),
        unit_rounding=_optional(top, "unit_rounding", sections.read_unit_rounding, documents),
        unrated_opponent=_section(top, "unrated_opponent", sections.read_unrated_opponent, documents),
        first_rating=first_rating,
        bounds=_optional(top, "bounds", sections.read_bounds, documents),
        floor=_optional(top, "floor", sections.read_floor, documents),
        shown=_section(top, "shown", sections.read_rounding, documents),
        late=_section(top, "late", sections.read_late, documents),
        settable=settable,
        notes=notes + of_scores + of_differences,
    )
    check_note_paths(top, notes)
    top.close()
    return rule_set


def _section(top: Table, key: str, read: Reader[Read], documents: Documents) -> Read:
    table = top.table(key)
    if table is None:  # said once; its keys need not be missed one by one
        aside = Findings()
        aside.known = top.findings.known
        table = Table({}, key, aside)
    return read(table, documents)


def _optional(top: Table, key: str, read: Reader[Read], documents: Documents) -> Read | None:
    table = top.table(key, required=False)
    return read(table, documents) if table else None


def _expected(
    top: Table, documents: Documents, tables: Mapping[str, str]
) -> tuple[Expected, tuple[Note, ...]]:
    """The expected-score section with the numbers of its table, and the table's notes."""
    expected = _section(top, "expected", sections.read_expected, documents)
    text = _table_text(top, "expected.table", expected.table, tables)
    if text is None:
        return expected, ()
    score_table = read_table(expected.table, text, top.findings)
    return sections.with_table(expected, score_table), _under("expected.table", score_table.notes)


def _first_rating(
    top: Table, documents: Documents, tables: Mapping[str, str]
) -> tuple[FirstRating, tuple[Note, ...]]:
    """The first-rating section with the numbers of its table, and the table's notes."""
    first = _section(top, "first_rating", sections.read_first_rating, documents)
    text = _table_text(top, "first_rating.table", first.table, tables)
    if text is None:
        return first, ()
    differences = read_differences(first.table, text, top.findings)
    return sections.with_differences(first, differences), _under("first_rating.table", differences.notes)


def _table_text(top: Table, path: str, name: str, tables: Mapping[str, str]) -> str | None:
    """The text of the table that the key at ``path`` names; None where it names none that is here."""
    if not name or top.findings.any_under(path):
        return None
    if name not in tables:
        known = ", ".join(sorted(tables)) or _("none")
        sentence = _("there is no table {name} here; there is {known}")
        top.findings.add(path, sentence.format(name=name, known=known))
    return tables.get(name)


def _under(path: str, notes: tuple[Note, ...]) -> tuple[Note, ...]:
    return tuple(replace(note, path=f"{path}.{note.path}") for note in notes)
