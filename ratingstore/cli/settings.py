"""What the global options say, wherever they stand on the line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ratingstore.errors import StoreMissing

if TYPE_CHECKING:
    from ratingstore.api import Store

DATABASE = "ratingstore.db"
DATABASE_VARIABLE = "RATINGSTORE_DB"


def _colour_is_wanted() -> bool:
    return not os.environ.get("NO_COLOR")  # no-color.org: set and not empty


@dataclass(slots=True)
class Settings:
    """One run's settings; an option after the command is heard later and so wins.

    ``colour`` False: never; True: where the output is a terminal.
    """

    db: str = field(default_factory=lambda: os.environ.get(DATABASE_VARIABLE) or DATABASE)
    quiet: bool = False
    colour: bool = field(default_factory=_colour_is_wanted)

    @contextmanager
    def store(self, *, create: bool = False, dry_run: bool = False) -> Iterator[Store]:
        """The store at ``db``, open. ``create``: make it where there is none.

        A dry run makes none: for it, no store and an empty one that is thrown away are the same.
        """
        from ratingstore import api

        opened = None
        try:
            opened = api.open(self.db)
        except StoreMissing:
            if not create:
                raise
        with ExitStack() as stack:
            if opened is None:
                api.expect_folder(self.db)  # a dry run ends as the real run would
                place = stack.enter_context(_place_to_throw_away()) if dry_run else self.db
                opened = api.open(place, create=True)
            yield stack.enter_context(opened)


@contextmanager
def _place_to_throw_away() -> Iterator[str]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        yield str(Path(folder, DATABASE))


def settings_of(ctx: click.Context) -> Settings:
    """The settings of the run that ``ctx`` belongs to."""
    return ctx.find_root().ensure_object(Settings)
