"""Tables of the projections: what is stored of each list's fold, and where a fold may begin."""

from __future__ import annotations

from sqlalchemy import Column, LargeBinary, PrimaryKeyConstraint, Table

from ratingstore.store.tables import key, metadata, whole, words

__all__ = ["checkpoint", "metadata", "projected_change", "projected_list", "projected_unit"]

projected_list = Table(
    "projected_list",
    metadata,
    key("list"),
    whole("known_at"),
    words("head"),
    words("program"),
    whole("before_rules"),
    whole("without_effect"),
    sqlite_strict=True,
)

projected_unit = Table(
    "projected_unit",
    metadata,
    whole("list"),
    whole("number"),
    words("name"),
    whole("effective_on"),
    words("rule_set"),
    whole("games"),
    PrimaryKeyConstraint("list", "number"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

projected_change = Table(
    "projected_change",
    metadata,
    whole("list"),
    whole("player"),
    whole("step"),
    whole("effective_on"),
    whole("unit"),
    whole("before", null=True),
    whole("after", null=True),
    whole("shown", null=True),
    whole("games"),
    whole("games_total"),
    whole("score_half"),
    whole("expected", null=True),
    whole("k", null=True),
    whole("last_played", null=True),
    words("status"),
    PrimaryKeyConstraint("list", "player", "step"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

checkpoint = Table(
    "checkpoint",
    metadata,
    whole("list"),
    whole("day"),
    whole("known_at"),
    words("program"),
    Column("content", LargeBinary, nullable=False),
    words("hash"),
    PrimaryKeyConstraint("list", "day"),
    sqlite_strict=True,
)
