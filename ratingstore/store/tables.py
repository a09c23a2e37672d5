"""Tables of the log, beside the log, and of the projections.

Days are INTEGER ordinals (``events.days``), ratings hundredths, scores half points. The audit
views over them (ISO dates, points) are made by the migrations and documented in docs/views.md.
``root`` is the position of the event that a row is a version of; ``claims`` is 1 where the row
claims the key of its table.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

# SQLite's STRICT tables know INTEGER and TEXT only; PostgreSQL needs 64 bits and byte order of text.
Whole = Integer().with_variant(BigInteger(), "postgresql")
Words = Text().with_variant(Text(collation="C"), "postgresql")


def whole(name: str, null: bool = False) -> Column[int]:
    """A column of whole numbers."""
    return Column(name, Whole, nullable=null)


def words(name: str, null: bool = False) -> Column[str]:
    """A column of text, ordered by its bytes."""
    return Column(name, Words, nullable=null)


def key(name: str) -> Column[int]:
    """A primary key that the program gives, not the database."""
    return Column(name, Whole, primary_key=True, autoincrement=False)


def one_row() -> tuple[Column[int], CheckConstraint]:
    """The key of a table that has one row."""
    return key("one"), CheckConstraint("one = 1", name="one")


def envelope() -> tuple[Column[int], ...]:
    """What every event row carries."""
    return key("position"), whole("batch"), whole("root"), whole("claims"), whole("line")


store_info = Table(
    "store_info",
    metadata,
    *one_row(),
    words("store_id"),
    words("time_zone"),
    words("created_at"),
    sqlite_strict=True,
)

log_head = Table(
    "log_head",
    metadata,
    *one_row(),
    whole("position"),
    whole("batch"),
    words("hash"),
    words("recorded_at"),
    sqlite_strict=True,
)

batch = Table(
    "batch",
    metadata,
    key("batch"),
    words("recorded_at"),
    words("format"),
    words("document_hash"),
    words("options"),
    whole("first_position"),
    whole("last_position"),
    whole("canonical"),
    words("previous_hash"),
    words("identities_hash"),
    words("remarks_hash"),
    words("admin_hash"),
    words("tournament_hash"),
    words("player_hash"),
    words("rating_hash"),
    words("game_hash"),
    words("hash"),
    Index("ix_batch_document_hash", "document_hash"),
    sqlite_strict=True,
)

tournament = Table(
    "tournament",
    metadata,
    key("number"),
    Column("code", Words, nullable=False, unique=True),
    whole("batch"),
    sqlite_strict=True,
)

rating_list = Table(
    "rating_list",
    metadata,
    key("number"),
    Column("code", Words, nullable=False, unique=True),
    whole("batch"),
    sqlite_strict=True,
)

game_event = Table(
    "game_event",
    metadata,
    *envelope(),
    whole("tournament"),
    whole("slot"),
    whole("player_low"),
    whole("player_high"),
    whole("game_no"),
    whole("valid_on", null=True),
    whole("round", null=True),
    whole("board", null=True),
    whole("white"),
    whole("black"),
    whole("white_half", null=True),
    whole("black_half", null=True),
    words("played"),
    whole("standings_white", null=True),
    whole("standings_black", null=True),
    whole("implied_list", null=True),
    whole("touches"),
    CheckConstraint("white <> black AND player_low < player_high", name="two_players"),
    Index(
        "uq_game_event_key",
        "tournament", "slot", "player_low", "player_high", "game_no",
        unique=True,
        sqlite_where=text("claims = 1"),
        postgresql_where=text("claims = 1"),
    ),
    Index(
        "ix_game_event_version", "root", "position",
        sqlite_where=text("root <> position"),
        postgresql_where=text("root <> position"),
    ),
    sqlite_strict=True,
)  # fmt: skip

tournament_event = Table(
    "tournament_event",
    metadata,
    *envelope(),
    whole("tournament"),
    words("name"),
    words("lists"),
    whole("start_on", null=True),
    whole("end_on", null=True),
    words("type"),
    whole("rounds", null=True),
    whole("points", null=True),
    words("federation"),
    words("place"),
    words("time_control"),
    whole("reported_on", null=True),
    words("status"),
    whole("implied_list", null=True),
    whole("touches"),
    Index(
        "uq_tournament_event_key", "tournament", unique=True,
        sqlite_where=text("claims = 1"), postgresql_where=text("claims = 1"),
    ),
    Index("ix_tournament_event_version", "root", "position"),
    sqlite_strict=True,
)  # fmt: skip

player_event = Table(
    "player_event",
    metadata,
    *envelope(),
    whole("player"),
    words("fact"),
    words("value"),
    whole("valid_from"),
    whole("touches"),
    Index(
        "uq_player_event_key", "player", "fact", "valid_from", unique=True,
        sqlite_where=text("claims = 1"), postgresql_where=text("claims = 1"),
    ),
    sqlite_strict=True,
)  # fmt: skip

rating_event = Table(
    "rating_event",
    metadata,
    *envelope(),
    whole("player"),
    whole("list"),
    words("purpose"),
    whole("rated_on"),
    whole("rating"),
    whole("relative"),
    whole("games", null=True),
    whole("k", null=True),
    words("status"),
    whole("touches"),
    Index(
        "uq_rating_event_opening", "player", "list", unique=True,
        sqlite_where=text("claims = 1 AND purpose = 'opening'"),
        postgresql_where=text("claims = 1 AND purpose = 'opening'"),
    ),
    sqlite_strict=True,
)  # fmt: skip

admin_event = Table(
    "admin_event",
    metadata,
    *envelope(),
    words("kind"),
    whole("list", null=True),
    whole("valid_on"),
    words("subject"),
    words("digest"),
    words("parameters"),
    words("payload"),
    whole("touches"),
    sqlite_strict=True,
)

EVENT_TABLES = (admin_event, tournament_event, player_event, rating_event, game_event)
"""In the order in which a batch gives positions."""

GUARDED = (batch, tournament, rating_list, *EVENT_TABLES)
"""What nobody may change or delete."""

person = Table(
    "person",
    metadata,
    key("number"),
    Column("code", Words, nullable=False, unique=True),
    words("name"),
    words("salt"),
    words("identity_hash"),
    whole("batch"),
    sqlite_strict=True,
)

person_id = Table(
    "person_id",
    metadata,
    words("scheme"),
    words("value"),
    whole("player"),
    PrimaryKeyConstraint("scheme", "value"),
    sqlite_strict=True,
)

person_alias = Table(
    "person_alias",
    metadata,
    words("code"),
    whole("valid_from"),
    whole("player"),
    whole("batch"),
    PrimaryKeyConstraint("code", "valid_from"),
    sqlite_strict=True,
)

remark = Table(
    "remark",
    metadata,
    whole("batch"),
    whole("number"),
    whole("position"),
    words("kind"),
    words("text", null=True),
    words("salt", null=True),
    words("hash"),
    PrimaryKeyConstraint("batch", "number"),
    Index("ix_remark_position", "position"),
    sqlite_strict=True,
)

quarantine_row = Table(
    "quarantine_row",
    metadata,
    key("id"),
    words("document_hash"),
    words("file"),
    whole("line"),
    words("code"),
    words("field"),
    words("row"),
    words("details"),
    words("fact"),
    words("options"),
    words("opened_at"),
    words("state"),
    Index("ix_quarantine_row_document_hash", "document_hash"),
    sqlite_strict=True,
)

segment = Table(
    "segment",
    metadata,
    words("table_name"),
    whole("first"),
    whole("last"),
    whole("rows"),
    Column("columns", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_name", "first"),
    sqlite_strict=True,
)

published_row = Table(
    "published_row",
    metadata,
    whole("position"),
    whole("place"),
    whole("player"),
    words("code"),
    whole("shown", null=True),
    whole("games"),
    words("status"),
    whole("last_played", null=True),
    words("rule_set"),
    PrimaryKeyConstraint("position", "place"),
    sqlite_strict=True,
)
