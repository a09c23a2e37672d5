"""Columns of the log in blocks, derived from its rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WHOLE = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "segment",
        sa.Column("table_name", WORDS, nullable=False),
        sa.Column("first", WHOLE, nullable=False),
        sa.Column("last", WHOLE, nullable=False),
        sa.Column("rows", WHOLE, nullable=False),
        sa.Column("columns", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_name", "first", name="pk_segment"),
        sqlite_strict=True,
    )
