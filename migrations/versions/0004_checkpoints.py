"""Checkpoints of the fold, and changes stored in the order in which they are read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WHOLE = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

UNIT = "list! number! name: effective_on rule_set: games"
CHANGE = (
    "list! player! step! effective_on unit before? after? shown? games games_total score_half expected? k?"
    " last_played? status:"
)
"""Columns: ``!`` of the key, ``?`` may be empty, ``:`` words."""


def upgrade() -> None:
    op.drop_index("ix_projected_change_when", "projected_change")
    if op.get_bind().dialect.name == "sqlite":
        # A table keeps its rows in the order of its key only if it is made so. What is projected is
        # derived: the next projection fills the tables anew.
        for name, columns in (("projected_unit", UNIT), ("projected_change", CHANGE)):
            op.drop_table(name)
            _create(name, columns)
        op.execute("DELETE FROM projected_list")
    op.create_table(
        "checkpoint",
        sa.Column("list", WHOLE, nullable=False),
        sa.Column("day", WHOLE, nullable=False),
        sa.Column("known_at", WHOLE, nullable=False),
        sa.Column("program", WORDS, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("hash", WORDS, nullable=False),
        sa.PrimaryKeyConstraint("list", "day", name="pk_checkpoint"),
        sqlite_strict=True,
    )


def _create(name: str, columns: str) -> None:
    made = [
        sa.Column(one.strip("!?:"), WORDS if one.endswith(":") else WHOLE, nullable=one.endswith("?"))
        for one in columns.split()
    ]
    keys = [one.strip("!") for one in columns.split() if one.endswith("!")]
    key = sa.PrimaryKeyConstraint(*keys, name=f"pk_{name}")
    op.create_table(name, *made, key, sqlite_strict=True, sqlite_with_rowid=False)
