"""What the commands that correct share: the words that name a game, and what is said at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from ratingstore.cli import output
from ratingstore.cli.dates import Day
from ratingstore.cli.ingest_report import show_news
from ratingstore.cli.settings import Settings
from ratingstore.language import _

if TYPE_CHECKING:
    from ratingstore.api import Writing

DONE: Final = 0
REFUSED: Final = 1
NOT_USABLE: Final = 2
Function = Callable[..., Any]


def key_options(function: Function) -> Function:
    """``--tournament --round --on --white --black --game-no``: which game is meant."""
    options = (
        click.option("--tournament", required=True, metavar="CODE", help=_("The tournament.")),
        click.option("--round", type=int, metavar="N", help=_("The round of the game.")),
        click.option("--on", type=Day(), metavar="DATE", help=_("The day of a game without a round.")),
        click.option("--white", required=True, metavar="P", help=_("Who has White in the log.")),
        click.option("--black", required=True, metavar="P", help=_("Who has Black in the log.")),
        click.option(
            "--game-no", type=int, metavar="N", help=_("Which game of the pair in one round. [default: 1]")
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def carry_out(settings: Settings, action: str, words: Mapping[str, object], writing: Writing) -> int:
    """Ask for the correction, and say what was changed or why nothing was; the exit code."""
    with settings.store() as store:
        done = store.correct({"action": action, **_texts(words)}, writing)
    for problem in done.problems:
        output.error(settings, f"{problem.code} {problem.message}", problem.hint)
    for line in done.lines:
        output.say(settings, line)
    if done.problems:
        return _exit_code([problem.code for problem in done.problems])
    show_news(settings, done.published, done.impact)
    if writing.dry_run:
        output.note(settings, _("dry run: nothing was written"))
    return DONE


def _texts(words: Mapping[str, object]) -> dict[str, object]:
    """Options as the words of a JSON line; those that were not given left out."""
    found: dict[str, object] = {}
    for name, value in words.items():
        if isinstance(value, tuple):
            found[name] = list(value)
        elif value is not None:
            found[name] = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return found


def _exit_code(codes: list[str]) -> int:
    """What is not there is a question of usage, as with other commands; the rest is a refusal."""
    from ratingstore.problems.correcting import UNKNOWN

    return NOT_USABLE if UNKNOWN.issuperset(codes) else REFUSED
