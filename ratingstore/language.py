"""User-facing words: gettext with English as the source and one catalogue for Brazil.

Click looks its own words up in the default gettext domain, so both share one domain.
Names of commands, options, columns and problem codes are never translated.
"""

from __future__ import annotations

import gettext as _gettext
import os
from pathlib import Path

DOMAIN = "ratingstore"
LANGUAGES = ("en", "pt-BR")
_FOLDER = Path(__file__).parent / "locale"


def use(language: str | None = None) -> str:
    """Choose the language (``pt-BR`` or ``en``; None: from the environment); return the choice."""
    chosen = _known(language or os.environ.get("RATINGSTORE_LANG") or _from_locale())
    os.environ["LANGUAGE"] = chosen.replace("-", "_")
    _gettext.bindtextdomain(DOMAIN, str(_FOLDER))
    _gettext.textdomain(DOMAIN)
    return chosen


def current() -> str:
    """The language in use: ``pt-BR`` or ``en``."""
    return _known(os.environ.get("LANGUAGE", "en"))


def _from_locale() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    return "en"


def _known(name: str) -> str:
    return "pt-BR" if name.replace("_", "-").lower().startswith("pt") else "en"


def _(text: str) -> str:
    """The text in the language in use."""
    return _gettext.dgettext(DOMAIN, text) if text else ""


def plural(one: str, many: str, count: int) -> str:
    """The form of ``one``/``many`` that goes with ``count``."""
    return _gettext.dngettext(DOMAIN, one, many, count)


def day(iso: str) -> str:
    """An ISO date as the language in use writes it in a sentence: 31/03/2012 in Portuguese."""
    return "/".join(reversed(iso.split("-"))) if current() == "pt-BR" else iso


def mark(text: str) -> str:
    """Mark a text for the catalogue where it is defined; it is translated where it is shown."""
    return text
