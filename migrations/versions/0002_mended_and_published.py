"""Codes that were merged or split, the rows of published lists, and the views over both."""

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
    # What is projected is derived: the next projection fills the table anew.
    op.drop_table("projected_list")
    op.create_table(
        "projected_list",
        sa.Column("list", WHOLE, nullable=False, autoincrement=False),
        sa.Column("known_at", WHOLE, nullable=False),
        sa.Column("head", WORDS, nullable=False),
        sa.Column("program", WORDS, nullable=False),
        sa.Column("before_rules", WHOLE, nullable=False),
        sa.Column("without_effect", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("list", name="pk_projected_list"),
        sqlite_strict=True,
    )
    for name, query in views().items():
        if name in REPLACED:
            op.execute(f"DROP VIEW {name}")
        op.execute(f"CREATE VIEW {name} AS {query}")


REPLACED = ("game_now", "game_as_recorded", "adoption", "publication", "rating_list_now")


def is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"


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


def words(text: str, number: int) -> str:
    """The first or second word of a text of two."""
    if is_postgresql():
        return f"split_part({text}, ' ', {number})"
    cut = f"instr({text} || ' ', ' ')"
    return f"substr({text}, 1, {cut} - 1)" if number == 1 else f"trim(substr({text}, {cut} + 1))"


def after(payload: str, name: str) -> str:
    """SQLite: a JSON object as it is written, from the value of a name on; null where it has none."""
    # A view may not use SQLite's JSON functions where the schema is not trusted, as on our connections.
    sought = f"'\"{name}\": '"
    return f"substr({payload}, NULLIF(instr({payload}, {sought}), 0) + {len(name) + 4})"


def member(payload: str, name: str) -> str:
    """A text of a JSON object."""
    if is_postgresql():
        return f"({payload}::jsonb ->> '{name}')"
    value = f"substr({after(payload, name)}, 2)"
    return f"substr({value}, 1, instr({value}, '\"') - 1)"


def number(payload: str, name: str) -> str:
    """A number of a JSON object, or null."""
    if is_postgresql():
        return f"CAST({payload}::jsonb ->> '{name}' AS BIGINT)"
    value = after(payload, name)
    return f"CASE WHEN {value} NOT LIKE 'null%' THEN CAST({value} AS INTEGER) END"


def numbers(payload: str, name: str) -> str:
    """An array of numbers of a JSON object as ``1,2,3``."""
    if is_postgresql():
        return f"COALESCE(translate(({payload}::jsonb -> '{name}')::text, '[] ', ''), '')"
    value = f"substr({after(payload, name)}, 2)"
    return f"COALESCE(replace(substr({value}, 1, instr({value}, ']') - 1), ' ', ''), '')"


def holds(numbers: str, number: str) -> str:
    """Whether ``,1,2,3,`` holds a number."""
    place = "strpos" if is_postgresql() else "instr"
    return f"{place}({numbers}, ',' || {number} || ',') > 0"


def gone() -> str:
    """Positions that were undone and still are, as ``,1,2,3,``.

    An undoing can be undone too: the newest is looked at first, and what it took back takes nothing back.
    """
    taken = f"{numbers('a.payload', 'admin')} || ',' || {numbers('a.payload', 'rows')}"
    return f"""(
        WITH RECURSIVE
        undo(n, position, taken) AS (
            SELECT row_number() OVER (ORDER BY a.position DESC), a.position, {taken}
            FROM admin_event a WHERE a.kind = 'undo'),
        walk(n, gone) AS (
            SELECT CAST(0 AS BIGINT), CAST(',' AS TEXT)
            UNION ALL
            SELECT w.n + 1,
                CASE WHEN {holds("w.gone", "u.position")} THEN w.gone ELSE w.gone || u.taken || ',' END
            FROM walk w JOIN undo u ON u.n = w.n + 1)
        SELECT k.gone FROM walk k ORDER BY k.n DESC LIMIT 1)"""


def undone(position: str) -> str:
    return f"CASE WHEN {holds(gone(), position)} THEN 1 ELSE 0 END"


LATEST = """NOT EXISTS (
    SELECT 1 FROM {table} v
    WHERE v.root = {row}.root AND v.position > {row}.position AND v.root <> v.position)"""

CLAIM = """(
    SELECT e.{0} FROM tournament_event c JOIN tournament_event e ON e.root = c.root
    WHERE c.tournament = g.tournament AND c.claims = 1
    ORDER BY e.position DESC LIMIT 1)"""

GAME_DAY = f"""COALESCE(
    g.valid_on,
    {CLAIM.format("end_on")},
    (SELECT max(o.valid_on) FROM game_event o
        WHERE o.tournament = g.tournament AND o.played <> 'void'
            AND {LATEST.format(table="game_event", row="o")}),
    {CLAIM.format("start_on")})"""

STANDS = f"g.played <> 'void' AND {LATEST.format(table='game_event', row='g')}"

# The rule set's text lies in the payload as a JSON string, and blanks in it are free.
CHOOSES_BY = "CASE {} END".format(
    " ".join(
        f"WHEN replace(a.payload, ' ', '') LIKE '%selected|_by=_\"{day.replace(' ', '')}_\"%' ESCAPE '|'"
        f" THEN '{day}'"
        for day in ("game date", "period start", "tournament start")
    )
)

RESULT = """CASE WHEN g.{0} IS NULL THEN '*' WHEN g.{0} = 2 AND g.{1} = 2 THEN '1-1'
    WHEN g.{0} = 2 THEN '1-0' WHEN g.{0} = 1 THEN '1/2-1/2' WHEN g.{1} = 2 THEN '0-1' ELSE '0-0' END"""

GAME_COLUMNS = f"""
    g.round, g.board, g.game_no, w.code AS white, k.code AS black,
    {RESULT.format("white_half", "black_half")} AS result, g.played,
    CASE WHEN g.standings_white IS NULL THEN NULL
        ELSE {RESULT.format("standings_white", "standings_black")} END AS standings_result,
    w.name AS white_name, k.name AS black_name"""

GAME_TABLES = """
    FROM game_event g
    JOIN batch b ON b.batch = g.batch
    JOIN tournament t ON t.number = g.tournament
    JOIN person w ON w.number = g.white
    JOIN person k ON k.number = g.black"""


def said(kind: str, position: str, batch: str) -> str:
    """Words that go with an event, else with its batch."""
    return f"""COALESCE(
        (SELECT min(r.text) FROM remark r WHERE r.position = {position} AND r.kind = '{kind}'),
        (SELECT min(r.text) FROM remark r
            WHERE r.batch = {batch} AND r.position = 0 AND r.kind = '{kind}'))"""


def views() -> dict[str, str]:
    """Views that are new or another than before; docs/views.md documents all."""
    return {**log_views(), **correction_views(), **list_views()}


def log_views() -> dict[str, str]:
    return {
        "game_now": f"""
            SELECT g.position, g.root, g.batch, g.line, b.recorded_at, t.code AS tournament,
                {iso(GAME_DAY)} AS date, {GAME_COLUMNS}
            {GAME_TABLES}
            WHERE {STANDS}""",
        "game_as_recorded": f"""
            SELECT g.position, g.root, g.batch, g.line, b.recorded_at, t.code AS tournament,
                {iso("g.valid_on")} AS date, {GAME_COLUMNS}
            {GAME_TABLES}""",
        "adoption": admin(
            "adoption",
            "a.subject AS rule_set",
            "effective_from",
            f"a.digest, a.parameters, {CHOOSES_BY} AS chooses_by",
        ),
        "publication": admin(
            "publication",
            "a.subject AS version",
            "date",
            f"""a.digest, {member("a.payload", "numbers_digest")} AS numbers_digest,
                {number("a.payload", "known_at")} AS known_at,
                {number("a.payload", "rows")} AS rows""",
        ),
        "closing": admin("closing", "a.subject AS kind", "day", f"{WORDS_OF}"),
        "player_fact": f"""
            SELECT e.position, e.batch, b.recorded_at, p.code AS player, p.name, e.fact, e.value,
                {iso("CASE WHEN e.valid_from = 0 THEN NULL ELSE e.valid_from END")} AS valid_from
            FROM player_event e
            JOIN batch b ON b.batch = e.batch
            JOIN person p ON p.number = e.player
            WHERE {LATEST.format(table="player_event", row="e")}""",
        "alias": f"""
            SELECT s.code, {iso("CASE WHEN s.valid_from = 0 THEN NULL ELSE s.valid_from END")} AS valid_from,
                p.code AS player, p.name, s.batch
            FROM person_alias s JOIN person p ON p.number = s.player""",
    }


WORDS_OF = f"{said('by', 'a.position', 'a.batch')} AS by, {said('reason', 'a.position', 'a.batch')} AS reason"


def admin(kind: str, subject: str, day: str, more: str) -> str:
    return f"""
        SELECT a.position, a.batch, b.recorded_at, l.code AS list, {subject},
            {iso("a.valid_on")} AS {day}, {more}, {undone("a.position")} AS undone
        FROM admin_event a
        JOIN batch b ON b.batch = a.batch
        JOIN rating_list l ON l.number = a.list
        WHERE a.kind = '{kind}'"""


GAME_KEY = f"""t.code || '/' || COALESCE(CAST(g.round AS TEXT), {{day}}, '') || '/' || w.code || '-' || k.code
    || ' ' || CASE WHEN g.played = 'void' THEN 'void' ELSE {RESULT.format("white_half", "black_half")} END"""
CODE_OF = "COALESCE((SELECT p.code FROM person p WHERE CAST(p.number AS TEXT) = {0}), {0})"
LIST_OF = "(SELECT l.code FROM rating_list l WHERE l.number = a.list)"


NEVER = 3652059
"""The day that stands for none in ``touches``."""
# The lists that a tournament was ever claimed for; null where only an ingest's option says one.
LISTS = """(
    SELECT {joined} FROM tournament_event e WHERE e.tournament = t.number AND e.lists <> '')"""


def all_of(texts: str) -> str:
    if is_postgresql():
        return f"string_agg({texts}, ' ' ORDER BY e.position)"
    return f"group_concat({texts}, ' ')"


def touched(row: str) -> str:
    return iso(f"NULLIF({row}.touches, {NEVER})")


def versions(table: str, kind: str, what: str, joined: str, lists: str = "NULL") -> str:
    """Versions after the first, with the position of the one that each replaced."""
    return f"""
        SELECT g.position, g.batch, b.recorded_at, {kind} AS kind, {what} AS what,
            {said("by", "g.position", "g.batch")} AS by, {said("reason", "g.position", "g.batch")} AS reason,
            (SELECT max(o.position) FROM {table} o WHERE o.root = g.root AND o.position < g.position)
                AS replaces, {touched("g")} AS touches,
            {lists.format(joined=all_of("e.lists"))} AS lists, {undone("g.position")} AS undone
        FROM {table} g JOIN batch b ON b.batch = g.batch {joined}
        WHERE g.root <> g.position"""


def correction_views() -> dict[str, str]:
    key = GAME_KEY.format(day=iso("g.valid_on"))
    players = """JOIN tournament t ON t.number = g.tournament
        JOIN person w ON w.number = g.white JOIN person k ON k.number = g.black"""
    parts = [
        versions(
            "game_event", "CASE WHEN g.played = 'void' THEN 'void' ELSE 'game' END", key, players, LISTS
        ),
        versions(
            "tournament_event", "'tournament'", "t.code", "JOIN tournament t ON t.number = g.tournament",
            LISTS,
        ),
        versions(
            "player_event", "'player'", "p.code || ' ' || g.fact || ' ' || g.value",
            "JOIN person p ON p.number = g.player",
        ),
        versions(
            "rating_event", "g.purpose", "p.code || ' ' || l.code",
            "JOIN person p ON p.number = g.player JOIN rating_list l ON l.number = g.list",
            "l.code",
        ),
        decisions(),
    ]  # fmt: skip
    return {
        "correction": " UNION ALL ".join(parts),
        "exemption": f"""
            SELECT a.position, a.batch, b.recorded_at, {LIST_OF} AS list, t.code AS tournament, g.round,
                w.code AS white, k.code AS black, {member("a.payload", "side")} AS side, {WORDS_OF},
                {undone("a.position")} AS undone
            FROM admin_event a
            JOIN batch b ON b.batch = a.batch
            JOIN game_event g
                ON g.position = CASE WHEN a.kind = 'exemption' THEN CAST(a.subject AS BIGINT) END
            {players}
            WHERE a.kind = 'exemption'""",
        "withheld": f"""
            SELECT a.position, a.batch, b.recorded_at, {LIST_OF} AS list,
                {CODE_OF.format("a.subject")} AS player,
                {iso("a.valid_on")} AS from_date,
                {iso(number("a.payload", "until"))} AS until_date, {WORDS_OF},
                {undone("a.position")} AS undone
            FROM admin_event a JOIN batch b ON b.batch = a.batch
            WHERE a.kind = 'withheld'""",
    }


def decisions() -> str:
    """Rare events that mend, close, leave out, or take back."""
    first, second = (CODE_OF.format(words("a.subject", number)) for number in (1, 2))
    return f"""
        SELECT a.position, a.batch, b.recorded_at, a.kind,
            CASE
                WHEN a.kind = 'closing' THEN {LIST_OF} || ' ' || a.subject || ' ' || {iso("a.valid_on")}
                WHEN a.kind IN ('merge', 'split') THEN {first} || ' ' || {second}
                WHEN a.kind IN ('withheld', 'erasure') THEN {CODE_OF.format("a.subject")}
                WHEN a.kind = 'adjustment' THEN {LIST_OF} || ' ' || {iso("a.valid_on")}
                ELSE a.subject END,
            {said("by", "a.position", "a.batch")}, {said("reason", "a.position", "a.batch")},
            NULL, {touched("a")}, {LIST_OF}, {undone("a.position")}
        FROM admin_event a JOIN batch b ON b.batch = a.batch
        WHERE a.kind IN (
            'closing', 'merge', 'split', 'withheld', 'exemption', 'adjustment', 'erasure', 'undo')"""


def list_views() -> dict[str, str]:
    hidden = f"""NOT EXISTS (
        SELECT 1 FROM admin_event a
        WHERE a.kind = 'withheld' AND a.subject = CAST(c.player AS TEXT)
            AND (a.list IS NULL OR a.list = c.list) AND a.valid_on <= {today()}
            AND {today()} < COALESCE({number("a.payload", "until")}, 2147483648)
            AND {undone("a.position")} = 0)"""
    ended = f"""NOT EXISTS (
        SELECT 1 FROM admin_event a
        WHERE a.kind = 'closing' AND a.subject = 'from' AND a.list = c.list AND a.valid_on <= {today()}
            AND {undone("a.position")} = 0)"""
    return {
        "rating_list_now": f"""
            SELECT l.code AS list, rank() OVER (PARTITION BY c.list ORDER BY c.shown DESC) AS rank,
                p.code AS player, p.name, {points("c.shown")} AS rating, c.games_total AS games, c.status,
                {iso("c.last_played")} AS last_played, u.rule_set
            FROM projected_change c
            JOIN projected_unit u ON u.list = c.list AND u.number = c.unit
            JOIN rating_list l ON l.number = c.list
            JOIN person p ON p.number = c.player
            WHERE c.shown IS NOT NULL AND {hidden} AND {ended} AND c.step = (
                SELECT max(n.step) FROM projected_change n
                WHERE n.list = c.list AND n.player = c.player AND n.effective_on <= {today()})""",
        "published_list": f"""
            SELECT l.code AS list, {iso("a.valid_on")} AS date, a.subject AS version, r.position, r.place,
                rank() OVER (PARTITION BY r.position ORDER BY r.shown DESC) AS rank, r.code AS player,
                p.name, {points("r.shown")} AS rating, r.games, r.status,
                {iso("r.last_played")} AS last_played, r.rule_set, {undone("a.position")} AS undone
            FROM published_row r
            JOIN admin_event a ON a.position = r.position
            JOIN rating_list l ON l.number = a.list
            LEFT JOIN person p ON p.number = r.player""",
        "late_game": f"""
            SELECT l.code AS list, {iso("a.valid_on")} AS published, a.subject AS version, g.position, g.root,
                g.batch, g.line, b.recorded_at, t.code AS tournament, {iso("g.day")} AS date,
                g.round, w.code AS white, k.code AS black,
                CASE WHEN g.played = 'void' THEN 'void'
                    ELSE {RESULT.format("white_half", "black_half")} END AS result
            FROM admin_event a
            JOIN rating_list l ON l.number = a.list
            JOIN (SELECT g.*, {GAME_DAY} AS day FROM game_event g) g
                ON g.position > a.position AND g.day <= a.valid_on
            JOIN tournament_list i ON i.list = l.code
            JOIN tournament t ON t.number = g.tournament AND t.code = i.tournament
            JOIN batch b ON b.batch = g.batch
            JOIN person w ON w.number = g.white
            JOIN person k ON k.number = g.black
            WHERE a.kind = 'publication'""",
    }
