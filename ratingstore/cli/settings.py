"""What the global options say, wherever they stand on the line."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

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

    def store(self, *, create: bool = False) -> Store:
        """The store at ``db``, open. ``create``: make it where there is none."""
        from ratingstore import api

        return api.open(self.db, create=create)


def settings_of(ctx: click.Context) -> Settings:
    """The settings of the run that ``ctx`` belongs to."""
    return ctx.find_root().ensure_object(Settings)
