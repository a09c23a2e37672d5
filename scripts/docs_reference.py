#!/usr/bin/env python3
"""Write the reference pages that come from the program itself, in docs/: commands, problems, rules, queries.

.venv/bin/python scripts/docs            write them
.venv/bin/python scripts/docs --check    write nothing; exit 1 where a page is not as it should be
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # this checkout's package, whatever else is installed

from ratingstore import language  # noqa: E402

language.use("en")  # before the commands load: their help is translated as they do

import click  # noqa: E402

from ratingstore.cli.group import EXIT_CODES, Command, program  # noqa: E402
from ratingstore.problems import CATALOGUE, Kind  # noqa: E402
from ratingstore.rulebook import catalogue, loader  # noqa: E402
from ratingstore.rules.ruleset import Note, RuleSet  # noqa: E402
from ratingstore.store import audit  # noqa: E402

WRITTEN_BY = "<!-- Written by scripts/docs from the program; edit there, not here. -->"


def commands_page() -> str:
    """Every command with its arguments and options."""
    lines = [
        "# Commands", "", WRITTEN_BY, "", str(program.help), "",
        "Global options stand before or after the command:", "",
        *_options(click.Context(program, info_name="ratingstore"), program.params), "",
        "| exit code | means |", "| --- | --- |",
        *(f"| {code} | {meaning} |" for code, meaning in EXIT_CODES),
    ]  # fmt: skip
    root = click.Context(program, info_name="ratingstore")
    for command, context in _walk(program, root):
        lines += ["", *_command(command, context)]
    return "\n".join(lines) + "\n"


def _walk(group: click.Group, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        inner = click.Context(command, parent=context, info_name=name)
        yield command, inner
        if isinstance(command, click.Group):
            yield from _walk(command, inner)


def _command(command: click.Command, context: click.Context) -> list[str]:
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [f"## {context.command_path}", "", f"    {context.command_path} {usage}", "", str(command.help)]
    shared = command.shared if isinstance(command, Command) else []
    own = [param for param in command.params if param not in shared]
    options = _options(context, own)
    return [*lines, "", *options] if options else lines


def _options(context: click.Context, params: list[click.Parameter]) -> list[str]:
    records = [record for param in params if (record := param.get_help_record(context))]
    rows = [f"| `{_cell(names)}` | {_cell(meaning)} |" for names, meaning in records if meaning]
    return ["| option | means |", "| --- | --- |", *rows] if rows else []


def problems_page() -> str:
    """Every problem code, as ``ratingstore problems`` explains it."""
    lines = [
        "# Problems in files", "", WRITTEN_BY, "",
        "Every finding about a row carries a code that never changes its meaning. *Refused*: the row waits",
        "in quarantine for an answer. *Warning*: the row was taken, look at it. *Note*: said only.",
    ]  # fmt: skip
    for code in sorted(CATALOGUE):
        lines += ["", *_problem(CATALOGUE[code])]
    return "\n".join(lines) + "\n"


def _problem(kind: Kind) -> list[str]:
    lines = [f"## {kind.code} ({kind.severity})", "", f"> {kind.sentence}", "", kind.meaning]
    return [*lines, "", f"What to do: {kind.hint}."] if kind.hint else lines


def rules_page() -> str:
    """Every shipped calendar and rule set, with its sources and what was read into them."""
    lines = [
        "# Shipped rule sets", "", WRITTEN_BY, "",
        "`ratingstore rules show ID` lists every value of one with the place in the source it comes from,",
        "`ratingstore rules diff A B` what differs between two.",
    ]  # fmt: skip
    for calendar in catalogue.calendars():
        lines += ["", f"## Calendar `{calendar.code}`: {calendar.title}", ""]
        lines += [f"- from {entry.effective_from}: `{entry.rule_set}`" for entry in calendar.entries]
        lines += [
            f"- on {one.on} adjusted: {one.title}, `{one.adjustment.formula}`" for one in calendar.adjustments
        ]
        if calendar.notes:
            lines += ["", *(_note(note) for note in calendar.notes)]
    rule_sets = [loader.load(one.text, one.tables) for one in catalogue.shipped()]
    for rules in rule_sets:
        lines += ["", *_rule_set(rules)]
    # Rule sets share tables, and with them the notes on their rows.
    shared = dict.fromkeys(_note(note) for rules in rule_sets for note in rules.notes if _of_table(note))
    lines += ["", "## Notes on the tables", "", *shared]
    return "\n".join(lines) + "\n"


def _rule_set(rules: RuleSet) -> list[str]:
    lines = [f"## `{rules.id}`: {rules.title}", "", f"Valid from {rules.valid_from}; {_status(rules)}.", ""]
    lines += [_source(source.title, source.published_on) for source in rules.sources]
    return [*lines, "", "Read into it:", "", *(_note(note) for note in rules.notes if not _of_table(note))]


def _status(rules: RuleSet) -> str:
    until = f" until {rules.trial_until}" if rules.trial_until else ""
    fixed = f"; fixed until {rules.frozen_until}" if rules.frozen_until else ""
    revoked = f"; revoked on {rules.revoked_on}" if rules.revoked_on else ""
    return f"{rules.status}{until}{revoked}{fixed}"


def _note(note: Note) -> str:
    return f"- `{note.path}`{' (inferred)' if note.inferred else ''}: {note.text}"


def _of_table(note: Note) -> bool:
    return note.path.startswith(("expected.table.", "first_rating.table."))


def _source(title: str, published_on: str) -> str:
    return f"- Source: {title}" + (f" ({published_on})" if published_on else "")


def queries_page() -> str:
    """Every ready-made audit query with its parameters and its SQL."""
    lines = [
        "# Audit queries", "", WRITTEN_BY, "",
        "`ratingstore query` lists them, `ratingstore query NAME -p PARAMETER=VALUE` answers one. The SQL",
        "stands here to be adapted: with values in the place of `:names` it runs in `query --sql`,",
        "on SQLite and on PostgreSQL. The views that it reads are described in [views.md](views.md).",
    ]  # fmt: skip
    for query in audit.queries():
        lines += ["", *_query(query)]
    return "\n".join(lines) + "\n"


def _query(query: audit.NamedQuery) -> list[str]:
    lines = [f"## {query.name}", "", f"{query.answers}.", ""]
    lines += [query.note, ""] if query.note else []
    rows = [f"| `{one.name}` | {one.about} | {_default(one)} |" for one in query.parameters]
    lines += ["| parameter | means | left out |", "| --- | --- | --- |", *rows, ""] if rows else []
    return [*lines, "```sql", query.sql, "```"]


def _default(one: audit.Parameter) -> str:
    if one.needed:
        return "must be given"
    if one.default is None:
        return "the store's only list"
    return f"`{one.default}`" if one.default else "all"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


PAGES = {
    "commands.md": commands_page,
    "problems.md": problems_page,
    "rules.md": rules_page,
    "queries.md": queries_page,
}


def main(check: bool) -> int:
    """Write the pages, or name those that differ; the exit code."""
    stale = [name for name, page in PAGES.items() if _differs(ROOT / "docs" / name, page())]
    for name in stale:
        if check:
            print(f"docs/{name} is not what the program says: run scripts/docs")
        else:
            (ROOT / "docs" / name).write_text(PAGES[name](), encoding="utf-8", newline="\n")
    return 1 if check and stale else 0


def _differs(path: Path, text: str) -> bool:
    return not path.exists() or path.read_text(encoding="utf-8") != text


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
