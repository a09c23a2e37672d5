"""The log, what stands beside it, the projections, the guards and the audit views."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

ENVELOPE = "position! batch root claims line"
TABLES = {
    "store_info": "one! store_id: time_zone: created_at:",
    "log_head": "one! position batch hash: recorded_at:",
    "batch": "batch! recorded_at: format: document_hash: options: first_position last_position"
    " canonical previous_hash: identities_hash: remarks_hash: admin_hash: tournament_hash: player_hash:"
    " rating_hash: game_hash: hash:",
    "tournament": "number! code:* batch",
    "rating_list": "number! code:* batch",
    "game_event": f"{ENVELOPE} tournament slot player_low player_high game_no valid_on? round? board? white"
    " black white_half? black_half? played: standings_white? standings_black? implied_list? touches",
    "tournament_event": f"{ENVELOPE} tournament name: lists: start_on? end_on? type: rounds? points?"
    " federation: place: time_control: reported_on? status: implied_list? touches",
    "player_event": f"{ENVELOPE} player fact: value: valid_from touches",
    "rating_event": f"{ENVELOPE} player list purpose: rated_on rating relative games? k? status: touches",
    "admin_event": f"{ENVELOPE} kind: list? valid_on subject: digest: parameters: payload: touches",
    "person": "number! code:* name: salt: identity_hash: batch",
    "person_id": "scheme:! value:! player",
    "remark": "batch! number! position kind: text:? salt:? hash:",
    "quarantine_row": "id! document_hash: file: line code: field: row: details: fact: options:"
    " opened_at: state:",
    "projected_list": "list! known_at head: program: before_rules",
    "projected_unit": "list! number! name: effective_on rule_set: games",
    "projected_change": "list! player! step! effective_on unit before? after? shown? games games_total"
    " score_half expected? k? last_played? status:",
}
"""Columns of each table: ``!`` in the primary key, ``:`` text, ``?`` may be empty, ``*`` unique."""

CHECKS = {
    "store_info": ("one", "one = 1"),
    "log_head": ("one", "one = 1"),
    "game_event": ("two_players", "white <> black AND player_low < player_high"),
}
INDEXES = (
    ("ix_batch_document_hash", "batch", "document_hash", "", False),
    ("uq_game_event_key", "game_event", "tournament slot player_low player_high game_no", "claims = 1", True),
    ("ix_game_event_version", "game_event", "root position", "root <> position", False),
    ("uq_tournament_event_key", "tournament_event", "tournament", "claims = 1", True),
    ("ix_tournament_event_version", "tournament_event", "root position", "", False),
    ("uq_player_event_key", "player_event", "player fact valid_from", "claims = 1", True),
    ("uq_rating_event_opening", "rating_event", "player list", "claims = 1 AND purpose = 'opening'", True),
    ("ix_remark_position", "remark", "position", "", False),
    ("ix_quarantine_row_document_hash", "quarantine_row", "document_hash", "", False),
    ("ix_projected_change_when", "projected_change", "list effective_on", "", False),
)
GUARDED = (
    "batch", "tournament", "rating_list",
    "admin_event", "tournament_event", "player_event", "rating_event", "game_event",
)  # fmt: skip


def upgrade() -> None:
    for table, columns in TABLES.items():
        make_table(table, columns.split())
    for name, table, columns, where, unique in INDEXES:
        condition = sa.text(where) if where else None
        op.create_index(
            name, table, columns.split(), unique=unique, sqlite_where=condition, postgresql_where=condition
        )
    if is_postgresql():
        guard_postgresql()
    else:
        guard_sqlite()
    for name, query in views().items():
        op.execute(f"CREATE VIEW {name} AS {query}")


def is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def make_table(table: str, columns: list[str]) -> None:
    made, keys, uniques = [], [], []
    for spec in columns:
        name = spec.rstrip("!:?*")
        made.append(
            sa.Column(name, WORDS if ":" in spec else WHOLE, nullable="?" in spec, autoincrement=False)
        )
        keys += [name] if "!" in spec else []
        uniques += [sa.UniqueConstraint(name, name=f"uq_{table}_{name}")] if "*" in spec else []
    checks = (
        [sa.CheckConstraint(CHECKS[table][1], name=op.f(f"ck_{table}_{CHECKS[table][0]}"))]
        if table in CHECKS
        else []
    )
    primary = sa.PrimaryKeyConstraint(*keys, name=f"pk_{table}")
    op.create_table(table, *made, primary, *uniques, *checks, sqlite_strict=True)


def guard_sqlite() -> None:
    for table in GUARDED:
        for verb in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, 'the log is append-only: {table}'); END"
            )


def guard_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'the log is append-only: %', TG_TABLE_NAME; END $$"
    )
    for table in GUARDED:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only")
        # The owner too loses the right; the trigger stops a superuser, who needs no right.
        op.execute(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM PUBLIC, CURRENT_USER")


def iso(day: str) -> str:
    if is_postgresql():
        return f"to_char(date '0001-01-01' + ({day} - 1)::int, 'YYYY-MM-DD')"
    return f"date({day} + 1721424.5)"


def today() -> str:
    if is_postgresql():
        return "(current_date - date '0001-01-01' + 1)"
    return "CAST(julianday('now') - 1721424.5 AS INTEGER)"


def points(hundredths: str) -> str:
    return f"CAST({hundredths} AS DOUBLE PRECISION) / 100"


def views() -> dict[str, str]:
    """The audit views, documented in docs/views.md: ISO dates, points, codes and names."""
    return {
        "event": events(),
        "game_as_recorded": games(iso("g.valid_on"), "true" if is_postgresql() else "1"),
        "game_now": games(iso(GAME_DAY), LATEST.format(table="game_event", row="g")),
        "tournament_now": f"""
            SELECT e.position, e.batch, t.code AS tournament, e.name, e.lists,
                {iso("e.start_on")} AS start_date, {iso("e.end_on")} AS end_date, e.type, e.rounds,
                e.points, e.federation, e.place, e.time_control, e.status
            FROM tournament_event e JOIN tournament t ON t.number = e.tournament
            WHERE {LATEST.format(table="tournament_event", row="e")}""",
        "tournament_list": f"""
            SELECT t.code AS tournament, l.code AS list, COALESCE(e.status, 'rated') AS status
            FROM tournament t
            LEFT JOIN tournament_event e
                ON e.tournament = t.number AND {LATEST.format(table="tournament_event", row="e")}
            JOIN rating_list l ON CASE
                WHEN e.lists <> '' THEN {within("e.lists", "l.code")}
                ELSE l.number = COALESCE(e.implied_list, {IMPLIED_LIST}) END""",
        "ingest": f"""
            SELECT b.batch, b.recorded_at, b.format, {said("source")} AS file, {said("by")} AS by,
                {said("reason")} AS reason, b.first_position, b.last_position,
                {counted("game")} AS games, {counted("tournament")} AS tournaments,
                {counted("player")} AS player_facts, {counted("rating")} AS ratings,
                {counted("admin")} AS admin
            FROM batch b""",
        "adoption": admin(
            "adoption",
            "a.subject AS rule_set",
            "effective_from",
            f"a.digest, a.parameters, {CHOOSES_BY} AS chooses_by",
        ),
        "publication": admin("publication", "a.subject AS version", "date", "a.digest"),
        "rating_as_recorded": f"""
            SELECT r.position, r.batch, r.line, p.code AS player, p.name, l.code AS list,
                {iso("r.rated_on")} AS date, {points("r.rating")} AS rating, r.relative, r.purpose, r.games,
                r.status
            FROM rating_event r
            JOIN person p ON p.number = r.player
            JOIN rating_list l ON l.number = r.list""",
        "rating_change": f"""
            SELECT l.code AS list, p.code AS player, p.name, {iso("c.effective_on")} AS effective_on,
                u.name AS unit, u.rule_set, {points("c.before")} AS before, {points("c.after")} AS after,
                {points("c.after - c.before")} AS change, c.games, c.k,
                CAST(c.score_half AS DOUBLE PRECISION) / 2 AS score,
                CAST(c.expected AS DOUBLE PRECISION) / 1000000 AS expected, {points("c.shown")} AS rating,
                c.games_total, {iso("c.last_played")} AS last_played, c.status, c.step
            {CHANGES}
            WHERE c.before IS NOT NULL OR c.after IS NOT NULL""",
        "rating_pool": f"""
            SELECT l.code AS list, p.code AS player, p.name, {iso("c.effective_on")} AS effective_on,
                u.name AS unit, u.rule_set, c.games, c.games_total AS pool,
                {iso("c.last_played")} AS last_played, c.status, c.step
            {CHANGES}
            WHERE c.before IS NULL AND c.after IS NULL""",
        "rating_list_now": f"""
            SELECT l.code AS list, rank() OVER (PARTITION BY c.list ORDER BY c.shown DESC) AS rank,
                p.code AS player, p.name, {points("c.shown")} AS rating, c.games_total AS games, c.status,
                {iso("c.last_played")} AS last_played, u.rule_set
            {CHANGES}
            WHERE c.after IS NOT NULL AND c.step = (
                SELECT max(n.step) FROM projected_change n
                WHERE n.list = c.list AND n.player = c.player AND n.effective_on <= {today()})""",
        "rated_unit": f"""
            SELECT l.code AS list, u.name AS unit, {iso("u.effective_on")} AS effective_on, u.rule_set,
                u.games
            FROM projected_unit u JOIN rating_list l ON l.number = u.list""",
        "quarantine": """
            SELECT q.id, q.file, q.line, q.code, q.field, q.row, q.details, q.opened_at, q.state
            FROM quarantine_row q""",
    }


LATEST = """NOT EXISTS (
    SELECT 1 FROM {table} v
    WHERE v.root = {row}.root AND v.position > {row}.position AND v.root <> v.position)"""

# The newest claim of a game's tournament, by way of the two indexes.
CLAIM = """(
    SELECT e.{0} FROM tournament_event c JOIN tournament_event e ON e.root = c.root
    WHERE c.tournament = g.tournament AND c.claims = 1
    ORDER BY e.position DESC LIMIT 1)"""

GAME_DAY = f"""COALESCE(
    g.valid_on,
    {CLAIM.format("end_on")},
    (SELECT max(o.valid_on) FROM game_event o WHERE o.tournament = g.tournament),
    {CLAIM.format("start_on")})"""

# A file's option says the list of a tournament that nobody claimed; the key's index finds it.
IMPLIED_LIST = """(
    SELECT min(g.implied_list) FROM game_event g WHERE g.tournament = t.number AND g.claims = 1)"""

# The rule set's text lies in the payload as a JSON string, and blanks in it are free.
CHOOSES_BY = "CASE {} END".format(
    " ".join(
        f"WHEN replace(a.payload, ' ', '') LIKE '%selected|_by=_\"{day.replace(' ', '')}_\"%' ESCAPE '|'"
        f" THEN '{day}'"
        for day in ("game date", "period start", "tournament start")
    )
)

CHANGES = """
    FROM projected_change c
    JOIN projected_unit u ON u.list = c.list AND u.number = c.unit
    JOIN rating_list l ON l.number = c.list
    JOIN person p ON p.number = c.player"""

RESULT = """CASE WHEN g.{0} IS NULL THEN '*' WHEN g.{0} = 2 THEN '1-0' WHEN g.{0} = 1 THEN '1/2-1/2'
    WHEN g.{1} = 2 THEN '0-1' ELSE '0-0' END"""


def within(texts: str, text: str) -> str:
    """Whether a text is one of several that blanks part."""
    place = "strpos" if is_postgresql() else "instr"
    return f"{place}(' ' || {texts} || ' ', ' ' || {text} || ' ') > 0"


def said(kind: str) -> str:
    return (
        f"(SELECT min(r.text) FROM remark r WHERE r.batch = b.batch AND r.position = 0 AND r.kind = '{kind}')"
    )


def counted(kind: str) -> str:
    # A batch's positions follow each other, and so the primary key finds them.
    return f"""(
        SELECT count(*) FROM {kind}_event e
        WHERE e.position BETWEEN b.first_position AND b.last_position)"""


def games(date: str, where: str) -> str:
    return f"""
        SELECT g.position, g.root, g.batch, g.line, b.recorded_at, t.code AS tournament, {date} AS date,
            g.round, g.board, g.game_no, w.code AS white, k.code AS black,
            {RESULT.format("white_half", "black_half")} AS result, g.played,
            CASE WHEN g.standings_white IS NULL THEN NULL
                ELSE {RESULT.format("standings_white", "standings_black")} END AS standings_result,
            w.name AS white_name, k.name AS black_name
        FROM game_event g
        JOIN batch b ON b.batch = g.batch
        JOIN tournament t ON t.number = g.tournament
        JOIN person w ON w.number = g.white
        JOIN person k ON k.number = g.black
        WHERE {where}"""


def admin(kind: str, subject: str, day: str, more: str) -> str:
    return f"""
        SELECT a.position, a.batch, b.recorded_at, l.code AS list, {subject},
            {iso("a.valid_on")} AS {day}, {more}
        FROM admin_event a
        JOIN batch b ON b.batch = a.batch
        JOIN rating_list l ON l.number = a.list
        WHERE a.kind = '{kind}'"""


def events() -> str:
    kinds = {
        "game": "e.valid_on",
        "tournament": "e.start_on",
        "player": "CASE WHEN e.valid_from = 0 THEN NULL ELSE e.valid_from END",
        "rating": "e.rated_on",
        "admin": "e.valid_on",
    }
    return " UNION ALL ".join(
        f"""
        SELECT e.position, e.batch, '{kind}' AS kind, {iso(day)} AS valid_on, e.root, e.line, b.recorded_at
        FROM {kind}_event e JOIN batch b ON b.batch = e.batch"""
        for kind, day in kinds.items()
    )
