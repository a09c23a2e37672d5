"""What a store says of itself."""

from __future__ import annotations

from sqlalchemy import Connection, select

from ratingstore.store.tables import store_info


def time_zone(connection: Connection) -> str:
    """The store's time zone, in which dates of recorded times are read."""
    return str(connection.execute(select(store_info.c.time_zone)).scalar_one())
