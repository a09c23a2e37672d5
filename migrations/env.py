"""Alembic's entry: runs on the connection it is handed, else on ``-x db=URL`` or RATINGSTORE_DB."""

from __future__ import annotations

import os

from alembic import context

from ratingstore.store import address, engine, projected_tables


def run(connection: object) -> None:
    context.configure(
        connection=connection,  # type: ignore[arg-type]
        target_metadata=projected_tables.metadata,
        # Half a migration must not stay behind; both engines can roll DDL back.
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


handed = context.config.attributes.get("connection")
if handed is not None:
    run(handed)
else:
    asked = context.get_x_argument(as_dictionary=True).get("db") or os.environ.get("RATINGSTORE_DB")
    made = engine.make(address.parse(asked or "ratingstore.db"))
    with engine.writing(made) as connection:
        run(connection)
