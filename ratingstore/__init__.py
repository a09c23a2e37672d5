"""Rating history of clubs and federations as an append-only log of facts.

``ratingstore.open(url)`` gives the library's face (see :mod:`ratingstore.api`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ratingstore.api import Store

__version__ = "0.1.0"


def open(url: str, *, create: bool = False) -> Store:  # noqa: A001 - the library's verb
    """Open the store at ``url`` (a path or a database URL); see :func:`ratingstore.api.open`."""
    from ratingstore.api import open as open_store  # late: keeps ``import ratingstore`` light

    return open_store(url, create=create)
