"""Where a value comes from: documents, the item in them, and notes on what was read into them."""

from __future__ import annotations

from typing import TypedDict

from ratingstore.language import _
from ratingstore.rulebook.schema import Table
from ratingstore.rules.ruleset import Note, Source


class Origin(TypedDict):
    """The fields that every section of a rule set has."""

    source: str
    note: str
    inferred: bool


def read_sources(top: Table, *, required: bool = True) -> tuple[Source, ...]:
    """The documents of ``[[sources]]``, each known by its key."""
    sources: list[Source] = []
    for table in top.tables("sources", required=required):
        source = _document(table)
        if source.key in {one.key for one in sources}:
            table.fault("key", _("another document has this key, {key}").format(key=source.key))
        sources.append(source)
    return tuple(sources)


def _document(table: Table) -> Source:
    source = Source(
        key=table.name("key"),
        title=table.text("title"),
        published_on=table.vague_day("published_on"),
        checked_on=table.day("checked_on"),
        note=table.text("note", required=False),
    )
    if source.checked_on and source.published_on[:10] > source.checked_on:
        table.fault("checked_on", _("is before published_on, {day}").format(day=source.published_on))
    table.close()
    return source


def source_of(table: Table, documents: tuple[Source, ...]) -> str:
    """The text of ``source``: the key of a document, a comma, the item in it."""
    source = table.text("source")
    key, _comma, item = source.partition(",")
    known = [document.key for document in documents]
    if source and known and key.strip() not in known:  # that there are none has been said already
        sentence = _("there is no document {key} in sources; there is {known}")
        table.fault("source", sentence.format(key=key.strip(), known=", ".join(known)))
    elif source and not item.strip():
        sentence = _('names no item of the document; write it after a comma, such as "{key}, item 8"')
        table.fault("source", sentence.format(key=key.strip()))
    return source


def origin(table: Table, documents: tuple[Source, ...]) -> Origin:
    """Source, note and mark of a section."""
    return Origin(
        source=source_of(table, documents),
        note=table.text("note", required=False),
        inferred=table.flag("inferred"),
    )


def read_notes(top: Table) -> tuple[Note, ...]:
    """The notes of ``[[notes]]``; whether their paths exist is asked when all keys are known."""
    notes = []
    for table in top.tables("notes", required=False):
        notes.append(Note(path=table.text("path"), text=table.text("text"), inferred=table.flag("inferred")))
        table.close()
    return tuple(notes)


def check_note_paths(top: Table, notes: tuple[Note, ...]) -> None:
    """A note about a key that no file can have is a fault: nobody would ever see it."""
    for number, note in enumerate(notes, 1):
        if note.path and top.at(note.path) not in top.findings.known:
            sentence = _("there is no key {path} that this note could be about")
            top.findings.add(top.at(f"notes[{number}].path"), sentence.format(path=note.path))
