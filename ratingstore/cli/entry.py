"""The program's entry: chooses the language, runs a command, turns what went wrong into an exit code."""

from __future__ import annotations

import io
import sys
import traceback
from collections.abc import Sequence
from typing import Final

import click

from ratingstore import language
from ratingstore.cli import output
from ratingstore.cli.settings import Settings
from ratingstore.errors import RatingStoreError
from ratingstore.language import _

NAME: Final = "ratingstore"
NOT_USABLE: Final = 2
BUG: Final = 70
INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program on ``argv`` (default: the process's arguments); return the exit code."""
    # Before any command is imported: help texts are translated as their modules load.
    language.use(asked_language(sys.argv[1:] if argv is None else argv))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without "ã" still gets its list
    settings = Settings()
    try:
        return _run(argv, settings)
    except (KeyboardInterrupt, click.Abort):
        output.error(settings, _("interrupted"))
        return INTERRUPTED
    except RatingStoreError as error:
        output.error(settings, error.message, error.hint)
        return error.exit_code
    except click.ClickException as error:
        _show_usage(settings, error, sys.argv[1:] if argv is None else argv)
        return NOT_USABLE
    except OSError as error:
        output.error(settings, _os_sentence(error))
        return NOT_USABLE
    except Exception as error:
        return _report_bug(settings, error)


def asked_language(arguments: Sequence[str]) -> str | None:
    """The value of the last ``--lang`` before ``--``; None if there is none."""
    asked = None
    for index, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--lang" and index + 1 < len(arguments):
            asked = arguments[index + 1]
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    return asked


def _run(argv: Sequence[str] | None, settings: Settings) -> int:
    from ratingstore.cli.group import program  # late: see ``main``

    code = program.main(
        None if argv is None else list(argv), prog_name=NAME, standalone_mode=False, obj=settings
    )
    return code if isinstance(code, int) else 0


def _show_usage(settings: Settings, error: click.ClickException, argv: Sequence[str]) -> None:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    hint = getattr(error, "hint", "")
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is not None and not hint:
        hint = _("see {command} --help").format(command=ctx.command_path)
        if isinstance(error, click.NoSuchOption) and _takes_a_player(ctx.command):
            # Click names the first letter only: -z of -zeca.
            word = next((word for word in argv if word.startswith(error.option_name)), error.option_name)
            hint = _("see {command} --help; a code that begins with a dash goes last, after --: -- {word}")
            hint = hint.format(command=ctx.command_path, word=word)
    output.error(settings, error.format_message(), hint)


def _takes_a_player(command: click.Command) -> bool:
    """Whether a word on the line may be a code of somebody's own, which can look like an option."""
    return any(isinstance(one, click.Argument) and one.name == "player" for one in command.params)


def _os_sentence(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _report_bug(settings: Settings, error: Exception) -> int:
    traceback.print_exception(error, file=sys.stderr)
    output.error(
        settings,
        _("this is a bug in ratingstore, not in your data: {error}").format(error=repr(error)),
        _("please report it with the lines above and the command you ran"),
    )
    return BUG
