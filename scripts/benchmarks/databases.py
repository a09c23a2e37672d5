"""Databases on a throw-away PostgreSQL, which starts when the first of them is asked for."""

from __future__ import annotations

from tests import postgres

_SETTINGS = ("listen_addresses=", "shared_buffers=256MB", "max_wal_size=4GB", "timezone=UTC")


class Databases:
    """New databases by their addresses."""

    def __init__(self) -> None:
        self._cluster: postgres.Cluster | None = None
        self._names: dict[str, str] = {}

    def create(self) -> str:
        """The address of a new database."""
        if self._cluster is None:
            self._cluster = postgres.start(_SETTINGS)
        name = self._cluster.create()
        url = self._cluster.url(name)
        self._names[url] = name
        return url

    def drop(self, url: str) -> None:
        """Remove a database again."""
        if self._cluster is not None:
            self._cluster.drop(self._names.pop(url))

    def stop(self) -> None:
        """Stop the server, with all that it holds."""
        if self._cluster is not None:
            self._cluster.stop()
