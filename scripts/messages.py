"""The catalogue of Brazilian Portuguese: our messages and Click's own in one domain.

``scripts/messages`` runs it. The compiled catalogue is kept beside the text one, so that a checkout
speaks Portuguese without a build step; a test compares the two.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ratingstore.store import audit

PACKAGE: Final = Path(__file__).resolve().parents[1] / "ratingstore"
TEXT: Final = PACKAGE / "locale" / "pt_BR" / "LC_MESSAGES" / "ratingstore.po"
COMPILED: Final = TEXT.with_suffix(".mo")
CLICK: Final = Path(click.__file__).parent
CLICK_TRANSLATED: Final = "8.5.1"
"""The version of Click whose words the catalogue has; a newer one may have others."""
KEYWORDS: Final = {**DEFAULT_KEYWORDS, "mark": None, "plural": (1, 2)}


def extracted(*folders: Path) -> Catalog:
    """Every message of these folders (default: our package and Click), without translations."""
    catalogue = Catalog(locale="pt_BR", domain="ratingstore")
    for folder in folders or (PACKAGE, CLICK):
        found = extract_from_dir(folder, [("**.py", "python")], keywords=KEYWORDS)
        for _file, _line, text, _comments, context in found:
            catalogue.add(text, context=context)
    if PACKAGE in (folders or (PACKAGE,)):
        for text in audit_words():
            catalogue.add(text)
    if CLICK in (folders or (CLICK,)):
        catalogue.add("required")  # Click looks this one up through a variable
    return catalogue


def audit_words() -> Iterator[str]:
    """What the audit queries, which are files of SQL, say of themselves."""
    for query in audit.queries():
        yield query.answers
        yield from filter(None, (query.note, *(one.about for one in query.parameters)))


def translated() -> Catalog:
    """The catalogue as it stands."""
    with TEXT.open("rb") as file:
        return read_po(file, locale="pt_BR", domain="ratingstore")


def updated(catalogue: Catalog) -> Catalog:
    """The catalogue with exactly the messages of today; what is new has no translation."""
    catalogue.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    """Messages that would come out in English."""
    for message in catalogue:
        texts = message.string if isinstance(message.string, list | tuple) else [message.string]
        if message.id and (message.fuzzy or not all(texts)):
            yield message


def compiled(catalogue: Catalog) -> bytes:
    """The bytes of the compiled catalogue."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def main(command: str) -> int:
    """``update``, ``compile`` or only tell what is ``missing``; 1 if something is."""
    catalogue = translated()
    if command == "update":
        updated(catalogue)
        with TEXT.open("wb") as file:
            # Without line numbers: they would change with every edit of the sources.
            write_po(file, catalogue, width=110, no_location=True, sort_output=True, ignore_obsolete=True)
    if command in ("update", "compile"):
        COMPILED.write_bytes(compiled(catalogue))
    missing = list(untranslated(updated(catalogue)))
    for message in missing:
        print("no translation:", message.id)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
