"""The command line: parses options, calls the api, prints. One module a command, loaded when asked for.

Nothing here imports SQLAlchemy, Alembic or numpy before a command runs, so that ``--help`` and the
shell's completion answer at once.
"""

from ratingstore.cli.entry import main

__all__ = ["main"]
