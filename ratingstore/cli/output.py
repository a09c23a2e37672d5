"""What goes to the terminal, to a pipe and to ``-o FILE``.

Rows and answers go to stdout, everything else to stderr. Colour only says again what the words say.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import click

from ratingstore import formats, language
from ratingstore.cli.settings import Settings
from ratingstore.errors import FileUnusable
from ratingstore.formats import Format, Meta, RowSet
from ratingstore.language import _
from ratingstore.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where rows go and how. ``file`` None is stdout."""

    format: Format
    file: Path | None = None

    @staticmethod
    def of(format: Format | None, file: Path | None) -> Target:
        """The target that ``--format`` and ``-o`` name together. UsageError for an unknown ending."""
        by_ending: Format = formats.format_of(file) if file and not format else "table"
        return Target(format=format or by_ending, file=file)


def show(settings: Settings, rows: RowSet, meta: Meta | None, to: Target) -> None:
    """Write the rows; where the format has no place for the meta, it goes to stderr."""
    deliver(settings, formats.write(rows, to.format, meta, language.current()), to)
    if meta is not None and to.format in ("csv", "jsonl"):
        note_meta(settings, meta)
    if meta is not None:
        sentences(settings, meta)


def note_meta(settings: Settings, meta: Meta) -> None:
    """The meta beside rows that have no place for it; as in those formats, not localised."""
    note(settings, formats.meta_lines(meta).removesuffix("\n"))


def sentences(settings: Settings, meta: Meta) -> None:
    """What a person should know of an answer; no format has a place for it."""
    for sentence in meta.notes:
        note(settings, _("note: {sentence}").format(sentence=sentence))


def deliver(settings: Settings, text: str, to: Target) -> None:
    """Put finished text where it belongs. FileUnusable if the file cannot be written."""
    if to.file is not None:
        _write_file(to.file, text)
    elif to.format in ("table", "md"):
        _echo(text, settings)
    else:
        # As bytes: on Windows a text stream would write CRLF, and not UTF-8.
        _echo(text.encode("utf-8", "backslashreplace"), settings)


def say(settings: Settings, text: str) -> None:
    """A line of the answer."""
    _echo(text + "\n", settings)


def note(settings: Settings, text: str) -> None:
    """A line beside the answer; ``--quiet`` leaves it out."""
    if not settings.quiet:
        _echo(text + "\n", settings, err=True)


def error(settings: Settings, message: str, hint: str = "") -> None:
    """What went wrong, and what to do about it."""
    label = click.style(_("error:"), fg="red", bold=True)
    _echo(f"{label} {message}\n", settings, err=True)
    if hint:
        _echo(f"{_hint_label()} {hint}\n", settings, err=True)


def problem(settings: Settings, found: Problem) -> None:
    """A problem in its four parts: place, code and sentence, the row as it stands, the hint."""
    place = f"{found.file}:{found.line}:" if found.line else f"{found.file}:"
    lines = [f"{place} {_code(found)} {found.message}"]
    lines += [f"    {_visible_row(line)}" for line in found.row.splitlines()]
    if found.hint:
        lines.append(f"  {_hint_label()} {found.hint}")
    _echo("\n".join(lines) + "\n", settings, err=True)


def more_problems(settings: Settings, found: Problem, sentence: str) -> None:
    """A line that stands for problems of the same file and code as ``found``."""
    _echo(f"{found.file}: {_code(found)} {sentence}\n", settings, err=True)


def _code(found: Problem) -> str:
    return click.style(found.code, fg="red" if found.severity == "refused" else "yellow", bold=True)


def _hint_label() -> str:
    return click.style(_("hint:"), fg="cyan")


def _visible_row(line: str) -> str:
    # The tabs of a tab-separated file are its own; anything else that moves a cursor is spelt out.
    return "\t".join(formats.visible(part) for part in line.split("\t"))


def _write_file(file: Path, text: str) -> None:
    try:
        file.write_bytes(text.encode("utf-8", "backslashreplace"))
    except OSError as reason:
        raise FileUnusable(
            _("{file} cannot be written: {reason}").format(file=file, reason=reason.strerror or reason)
        ) from reason


def _echo(text: str | bytes, settings: Settings, *, err: bool = False) -> None:
    try:
        click.echo(text, nl=False, err=err, color=None if settings.colour else False)
    except OSError as reason:
        _silence(sys.stderr if err else sys.stdout)
        # A reader that has gone (`| head`) is no error: the command ends as it would have.
        if not isinstance(reason, BrokenPipeError):
            raise


def _silence(stream: TextIO) -> None:
    """Lead what the stream still holds nowhere, or the interpreter would fail on it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
