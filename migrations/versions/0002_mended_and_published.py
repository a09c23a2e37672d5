"""Codes that were merged or split, and the rows of published lists."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WHOLE = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "person_alias",
        sa.Column("code", WORDS, nullable=False),
        sa.Column("valid_from", WHOLE, nullable=False),
        sa.Column("player", WHOLE, nullable=False),
        sa.Column("batch", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("code", "valid_from", name="pk_person_alias"),
        sqlite_strict=True,
    )
    op.create_table(
        "published_row",
        sa.Column("position", WHOLE, nullable=False),
        sa.Column("place", WHOLE, nullable=False),
        sa.Column("player", WHOLE, nullable=False),
        sa.Column("code", WORDS, nullable=False),
        sa.Column("shown", WHOLE, nullable=True),
        sa.Column("games", WHOLE, nullable=False),
        sa.Column("status", WORDS, nullable=False),
        sa.Column("last_played", WHOLE, nullable=True),
        sa.Column("rule_set", WORDS, nullable=False),
        sa.PrimaryKeyConstraint("position", "place", name="pk_published_row"),
        sqlite_strict=True,
    )
